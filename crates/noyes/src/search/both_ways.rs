//! A lower bound by IDA* from the board to the goal and from the goal to the board.
//!
//! # Idea
//!
//! On a board too large for a proof, the first iterations of IDA* still raise the bound: every path
//! of so many moves has had to waste some. The path from the goal to the board is as long as the
//! way there, and its iterations end elsewhere. A goal with the blank in a corner leaves it
//! little choice at first, so that the first iterations from there take a few nodes each, and the
//! bound is higher by up to six moves, one to four on average.
//!
//! An iteration takes some twenty times the nodes of the one before, which are given by and by, as
//! the beams beside it take theirs. So both searches keep their place. The nodes go to the one
//! that seems to be nearer to a bound above the best.
//!
//! # Cost
//!
//! A node is a path's; nothing is stored but the path. Duplicates are few where no path
//! may waste much, so a transposition table does not pay. bench/records/2026-11-19-bounds.md has
//! what was measured and tried.
//!
//! # Citation
//!
//! Korf, "Depth-first iterative-deepening: an optimal admissible tree search", Artificial
//! Intelligence 27 (1985); Hansson, Mayer & Yung (1992) for linear conflict. That a search may
//! start at either end is as old as Pohl, "Bi-directional search", Machine Intelligence 6 (1971).

use super::ida::{Resumable, resumable};
use super::ways::Ways;
use super::{Counts, Finding, Guard, Source, Stop};
use crate::board::{Direction, Moves};
use crate::goal::Instance;
use crate::guard::{Control, Event, Observer};
use crate::heuristic::LinearConflict;

/// How many times more nodes an iteration is expected to take than the one before.
const GROWTH: u64 = 20;
/// Nodes after which the choice between the searches is made again.
const SLICE: u64 = 1 << 18;

/// What the searches of an instance read.
pub(crate) struct Ends {
    ways: Ways,
    /// Forwards, then backwards.
    ends: [(Instance, LinearConflict); 2],
}

impl Ends {
    pub(crate) fn of(instance: &Instance) -> Self {
        let size = instance.size();
        let end = |instance: Instance| {
            let heuristic = LinearConflict::of(size, instance.blank_home());
            (instance, heuristic)
        };
        Self {
            ways: Ways::new(size, Direction::ALL),
            ends: [end(instance.clone()), end(instance.reversed())],
        }
    }

    /// Both searches, which have not begun.
    pub(crate) fn searches(&self) -> BothWays<'_> {
        let side = |side: usize, source| {
            let (instance, heuristic) = &self.ends[side];
            Side {
                search: resumable(instance, heuristic, &self.ways, source),
                counts: Counts::default(),
                has_ended: false,
            }
        };
        BothWays {
            sides: [side(0, Source::Ida), side(1, Source::ReverseIda)],
        }
    }
}

/// IDA* with linear conflict from both ends, as far as it was given nodes.
pub(crate) struct BothWays<'a> {
    /// Forwards, then backwards.
    sides: [Side<'a>; 2],
}

struct Side<'a> {
    search: Box<dyn Resumable + 'a>,
    counts: Counts,
    /// Its path needs more memory than there is.
    has_ended: bool,
}

impl BothWays<'_> {
    /// Goes on for about `nodes` nodes, which `counts` takes in. Bounds are told as they rise. A
    /// solution that is found is a shortest one.
    pub(crate) fn raise(
        &mut self,
        nodes: u64,
        guard: &Guard<'_>,
        counts: &mut Counts,
    ) -> Result<Option<Moves>, Stop> {
        let end = counts.generated + nodes;
        while counts.generated < end {
            let best = self.bound();
            let sides = self.sides.iter_mut().enumerate();
            let open = sides.filter(|(_, side)| !side.has_ended);
            let Some((number, side)) = open.min_by_key(|(_, side)| side.missing(best)) else {
                break;
            };
            let slice = SLICE.min(end - counts.generated);
            let found = side.go_on(slice, guard, counts);
            if let Some(moves) = found.moves {
                return Ok(Some(if number == 0 { moves } else { turned(&moves) }));
            }
            match found.stop {
                // The end of a slice, if it is not that of the limit.
                Some(Stop::Nodes) => guard.check_nodes(counts)?,
                Some(Stop::Memory) | None => side.has_ended = true,
                Some(stop) => return Err(stop),
            }
        }
        Ok(None)
    }

    /// The better of the two bounds.
    pub(crate) fn bound(&self) -> u32 {
        let [forwards, backwards] = &self.sides;
        forwards.search.bound().max(backwards.search.bound())
    }
}

impl Side<'_> {
    /// About the nodes that are missing to a bound above `best`. An iteration that takes more than
    /// was expected is expected to take as many again.
    fn missing(&self, best: u32) -> u64 {
        let (spent, last) = self.search.iteration();
        // The iteration that goes on raises the bound by two, the next by two more.
        let iterations = best.saturating_sub(self.search.bound()) / 2 + 1;
        let growth = GROWTH.saturating_pow(iterations);
        let expected = last.max(1).saturating_mul(growth);
        expected.saturating_sub(spent).max(spent)
    }

    /// Goes on for about `nodes` nodes.
    fn go_on(&mut self, nodes: u64, guard: &Guard<'_>, counts: &mut Counts) -> Finding {
        let before = self.counts;
        let total = Total {
            guard,
            elsewhere: Counts {
                expanded: counts.expanded - before.expanded,
                generated: counts.generated - before.generated,
                stored: 0,
            },
        };
        let part = guard.part(total.elsewhere.generated, before.generated + nodes);
        let found = self.search.go_on(&part.told_to(&total));
        self.counts = found.counts;
        counts.expanded += found.counts.expanded - before.expanded;
        counts.generated += found.counts.generated - before.generated;
        counts.stored = counts.stored.max(found.counts.stored);
        found
    }
}

/// Tells what one side tells with the counts of all the work, so that they never go back.
struct Total<'a, 'g> {
    guard: &'a Guard<'g>,
    elsewhere: Counts,
}

impl Observer for Total<'_, '_> {
    fn on(&self, event: &Event) -> Control {
        let told = match event.counts() {
            Some(counts) => {
                let counts = self.elsewhere.plus(*counts);
                self.guard.tell(&event.clone().with_counts(counts))
            }
            None => self.guard.tell(event),
        };
        match told {
            Ok(()) => Control::Continue,
            Err(_) => Control::Stop,
        }
    }
}

/// The same path from its other end.
fn turned(moves: &Moves) -> Moves {
    let back = moves.iter().rev();
    back.map(|direction| direction.opposite()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::board::{Board, Size};
    use crate::goal::Goal;
    use crate::guard::Silent;
    use crate::heuristic::HeuristicKind;
    use crate::scramble::Scrambler;
    use crate::search::{Algorithm, Weight, search};
    use crate::verify::verify;

    /// The distance of every board of a size, by breadth-first search from the goal.
    fn distances(goal: &Board) -> HashMap<Board, u32> {
        let mut distances = HashMap::from([(goal.clone(), 0)]);
        let mut layer = vec![goal.clone()];
        for depth in 1.. {
            let mut next = Vec::new();
            for board in layer {
                for after in Direction::ALL.iter().filter_map(|&by| board.slide(by)) {
                    if !distances.contains_key(&after) {
                        distances.insert(after.clone(), depth);
                        next.push(after);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        distances
    }

    #[test]
    fn every_board_of_the_eight_puzzle_from_its_goal() {
        let size = Size::new(3, 3).unwrap();
        let guard = Guard::new(&Silent);
        for (goal, step) in [(Goal::BlankLast, 1), (Goal::Snail, 7)] {
            let distances = distances(&goal.board(size).unwrap());
            assert_eq!(distances.len(), 181_440);
            for (board, &distance) in distances.iter().step_by(step) {
                let instance = Instance::new(board, &goal).unwrap();
                let ends = Ends::of(&instance);
                let [_, mut backwards] = ends.searches().sides;
                assert!(backwards.search.bound() <= distance, "{board}");
                let mut counts = Counts::default();
                let found = backwards.go_on(u64::MAX, &guard, &mut counts);
                assert_eq!((found.lower_bound, found.stop), (distance, None), "{board}");
                let moves = turned(&found.moves.unwrap());
                assert_eq!(moves.len() as u32, distance);
                assert_eq!(verify(board, instance.goal(), &moves), Ok(()));
            }
        }
    }

    #[test]
    fn slices_change_nothing() {
        let size = Size::new(5, 5).unwrap();
        let guard = Guard::new(&Silent);
        let mut scrambler = Scrambler::new(size, &Goal::BlankLast, 5).unwrap();
        for _ in 0..10 {
            let board = scrambler.walk(70);
            let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
            let kind = HeuristicKind::LinearConflict;
            let back = instance.reversed();
            let whole = search(&back, Algorithm::Ida, kind, Weight::ONE, &guard).unwrap();
            let ends = Ends::of(&instance);
            let [_, mut backwards] = ends.searches().sides;
            let mut counts = Counts::default();
            let found = loop {
                let before = counts.generated;
                let found = backwards.go_on(10_000, &guard, &mut counts);
                // The guard is asked every 4096 expansions.
                assert!(counts.generated - before <= 10_000 + 4 * 4096);
                assert!(found.lower_bound <= whole.lower_bound);
                if found.stop.is_none() {
                    break found;
                }
            };
            assert_eq!(found, whole);
            assert_eq!(counts, whole.counts);
        }
    }

    #[test]
    fn never_above_a_known_solution() {
        let guard = Guard::new(&Silent);
        for (rows, cols) in [(6, 6), (7, 7), (2, 20), (9, 5), (8, 8), (10, 10)] {
            for goal in [Goal::BlankLast, Goal::Snail] {
                let size = Size::new(rows, cols).unwrap();
                let mut scrambler = Scrambler::new(size, &goal, 9).unwrap();
                for walk in [1, 30, 60, 200] {
                    let board = scrambler.walk(walk);
                    let instance = Instance::new(&board, &goal).unwrap();
                    let ends = Ends::of(&instance);
                    let mut searches = ends.searches();
                    let mut counts = Counts::default();
                    let found = searches.raise(300_000, &guard, &mut counts).unwrap();
                    let bound = searches.bound();
                    assert!(bound <= walk as u32, "{board}");
                    assert_eq!((walk as u32 - bound) % 2, 0);
                    let conflict = HeuristicKind::LinearConflict.bound(&instance).unwrap();
                    assert!(bound >= conflict);
                    if let Some(moves) = found {
                        assert_eq!(moves.len() as u32, bound);
                        assert_eq!(verify(&board, instance.goal(), &moves), Ok(()));
                    }
                }
            }
        }
    }

    #[test]
    fn random_boards_gain_more_than_linear_conflict_and_from_the_goal_most() {
        let size = Size::new(7, 7).unwrap();
        let guard = Guard::new(&Silent);
        let (mut conflicts, mut forwards, mut both) = (0, 0, 0);
        for seed in 1..=5 {
            let mut scrambler = Scrambler::new(size, &Goal::BlankLast, seed).unwrap();
            let instance = Instance::new(&scrambler.uniform(), &Goal::BlankLast).unwrap();
            conflicts += HeuristicKind::LinearConflict.bound(&instance).unwrap();
            let ends = Ends::of(&instance);
            let mut counts = Counts::default();
            let [mut forward, _] = ends.searches().sides;
            forwards += forward.go_on(1_000_000, &guard, &mut counts).lower_bound;
            let mut searches = ends.searches();
            let mut counts = Counts::default();
            assert_eq!(searches.raise(1_000_000, &guard, &mut counts), Ok(None));
            both += searches.bound();
        }
        assert!(conflicts + 5 * 4 <= forwards, "{conflicts} {forwards}");
        assert!(forwards + 5 <= both, "{forwards} {both}");
    }
}
