//! Cancels a solve from another thread and keeps the best solution.
//!
//! ```sh
//! cargo run --release -p noyes --example cancel
//! ```

use std::error::Error;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use noyes::scramble::Scrambler;
use noyes::{Control, Engine, Event, Goal, Instance, Observer, Request, Size};

/// Says stop once the flag is set. It is asked many times a second, also while tables are built.
struct Flag<'a>(&'a AtomicBool);

impl Observer for Flag<'_> {
    fn on(&self, _: &Event) -> Control {
        match self.0.load(Ordering::Relaxed) {
            true => Control::Stop,
            false => Control::Continue,
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let board = Scrambler::new(Size::new(8, 8)?, &Goal::BlankLast, 1)?.uniform();
    let instance = Instance::new(&board, &Goal::BlankLast)?;
    let engine = Engine::new();
    let plan = engine.plan(&instance, &Request::default())?;
    let is_cancelled = AtomicBool::new(false);
    let outcome = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(500));
            is_cancelled.store(true, Ordering::Relaxed);
        });
        engine.solve(&instance, &plan, &Flag(&is_cancelled))
    })?;
    println!("{}", outcome.headline());
    if let Some(reason) = outcome.stop {
        println!("{reason}");
    }
    Ok(())
}
