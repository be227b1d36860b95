//! The view: draws a game and returns where its cells are.

mod colors;
mod panel;
mod tiles;

use super::action::Action;
use super::game::{Game, Mode};
use super::keys;
use super::screen::{Grid, Line, Rect, Style, draw_wrapped};
use crate::truncate::truncate;
pub use colors::Colors;
pub use tiles::Place;

/// The width of the panel beside the board.
const PANEL_WIDTH: u16 = 30;

/// Draws everything; returns where the board is, if it could be drawn.
pub fn draw(grid: &mut Grid, game: &Game, colors: Colors) -> Option<Place> {
    let area = grid.area();
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
                too_small(grid, game);
                return None;
            }
        },
    };
    header(grid, game, has_panel);
    let hint = game.hint();
    let hinted = hint.as_ref().and_then(|tiles| tiles.first()).copied();
    tiles::draw(grid, game, &place, hinted, colors);
    if has_panel {
        let panel = Rect {
            x: area.width - PANEL_WIDTH,
            width: PANEL_WIDTH,
            ..inner
        };
        panel::draw(grid, game, hint.as_deref(), panel, colors);
    }
    footer(grid, game);
    if game.shows_help() {
        help(grid);
    }
    Some(place)
}

fn header(grid: &mut Grid, game: &Game, has_panel: bool) {
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
    grid.write(grid.area(), &title, Style::bold());
}

fn footer(grid: &mut Grid, game: &Game) {
    let area = grid.area();
    // Quitting comes first: the keys that do not fit are left out.
    let words = match game.mode() {
        Mode::Watching(playback) if playback.is_paused => {
            " q quit  esc stop  space go on  ← → step  ↑ ↓ speed"
        }
        Mode::Watching(_) => " q quit  esc stop  space pause  ← → step  ↑ ↓ speed",
        Mode::Solved => " q quit  n new board  x start over  u undo  + - size  m difficulty",
        Mode::Playing => " q quit  ? help  arrows slide  u undo  i hint  p play it  n new",
    };
    let last = area.line(area.height.saturating_sub(1));
    if let Some(action) = game.asks() {
        let words = format!(" {} y yes  any other key no", question(action));
        let words = truncate(&words, &["  "], area.width.into());
        grid.write(last, words, Style::bold());
        return;
    }
    let words = truncate(words, &["  "], area.width.into());
    grid.write(last, words, Style::dim());
}

/// The question before a game is thrown away.
fn question(action: Action) -> &'static str {
    match action {
        Action::Quit => "Quit this game?",
        Action::StartOver => "Start over?",
        _ => "Leave this game for a new board?",
    }
}

fn too_small(grid: &mut Grid, game: &Game) {
    let area = grid.area();
    let (wide, high) = Place::least(game.size());
    let words = format!(
        "Too small for a {} board, which needs {wide} columns and {} lines. Press q to quit, - for a smaller board, or make the terminal larger: here are {} columns and {} lines.",
        game.size(),
        high + 2,
        area.width,
        area.height
    );
    draw_wrapped(grid, area, &[Line::new(&words, Style::default())]);
}

fn help(grid: &mut Grid) {
    let area = grid.area();
    let (wide, high) = (
        46.min(area.width),
        (keys::HELP.len() as u16 + 2).min(area.height),
    );
    let middle = Rect {
        x: (area.width - wide) / 2,
        y: (area.height - high) / 2,
        width: wide,
        height: high,
    };
    let inside = middle.inside();
    let plain = Style::default();
    grid.clear(middle);
    grid.draw_border(middle, plain);
    // The titles are on the border, between its corners.
    let titles = Rect {
        x: inside.x,
        width: inside.width,
        ..middle
    };
    grid.write(titles.line(0), " keys ", plain);
    grid.write_right(titles.line(high - 1), " any key closes ", plain);
    for (index, (key, words)) in (0..).zip(keys::HELP) {
        let line = format!(" {key:<9} {words}");
        grid.write(inside.line(index), &line, plain);
    }
}
