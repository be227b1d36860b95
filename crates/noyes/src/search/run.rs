//! The functions that run an algorithm by its name.

use super::ara::ara;
use super::bfs::bfs;
use super::bidirectional::bidirectional;
use super::greedy::greedy;
use super::hda::hda;
use super::ida::ida;
use super::iddfs::iddfs;
use super::lockstep::BestFirst;
use super::mm::mm;
use super::nbs::nbs;
use super::rbfs::rbfs;
use super::sma::sma;
use super::uniform_cost::uniform_cost;
use super::weighted_ida::weighted_ida;
use super::{Algorithm, Counts, Duplicates, Finding, Guard, Source, Weight, beam, construct};
use crate::board::{Packed, with_packed};
use crate::goal::Instance;
use crate::heuristic::{
    ChosenHeuristic, ComputedHeuristic, Heuristic, HeuristicError, HeuristicKind, HeuristicVisitor,
    Reversible, TileHeuristic,
};

/// Why a search cannot be started.
///
/// ```
/// use noyes::guard::{Guard, Silent};
/// use noyes::heuristic::{ComputedHeuristic, Manhattan};
/// use noyes::search::{Algorithm, SearchError, Weight, search_with};
/// use noyes::{Board, Goal, Instance};
///
/// let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// let heuristic = Manhattan::new(board.size(), instance.blank_home())?;
/// let (both_ends, guard) = (Algorithm::Bidirectional, Guard::new(&Silent));
/// let refused = search_with(&instance, &heuristic, both_ends, Weight::ONE, &guard);
/// assert_eq!(refused.err(), Some(SearchError::OneHeuristic));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The heuristic does not fit this board.
    #[error(transparent)]
    Heuristic(#[from] HeuristicError),
    /// A search from both ends was asked for with one heuristic.
    #[error(
        "a bidirectional search needs a heuristic for each direction: choose another algorithm, or a heuristic by name"
    )]
    OneHeuristic,
    /// The heuristic is not 0 at the goal.
    #[error("the heuristic is {value} at the goal, where it must be 0: no distance is left there")]
    NotZeroAtGoal {
        /// Its value there.
        value: u32,
    },
}

/// Runs an algorithm on an instance, with a heuristic by name.
///
/// | Argument | Contract |
/// |---|---|
/// | `heuristic` | Ignored by algorithms that use none: see [`Algorithm::uses_heuristic`]. |
/// | `weight` | Ignored by algorithms that are not weighted. With a weight w the solution of weighted A* is at most w times as long as the minimum; that of weighted IDA* may be longer. |
/// | `guard` | A limit that is reached ends the search with what it has, also while the tables of a heuristic are built: [`Finding::stop`](crate::guard::Finding) says which. |
///
/// ```
/// use noyes::guard::{Guard, Silent};
/// use noyes::heuristic::HeuristicKind;
/// use noyes::search::{Algorithm, Weight, search};
/// use noyes::{Board, Goal, Instance};
///
/// let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// let (kind, guard) = (HeuristicKind::Manhattan, Guard::new(&Silent));
/// let found = search(&instance, Algorithm::Ida, kind, Weight::ONE, &guard)?;
/// assert_eq!((found.moves.map(|moves| moves.len()), found.lower_bound), (Some(4), 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn search(
    instance: &Instance,
    algorithm: Algorithm,
    heuristic: HeuristicKind,
    weight: Weight,
    guard: &Guard<'_>,
) -> Result<Finding, SearchError> {
    let cells = instance.size().cells();
    match algorithm {
        Algorithm::Bfs => return Ok(with_packed!(cells, P => bfs::<P>(instance, guard))),
        Algorithm::UniformCost => {
            return Ok(with_packed!(cells, P => uniform_cost::<P>(instance, guard)));
        }
        Algorithm::Iddfs => return Ok(iddfs(instance, guard)),
        Algorithm::Construct => return Ok(construct(instance, guard)),
        Algorithm::Beam => {
            let bound = HeuristicKind::LinearConflict.bound(instance)?;
            return Ok(beam::beam(instance, bound, guard));
        }
        // Those that a heuristic guides.
        Algorithm::AStar
        | Algorithm::Weighted
        | Algorithm::Ida
        | Algorithm::WeightedIda
        | Algorithm::Course
        | Algorithm::Lockstep
        | Algorithm::Bidirectional
        | Algorithm::Greedy
        | Algorithm::Rbfs
        | Algorithm::Sma
        | Algorithm::Mm
        | Algorithm::Nbs
        | Algorithm::Hda
        | Algorithm::Ara => {}
    }
    let run = Run {
        instance,
        algorithm,
        weight: weight.on(instance.size()),
        guard,
    };
    match run.with_kind(heuristic) {
        // A limit is an outcome, not an error: the cheap bound is all there is.
        Err(HeuristicError::Stopped(stop)) => Ok(Finding {
            moves: None,
            lower_bound: HeuristicKind::LinearConflict.bound(instance)?,
            counts: Counts::default(),
            stop: Some(stop),
        }),
        other => Ok(other?),
    }
}

/// Runs an algorithm on an instance, with a heuristic of the caller's own.
///
/// | Argument | Contract |
/// |---|---|
/// | `heuristic` | Must belong to the instance's size and goal, and keep the contract of [`Heuristic`], which says what breaks otherwise. Ignored by breadth-first search and construction; beam search only reports its value as the lower bound. |
/// | `algorithm` | Any but those from both ends ([`Algorithm::is_bidirectional`]), which need a second heuristic towards the board. |
/// | `weight`, `guard` | As for [`search`]. |
///
/// The example of [`Heuristic`] calls it with a new heuristic; this one is of noyes:
///
/// ```
/// use noyes::guard::{Guard, Silent};
/// use noyes::heuristic::{ComputedHeuristic, Manhattan};
/// use noyes::search::{Algorithm, Weight, search_with};
/// use noyes::{Board, Goal, Instance};
///
/// let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// let heuristic = Manhattan::new(board.size(), instance.blank_home())?;
/// let guard = Guard::new(&Silent);
/// let found = search_with(&instance, &heuristic, Algorithm::AStar, Weight::ONE, &guard)?;
/// assert_eq!(found.moves.map(|moves| moves.len()), Some(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn search_with<H: Heuristic>(
    instance: &Instance,
    heuristic: &H,
    algorithm: Algorithm,
    weight: Weight,
    guard: &Guard<'_>,
) -> Result<Finding, SearchError> {
    let cells = instance.size().cells();
    let goal: Vec<u16> = (0..cells as u16).collect();
    let value = heuristic.value(heuristic.start(goal.as_slice()));
    if algorithm.uses_heuristic() && value != 0 {
        return Err(SearchError::NotZeroAtGoal { value });
    }
    let guard = &guard.less_memory(heuristic.bytes());
    let weight = weight.on(instance.size());
    Ok(match algorithm {
        Algorithm::Bfs => with_packed!(cells, P => bfs::<P>(instance, guard)),
        Algorithm::UniformCost => with_packed!(cells, P => uniform_cost::<P>(instance, guard)),
        Algorithm::Iddfs => iddfs(instance, guard),
        Algorithm::Ida => ida(instance, heuristic, guard),
        Algorithm::WeightedIda => weighted_ida(instance, heuristic, weight, guard),
        Algorithm::Rbfs => rbfs(instance, heuristic, guard),
        Algorithm::Beam => {
            let bound = heuristic.value(heuristic.start(instance.labels()));
            beam::beam(instance, bound, guard)
        }
        Algorithm::Construct => construct(instance, guard),
        Algorithm::Bidirectional | Algorithm::Mm | Algorithm::Nbs => {
            return Err(SearchError::OneHeuristic);
        }
        Algorithm::AStar
        | Algorithm::Weighted
        | Algorithm::Course
        | Algorithm::Lockstep
        | Algorithm::Greedy
        | Algorithm::Sma
        | Algorithm::Hda
        | Algorithm::Ara => {
            with_packed!(cells, P => packed::<H, P>(instance, heuristic, algorithm, weight, guard))
        }
    })
}

/// A*, weighted or not, or two in lockstep.
fn packed<H: Heuristic, P: Packed>(
    instance: &Instance,
    heuristic: &H,
    algorithm: Algorithm,
    weight: Weight,
    guard: &Guard<'_>,
) -> Finding {
    match algorithm {
        Algorithm::Greedy => return greedy::<H, P>(instance, heuristic, guard),
        Algorithm::Sma => return sma::<H, P>(instance, heuristic, guard),
        Algorithm::Hda => return hda::<H, P>(instance, heuristic, guard),
        Algorithm::Ara => return ara::<H, P>(instance, heuristic, weight, guard),
        _ => {}
    }
    let with_twin = matches!(algorithm, Algorithm::Course | Algorithm::Lockstep);
    let search = BestFirst {
        weight: match algorithm {
            Algorithm::Weighted => weight,
            _ => Weight::ONE,
        },
        duplicates: algorithm.duplicates().unwrap_or(Duplicates::Index),
        count_distinct: false,
        source: match algorithm {
            Algorithm::Course => Source::Course,
            Algorithm::Lockstep => Source::Lockstep,
            _ => Source::AStar,
        },
    };
    let twin = || Instance::unchecked(&instance.board().twin(), instance.goal());
    let twin = with_twin.then(twin);
    search
        .run::<H, P>(instance, twin.as_ref(), heuristic, guard)
        .into()
}

/// A search that waits for its heuristic.
struct Run<'a> {
    instance: &'a Instance,
    algorithm: Algorithm,
    weight: Weight,
    guard: &'a Guard<'a>,
}

impl Run<'_> {
    fn with_kind(self, kind: HeuristicKind) -> Result<Finding, HeuristicError> {
        let instance = self.instance;
        if self.algorithm == Algorithm::Ida && !cfg!(target_family = "wasm") {
            return kind.with(self);
        }
        let chosen = kind.choose(instance.size(), instance.blank_home(), self.guard)?;
        if matches!(
            self.algorithm,
            Algorithm::Ida | Algorithm::WeightedIda | Algorithm::Rbfs
        ) {
            return Ok(match chosen {
                ChosenHeuristic::Tiles(heuristic) => self.depth_first(&heuristic),
                ChosenHeuristic::Walking(heuristic) => self.depth_first(&*heuristic),
            });
        }
        match chosen {
            ChosenHeuristic::Tiles(heuristic) => with_packed!(instance.size().cells(), P => {
                self.best_first::<TileHeuristic, P>(&heuristic)
            }),
            ChosenHeuristic::Walking(heuristic) => self.best_first::<_, u64>(&*heuristic),
        }
    }

    /// The searches that do and undo slides on one board.
    fn depth_first<H: Heuristic>(&self, heuristic: &H) -> Finding {
        let guard = self.guard.less_memory(heuristic.bytes());
        match self.algorithm {
            Algorithm::Ida => ida(self.instance, heuristic, &guard),
            Algorithm::Rbfs => rbfs(self.instance, heuristic, &guard),
            _ => weighted_ida(self.instance, heuristic, self.weight, &guard),
        }
    }

    /// The searches that store their nodes.
    fn best_first<H: Reversible, P: Packed>(
        &self,
        heuristic: &H,
    ) -> Result<Finding, HeuristicError> {
        let instance = self.instance;
        let guard = self.guard.less_memory(heuristic.bytes());
        if self.algorithm.is_bidirectional() {
            // A heuristic belongs to a goal, so each direction has its own.
            let backward = heuristic.towards(instance.blank(), &guard)?;
            let guard = guard.less_memory(backward.bytes());
            let search = match self.algorithm {
                Algorithm::Mm => mm::<H, P>,
                Algorithm::Nbs => nbs::<H, P>,
                _ => bidirectional::<H, P>,
            };
            return Ok(search(instance, heuristic, &backward, &guard));
        }
        Ok(packed::<H, P>(
            instance,
            heuristic,
            self.algorithm,
            self.weight,
            &guard,
        ))
    }
}

/// IDA* is compiled for each heuristic: nothing in its loop hides a branch on the name. Only
/// WebAssembly, which is downloaded, goes without these copies.
impl HeuristicVisitor for Run<'_> {
    type Output = Result<Finding, HeuristicError>;

    fn visit<H: ComputedHeuristic>(self) -> Self::Output {
        let (instance, guard) = (self.instance, self.guard);
        let heuristic = H::new_within(instance.size(), instance.blank_home(), guard)?;
        let guard = guard.less_memory(heuristic.bytes());
        Ok(ida(instance, &heuristic, &guard))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Cells};
    use crate::goal::Goal;
    use crate::guard::{Control, Event, Observer, Silent, Stop};
    use crate::heuristic::Slide;

    /// The same value for all boards.
    #[derive(Debug)]
    struct Constant(u32);

    impl Heuristic for Constant {
        type Memo = ();
        fn start<C: Cells + ?Sized>(&self, _: &C) {}
        fn step<C: Cells + ?Sized>(&self, _: (), _: Slide, _: &C) {}
        fn value(&self, (): ()) -> u32 {
            self.0
        }
    }

    fn instance() -> Instance {
        let board = Board::new(&[[8, 1, 3], [4, 0, 2], [7, 6, 5]]).unwrap();
        Instance::new(&board, &Goal::BlankLast).unwrap()
    }

    #[test]
    fn a_heuristic_of_the_callers_own() {
        let guard = Guard::new(&Silent);
        for algorithm in Algorithm::ALL {
            let found = search_with(&instance(), &Constant(0), algorithm, Weight::ONE, &guard);
            match algorithm {
                _ if algorithm.is_bidirectional() => {
                    assert_eq!(found, Err(SearchError::OneHeuristic));
                }
                _ if algorithm.finds_minimum() || algorithm == Algorithm::Weighted => {
                    assert_eq!(found.unwrap().moves.map(|moves| moves.len()), Some(14));
                }
                _ => assert!(found.unwrap().moves.is_some()),
            }
        }
    }

    #[test]
    fn a_heuristic_that_misses_the_goal_is_refused() {
        let guard = Guard::new(&Silent);
        let found = search_with(
            &instance(),
            &Constant(1),
            Algorithm::Ida,
            Weight::ONE,
            &guard,
        );
        assert_eq!(found, Err(SearchError::NotZeroAtGoal { value: 1 }));
    }

    struct StopAtOnce;

    impl Observer for StopAtOnce {
        fn on(&self, _: &Event) -> Control {
            Control::Stop
        }
    }

    #[test]
    fn limits_hold_while_a_heuristic_is_built() {
        let kind = HeuristicKind::WalkingDistance;
        let found = |guard: &Guard<'_>| {
            search(&instance(), Algorithm::AStar, kind, Weight::ONE, guard).unwrap()
        };
        let stopped = found(&Guard::new(&StopAtOnce));
        assert_eq!(
            (stopped.stop, stopped.lower_bound),
            (Some(Stop::Observer), 10)
        );
        let little = found(&Guard::new(&Silent).memory(10));
        assert_eq!(little.stop, Some(Stop::Memory));
    }
}
