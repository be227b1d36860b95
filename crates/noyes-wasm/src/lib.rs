//! The engine for WebAssembly: plain exports that a page's worker or Node.js calls.
//!
//! The host imports nothing but a clock, `env.noyes_now`, in milliseconds. It writes a text into
//! memory of `noyes_alloc`, calls `noyes_solve`, and reads the answer from where the result says:
//!
//! ```text
//! engine = noyes_engine()
//! board  = noyes_alloc(length), the bytes of "8 1 3/4 0 2/7 6 5" written there
//! answer = noyes_solve(engine, board, length, milliseconds)     high half: address, low half: length
//! noyes_free(board, length); noyes_free(address of the answer, its length)
//! noyes_drop(engine)
//! ```
//!
//! The answer is JSON: `{"length":…,"lower_bound":…,"optimal":…,"directions":…,"expanded":…,
//! "generated":…,"seconds":…}`, or `{"error":…}`. Tables are built in memory and kept by the
//! engine.

use std::time::Duration;

use noyes::format::read_board;
use noyes::search::Silent;
use noyes::solve::{Clock, Engine, Limits, Request};
use noyes::store::MemoryStore;
use noyes::{Goal, Instance};
use serde_json::{Value, json};

#[cfg(target_family = "wasm")]
#[link(wasm_import_module = "env")]
unsafe extern "C" {
    /// Milliseconds since some fixed moment.
    safe fn noyes_now() -> f64;
}

/// There is no host outside WebAssembly: time stands still.
#[cfg(not(target_family = "wasm"))]
fn noyes_now() -> f64 {
    0.0
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

/// A new engine, to be given back to [`noyes_drop`].
#[unsafe(no_mangle)]
pub extern "C" fn noyes_engine() -> *mut Engine {
    let engine = Engine::builder()
        .store(MemoryStore::new())
        .clock(HostClock)
        .memory(MEMORY)
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

/// Memory for so many bytes, to be given back to [`noyes_free`].
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

/// Solves the board in a text within so many milliseconds; 0 is no limit.
///
/// # Safety
/// `engine` comes from [`noyes_engine`], and `length` bytes at `text` are of [`noyes_alloc`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn noyes_solve(
    engine: *const Engine,
    text: *const u8,
    length: usize,
    milliseconds: f64,
) -> u64 {
    // SAFETY: the caller's word.
    let (engine, text) = unsafe { (&*engine, std::slice::from_raw_parts(text, length)) };
    let answer = solve(engine, text, milliseconds);
    let answer = answer.unwrap_or_else(|error| json!({ "error": error }));
    let bytes = answer.to_string().into_bytes().into_boxed_slice();
    let length = bytes.len() as u64;
    (Box::into_raw(bytes).cast::<u8>() as u64) << 32 | length
}

fn solve(engine: &Engine, text: &[u8], milliseconds: f64) -> Result<Value, String> {
    let text = std::str::from_utf8(text).map_err(|error| error.to_string())?;
    let board = read_board(text).map_err(|error| error.to_string())?.board;
    let instance = Instance::new(&board, &Goal::BlankLast).map_err(|error| error.to_string())?;
    let time = Duration::try_from_secs_f64(milliseconds / 1000.0);
    let time = time.ok().filter(|time| !time.is_zero());
    let request = Request {
        limits: Limits {
            time,
            ..Limits::default()
        },
        ..Request::default()
    };
    let plan = engine
        .plan(&instance, &request)
        .map_err(|error| error.to_string())?;
    let outcome = engine
        .solve(&instance, &plan, &Silent)
        .map_err(|error| error.to_string())?;
    Ok(json!({
        "length": outcome.length(),
        "lower_bound": outcome.lower_bound(),
        "optimal": outcome.is_optimal(),
        "directions": outcome.moves().map(ToString::to_string),
        "expanded": outcome.counts.expanded,
        "generated": outcome.counts.generated,
        "seconds": outcome.elapsed.as_secs_f64(),
    }))
}
