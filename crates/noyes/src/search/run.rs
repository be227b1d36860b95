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
    let guided = Guided {
        instance,
        weight: weight.on(instance.size()),
        guard,
    };
    let cheap_bound = || HeuristicKind::LinearConflict.bound(instance);
    let found = match family(algorithm) {
        Family::Unguided(which) => unguided(which, instance, guard, cheap_bound),
        // Compiled for each heuristic, but not for WebAssembly, which is downloaded.
        Family::OnePath(OnePath::Ida) if !cfg!(target_family = "wasm") => heuristic.with(guided),
        Family::OnePath(which) => guided.on_one_path(which, heuristic),
        Family::Stored(which) => guided.stored(which, heuristic),
        Family::BothEnds(which) => guided.both_ends(which, heuristic),
    };
    match found {
        // A limit is an outcome, not an error: the cheap bound is all there is.
        Err(HeuristicError::Stopped(stop)) => Ok(Finding {
            moves: None,
            lower_bound: cheap_bound()?,
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
    match family(algorithm) {
        Family::Unguided(which) => {
            let bound = || Ok(heuristic.value(heuristic.start(instance.labels())));
            Ok(unguided(which, instance, guard, bound)?)
        }
        Family::OnePath(which) => Ok(on_one_path(which, instance, heuristic, weight, guard)),
        Family::Stored(which) => Ok(with_packed!(cells, P => {
            stored::<H, P>(which, instance, heuristic, weight, guard)
        })),
        Family::BothEnds(_) => Err(SearchError::OneHeuristic),
    }
}

/// How the algorithms are called. Each family has one place where its functions are, and the
/// compiler holds all of them complete.
enum Family {
    Unguided(Unguided),
    OnePath(OnePath),
    Stored(Stored),
    BothEnds(BothEnds),
}

/// Those that no heuristic guides.
enum Unguided {
    Bfs,
    UniformCost,
    Iddfs,
    Beam,
    Construct,
}

/// Those that do and undo slides on one board.
enum OnePath {
    Ida,
    WeightedIda,
    Rbfs,
}

/// Those that store packed boards.
enum Stored {
    AStar,
    Weighted,
    Course,
    Lockstep,
    Greedy,
    Sma,
    Hda,
    Ara,
}

/// Those that need a heuristic for each direction.
enum BothEnds {
    Bidirectional,
    Mm,
    Nbs,
}

fn family(algorithm: Algorithm) -> Family {
    match algorithm {
        Algorithm::Bfs => Family::Unguided(Unguided::Bfs),
        Algorithm::UniformCost => Family::Unguided(Unguided::UniformCost),
        Algorithm::Iddfs => Family::Unguided(Unguided::Iddfs),
        Algorithm::Beam => Family::Unguided(Unguided::Beam),
        Algorithm::Construct => Family::Unguided(Unguided::Construct),
        Algorithm::Ida => Family::OnePath(OnePath::Ida),
        Algorithm::WeightedIda => Family::OnePath(OnePath::WeightedIda),
        Algorithm::Rbfs => Family::OnePath(OnePath::Rbfs),
        Algorithm::AStar => Family::Stored(Stored::AStar),
        Algorithm::Weighted => Family::Stored(Stored::Weighted),
        Algorithm::Course => Family::Stored(Stored::Course),
        Algorithm::Lockstep => Family::Stored(Stored::Lockstep),
        Algorithm::Greedy => Family::Stored(Stored::Greedy),
        Algorithm::Sma => Family::Stored(Stored::Sma),
        Algorithm::Hda => Family::Stored(Stored::Hda),
        Algorithm::Ara => Family::Stored(Stored::Ara),
        Algorithm::Bidirectional => Family::BothEnds(BothEnds::Bidirectional),
        Algorithm::Mm => Family::BothEnds(BothEnds::Mm),
        Algorithm::Nbs => Family::BothEnds(BothEnds::Nbs),
    }
}

/// `bound` is a lower bound on the moves, for those that prove none.
fn unguided(
    which: Unguided,
    instance: &Instance,
    guard: &Guard<'_>,
    bound: impl FnOnce() -> Result<u32, HeuristicError>,
) -> Result<Finding, HeuristicError> {
    let cells = instance.size().cells();
    Ok(match which {
        Unguided::Bfs => with_packed!(cells, P => bfs::<P>(instance, guard)),
        Unguided::UniformCost => with_packed!(cells, P => uniform_cost::<P>(instance, guard)),
        Unguided::Iddfs => iddfs(instance, guard),
        Unguided::Beam => beam::beam(instance, bound()?, guard),
        Unguided::Construct => construct(instance, guard),
    })
}

fn on_one_path<H: Heuristic>(
    which: OnePath,
    instance: &Instance,
    heuristic: &H,
    weight: Weight,
    guard: &Guard<'_>,
) -> Finding {
    match which {
        OnePath::Ida => ida(instance, heuristic, guard),
        OnePath::WeightedIda => weighted_ida(instance, heuristic, weight, guard),
        OnePath::Rbfs => rbfs(instance, heuristic, guard),
    }
}

fn stored<H: Heuristic, P: Packed>(
    which: Stored,
    instance: &Instance,
    heuristic: &H,
    weight: Weight,
    guard: &Guard<'_>,
) -> Finding {
    let (source, duplicates, weight) = match which {
        Stored::Greedy => return greedy::<H, P>(instance, heuristic, guard),
        Stored::Sma => return sma::<H, P>(instance, heuristic, guard),
        Stored::Hda => return hda::<H, P>(instance, heuristic, guard),
        Stored::Ara => return ara::<H, P>(instance, heuristic, weight, guard),
        Stored::AStar => (Source::AStar, Duplicates::Index, Weight::ONE),
        Stored::Weighted => (Source::AStar, Duplicates::Index, weight),
        Stored::Course => (Source::Course, Duplicates::Previous, Weight::ONE),
        Stored::Lockstep => (Source::Lockstep, Duplicates::Index, Weight::ONE),
    };
    let search = BestFirst {
        weight,
        duplicates,
        count_distinct: false,
        source,
    };
    let with_twin = matches!(source, Source::Course | Source::Lockstep);
    let twin = || Instance::unchecked(&instance.board().twin(), instance.goal());
    let twin = with_twin.then(twin);
    search
        .run::<H, P>(instance, twin.as_ref(), heuristic, guard)
        .into()
}

fn both_ends<H: Reversible, P: Packed>(
    which: BothEnds,
    instance: &Instance,
    heuristic: &H,
    guard: &Guard<'_>,
) -> Result<Finding, HeuristicError> {
    // A heuristic belongs to a goal, so each direction has its own.
    let backward = heuristic.towards(instance.blank(), guard)?;
    let guard = guard.less_memory(backward.bytes());
    let search = match which {
        BothEnds::Bidirectional => bidirectional::<H, P>,
        BothEnds::Mm => mm::<H, P>,
        BothEnds::Nbs => nbs::<H, P>,
    };
    Ok(search(instance, heuristic, &backward, &guard))
}

/// A search that waits for its heuristic.
struct Guided<'a> {
    instance: &'a Instance,
    weight: Weight,
    guard: &'a Guard<'a>,
}

impl Guided<'_> {
    fn choose(&self, kind: HeuristicKind) -> Result<ChosenHeuristic, HeuristicError> {
        kind.choose(self.instance.size(), self.instance.blank_home(), self.guard)
    }

    fn on_one_path(self, which: OnePath, kind: HeuristicKind) -> Result<Finding, HeuristicError> {
        let (instance, weight, guard) = (self.instance, self.weight, self.guard);
        let chosen = self.choose(kind)?;
        let guard = guard.less_memory(chosen.bytes());
        Ok(match chosen {
            ChosenHeuristic::Tiles(heuristic) => {
                on_one_path(which, instance, &heuristic, weight, &guard)
            }
            ChosenHeuristic::Walking(heuristic) => {
                on_one_path(which, instance, &*heuristic, weight, &guard)
            }
        })
    }

    fn stored(self, which: Stored, kind: HeuristicKind) -> Result<Finding, HeuristicError> {
        let (instance, weight, guard) = (self.instance, self.weight, self.guard);
        let chosen = self.choose(kind)?;
        let guard = guard.less_memory(chosen.bytes());
        Ok(match chosen {
            ChosenHeuristic::Tiles(heuristic) => with_packed!(instance.size().cells(), P => {
                stored::<TileHeuristic, P>(which, instance, &heuristic, weight, &guard)
            }),
            ChosenHeuristic::Walking(heuristic) => {
                stored::<_, u64>(which, instance, &*heuristic, weight, &guard)
            }
        })
    }

    fn both_ends(self, which: BothEnds, kind: HeuristicKind) -> Result<Finding, HeuristicError> {
        let (instance, guard) = (self.instance, self.guard);
        let chosen = self.choose(kind)?;
        let guard = guard.less_memory(chosen.bytes());
        match chosen {
            ChosenHeuristic::Tiles(heuristic) => with_packed!(instance.size().cells(), P => {
                both_ends::<TileHeuristic, P>(which, instance, &heuristic, &guard)
            }),
            ChosenHeuristic::Walking(heuristic) => {
                both_ends::<_, u64>(which, instance, &*heuristic, &guard)
            }
        }
    }
}

/// IDA* is compiled for each heuristic: nothing in its loop hides a branch on the name.
impl HeuristicVisitor for Guided<'_> {
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
