//! Watches the interval close: every better solution and every higher bound as it comes.
//!
//! ```sh
//! cargo run --release -p noyes --example anytime -- 6 3
//! ```
//!
//! The arguments are the side of a random board and the seconds it may take.

use std::error::Error;
use std::time::{Duration, Instant};

use noyes::scramble::Scrambler;
use noyes::{Control, Engine, Event, Goal, Instance, Limits, Observer, Request, Size};

/// Prints what happens. It may be told from several threads at once.
struct Printer {
    started: Instant,
}

impl Observer for Printer {
    fn on(&self, event: &Event) -> Control {
        let seconds = self.started.elapsed().as_secs_f64();
        match event {
            Event::BoundRaised { bound, .. } => {
                println!("{seconds:6.2} s  at least {bound} moves");
            }
            Event::Improved { moves, source, .. } => {
                println!("{seconds:6.2} s  {} moves, by {source}", moves.len());
            }
            _ => {}
        }
        Control::Continue
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let side = numbers.next().unwrap_or(Ok(6))? as usize;
    let seconds = numbers.next().unwrap_or(Ok(3))?;
    let size = Size::new(side, side)?;
    let board = Scrambler::new(size, &Goal::BlankLast, 1)?.uniform();
    let instance = Instance::new(&board, &Goal::BlankLast)?;

    let engine = Engine::new();
    let request = Request {
        limits: Limits {
            time: Some(Duration::from_secs(seconds)),
            ..Limits::default()
        },
        ..Request::default()
    };
    let plan = engine.plan(&instance, &request)?;
    print!("{plan}");
    let printer = Printer {
        started: Instant::now(),
    };
    let outcome = engine.solve(&instance, &plan, &printer)?;
    println!("{}", outcome.headline());
    Ok(())
}
