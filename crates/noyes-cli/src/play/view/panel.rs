//! The panel beside the board: moves, time, distance, hint.

use std::time::Duration;

use noyes::board::{Direction, Tile};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::Colors;
use super::tiles::arrow;
use crate::play::game::{Game, Mode};

pub fn draw(
    frame: &mut Frame<'_>,
    game: &Game,
    hint: Option<&[(Tile, Direction)]>,
    area: Rect,
    colors: Colors,
) {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let dim = Style::new().add_modifier(Modifier::DIM);
    let number = |name: &'static str, value: String| {
        Line::from(vec![
            Span::styled(format!("{name:<9}"), dim),
            Span::styled(value, bold),
        ])
    };
    let distance = game.distance();
    let mut lines = vec![
        Line::default(),
        number("moves", game.moves().to_string()),
        number("time", clock(game.time())),
        Line::default(),
        number("to go", distance.words()),
        Line::styled(
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
            lines.push(Line::styled(state, bold));
            lines.push(Line::from(format!("move {made} of {all}")));
            lines.push(Line::from(format!("{} moves a second", playback.speed())));
        }
        Mode::Solved => {
            let style = match colors {
                Colors::None => bold,
                _ => bold.fg(Color::Green),
            };
            lines.extend(
                solved_lines(game)
                    .into_iter()
                    .map(|line| Line::styled(line, style)),
            );
        }
        Mode::Playing => {
            if let Some(tiles) = hint {
                lines.push(Line::styled("next", dim));
                let steps = tiles
                    .iter()
                    .map(|(tile, way)| Line::styled(format!("  {tile} {}", arrow(*way)), bold));
                lines.extend(steps);
            }
        }
    }
    let inner = Rect {
        x: area.x + 2,
        width: area.width.saturating_sub(3),
        ..area
    };
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), inner);
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
    lines
}

/// A time as minutes and seconds.
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
