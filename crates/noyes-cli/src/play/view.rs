//! The view: draws a game and returns where its cells are.

mod colors;
mod panel;
mod tiles;

use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType, Clear, Paragraph, Wrap};

use super::game::{Game, Mode};
use super::keys;
use crate::truncate::truncate;
pub use colors::Colors;
pub use tiles::Place;

/// The width of the panel beside the board.
const PANEL_WIDTH: u16 = 30;

/// Draws everything; returns where the board is, if it could be drawn.
pub fn draw(frame: &mut Frame<'_>, game: &Game, colors: Colors) -> Option<Place> {
    let area = frame.area();
    let inner = Rect {
        y: area.y + 1,
        height: area.height.saturating_sub(2),
        ..area
    };
    let beside = Rect {
        width: inner.width.saturating_sub(PANEL_WIDTH),
        ..inner
    };
    // With the panel if it fits, else the board alone.
    let (place, has_panel) = match Place::fit(game.size(), beside) {
        Some(place) => (place, true),
        None => match Place::fit(game.size(), inner) {
            Some(place) => (place, false),
            None => {
                too_small(frame, game);
                return None;
            }
        },
    };
    header(frame, game, has_panel);
    let hint = game.hint();
    let hinted = hint.as_ref().and_then(|tiles| tiles.first()).copied();
    tiles::draw(frame, game, &place, hinted, colors);
    if has_panel {
        let panel = Rect {
            x: area.width - PANEL_WIDTH,
            width: PANEL_WIDTH,
            ..inner
        };
        panel::draw(frame, game, hint.as_deref(), panel, colors);
    }
    footer(frame, game);
    if game.shows_help() {
        help(frame);
    }
    Some(place)
}

fn header(frame: &mut Frame<'_>, game: &Game, has_panel: bool) {
    let area = Rect {
        height: 1,
        ..frame.area()
    };
    let mut title = format!(" noyes  {}", game.size());
    if let Some(difficulty) = game.difficulty() {
        title.push_str(&format!("  {difficulty}"));
    }
    if !has_panel {
        title = format!(
            " {}  moves {}  {}  to go {}",
            game.size(),
            game.moves(),
            panel::clock(game.time()),
            game.distance().words()
        );
    }
    let style = Style::new().add_modifier(Modifier::BOLD);
    frame.render_widget(Line::styled(title, style), area);
}

fn footer(frame: &mut Frame<'_>, game: &Game) {
    let area = frame.area();
    // Quitting comes first: the keys that do not fit are left out.
    let words = match game.mode() {
        Mode::Watching(playback) if playback.is_paused => {
            " q quit  esc stop  space go on  ← → step  ↑ ↓ speed"
        }
        Mode::Watching(_) => " q quit  esc stop  space pause  ← → step  ↑ ↓ speed",
        Mode::Solved => " q quit  n new board  x start over  u undo  + - size  d difficulty",
        Mode::Playing => " q quit  ? help  arrows slide  u undo  h hint  s solve  n new",
    };
    let line = Rect {
        y: area.height.saturating_sub(1),
        height: 1,
        ..area
    };
    let style = Style::new().add_modifier(Modifier::DIM);
    let words = truncate(words, &["  "], area.width.into());
    frame.render_widget(Line::styled(words, style), line);
}

fn too_small(frame: &mut Frame<'_>, game: &Game) {
    let area = frame.area();
    let (wide, high) = Place::least(game.size());
    let words = format!(
        "Too small for a {} board, which needs {wide} columns and {} lines. Press q to quit, - for a smaller board, or make the terminal larger: here are {} columns and {} lines.",
        game.size(),
        high + 2,
        area.width,
        area.height
    );
    frame.render_widget(Paragraph::new(words).wrap(Wrap { trim: true }), area);
}

fn help(frame: &mut Frame<'_>) {
    let area = frame.area();
    let lines: Vec<Line<'_>> = keys::HELP
        .iter()
        .map(|(key, words)| Line::from(format!(" {key:<9} {words}")))
        .collect();
    let (wide, high) = (
        46.min(area.width),
        (lines.len() as u16 + 2).min(area.height),
    );
    let middle = Rect {
        x: (area.width - wide) / 2,
        y: (area.height - high) / 2,
        width: wide,
        height: high,
    };
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .title(" keys ")
        .title_bottom(Line::from(" any key closes ").alignment(Alignment::Right));
    frame.render_widget(Clear, middle);
    frame.render_widget(Paragraph::new(lines).block(block), middle);
}
