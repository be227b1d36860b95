//! The game driven by key events and drawn on a screen of text.

use std::sync::atomic::AtomicU64;
use std::sync::mpsc::channel;
use std::time::Duration;

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use noyes::{Board, Goal, Size};

use super::action::Action;
use super::game::{Game, Mode};
use super::new_board::{Difficulty, NewBoard};
use super::screen::Grid;
use super::view::{Colors, Place};
use super::{keys, thinker, view};

/// A game on a test screen.
struct TestGame {
    game: Game,
    grid: Grid,
    place: Option<Place>,
    colors: Colors,
}

impl TestGame {
    fn new(board: Option<&str>, side: usize) -> Self {
        let new_board = NewBoard {
            size: Size::new(side, side).unwrap(),
            difficulty: Difficulty::Easy,
            seed: 1,
        };
        let board = board.map(|text| noyes::format::read_board(text).unwrap().board);
        let mut test = Self {
            game: Game::new(Goal::BlankLast, new_board, board).unwrap(),
            grid: Grid::new(80, 24),
            place: None,
            colors: Colors::None,
        };
        test.draw();
        test
    }

    fn draw(&mut self) {
        let area = self.grid.area();
        self.resize(area.width, area.height);
    }

    fn resize(&mut self, width: u16, height: u16) {
        self.grid = Grid::new(width, height);
        self.place = view::draw(&mut self.grid, &self.game, self.colors);
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

    /// Lets the solver answer the current question, to the end.
    fn solve(&mut self) {
        let Some((number, board)) = self.game.question() else {
            return;
        };
        let (sender, reports) = channel();
        let latest = AtomicU64::new(number);
        let engine = noyes::Engine::new();
        thinker::answer(&engine, board, self.game.goal(), number, &latest, &sender);
        for report in reports.try_iter() {
            self.game.take_report(report);
        }
        self.draw();
    }

    fn pass(&mut self, seconds: u64) {
        self.game.tick(Duration::from_secs(seconds));
        self.draw();
    }

    fn text(&self) -> String {
        self.grid.text()
    }

    fn shows(&self, words: &str) -> bool {
        self.text().contains(words)
    }
}

const FOUR_AWAY: &str = "0 1 3/4 2 5/7 8 6";

#[test]
fn the_moves_of_a_solved_game_are_compared_with_the_minimum() {
    let mut test = TestGame::new(Some(FOUR_AWAY), 3);
    test.solve();
    assert!(test.shows("to go    4"), "{}", test.text());
    assert!(test.shows("the minimum, proven"));
    for key in [KeyCode::Left, KeyCode::Left, KeyCode::Right] {
        test.press(key);
        test.pass(1);
    }
    for key in [KeyCode::Up, KeyCode::Left, KeyCode::Up] {
        test.press(key);
    }
    assert_eq!(*test.game.mode(), Mode::Solved);
    assert!(test.shows("Solved in 6 moves!"), "{}", test.text());
    assert!(test.shows("The minimum was 4: 2"));
    assert!(test.shows("time     0:03"));
}

#[test]
fn the_distance_follows_every_move() {
    let mut test = TestGame::new(Some(FOUR_AWAY), 3);
    test.solve();
    test.press(KeyCode::Left);
    assert!(test.shows("to go    3"));
    assert!(test.game.question().is_none(), "known without a search");
    test.press(KeyCode::Left);
    assert!(test.shows("to go    4"), "{}", test.text());
    // Farther from the path the distance is an interval until it is searched.
    for key in [KeyCode::Up, KeyCode::Right, KeyCode::Up, KeyCode::Right] {
        test.press(key);
    }
    test.solve();
    let minimum = test.game.distance().minimum();
    assert!(minimum.is_some_and(|minimum| minimum > 4), "{minimum:?}");
}

#[test]
fn undo_and_redo() {
    let mut test = TestGame::new(Some(FOUR_AWAY), 3);
    let start = test.game.board().clone();
    test.press(KeyCode::Left);
    test.press(KeyCode::Up);
    let there = test.game.board().clone();
    test.type_in("uu");
    assert_eq!(*test.game.board(), start);
    assert_eq!(test.game.moves(), 0);
    test.type_in("u");
    assert_eq!(*test.game.board(), start);
    test.type_in("rr");
    assert_eq!(*test.game.board(), there);
    test.type_in("x");
    assert!(test.shows("Start over? y yes"), "{}", test.text());
    test.type_in("y");
    assert_eq!(*test.game.board(), start);
    // A slide against the edge is no move.
    test.press(KeyCode::Right);
    assert_eq!(test.game.moves(), 0);
}

#[test]
fn scrambles_by_size_and_difficulty() {
    let mut test = TestGame::new(None, 4);
    assert!(test.shows("4×4  easy"));
    let first = test.game.board().clone();
    test.type_in("n");
    assert_ne!(*test.game.board(), first);
    test.type_in("+");
    assert!(test.shows("5×5  easy"));
    test.type_in("m");
    assert!(test.shows("5×5  medium"));
    test.type_in("---");
    assert!(test.shows("2×2  medium"));
    test.type_in("-");
    assert_eq!(test.game.size(), Size::new(2, 2).unwrap());
    assert!(!test.game.board().is_goal());
}

#[test]
fn a_hint_shows_the_next_tiles_until_a_move() {
    let mut test = TestGame::new(Some(FOUR_AWAY), 3);
    test.type_in("i");
    assert!(!test.shows("1 ←"), "nothing is known yet");
    test.solve();
    assert!(test.shows("1 ←") && test.shows("2 ↑") && test.shows("5 ←"));
    assert!(test.shows("1←"), "the tile itself shows its way");
    test.press(KeyCode::Left);
    assert!(!test.shows("2 ↑"));
}

#[test]
fn solve_and_watch_with_pause_step_and_speed() {
    let mut test = TestGame::new(Some(FOUR_AWAY), 3);
    test.type_in("p");
    assert!(!test.game.is_watching(), "nothing to show yet");
    test.solve();
    test.type_in("p");
    assert!(test.shows("the solver plays") && test.shows("move 0 of 4"));
    test.type_in(" ");
    test.pass(10);
    assert!(test.shows("paused") && test.shows("move 0 of 4"));
    assert!(test.shows("space go on"));
    test.press(KeyCode::Right);
    test.press(KeyCode::Right);
    test.press(KeyCode::Left);
    assert!(test.shows("move 1 of 4"));
    assert_eq!(test.game.moves(), 1);
    test.press(KeyCode::Up);
    assert!(test.shows("8 moves a second"));
    test.press(KeyCode::Esc);
    assert_eq!(*test.game.mode(), Mode::Playing);
    test.type_in("p");
    test.pass(10);
    assert!(test.game.board().is_goal());
    assert!(test.shows("With the solver's help"));
}

#[test]
fn the_mouse_slides_lines_of_tiles() {
    let mut test = TestGame::new(Some(FOUR_AWAY), 3);
    let click = |test: &mut TestGame, cell: usize| {
        let place = test.place.unwrap();
        let all = (0..24).flat_map(|row| (0..80).map(move |column| (column, row)));
        let (column, row) = all
            .into_iter()
            .find(|&(column, row)| place.cell(column, row) == Some(cell))
            .unwrap();
        test.send(Event::Mouse(MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column,
            row,
            modifiers: KeyModifiers::NONE,
        }));
    };
    click(&mut test, 2);
    let expected = Board::new(&[[1, 3, 0], [4, 2, 5], [7, 8, 6]]).unwrap();
    assert_eq!(*test.game.board(), expected);
    assert_eq!(test.game.moves(), 2);
    click(&mut test, 4);
    assert_eq!(test.game.moves(), 2, "not in line with the blank");
}

#[test]
fn every_screen_size_is_drawn_or_refused_in_words() {
    let mut test = TestGame::new(None, 4);
    for colors in [Colors::None, Colors::Palette, Colors::True] {
        test.colors = colors;
        for (width, height) in [(80, 24), (200, 60), (40, 12), (24, 8), (10, 3), (1, 1)] {
            test.resize(width, height);
            let fits = test.place.is_some();
            assert_eq!(fits, width >= 24 && height >= 8, "{width}×{height}");
            if width == 80 {
                assert!(test.shows("moves") && test.shows("15"));
            }
        }
    }
    test.resize(60, 3);
    assert!(test.shows("Too small"), "{}", test.text());
}

#[test]
fn help_closes_on_any_key_and_quit_quits() {
    let mut test = TestGame::new(Some(FOUR_AWAY), 3);
    test.type_in("?");
    assert!(test.shows("slide a tile that way"));
    test.type_in("j");
    assert!(!test.shows("slide a tile that way"));
    assert!(!test.game.is_over());
    test.type_in("?q");
    assert!(test.game.is_over());
    let mut test = TestGame::new(None, 4);
    let control_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    test.send(Event::Key(control_c));
    assert!(test.game.is_over());
}

#[test]
fn quitting_is_listed_on_narrow_screens() {
    let mut test = TestGame::new(None, 3);
    test.resize(24, 12);
    assert!(test.shows("q quit  ? help"), "{}", test.text());
    test.resize(60, 24);
    let text = test.text();
    let keys = text.lines().last().unwrap_or_default().trim_end();
    assert!(keys.ends_with("p play it"), "{text}");
    test.resize(20, 6);
    assert!(test.shows("Press q to"), "{}", test.text());
}

#[cfg(unix)]
#[test]
fn control_z_suspends_and_moves_nothing() {
    let mut test = TestGame::new(Some(FOUR_AWAY), 3);
    test.press(KeyCode::Left);
    let control_z = Event::Key(KeyEvent::new(KeyCode::Char('z'), KeyModifiers::CONTROL));
    let action = keys::action(&control_z, &test.game, test.place.as_ref());
    assert_eq!(action, Some(Action::Suspend));
    test.send(control_z);
    assert_eq!(test.game.moves(), 1);
}

#[test]
fn undo_after_the_end_goes_on_playing() {
    let mut test = TestGame::new(Some("1 2 3/4 5 6/7 0 8"), 3);
    test.press(KeyCode::Left);
    assert_eq!(*test.game.mode(), Mode::Solved);
    test.type_in("u");
    assert_eq!(*test.game.mode(), Mode::Playing);
    test.solve();
    assert_eq!(test.game.distance().minimum(), Some(1));
}

#[test]
fn letters_slide_as_arrows_do() {
    for letters in ["awaw", "hkhk", "AWhK"] {
        let mut test = TestGame::new(Some(FOUR_AWAY), 3);
        test.type_in(letters);
        assert_eq!(*test.game.mode(), Mode::Solved, "{letters}");
    }
    let mut test = TestGame::new(Some("1 2 3/4 5 6/7 8 0"), 3);
    assert_eq!(*test.game.mode(), Mode::Solved);
    test = TestGame::new(Some("1 2 3/4 5 6/7 0 8"), 3);
    test.type_in("sljd");
    assert_eq!(test.game.moves(), 3, "s and j slide down, d and l right");
}

#[test]
fn nothing_throws_a_game_away_without_a_question() {
    for key in ["n", "x", "+", "-", "m", "q"] {
        let mut test = TestGame::new(None, 3);
        let before = loop {
            test.type_in("wasd");
            if test.game.moves() > 0 && *test.game.mode() == Mode::Playing {
                break (test.game.board().clone(), test.game.moves());
            }
        };
        test.type_in(key);
        assert!(
            test.game.asks().is_some() && test.shows("y yes"),
            "{key}: {}",
            test.text()
        );
        test.type_in("z");
        let after = (test.game.board().clone(), test.game.moves());
        assert_eq!(
            (after, test.game.is_over()),
            (before.clone(), false),
            "{key}"
        );
        test.type_in(key);
        test.type_in("y");
        assert!(test.game.is_over() || test.game.moves() == 0, "{key}");
    }
}

#[test]
fn the_moves_of_all_games_are_left_at_the_end() {
    let mut test = TestGame::new(Some(FOUR_AWAY), 3);
    test.type_in("a");
    test.pass(2);
    test.type_in("waw");
    assert!(test.shows("pace     2.00 moves/s"), "{}", test.text());
    test.type_in("n");
    while test.game.moves() == 0 {
        test.type_in("wasd");
    }
    let games = test.game.games();
    assert_eq!(games.len(), 2);
    assert_eq!(
        (games[0].moves.to_string(), games[0].is_solved),
        ("LULU".to_owned(), true)
    );
    assert_eq!(games[0].time, Duration::from_secs(2));
}
