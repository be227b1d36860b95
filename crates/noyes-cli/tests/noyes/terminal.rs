//! The game in a pseudo-terminal: bytes in, bytes out, and the terminal restored.
#![cfg(target_os = "linux")]

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

use crate::command::{command, root};
use crate::examples::{folder, long};

/// One slide from the goal: 8 to the left.
const ONE_AWAY: &str = "1 2 3/4 5 6/7 0 8";
const ENTERS: &str = "\x1b[?1049h";
const LEAVES: &str = "\x1b[?1049l";
const MOUSE_ON: &str = "\x1b[?1006h";
const MOUSE_OFF: &str = "\x1b[?1006l";
const CURSOR_ON: &str = "\x1b[?25h";

/// Starts the game in a terminal of 80 columns and 24 lines. Returns the process, our end of the
/// terminal, and the end of the game.
fn spawn(arguments: &[&str], environment: &[(&str, &str)], place: &Path) -> (Child, File, File) {
    // No process may inherit our end: the terminal is closed when its last copy is.
    let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
    let ours = openpt(flags).unwrap();
    grantpt(&ours).unwrap();
    unlockpt(&ours).unwrap();
    let name = ptsname(&ours, Vec::new()).unwrap();
    let name = name.to_str().unwrap();
    let tty = OpenOptions::new()
        .read(true)
        .write(true)
        .open(name)
        .unwrap();
    let size = Winsize {
        ws_row: 24,
        ws_col: 80,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    tcsetwinsize(&tty, size).unwrap();
    let end = || Stdio::from(OwnedFd::from(tty.try_clone().unwrap()));
    let child = command()
        .arg("play")
        .args(arguments)
        .env("TERM", "xterm-256color")
        .env_remove("NO_COLOR")
        .envs(environment.iter().copied())
        .current_dir(place)
        .stdin(end())
        .stdout(end())
        .stderr(end())
        .spawn()
        .unwrap();
    (child, File::from(ours), tty)
}

/// The game in a terminal.
struct Game {
    child: Child,
    keyboard: File,
    output: Receiver<Vec<u8>>,
    /// The output since the last wait.
    written: String,
    tty: File,
}

impl Game {
    fn start(arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        Self::start_in(&root(), arguments, environment)
    }

    fn start_in(place: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        let (child, mut screen, tty) = spawn(arguments, environment, place);
        let keyboard = screen.try_clone().unwrap();
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = screen.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let mut game = Self {
            child,
            keyboard,
            output,
            written: String::new(),
            tty,
        };
        game.until(&[ENTERS, MOUSE_ON, "q quit"]);
        game
    }

    /// Waits until all the words are written, in any order, and returns the output.
    fn until(&mut self, words: &[&str]) -> String {
        let patience = Instant::now() + Duration::from_secs(30);
        while !words.iter().all(|word| self.written.contains(word)) {
            let left = patience.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.written.push_str(&String::from_utf8_lossy(&bytes)),
                Err(error) => panic!("{words:?}: {error}; there is {:?}", self.written),
            }
        }
        std::mem::take(&mut self.written)
    }

    fn send(&mut self, bytes: &str) {
        self.keyboard.write_all(bytes.as_bytes()).unwrap();
    }

    /// A click of the left button, counted from 1 as terminals do.
    fn click(&mut self, column: u16, row: u16) {
        self.send(&format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"));
    }

    fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args([name, &id]).status().unwrap();
        assert!(sent.success());
    }

    /// Whether the terminal is in raw mode.
    fn is_raw(&self) -> bool {
        let modes = tcgetattr(&self.tty).unwrap().local_modes;
        !modes.intersects(LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG)
    }

    /// Waits for the end, which must restore the terminal.
    fn ends(self) {
        self.ends_with(&[]);
    }

    /// Waits for the end, after which some words are printed. Returns all output.
    fn ends_with(mut self, words: &[&str]) -> String {
        let output = self.until(&[&[LEAVES, MOUSE_OFF, CURSOR_ON], words].concat());
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
        assert!(!self.is_raw());
        output
    }

    /// Waits until the process is stopped.
    fn until_stopped(&self) {
        until_state(&self.child, 'T');
    }
}

/// Reads from a terminal until a word appears.
fn read_until(screen: &mut File, word: &str) -> String {
    let mut read = String::new();
    let mut bytes = [0; 4096];
    while !read.contains(word) {
        let count = screen.read(&mut bytes).unwrap();
        read.push_str(&String::from_utf8_lossy(&bytes[..count]));
    }
    read
}

/// Waits until a process is in a state: S sleeps, T was stopped (see `man proc`).
fn until_state(child: &Child, letter: char) {
    let stat = format!("/proc/{}/stat", child.id());
    let state = || {
        let text = std::fs::read_to_string(&stat).unwrap();
        text.rsplit(") ").next().unwrap().chars().next()
    };
    while state() != Some(letter) {
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_click_slides_a_tile() {
    let mut game = Game::start(&[ONE_AWAY], &[]);
    assert!(game.is_raw());
    // Clicks on the frame, on the blank and beside the board do nothing.
    game.click(2, 2);
    game.click(25, 17);
    game.click(79, 24);
    // The last tile.
    game.click(35, 17);
    game.until(&["Solved in 1 move!"]);
    game.send("q");
    game.ends();
}

/// Every example of the help is played in the folder of the README's boards: a tile goes there and
/// back, one goes for good, and leaving asks before it throws the game away.
#[test]
fn every_example_of_play_is_played() {
    let examples = long("noyes play");
    assert!(examples.len() >= 3, "{examples:?}");
    let folder = folder();
    let data = folder.path().join("data");
    let data = [("NOYES_DATA", data.to_str().unwrap())];
    for example in examples {
        let mut arguments: Vec<&str> = example.split_whitespace().skip(2).collect();
        arguments.extend(["--seed", "1"]);
        let mut game = Game::start_in(folder.path(), &arguments, &data);
        // One of two tiles beside the blank, whichever there is.
        game.send("\x1b[C\x1b[D");
        game.send("q");
        game.until(&["yes"]);
        game.send("y");
        let words = game.ends_with(&["left after ", " s: "]);
        let (_, moves) = words.rsplit_once(" s: ").unwrap();
        assert!(!moves.trim().is_empty(), "{example}: {words:?}");
    }
}

#[test]
fn every_way_to_quit_restores_the_terminal() {
    let mut game = Game::start(&["3"], &[]);
    game.send("q");
    game.ends();
    let mut game = Game::start(&["3"], &[]);
    game.send("\x03");
    game.ends();
    for signal in ["-INT", "-TERM", "-HUP"] {
        let game = Game::start(&["3"], &[]);
        game.signal(signal);
        game.ends();
    }
}

#[test]
fn a_suspended_game_can_be_continued() {
    let mut game = Game::start(&[ONE_AWAY], &[]);
    // By the key, by a signal, and by a signal that cannot be caught.
    for stop in ["\x1a", "-TSTP"] {
        match stop {
            "\x1a" => game.send(stop),
            signal => game.signal(signal),
        }
        game.until(&[LEAVES, MOUSE_OFF, CURSOR_ON]);
        game.until_stopped();
        assert!(!game.is_raw());
        game.signal("-CONT");
        game.until(&[ENTERS, MOUSE_ON, "q quit"]);
        assert!(game.is_raw());
    }
    game.signal("-STOP");
    game.until_stopped();
    game.signal("-CONT");
    game.until(&[ENTERS, MOUSE_ON, "q quit"]);
    game.click(35, 17);
    game.until(&["Solved in 1 move!"]);
    game.send("q");
    game.ends();
}

#[test]
fn a_terminal_that_can_only_print_is_refused() {
    let (mut child, mut ours, _tty) = spawn(&["3"], &[("TERM", "dumb")], &root());
    let said = read_until(&mut ours, "\n");
    assert!(
        said.starts_with("error: ") && said.contains("TERM=dumb"),
        "{said:?}"
    );
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

/// A game whose window is closed ends. A closed terminal sends no key, so the window is closed
/// while the game waits for one.
#[test]
fn a_closed_terminal_ends_the_game() {
    let (mut child, mut ours, tty) = spawn(&["3"], &[], &root());
    read_until(&mut ours, "q quit");
    until_state(&child, 'S');
    drop((ours, tty));
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-HUP", &id]).status().unwrap();
    assert!(sent.success());
    let patience = Instant::now() + Duration::from_secs(60);
    while child.try_wait().unwrap().is_none() {
        if Instant::now() > patience {
            child.kill().unwrap();
            panic!("it goes on without a terminal");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_new_size_is_drawn_and_without_colour_there_is_none() {
    let mut game = Game::start(&[ONE_AWAY], &[("NO_COLOR", "1")]);
    let size = Winsize {
        ws_row: 6,
        ws_col: 60,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    tcsetwinsize(&game.tty, size).unwrap();
    // The terminal controls no process, so the signal of a new size has to be sent.
    game.signal("-WINCH");
    let drawn = game.until(&["Too", "small", "larger:"]);
    let has_color = |drawn: &str| {
        ["\x1b[38;", "\x1b[48;"]
            .iter()
            .any(|code| drawn.contains(code))
    };
    assert!(!has_color(&drawn), "{drawn:?}");
    game.send("q");
    game.ends();
}
