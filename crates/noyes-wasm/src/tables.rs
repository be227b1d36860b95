//! Tables go to the host and come back: a page keeps them between visits.
//!
//! The engine checks what comes back as it checks files: a damaged table is built again.

use noyes::solve::Engine;
use noyes_api::{Problem, ProblemKind};
use serde_json::json;

use crate::{answer, text};

/// The names and lengths of the tables in the engine's store, as `[[name, bytes], …]`.
///
/// # Safety
/// `engine` comes from [`noyes_engine`](crate::noyes_engine).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn noyes_tables(engine: *const Engine) -> u64 {
    // SAFETY: the caller's word.
    let store = unsafe { (*engine).store() };
    let lengths = store.names().into_iter().map(|name| {
        let length = store.read(&name).map_or(0, |bytes| bytes.len());
        json!([name, length])
    });
    answer(Ok(json!(lengths.collect::<Vec<_>>()).to_string()))
}

/// Where the bytes of a table are, to be read at once; 0 if there is no such table.
///
/// # Safety
/// `engine` comes from [`noyes_engine`](crate::noyes_engine), and the bytes at `name` are of
/// [`noyes_alloc`](crate::noyes_alloc).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn noyes_table(engine: *const Engine, name: *const u8, length: usize) -> u64 {
    // SAFETY: the caller's word.
    let (engine, name) = unsafe { (&*engine, std::slice::from_raw_parts(name, length)) };
    let bytes = text(name)
        .ok()
        .and_then(|name| engine.store().read(name).ok());
    // The store shares its bytes and keeps them.
    bytes.map_or(0, |bytes| {
        (bytes.as_ptr() as u64) << 32 | bytes.len() as u64
    })
}

/// Puts a table into the engine's store.
///
/// # Safety
/// `engine` comes from [`noyes_engine`](crate::noyes_engine), and the bytes at `name` and `start`
/// are of [`noyes_alloc`](crate::noyes_alloc).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn noyes_put_table(
    engine: *const Engine,
    name: *const u8,
    name_length: usize,
    start: *const u8,
    length: usize,
) -> u64 {
    // SAFETY: the caller's word.
    let (engine, name, bytes) = unsafe {
        (
            &*engine,
            std::slice::from_raw_parts(name, name_length),
            std::slice::from_raw_parts(start, length),
        )
    };
    let put = text(name).and_then(|name| {
        let put = engine.store().write(name, &[bytes]);
        put.map_err(|error| Problem::new(ProblemKind::Request, error))
    });
    answer(put.map(|()| "true".to_owned()))
}

/// Removes a table from the engine's store. Searches that use it keep it.
///
/// # Safety
/// `engine` comes from [`noyes_engine`](crate::noyes_engine), and the bytes at `name` are of
/// [`noyes_alloc`](crate::noyes_alloc).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn noyes_remove_table(engine: *const Engine, name: *const u8, length: usize) {
    // SAFETY: the caller's word.
    let (engine, name) = unsafe { (&*engine, std::slice::from_raw_parts(name, length)) };
    // One that is not there needs no removal.
    let _ = text(name).map(|name| engine.store().remove(name));
}
