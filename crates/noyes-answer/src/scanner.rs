//! Reads an answer line by line, so that a transcript of any length needs no more memory than its
//! moves.

use noyes::Board;
use noyes::board::Metric;
use noyes::verify::verify;

use crate::answer::Answer;
use crate::boards::Boards;
use crate::claims;
use crate::line::Line;
use crate::quote::Quote;
use crate::solution::{Fault, Reading, Solution};
use crate::steps::StepList;
use crate::trouble::Watch;

/// The most lines that are quoted because they are not understood.
const MOST_QUOTES: usize = 10;

/// Finds moves, boards and claims among the lines of a text.
///
/// ```
/// use noyes::Board;
/// use noyes::board::Metric;
/// use noyes_answer::Scanner;
///
/// let board = Board::new(&[[1, 2], [0, 3]])?;
/// let goal = Board::goal(board.size());
/// let mut scanner = Scanner::new(&board, &goal, Metric::Single);
/// for line in ["Start:", "1 2", "0 3", "and then", "1 2", "3 0"] {
///     scanner.line(line);
/// }
/// let answer = scanner.finish();
/// assert_eq!(answer.solution.unwrap().moves.to_string(), "L");
/// assert_eq!(answer.not_understood[0].to_string(), "line 1 “Start:”");
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
#[derive(Debug)]
pub struct Scanner<'a> {
    board: &'a Board,
    goal: &'a Board,
    boards: Boards<'a>,
    steps: StepList,
    watch: Watch,
    answer: Answer,
    /// The first line that is a value for no solution.
    no_value: Option<Quote>,
    /// How many lines were taken.
    lines: usize,
    is_empty: bool,
}

impl<'a> Scanner<'a> {
    /// Begins a text about a board. Boards of a transcript may be several slides of one line apart
    /// if the metric counts those as one move.
    pub fn new(board: &'a Board, goal: &'a Board, metric: Metric) -> Self {
        Self {
            board,
            goal,
            boards: Boards::new(board, goal, metric),
            steps: StepList::default(),
            watch: Watch::default(),
            answer: Answer::empty(),
            no_value: None,
            lines: 0,
            is_empty: true,
        }
    }

    /// Takes the next line, without its end.
    pub fn line(&mut self, text: &str) {
        self.lines += 1;
        let number = self.lines;
        let read = match claims::is_no_value(text) && !claims::is_unsolvable(text) {
            true => Line::Other,
            false => Line::read(text),
        };
        self.is_empty &= text.trim().is_empty();
        match read {
            Line::Gap => {}
            Line::Numbers(numbers) => {
                self.boards.numbers(number, text, &numbers);
                match self.boards.count {
                    0 => self.steps.numbers(number, &numbers),
                    1 => self.steps.forget_numbers(),
                    _ => {}
                }
            }
            Line::Moves(steps) => {
                self.boards.interrupt();
                self.steps.moves(number, &steps);
            }
            Line::Other => {
                self.boards.interrupt();
                self.other(number, text);
            }
        }
    }

    /// Takes a line of words.
    fn other(&mut self, number: usize, text: &str) {
        let is_trouble = self.watch.line(number, text);
        let claim = claims::moves(text);
        if claims::is_unsolvable(text) && !is_trouble {
            let quote = || Quote::new(number, text);
            self.answer.says_unsolvable.get_or_insert_with(quote);
        } else if let Some(claim) = claim {
            self.answer.claim.get_or_insert((number, claim));
        } else if claims::is_no_value(text) {
            let quote = || Quote::new(number, text);
            self.no_value.get_or_insert_with(quote);
        } else if !is_trouble && !text.trim().is_empty() {
            self.not_understood(Quote::new(number, text));
        }
    }

    fn not_understood(&mut self, quote: Quote) {
        if self.answer.not_understood.len() < MOST_QUOTES {
            self.answer.not_understood.push(quote);
        }
        self.answer.not_understood_count += 1;
    }

    /// Ends the text.
    pub fn finish(mut self) -> Answer {
        self.boards.finish();
        self.answer.is_transcript = self.boards.count > 0 || self.boards.other.is_some();
        self.answer.trouble = self.watch.trouble.take();
        self.answer.solution = self.solution();
        match self.no_value.take() {
            Some(quote) if self.says_nothing_else() => self.answer.says_unsolvable = Some(quote),
            Some(quote) => self.not_understood(quote),
            None => {}
        }
        self.answer
    }

    fn solution(&self) -> Result<Solution, Fault> {
        let boards = (self.boards.count > 0).then(|| self.transcript());
        if let Some(Ok(_)) = boards {
            return boards.unwrap_or(Err(Fault::Empty));
        }
        // The first and the last board may be printed around moves.
        let is_told_by_boards = self.boards.count > 2 || self.steps.len() == 0;
        match (self.steps.solve(self.board, self.goal), boards) {
            (Some(Ok((moves, reading))), _) => Ok(Solution { moves, reading }),
            (_, Some(boards)) if is_told_by_boards => boards,
            (Some(Err(fault)), _) => Err(fault),
            (None, Some(boards)) => boards,
            (None, None) => Err(match self.boards.begins_elsewhere() {
                Some(error) => Fault::Unreadable(error),
                None => self.nothing(),
            }),
        }
    }

    /// Whether no line says anything about a solution, but for a value for none. The board itself
    /// may be printed.
    fn says_nothing_else(&self) -> bool {
        let answer = &self.answer;
        let is_silent = answer.says_unsolvable.is_none() && answer.claim.is_none();
        let boards = &self.boards;
        let has_one_board = boards.count <= 1 && boards.error.is_none() && boards.other.is_none();
        is_silent && answer.trouble.is_none() && has_one_board && self.steps.len() == 0
    }

    fn transcript(&self) -> Result<Solution, Fault> {
        if let Some(error) = &self.boards.error {
            return Err(Fault::Unreadable(error.clone()));
        }
        let moves = self.boards.moves.clone();
        match verify(self.board, self.goal, &moves) {
            Ok(()) => Ok(Solution {
                moves,
                reading: Reading::Boards,
            }),
            Err(error) => Err(Fault::Wrong {
                error,
                other_way: None,
                line: None,
            }),
        }
    }

    fn nothing(&self) -> Fault {
        if self.is_empty {
            return Fault::Empty;
        }
        Fault::NotUnderstood(self.answer.not_understood.first().cloned())
    }
}
