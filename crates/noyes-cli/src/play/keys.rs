//! The actions of keys and mouse in the current mode.

use crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};
use noyes::board::Direction;

use super::action::Action;
use super::game::Game;
use super::view::Place;

/// The keys as the help lists them.
pub const HELP: [(&str, &str); 15] = [
    ("← ↑ ↓ →", "slide a tile that way"),
    ("mouse", "push a tile, or a line of them"),
    ("u  r", "undo, redo"),
    ("x", "start over"),
    ("n", "new board"),
    ("+  -", "larger, smaller"),
    ("d", "difficulty"),
    ("h", "hint: the next tiles"),
    ("s", "solve and watch"),
    ("space", "pause (while watching)"),
    ("← →", "step (while watching)"),
    ("↑ ↓", "faster, slower (while watching)"),
    ("esc", "stop watching"),
    ("?", "this help"),
    ("q", "quit"),
];

/// The action of an event, if it has one.
pub fn action(event: &Event, game: &Game, place: Option<&Place>) -> Option<Action> {
    match event {
        // Any key closes the help; only quitting does what it does elsewhere.
        Event::Key(key) if game.shows_help() && key.kind != KeyEventKind::Release => {
            let with_control = key.modifiers.contains(KeyModifiers::CONTROL);
            let action = from_key(key.code, with_control, false);
            Some(action.unwrap_or(Action::Help))
        }
        Event::Key(key) if key.kind != KeyEventKind::Release => {
            let with_control = key.modifiers.contains(KeyModifiers::CONTROL);
            from_key(key.code, with_control, game.is_watching())
        }
        Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
            let cell = place?.cell(mouse.column, mouse.row)?;
            Some(Action::SlideLine(cell))
        }
        _ => None,
    }
}

fn from_key(code: KeyCode, with_control: bool, is_watching: bool) -> Option<Action> {
    Some(match code {
        KeyCode::Char('c' | 'd') if with_control => Action::Quit,
        KeyCode::Char('z') if with_control && cfg!(unix) => Action::Suspend,
        KeyCode::Char('z') if with_control => Action::Undo,
        KeyCode::Char('y') if with_control => Action::Redo,
        _ if with_control => return None,
        KeyCode::Right if is_watching => Action::Step,
        KeyCode::Left if is_watching => Action::StepBack,
        KeyCode::Up if is_watching => Action::Faster,
        KeyCode::Down if is_watching => Action::Slower,
        KeyCode::Up => Action::Slide(Direction::Up),
        KeyCode::Down => Action::Slide(Direction::Down),
        KeyCode::Left => Action::Slide(Direction::Left),
        KeyCode::Right => Action::Slide(Direction::Right),
        KeyCode::Char(' ') => Action::Pause,
        KeyCode::Esc => Action::Leave,
        KeyCode::Backspace => Action::Undo,
        KeyCode::Char(letter) => match letter.to_ascii_lowercase() {
            'u' => Action::Undo,
            'r' => Action::Redo,
            'x' => Action::StartOver,
            'n' => Action::New,
            '+' | '=' => Action::Resize { longer: true },
            '-' | '_' => Action::Resize { longer: false },
            'd' => Action::Difficulty,
            'h' => Action::Hint,
            's' => Action::Watch,
            '?' => Action::Help,
            'q' => Action::Quit,
            _ => return None,
        },
        _ => return None,
    })
}
