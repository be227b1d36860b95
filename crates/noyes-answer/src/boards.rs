//! A transcript among other prints: boards that follow each other by slides.
//!
//! A board is as many lines of numbers as the board has rows, each as long as a row, that hold
//! every tile once. Empty lines between them mean nothing; any other line ends a board. A row may
//! lack one number where the blank is printed as spaces: its cell is then the one that makes the
//! board follow.
//!
//! The transcript begins with the board of the question. What is printed before it, the same board
//! again, and what comes behind the goal are left aside.

use std::collections::VecDeque;

use noyes::board::{Metric, Tile};
use noyes::format::{Place, ReadError};
use noyes::{Board, Direction, Moves};

use crate::quote::Quote;

/// The most lines of numbers that are kept to say what is wrong with them.
const MOST_LOOSE: usize = 500;

/// A line that may be a row of a board.
#[derive(Debug)]
struct Row {
    line: usize,
    text: String,
    /// Its tiles; one may be missing where the blank is printed as spaces.
    tiles: Vec<Tile>,
}

impl Row {
    fn quote(&self) -> Quote {
        Quote::new(self.line, &self.text)
    }

    /// Where its numbers begin and end.
    fn columns(&self) -> Vec<(usize, usize)> {
        let mut columns: Vec<(usize, usize)> = Vec::new();
        for (at, c) in self.text.chars().enumerate() {
            match columns.last_mut() {
                _ if !c.is_ascii_digit() => {}
                Some((_, end)) if *end == at => *end = at + 1,
                _ => columns.push((at, at + 1)),
            }
        }
        columns
    }
}

/// Finds the boards of a transcript line by line.
#[derive(Debug)]
pub struct Boards<'a> {
    board: &'a Board,
    goal: &'a Board,
    metric: Metric,
    /// Rows of a board that is not complete yet.
    rows: VecDeque<Row>,
    /// The last board of the transcript, and its blank.
    last: Vec<Tile>,
    blank: usize,
    /// How many boards the transcript has so far.
    pub count: usize,
    pub moves: Moves,
    /// Why the transcript breaks off.
    pub error: Option<ReadError>,
    /// The first board, if it is not that of the question.
    pub other: Option<(usize, Vec<Tile>)>,
    /// The first lines of numbers since the last board that belong to none.
    loose: Vec<Row>,
    /// Whether a second transcript has begun.
    is_over: bool,
}

impl<'a> Boards<'a> {
    pub fn new(board: &'a Board, goal: &'a Board, metric: Metric) -> Self {
        Self {
            board,
            goal,
            metric,
            rows: VecDeque::new(),
            last: board.tiles().to_vec(),
            blank: board.blank(),
            count: 0,
            moves: Moves::new(),
            error: None,
            other: None,
            loose: Vec::new(),
            is_over: false,
        }
    }

    /// Takes a line of numbers.
    pub fn numbers(&mut self, line: usize, text: &str, numbers: &[u32]) {
        let (cells, cols) = (self.board.size().cells(), self.board.cols());
        let header = self.header();
        if numbers == header && self.rows.is_empty() {
            return;
        }
        let loose = || Row {
            line,
            text: text.to_owned(),
            tiles: Vec::new(),
        };
        let tile = |&number: &u32| {
            let is_tile = (number as usize) < cells;
            is_tile.then_some(number as Tile)
        };
        let headed = numbers.strip_prefix(header.as_slice());
        let whole = [Some(numbers), headed].into_iter().flatten();
        if let Some(whole) = whole.into_iter().find(|part| part.len() == cells) {
            self.interrupt();
            let tiles: Option<Vec<Tile>> = whole.iter().map(tile).collect();
            match tiles.filter(|tiles| self.is_arrangement(tiles)) {
                Some(tiles) => self.take(line, vec![tiles]),
                None => self.leave(loose()),
            }
            return;
        }
        // In a board of two columns a short row would be one number, as the size is.
        let is_row = numbers.len() == cols || (cols > 2 && numbers.len() + 1 == cols);
        let tiles: Option<Vec<Tile>> = numbers.iter().map(tile).collect();
        match tiles.filter(|_| is_row) {
            Some(tiles) => {
                let text = text.to_owned();
                self.rows.push_back(Row { line, text, tiles });
                self.assemble();
            }
            None => {
                self.interrupt();
                if numbers != header {
                    self.leave(loose());
                }
            }
        }
    }

    /// Takes a line that is no part of a board.
    pub fn interrupt(&mut self) {
        while let Some(row) = self.rows.pop_front() {
            self.leave(row);
        }
    }

    /// Ends the text. A transcript whose last board is not complete breaks off there.
    pub fn finish(&mut self) {
        self.interrupt();
        let is_unsolved = self.count > 0 && self.last != self.goal.tiles();
        if is_unsolved && self.error.is_none() {
            self.error = self.not_a_board(&self.loose);
        }
    }

    /// Whether the first board of the text, if there is one, is another one.
    pub fn begins_elsewhere(&self) -> Option<ReadError> {
        let (line, tiles) = self.other.as_ref().filter(|_| self.count == 0)?;
        let board = self.board;
        let differs = |&cell: &usize| tiles[cell] != board.tiles()[cell];
        let cell = (0..tiles.len()).find(differs)?;
        let (row, col) = (board.size().row(cell) + 1, board.size().col(cell) + 1);
        let wanted = board.tiles()[cell];
        Some(ReadError::Unexpected {
            place: Place {
                line: *line,
                col: 1,
            },
            expected: format!(
                "the board given as board 1, with {wanted} in row {row}, column {col}"
            ),
            found: format!("{} there", tiles[cell]),
            remedy: "give the transcript of this board, beginning with it".to_owned(),
        })
    }

    /// The numbers that may stand above a board.
    fn header(&self) -> Vec<u32> {
        let size = self.board.size();
        match size.is_square() {
            true => vec![size.rows() as u32],
            false => vec![size.rows() as u32, size.cols() as u32],
        }
    }

    fn leave(&mut self, row: Row) {
        if self.loose.len() < MOST_LOOSE {
            self.loose.push(row);
        }
    }

    /// Makes boards of the rows, and leaves aside those that cannot be part of one.
    fn assemble(&mut self) {
        let (rows, cols) = (self.board.rows(), self.board.cols());
        while self.rows.len() >= rows {
            let taken = || self.rows.iter().take(rows);
            let line = self.rows[0].line;
            let mut tiles: Vec<Tile> = taken().flat_map(|row| &row.tiles).copied().collect();
            let missing = rows * cols - tiles.len();
            let boards = match missing {
                0 if self.is_arrangement(&tiles) => vec![tiles],
                1 if !tiles.contains(&0) => {
                    let short = taken().position(|row| row.tiles.len() < cols).unwrap_or(0);
                    let full = if short == 0 { 1 } else { 0 };
                    tiles.insert(short * cols, 0);
                    let order = likely_blanks(&self.rows[short], &self.rows[full]);
                    match self.is_arrangement(&tiles) {
                        true => with_blank_along(&tiles, short * cols, &order),
                        false => Vec::new(),
                    }
                }
                _ => Vec::new(),
            };
            if boards.is_empty() {
                if let Some(row) = self.rows.pop_front() {
                    self.leave(row);
                }
                continue;
            }
            self.rows.drain(..rows);
            self.take(line, boards);
        }
    }

    /// Whether every tile is there once.
    fn is_arrangement(&self, tiles: &[Tile]) -> bool {
        let mut seen = vec![false; self.board.size().cells()];
        tiles.len() == seen.len()
            && tiles
                .iter()
                .all(|&tile| !std::mem::replace(&mut seen[usize::from(tile)], true))
    }

    /// Takes a board, of which only the blank's cell in its row may be unknown.
    fn take(&mut self, line: usize, boards: Vec<Vec<Tile>>) {
        if self.error.is_some() || self.is_over {
            return;
        }
        let loose = std::mem::take(&mut self.loose);
        if self.count == 0 {
            if boards.iter().any(|tiles| tiles == self.board.tiles()) {
                self.count = 1;
            } else if self.other.is_none() {
                self.other = boards.into_iter().next().map(|tiles| (line, tiles));
            }
            return;
        }
        for tiles in &boards {
            if let Some((way, length)) = self.slides_to(tiles)
                && (length == 1 || self.metric == Metric::Multi)
            {
                for _ in 0..length {
                    self.moves.push(way);
                }
                self.blank = tiles.iter().position(|&tile| tile == 0).unwrap_or(0);
                self.last.clone_from(tiles);
                self.count += 1;
                return;
            }
        }
        let is = |wanted: &[Tile]| boards.iter().any(|tiles| tiles == wanted);
        // The board is printed before the solution, too.
        if self.count == 1 && is(&self.last) {
            return;
        }
        // Behind the goal, what does not follow is no part of the solution.
        if self.last == self.goal.tiles() {
            self.is_over = is(self.board.tiles());
            return;
        }
        self.error = self.not_a_board(&loose);
        if self.error.is_some() {
            return;
        }
        let found = match self.slides_to(&boards[0]) {
            Some((_, length)) => format!("{length} tiles that slid at once"),
            None => {
                let differ = self.last.iter().zip(&boards[0]).filter(|(a, b)| a != b);
                match differ.count() {
                    0 => "the same board again".to_owned(),
                    differ => format!("{differ} cells that differ"),
                }
            }
        };
        self.error = Some(ReadError::NotOneSlide {
            place: Place { line, col: 1 },
            number: self.count,
            found,
        });
    }

    /// Why lines of numbers are no board, if there are any: the first row that is too long or too
    /// short, or has a tile that was there before.
    fn not_a_board(&self, loose: &[Row]) -> Option<ReadError> {
        let size = self.board.size();
        let mut seen = vec![false; size.cells()];
        let is_wrong = |row: &&Row| {
            let is_there = |&tile: &Tile| std::mem::replace(&mut seen[usize::from(tile)], true);
            row.tiles.len() != size.cols() || row.tiles.iter().any(is_there)
        };
        let row = loose.iter().find(is_wrong).or(loose.last())?;
        Some(ReadError::Unexpected {
            place: Place {
                line: row.line,
                col: 1,
            },
            expected: format!(
                "board {} as {} rows of {} tiles, each tile once",
                self.count + 1,
                size.rows(),
                size.cols()
            ),
            found: format!("“{}”", row.quote().text),
            remedy: "print every board whole".to_owned(),
        })
    }

    /// The slides along one line from the last board to this one: their direction and number.
    fn slides_to(&self, tiles: &[Tile]) -> Option<(Direction, usize)> {
        let size = self.board.size();
        let way = Direction::ALL.into_iter().find(|&way| {
            let next = size.source_cell(self.blank, way);
            next.is_some_and(|cell| tiles[self.blank] == self.last[cell] && tiles[self.blank] != 0)
        })?;
        let mut now = self.last.clone();
        let mut blank = self.blank;
        let mut length = 0;
        while tiles[blank] != 0 {
            let cell = size.source_cell(blank, way)?;
            now.swap(blank, cell);
            blank = cell;
            length += 1;
        }
        (now == tiles).then_some((way, length))
    }
}

/// The boards with the blank in some cells of a row that begins at `start`, where it is now.
fn with_blank_along(tiles: &[Tile], start: usize, cells: &[usize]) -> Vec<Vec<Tile>> {
    let board = |&cell: &usize| {
        let mut tiles = tiles.to_vec();
        tiles[start..=start + cell].rotate_left(1);
        tiles
    };
    cells.iter().map(board).collect()
}

/// The cells of a row that lacks a number, the likeliest cell of the blank first: its numbers
/// stand below those of a full row, either by their first digits or by their last.
fn likely_blanks(short: &Row, full: &Row) -> Vec<usize> {
    let (short, full) = (short.columns(), full.columns());
    let far = |blank: usize| {
        let below = full.iter().enumerate().filter(|&(cell, _)| cell != blank);
        let pairs = short.iter().zip(below.map(|(_, column)| column));
        let apart = pairs.map(|(a, b)| (a.0.abs_diff(b.0), a.1.abs_diff(b.1)));
        let (begins, ends) = apart.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        begins.min(ends)
    };
    let mut cells: Vec<usize> = (0..full.len()).collect();
    cells.sort_by_key(|&cell| far(cell));
    cells
}
