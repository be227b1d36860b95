//! The game driven by key events, drawn on a screen of text.

use std::sync::atomic::AtomicU64;
use std::sync::mpsc::channel;
use std::time::Duration;

use noyes::{Board, Goal, Size};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::action::Action;
use super::game::{Game, Mode};
use super::new_board::{Difficulty, NewBoard};
use super::view::{Colors, Place};
use super::{keys, thinker, view};

/// A game on a screen.
struct Table {
    game: Game,
    terminal: Terminal<TestBackend>,
    place: Option<Place>,
    colors: Colors,
}

impl Table {
    fn new(board: Option<&str>, side: usize) -> Self {
        let deal = NewBoard {
            size: Size::new(side, side).unwrap(),
            difficulty: Difficulty::Easy,
            seed: 1,
        };
        let board = board.map(|text| noyes::format::read_board(text).unwrap().board);
        let mut table = Self {
            game: Game::new(Goal::BlankLast, deal, board).unwrap(),
            terminal: Terminal::new(TestBackend::new(80, 24)).unwrap(),
            place: None,
            colors: Colors::None,
        };
        table.draw();
        table
    }

    fn draw(&mut self) {
        let (game, colors) = (&self.game, self.colors);
        let mut place = None;
        self.terminal
            .draw(|frame| place = view::draw(frame, game, colors))
            .unwrap();
        self.place = place;
    }

    fn send(&mut self, event: Event) {
        if let Some(action) = keys::action(&event, &self.game, self.place.as_ref()) {
            self.game.act(action);
        }
        self.draw();
    }

    fn press(&mut self, code: KeyCode) {
        self.send(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    fn type_in(&mut self, letters: &str) {
        for letter in letters.chars() {
            self.press(KeyCode::Char(letter));
        }
    }

    /// Lets the thinker answer what there is to think about, to the end.
    fn think(&mut self) {
        let Some((number, board)) = self.game.question() else {
            return;
        };
        let (told, reports) = channel();
        let latest = AtomicU64::new(number);
        let engine = noyes::Engine::new();
        thinker::answer(&engine, board, self.game.goal(), number, &latest, &told);
        for report in reports.try_iter() {
            self.game.learn(report);
        }
        self.draw();
    }

    fn pass(&mut self, seconds: u64) {
        self.game.tick(Duration::from_secs(seconds));
        self.draw();
    }

    fn text(&self) -> String {
        let buffer = self.terminal.backend().buffer();
        let rows = buffer.content.chunks(usize::from(buffer.area.width));
        rows.map(|row| row.iter().map(|cell| cell.symbol()).collect::<String>() + "\n")
            .collect()
    }

    fn shows(&self, words: &str) -> bool {
        self.text().contains(words)
    }
}

const FOUR_AWAY: &str = "0 1 3/4 2 5/7 8 6";

#[test]
fn played_to_the_end_the_moves_are_held_against_the_minimum() {
    let mut table = Table::new(Some(FOUR_AWAY), 3);
    table.think();
    assert!(table.shows("to go    4"), "{}", table.text());
    assert!(table.shows("the minimum, proven"));
    for key in [KeyCode::Left, KeyCode::Left, KeyCode::Right] {
        table.press(key);
        table.pass(1);
    }
    for key in [KeyCode::Up, KeyCode::Left, KeyCode::Up] {
        table.press(key);
    }
    assert_eq!(*table.game.mode(), Mode::Solved);
    assert!(table.shows("Solved in 6 moves!"), "{}", table.text());
    assert!(table.shows("The minimum was 4: 2"));
    assert!(table.shows("time     0:03"));
}

#[test]
fn the_distance_follows_every_move() {
    let mut table = Table::new(Some(FOUR_AWAY), 3);
    table.think();
    table.press(KeyCode::Left);
    assert!(table.shows("to go    3"));
    assert!(table.game.question().is_none(), "known without thinking");
    table.press(KeyCode::Left);
    assert!(table.shows("to go    4"), "{}", table.text());
    // A longer way aside is an interval until it is thought about.
    for key in [KeyCode::Up, KeyCode::Right, KeyCode::Up, KeyCode::Right] {
        table.press(key);
    }
    table.think();
    let minimum = table.game.distance().minimum();
    assert!(minimum.is_some_and(|minimum| minimum > 4), "{minimum:?}");
}

#[test]
fn undo_and_redo() {
    let mut table = Table::new(Some(FOUR_AWAY), 3);
    let start = table.game.board().clone();
    table.press(KeyCode::Left);
    table.press(KeyCode::Up);
    let there = table.game.board().clone();
    table.type_in("uu");
    assert_eq!(*table.game.board(), start);
    assert_eq!(table.game.moves(), 0);
    table.type_in("u");
    assert_eq!(*table.game.board(), start);
    table.type_in("rr");
    assert_eq!(*table.game.board(), there);
    table.type_in("x");
    assert_eq!(*table.game.board(), start);
    // A slide against the edge is no move.
    table.press(KeyCode::Right);
    assert_eq!(table.game.moves(), 0);
}

#[test]
fn scrambles_by_size_and_difficulty() {
    let mut table = Table::new(None, 4);
    assert!(table.shows("4×4  easy"));
    let first = table.game.board().clone();
    table.type_in("n");
    assert_ne!(*table.game.board(), first);
    table.type_in("+");
    assert!(table.shows("5×5  easy"));
    table.type_in("d");
    assert!(table.shows("5×5  medium"));
    table.type_in("---");
    assert!(table.shows("2×2  medium"));
    table.type_in("-");
    assert_eq!(table.game.size(), Size::new(2, 2).unwrap());
    assert!(!table.game.board().is_goal());
}

#[test]
fn a_hint_shows_the_next_tiles_until_a_move() {
    let mut table = Table::new(Some(FOUR_AWAY), 3);
    table.type_in("h");
    assert!(!table.shows("1 ←"), "nothing is known yet");
    table.think();
    assert!(table.shows("1 ←") && table.shows("2 ↑") && table.shows("5 ←"));
    assert!(table.shows("1←"), "the tile itself shows its way");
    table.press(KeyCode::Left);
    assert!(!table.shows("2 ↑"));
}

#[test]
fn solve_and_watch_with_pause_step_and_speed() {
    let mut table = Table::new(Some(FOUR_AWAY), 3);
    table.type_in("s");
    assert!(!table.game.is_watching(), "nothing to show yet");
    table.think();
    table.type_in("s");
    assert!(table.shows("the solver plays") && table.shows("move 0 of 4"));
    table.type_in(" ");
    table.pass(10);
    assert!(table.shows("paused") && table.shows("move 0 of 4"));
    assert!(table.shows("space go on"));
    table.press(KeyCode::Right);
    table.press(KeyCode::Right);
    table.press(KeyCode::Left);
    assert!(table.shows("move 1 of 4"));
    assert_eq!(table.game.moves(), 1);
    table.press(KeyCode::Up);
    assert!(table.shows("8 moves a second"));
    table.press(KeyCode::Esc);
    assert_eq!(*table.game.mode(), Mode::Playing);
    table.type_in("s");
    table.pass(10);
    assert!(table.game.board().is_goal());
    assert!(table.shows("With the solver's help"));
}

#[test]
fn the_mouse_pushes_lines_of_tiles() {
    let mut table = Table::new(Some(FOUR_AWAY), 3);
    let click = |table: &mut Table, cell: usize| {
        let place = table.place.unwrap();
        let all = (0..24).flat_map(|row| (0..80).map(move |column| (column, row)));
        let (column, row) = all
            .into_iter()
            .find(|&(column, row)| place.cell(column, row) == Some(cell))
            .unwrap();
        table.send(Event::Mouse(MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column,
            row,
            modifiers: KeyModifiers::NONE,
        }));
    };
    click(&mut table, 2);
    let expected = Board::new(&[[1, 3, 0], [4, 2, 5], [7, 8, 6]]).unwrap();
    assert_eq!(*table.game.board(), expected);
    assert_eq!(table.game.moves(), 2);
    click(&mut table, 4);
    assert_eq!(table.game.moves(), 2, "not in line with the blank");
}

#[test]
fn every_screen_size_is_drawn_or_refused_in_words() {
    let mut table = Table::new(None, 4);
    for colors in [Colors::None, Colors::Palette, Colors::True] {
        table.colors = colors;
        for (width, height) in [(80, 24), (200, 60), (40, 12), (24, 8), (10, 3), (1, 1)] {
            table.terminal.backend_mut().resize(width, height);
            table.draw();
            let fits = table.place.is_some();
            assert_eq!(fits, width >= 24 && height >= 8, "{width}×{height}");
            if width == 80 {
                assert!(table.shows("moves") && table.shows("15"));
            }
        }
    }
    table.terminal.backend_mut().resize(60, 3);
    table.draw();
    assert!(table.shows("Too small"), "{}", table.text());
}

#[test]
fn help_closes_on_any_key_and_quit_quits() {
    let mut table = Table::new(Some(FOUR_AWAY), 3);
    table.type_in("?");
    assert!(table.shows("slide a tile that way"));
    table.type_in("j");
    assert!(!table.shows("slide a tile that way"));
    assert!(!table.game.is_over());
    table.type_in("?q");
    assert!(table.game.is_over());
    let mut table = Table::new(None, 4);
    let control_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    table.send(Event::Key(control_c));
    assert!(table.game.is_over());
}

#[test]
fn the_way_out_is_seen_on_narrow_screens() {
    let mut table = Table::new(None, 3);
    table.terminal.backend_mut().resize(24, 12);
    table.draw();
    assert!(table.shows("q quit  ? help"), "{}", table.text());
    table.terminal.backend_mut().resize(60, 24);
    table.draw();
    let text = table.text();
    let keys = text.lines().last().unwrap_or_default().trim_end();
    assert!(keys.ends_with("s solve"), "{text}");
    table.terminal.backend_mut().resize(20, 6);
    table.draw();
    assert!(table.shows("Press q to"), "{}", table.text());
}

#[cfg(unix)]
#[test]
fn control_z_steps_aside_and_moves_nothing() {
    let mut table = Table::new(Some(FOUR_AWAY), 3);
    table.press(KeyCode::Left);
    let control_z = Event::Key(KeyEvent::new(KeyCode::Char('z'), KeyModifiers::CONTROL));
    let action = keys::action(&control_z, &table.game, table.place.as_ref());
    assert_eq!(action, Some(Action::StepAside));
    table.send(control_z);
    assert_eq!(table.game.moves(), 1);
}

#[test]
fn undo_after_the_end_goes_on_playing() {
    let mut table = Table::new(Some("1 2 3/4 5 6/7 0 8"), 3);
    table.press(KeyCode::Left);
    assert_eq!(*table.game.mode(), Mode::Solved);
    table.type_in("u");
    assert_eq!(*table.game.mode(), Mode::Playing);
    table.think();
    assert_eq!(table.game.distance().minimum(), Some(1));
}
