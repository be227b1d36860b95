//! The actions of keys and mouse in the current mode.

use crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};
use noyes::board::Direction;

use super::action::Action;
use super::game::Game;
use super::view::Place;

/// The keys as the help lists them. A low terminal shows the first lines, and a narrow one has room
/// for 27 characters of words.
pub const HELP: [(&str, &str); 16] = [
    ("← ↑ ↓ →", "slide a tile that way"),
    ("wasd hjkl", "the same"),
    ("mouse", "push a tile, or a line"),
    ("u  r", "undo, redo"),
    ("x", "start over"),
    ("n", "new board"),
    ("i", "hint: the next tiles"),
    ("p", "watch the solution"),
    ("?", "this help"),
    ("q", "quit"),
    ("+  -", "larger, smaller"),
    ("m", "more difficult; then easy"),
    ("space", "pause (watching)"),
    ("← →", "step (watching)"),
    ("↑ ↓", "faster, slower (watching)"),
    ("esc", "stop watching"),
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
        // A question takes a yes; every other key is a no.
        Event::Key(key) if game.asks().is_some() && key.kind != KeyEventKind::Release => {
            let with_control = key.modifiers.contains(KeyModifiers::CONTROL);
            Some(match key.code {
                KeyCode::Char('c' | 'd') if with_control => Action::QuitNow,
                KeyCode::Char('y' | 'Y') | KeyCode::Enter => Action::Yes,
                _ => Action::No,
            })
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

/// The arrow that a letter stands for, on the left hand (wasd) or on the right (hjkl).
fn arrow(letter: char) -> Option<KeyCode> {
    Some(match letter.to_ascii_lowercase() {
        'w' | 'k' => KeyCode::Up,
        'a' | 'h' => KeyCode::Left,
        's' | 'j' => KeyCode::Down,
        'd' | 'l' => KeyCode::Right,
        _ => return None,
    })
}

fn from_key(code: KeyCode, with_control: bool, is_watching: bool) -> Option<Action> {
    let code = match code {
        KeyCode::Char(letter) if !with_control => arrow(letter).unwrap_or(code),
        code => code,
    };
    Some(match code {
        KeyCode::Char('c' | 'd') if with_control => Action::QuitNow,
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
            'm' => Action::Difficulty,
            'i' => Action::Hint,
            'p' => Action::Watch,
            '?' => Action::Help,
            'q' => Action::Quit,
            _ => return None,
        },
        _ => return None,
    })
}
