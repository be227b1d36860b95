//! Experiments with tours.
use noyes::scramble::Scrambler;
use noyes::search::tour::{Settings, tour};
use noyes::search::{Counts, Guard, Silent};
use noyes::verify::verify;
use noyes::{Goal, Instance, Size};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut s = Settings::default();
    let (mut n, mut seeds) = (20, 2);
    for arg in std::env::args().skip(1) {
        let (k, v) = arg.split_once('=').ok_or("key=value")?;
        match k {
            "n" => n = v.parse()?,
            "seeds" => seeds = v.parse()?,
            "width" => s.width = v.parse()?,
            "lw" => s.line_width = v.parse()?,
            "salt" => s.salt = v.parse()?,
            "power" => s.power = v.parse()?,
            "conflict" => s.conflict = v.parse()?,
            "hill" => s.hill = v.parse()?,
            "work" => s.work = v.parse()?,
            "wp" => s.work_power = v.parse()?,
            "bowl" => s.bowl = v.parse()?,
            "diff" => s.diffusion = v.parse()?,
            "ren" => s.renewal = v.parse()?,
            "near" => s.near = v.parse()?,
            "chunk" => s.chunk = v.parse()?,
            "weight" => s.weight = v.parse()?,
            "rest" => s.rest = v.parse()?,
            "lp" => s.line_power = v.parse()?,
            "lc" => s.line_conflict = v.parse()?,
            "pat" => s.patience = v.parse()?,
            "pull" => s.pull = v.parse()?,
            _ => return Err(k.into()),
        }
    }
    let size = Size::new(n, n)?;
    let (mut total, mut far) = (0.0, 0.0);
    let mut counts = Counts::default();
    let start = Instant::now();
    for seed in 1..=seeds {
        let board = Scrambler::new(size, &Goal::BlankLast, seed)?.uniform();
        let instance = Instance::new(&board, &Goal::BlankLast)?;
        let moves = tour(&instance, &s, &Guard::new(&Silent), &mut counts)?;
        verify(&board, instance.goal(), &moves)?;
        total += moves.len() as f64;
        far += f64::from(board.manhattan());
    }
    let secs = start.elapsed().as_secs_f64();
    println!(
        "ratio {:.4}  {:.2} s each {:.1} M/s",
        total / far,
        secs / seeds as f64,
        counts.generated as f64 / secs / 1e6
    );
    Ok(())
}
