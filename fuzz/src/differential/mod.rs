//! One random board, many ways to solve it: they must agree with each other and with the checker.
//!
//! A [`Case`] is a board, a goal and a metric, made from a seed. [`Judge::judge`] decides
//! solvability, solves the board in ways that the seed chooses, replays every answer with the
//! checker, and compares lengths and bounds with the truth: up to nine cells the checker's
//! breadth-first search of all boards, above the agreement of all ways. Of large random boards no
//! minimum is known: there the intervals of all ways must have a number in common.
//!
//! | Varies | From |
//! |---|---|
//! | size | 2×2 to 10×10, both ways round ([`Case`]) |
//! | goal | three named ones, and random permutations |
//! | metric | single and multi-tile moves |
//! | algorithm, heuristic, duplicates, weight | all that there are |
//! | tables | none, quick, small, complete; large ones in long runs |
//! | threads, instruction set | 1 to 3; AVX-512, AVX2, baseline |
//! | limits | none, or some nodes, whose interval must hold the minimum |
//! | variation | transposed, relabelled, reversed, one move further |

mod agreement;
mod case;
mod judge;
mod ways;

pub use case::Case;
pub use judge::{Judge, Tally};
use ways::Way;
