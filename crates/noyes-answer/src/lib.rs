//! What students' programs print, read and compared with the minimum.
//!
//! An [`Answer`] is what a text says about a board: moves, boards one after another, that there is
//! no solution, or why there is neither. A [`Question`] is a board with what is known of its
//! minimum; its [`Review`] of an answer is a [`Verdict`] with its reason in one sentence.
//!
//! ```text
//! bytes ──text_of_bytes──▶ text ──Answer──▶ solution or fault ──Question──▶ verdict, line, remark
//! ```
//!
//! Two readers work together. `noyes::format::read_moves` reads texts that hold nothing but moves.
//! Where it fails, the scanner of this crate goes through the text line by line and finds boards
//! and moves among other prints. Whatever they find is replayed by `noyes::verify`, so a text that
//! is read wrongly cannot pass for a solution.
//!
//! Nothing here reads a file, prints, or searches.
//!
//! ```
//! use noyes::{Board, board::Metric};
//! use noyes_answer::{Known, Question, Verdict};
//!
//! let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]])?;
//! let goal = Board::goal(board.size());
//! let known = Known::Solvable { lower_bound: 4, best: Some(4) };
//! let question = Question { board, goal, metric: Metric::Single, known };
//! let review = question.review_text("Reading file…\n1 left\n2 up\n5 left\n6 up\nDone in 3 ms\n");
//! assert_eq!(review.verdict, Verdict::Right);
//! # Ok::<(), noyes::board::BoardError>(())
//! ```
#![warn(missing_docs)]

mod answer;
mod boards;
mod claims;
mod line;
mod plan_step;
mod quote;
mod review;
mod scanner;
mod solution;
mod steps;
mod text;
mod trouble;
mod verdict;

pub use answer::Answer;
pub use quote::Quote;
pub use review::{Known, Question, Review};
pub use scanner::Scanner;
pub use solution::{Fault, Reading, Solution};
pub use text::text_of_bytes;
pub use trouble::{Trouble, TroubleKind};
pub use verdict::Verdict;
