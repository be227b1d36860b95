//! What several parts of the engine say of one board, beside its length: the same nodes with every
//! instruction set, and the first moves of all shortest solutions.

use noyes::board::Metric;
use noyes::guard::{InstructionSet, Silent};
use noyes::solve::{Limits, Request, TableChoice};
use noyes::{Board, Direction, Goal, Instance};
use noyes_check::Slide;

use super::judge::{Judge, Tally};
use super::{Case, Way};
use crate::random::Random;

/// Slides up to which boards are labelled without tables, too.
const MOST_SLIDES_WITHOUT_TABLES: u32 = 24;

impl Judge {
    /// On one thread, every instruction set makes the same nodes in the same order.
    pub(super) fn instruction_sets(
        &self,
        case: &Case,
        instance: &Instance,
        minimum: u32,
        random: &mut Random,
        tally: &mut Tally,
    ) -> Result<(), String> {
        let way = loop {
            let way = Way::random(case, minimum, self.has_large, random);
            // The nodes of beams depend on the time.
            if way.is_exact {
                break way;
            }
        };
        let mut first = None;
        for instruction_set in InstructionSet::ALL {
            let limits = Limits {
                threads: Some(1),
                ..way.request.limits
            };
            let request = Request {
                limits,
                ..way.request.clone()
            };
            let way = Way {
                request,
                instruction_set,
                ..way
            };
            let outcome = self.outcome(instance, &way, tally)?;
            let found = (outcome.moves().cloned(), outcome.counts);
            match &first {
                None => first = Some(found),
                Some(first) if *first != found => {
                    return Err(format!(
                        "{instruction_set:?}: {found:?}, baseline: {first:?} ({:?})",
                        way.request
                    ));
                }
                Some(_) => {}
            }
        }
        tally.instruction_sets += 1;
        Ok(())
    }

    /// The label has the minimum, and as first moves all slides after which one move less is left.
    pub(super) fn labels(
        &mut self,
        case: &Case,
        (board, goal): (&Board, &Goal),
        minimum: u32,
        random: &mut Random,
        tally: &mut Tally,
    ) -> Result<(), String> {
        let cells = case.board.tiles().len();
        let is_wanted = match cells {
            ..=9 => random.below(4) == 0,
            10..=25 if minimum <= MOST_SLIDES_WITHOUT_TABLES => random.below(3) == 0,
            10..=16 => random.below(8) == 0 && minimum <= 40,
            _ => false,
        };
        if case.metric != Metric::Single || !is_wanted {
            return Ok(());
        }
        let mut request = Way::usual(case).request;
        // Without tables every neighbour is solved by itself.
        if minimum <= MOST_SLIDES_WITHOUT_TABLES && random.below(2) == 0 {
            request.tables = TableChoice::None;
        }
        let labeller = self.engines[random.below(3)]
            .labeller(case.size(), goal, &request, &Silent)
            .map_err(|error| error.to_string())?;
        let label = labeller.label_many(board.tiles(), &Silent).remove(0);
        let label = label.map_err(|error| error.to_string())?;
        if label.minimum != Some(minimum) {
            return Err(format!(
                "the label says {label:?}, the minimum is {minimum}"
            ));
        }
        let first = label.first_moves.ok_or("the label has no first moves")?;
        for direction in Direction::ALL {
            let slide = Slide::of_letter(direction.letter()).ok_or("a letter is no slide")?;
            let Some(after) = case.board.slid(slide) else {
                if first.contains(direction) {
                    return Err(format!("the label has {direction}, which is no slide"));
                }
                continue;
            };
            let after = case.after(after);
            let left = match self.truth(&after) {
                Some(left) => left,
                None => {
                    let (board, goal) = after.for_engine();
                    let instance = Instance::new(&board, &goal).map_err(|e| e.to_string())?;
                    self.solve(&after, &instance, &Way::usual(&after), None, tally)?
                }
            };
            if first.contains(direction) != (left + 1 == minimum) {
                return Err(format!(
                    "the label has {first}, and after {direction} {left} of {minimum} are left"
                ));
            }
        }
        tally.labels += 1;
        Ok(())
    }
}
