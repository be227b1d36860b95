//! Ctrl-C: the first asks the search to stop and show its best, the second ends the program.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::output;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Starts listening for Ctrl-C and for the signal to terminate. A second call changes nothing.
pub fn listen() {
    // If no handler can be set, Ctrl-C ends the program as usual.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            output::remove_unfinished();
            std::process::exit(130);
        }
    });
}

/// The same for a program that waits for a terminal. A terminal that is closed never answers, so
/// after `patience` the process calls `leave` and ends.
pub fn listen_at_a_terminal(patience: Duration, leave: fn()) {
    let _ = ctrlc::set_handler(move || {
        INTERRUPTED.store(true, Ordering::Relaxed);
        thread::sleep(patience);
        leave();
        std::process::exit(130);
    });
}

/// Asks every search to stop, as Ctrl-C does.
pub fn request() {
    INTERRUPTED.store(true, Ordering::Relaxed);
}

/// Clears the request, so that the work that follows can be interrupted in turn.
pub fn forget() {
    INTERRUPTED.store(false, Ordering::Relaxed);
}

/// Whether the user wants to stop.
pub fn is_requested() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
