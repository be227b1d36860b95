//! The panel beside the board: moves, time, distance, hint.

use std::time::Duration;

use crossterm::style::Color;
use noyes::board::{Direction, Tile};

use super::Colors;
use super::tiles::arrow;
use crate::play::game::{Game, Mode};
use crate::play::screen::{Grid, Line, Rect, Style, draw_wrapped};

pub fn draw(
    grid: &mut Grid,
    game: &Game,
    hint: Option<&[(Tile, Direction)]>,
    area: Rect,
    colors: Colors,
) {
    let (plain, bold, dim) = (Style::default(), Style::bold(), Style::dim());
    let number = |name: &str, value: &str| Line::new(&format!("{name:<9}"), dim).and(value, bold);
    let distance = game.distance();
    let mut lines = vec![
        Line::default(),
        number("moves", &game.moves().to_string()),
        number("time", &clock(game.time())),
        number(
            "pace",
            &game
                .pace()
                .map_or("-".to_owned(), |pace| format!("{pace:.2} moves/s")),
        ),
        Line::default(),
        number("to go", &distance.words()),
        Line::new(
            match (distance.minimum(), distance.is_final) {
                (Some(_), _) => "the minimum, proven",
                (None, true) => "as close as we got",
                (None, false) => "thinking …",
            },
            dim,
        ),
        Line::default(),
    ];
    match game.mode() {
        Mode::Watching(playback) => {
            let (made, all) = playback.progress();
            let state = if playback.is_paused {
                "paused"
            } else {
                "the solver plays"
            };
            lines.push(Line::new(state, bold));
            lines.push(Line::new(&format!("move {made} of {all}"), plain));
            let speed = format!("{} moves a second", playback.speed());
            lines.push(Line::new(&speed, plain));
        }
        Mode::Solved => {
            let style = match colors {
                Colors::None => bold,
                _ => Style {
                    foreground: Color::DarkGreen,
                    ..bold
                },
            };
            let solved = solved_lines(game);
            lines.extend(solved.iter().map(|line| Line::new(line, style)));
        }
        Mode::Playing => {
            if let Some(tiles) = hint {
                lines.push(Line::new("next", dim));
                let steps = tiles
                    .iter()
                    .map(|(tile, way)| Line::new(&format!("  {tile} {}", arrow(*way)), bold));
                lines.extend(steps);
            }
        }
    }
    let inner = Rect {
        x: area.x + 2,
        width: area.width.saturating_sub(3),
        ..area
    };
    draw_wrapped(grid, inner, &lines);
}

/// The lines for a solved board: the moves compared with the minimum.
fn solved_lines(game: &Game) -> Vec<String> {
    let moves = game.moves() as u32;
    if moves == 0 {
        return vec!["Solved already.".to_owned()];
    }
    let plural = if moves == 1 { "" } else { "s" };
    let mut lines = vec![format!("Solved in {moves} move{plural}!")];
    if game.is_helped() {
        lines.push("With the solver's help.".to_owned());
    }
    let start = game.start_distance();
    lines.push(match start.minimum() {
        Some(minimum) if minimum == moves => "None can be saved.".to_owned(),
        Some(minimum) => format!(
            "The minimum was {minimum}: {} more than needed.",
            moves - minimum
        ),
        None if start.is_final => format!("The minimum is at least {}.", start.lower),
        None => format!("The minimum is at least {} …", start.lower),
    });
    let (before, (fewer, faster)) = game.best();
    match (fewer, faster) {
        (true, true) => lines.push("A personal best.".to_owned()),
        (true, false) => lines.push("Your fewest moves.".to_owned()),
        (false, true) => lines.push("Your fastest.".to_owned()),
        (false, false) => {}
    }
    if let Some(best) = before {
        let time = clock(best.time);
        lines.push(format!("Best before: {} moves, {time}", best.moves));
    }
    lines
}

/// A time as minutes, seconds and milliseconds.
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let thousandths = time.subsec_millis();
    format!("{}:{:02}.{thousandths:03}", seconds / 60, seconds % 60)
}
