//! The engine for WebAssembly: plain exports that a page's worker or Node.js calls.
//!
//! Requests and answers are the JSON objects of `noyes-api`, the same as at every other door.
//!
//! # What the host imports
//!
//! | Function of `env` | Meaning |
//! |---|---|
//! | `noyes_now() -> f64` | Milliseconds since some fixed moment. |
//! | `noyes_event(start: i32, length: i32) -> i32` | An event of `noyes_solve`: the address and length of its JSON text, to be read before it returns. The result 1 stops the solve, 0 lets it go on. |
//!
//! Every event of docs/book/progress.md is told once, at most ten a second of the frequent ones. In
//! between, `noyes_event` is called with length 0 about every 10 ms, so that the host can stop a
//! solve soon. Only `noyes_solve` calls it. Where WebAssembly can be suspended (JSPI), it may be a
//! suspending import, and the host then calls `noyes_solve` through `WebAssembly.promising` and all
//! other exports as they are.
//!
//! # What the host calls
//!
//! | Export | Meaning |
//! |---|---|
//! | `noyes_engine() -> i32` | A new engine. It keeps the tables that it builds. |
//! | `noyes_drop(engine)` | Ends an engine. |
//! | `noyes_alloc(length) -> i32` | Memory for a text or a net that the host writes. |
//! | `noyes_free(start, length)` | Gives that memory back, or that of an answer. |
//! | `noyes_solve(engine, request, length) -> i64` | Answers a request to solve, telling events. |
//! | `noyes_call(engine, name, name length, request, length) -> i64` | Answers the request of a name without events: `solve`, `check`, `info`, `hint`, `scramble`, `compare`, `tree`, `render`. |
//! | `noyes_tables(engine) -> i64` | The names and lengths of the tables that the engine has built or was given. |
//! | `noyes_table(engine, name, length) -> i64` | Where the bytes of a table are, to be copied at once; 0 if there is none of that name. |
//! | `noyes_put_table(engine, name, name length, start, length) -> i64` | Gives a table back that was copied before. A damaged one is built again. |
//! | `noyes_remove_table(engine, name, length)` | Removes a table that the host has copied; searches that use it keep it. |
//! | `noyes_net(engine, start, length) -> i64` | Takes the bytes of a net (`crates/noyes/data/nets/N.net`, for boards of N×N, N from 5 to 10), so that beams find shorter solutions of that size. |
//!
//! The result of `noyes_solve`, `noyes_call`, `noyes_tables`, `noyes_put_table` and `noyes_net` has
//! the address of a text in its high half and the length in its low half. The text is
//! `{"answer":…}` or `{"problem":…}`; the problem is an object of RFC 9457 with `title`, `status`,
//! `detail`, and where they are known `field`, `line`, `column` and `remedy`. The answer of `solve`
//! is the object of `noyes solve --format json`. A solve that is stopped answers with the best it
//! has found, and its `stop` is `interrupt`.
//!
//! ```text
//! engine  = noyes_engine()
//! request = noyes_alloc(length), the bytes of {"board":"8 1 3/4 0 2/7 6 5"} written there
//! answer  = noyes_solve(engine, request, length)
//! noyes_free(request, length); noyes_free(address of the answer, its length)
//! noyes_drop(engine)
//! ```

mod tables;

use std::sync::Mutex;
use std::time::Duration;

use noyes::guard::{Control, Silent};
use noyes::solve::{Clock, Engine};
use noyes::store::MemoryStore;
use noyes_api::events::EventStream;
use noyes_api::{Caps, Problem, ProblemKind, call};
use serde_json::Value;

#[cfg(target_family = "wasm")]
#[link(wasm_import_module = "env")]
unsafe extern "C" {
    /// Milliseconds since some fixed moment.
    safe fn noyes_now() -> f64;
    /// Tells an event; 1 stops the call.
    safe fn noyes_event(start: *const u8, length: usize) -> i32;
}

/// There is no host outside WebAssembly: time stands still.
#[cfg(not(target_family = "wasm"))]
fn noyes_now() -> f64 {
    0.0
}

/// There is no host outside WebAssembly: no event is told.
#[cfg(not(target_family = "wasm"))]
fn noyes_event(_: *const u8, _: usize) -> i32 {
    0
}

/// The host's clock.
#[derive(Debug)]
struct HostClock;

impl Clock for HostClock {
    fn now(&self) -> Duration {
        Duration::try_from_secs_f64(noyes_now() / 1000.0).unwrap_or_default()
    }
}

/// Memory that a page may use: phones give little more to a tab.
const MEMORY: usize = 256_000_000;
/// Nodes that are searched for with quick tables before the small ones are built, which takes two
/// seconds or more in a page: about as long.
const QUICK_NODES: u64 = 40_000_000;
/// The longest time in which the host is not asked whether to stop.
const TICK: Duration = Duration::from_millis(10);

/// A new engine, to be given back to [`noyes_drop`].
#[unsafe(no_mangle)]
pub extern "C" fn noyes_engine() -> *mut Engine {
    let engine = Engine::builder()
        .store(MemoryStore::new())
        .clock(HostClock)
        .memory(MEMORY)
        .quick_nodes(QUICK_NODES)
        .build();
    Box::into_raw(Box::new(engine))
}

/// Ends an engine.
///
/// # Safety
/// `engine` comes from [`noyes_engine`] and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn noyes_drop(engine: *mut Engine) {
    // SAFETY: the caller's word.
    drop(unsafe { Box::from_raw(engine) });
}

/// Memory for a number of bytes, to be given back to [`noyes_free`].
#[unsafe(no_mangle)]
pub extern "C" fn noyes_alloc(length: usize) -> *mut u8 {
    Box::into_raw(vec![0u8; length].into_boxed_slice()).cast()
}

/// Gives memory back.
///
/// # Safety
/// `start` and `length` are those of [`noyes_alloc`] or of an answer, not given back before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn noyes_free(start: *mut u8, length: usize) {
    let bytes = std::ptr::slice_from_raw_parts_mut(start, length);
    // SAFETY: the caller's word.
    drop(unsafe { Box::from_raw(bytes) });
}

/// Answers a request to solve, telling events.
///
/// # Safety
/// `engine` comes from [`noyes_engine`], and the bytes at `request` are of [`noyes_alloc`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn noyes_solve(
    engine: *const Engine,
    request: *const u8,
    length: usize,
) -> u64 {
    // SAFETY: the caller's word.
    let (engine, request) = unsafe { (&*engine, std::slice::from_raw_parts(request, length)) };
    let last_asked = Mutex::new(Duration::ZERO);
    let stream = EventStream::new(&HostClock, |event| tell(event, &last_asked));
    answer(text(request).and_then(|text| call(engine, &Caps::NONE, "solve", text, &stream)))
}

/// Answers the request of a name without events.
///
/// # Safety
/// `engine` comes from [`noyes_engine`], and the bytes at `name` and `request` are of
/// [`noyes_alloc`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn noyes_call(
    engine: *const Engine,
    name: *const u8,
    name_length: usize,
    request: *const u8,
    request_length: usize,
) -> u64 {
    // SAFETY: the caller's word.
    let (engine, name, request) = unsafe {
        (
            &*engine,
            std::slice::from_raw_parts(name, name_length),
            std::slice::from_raw_parts(request, request_length),
        )
    };
    let result = text(name).and_then(|name| {
        let request = text(request)?;
        call(engine, &Caps::NONE, name, request, &Silent)
    });
    answer(result)
}

/// Takes the bytes of a net.
///
/// # Safety
/// `engine` comes from [`noyes_engine`], and the bytes at `start` are of [`noyes_alloc`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn noyes_net(engine: *const Engine, start: *const u8, length: usize) -> u64 {
    // SAFETY: the caller's word.
    let (engine, bytes) = unsafe { (&*engine, std::slice::from_raw_parts(start, length)) };
    let taken = engine.add_net(bytes);
    answer(match taken {
        Ok(size) => Ok(format!("[{},{}]", size.rows(), size.cols())),
        Err(error) => Err(Problem::new(ProblemKind::Unreadable, error)),
    })
}

fn text(bytes: &[u8]) -> Result<&str, Problem> {
    std::str::from_utf8(bytes).map_err(|error| Problem::new(ProblemKind::Request, error))
}

/// Tells the host an event, or asks it whether to stop if it was not asked for a while.
fn tell(event: Option<&Value>, last_asked: &Mutex<Duration>) -> Control {
    let now = HostClock.now();
    let Ok(mut last) = last_asked.lock() else {
        return Control::Continue;
    };
    if event.is_none() && now.saturating_sub(*last) < TICK {
        return Control::Continue;
    }
    *last = now;
    let text = event.map(Value::to_string).unwrap_or_default();
    match noyes_event(text.as_ptr(), text.len()) {
        1 => Control::Stop,
        _ => Control::Continue,
    }
}

/// The result of a call: where its text is.
fn answer(result: Result<String, Problem>) -> u64 {
    let text = match result {
        Ok(answer) => format!("{{\"answer\":{answer}}}"),
        Err(problem) => format!("{{\"problem\":{}}}", problem.to_json()),
    };
    let bytes = text.into_bytes().into_boxed_slice();
    let length = bytes.len() as u64;
    (Box::into_raw(bytes).cast::<u8>() as u64) << 32 | length
}
