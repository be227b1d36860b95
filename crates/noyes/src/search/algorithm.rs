//! The algorithms by name, and the one place that turns a name into code.

use std::fmt;
use std::marker::PhantomData;

use super::{Finding, Guard, Weight, astar, beam, bfs, bidirectional, construct, ida, lockstep};
use crate::board::Packed;
use crate::goal::Instance;
use crate::heuristic::{Heuristic, HeuristicError, HeuristicKind, HeuristicVisitor};
use crate::search::Duplicates;

/// An algorithm by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Algorithm {
    /// Breadth-first search.
    Bfs,
    /// A*.
    AStar,
    /// A* that weighs the distance more.
    Weighted,
    /// IDA*.
    Ida,
    /// IDA* that weighs the distance more.
    WeightedIda,
    /// A* on board and twin in turn.
    Lockstep,
    /// A* from both ends.
    Bidirectional,
    /// Beam search: the most promising boards of every depth.
    Beam,
    /// Row and column filling: any answer, at once.
    Construct,
}

/// Why a search cannot be started.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The heuristic cannot be had for this board.
    #[error(transparent)]
    Heuristic(#[from] HeuristicError),
}

impl Algorithm {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Bfs,
        Self::AStar,
        Self::Weighted,
        Self::Ida,
        Self::WeightedIda,
        Self::Lockstep,
        Self::Bidirectional,
        Self::Beam,
        Self::Construct,
    ];

    /// The name as the command writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bfs => "bfs",
            Self::AStar => "astar",
            Self::Weighted => "weighted",
            Self::Ida => "ida",
            Self::WeightedIda => "weighted-ida",
            Self::Lockstep => "lockstep",
            Self::Bidirectional => "bidirectional",
            Self::Beam => "beam",
            Self::Construct => "construct",
        }
    }

    /// What it is, in a few words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Bfs => "Breadth-first search",
            Self::AStar => "A*",
            Self::Weighted => "Weighted A*: quicker, not the shortest",
            Self::Ida => "IDA*",
            Self::WeightedIda => "Weighted IDA*",
            Self::Lockstep => "A* on the board and its twin in turn, as in the course",
            Self::Bidirectional => "A* from both ends",
            Self::Beam => "Beams of growing width: short solutions, no proof",
            Self::Construct => "Row and column filling: any solution, at once",
        }
    }

    /// Whether what it finds is the minimum.
    pub fn is_optimal(self) -> bool {
        !matches!(
            self,
            Self::Weighted | Self::WeightedIda | Self::Beam | Self::Construct
        )
    }

    /// Whether it weighs the distance.
    pub fn is_weighted(self) -> bool {
        matches!(self, Self::Weighted | Self::WeightedIda)
    }

    /// Whether it is guided by a heuristic.
    pub fn uses_heuristic(self) -> bool {
        !matches!(self, Self::Bfs | Self::Beam | Self::Construct)
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Runs an algorithm on an instance. The heuristic is ignored by those that use none, the
/// weight by those that are not weighted.
pub fn search(
    instance: &Instance,
    algorithm: Algorithm,
    heuristic: HeuristicKind,
    weight: Weight,
    guard: &Guard<'_>,
) -> Result<Finding, SearchError> {
    let cells = instance.size().cells();
    if cells <= <u64 as Packed>::MOST_CELLS {
        packed::<u64>(instance, algorithm, heuristic, weight, guard)
    } else if cells <= <u128 as Packed>::MOST_CELLS {
        packed::<u128>(instance, algorithm, heuristic, weight, guard)
    } else {
        packed::<Box<[u16]>>(instance, algorithm, heuristic, weight, guard)
    }
}

fn packed<P: Packed>(
    instance: &Instance,
    algorithm: Algorithm,
    heuristic: HeuristicKind,
    weight: Weight,
    guard: &Guard<'_>,
) -> Result<Finding, SearchError> {
    match algorithm {
        Algorithm::Bfs => return Ok(bfs::bfs::<P>(instance, guard)),
        Algorithm::Construct => return Ok(construct(instance, guard)),
        Algorithm::Beam => {
            let bound = HeuristicKind::LinearConflict.bound(instance)?;
            return Ok(beam::beam(instance, bound, guard));
        }
        _ => {}
    }
    heuristic.with(Run::<P> {
        instance,
        algorithm,
        weight,
        guard,
        form: PhantomData,
    })
}

/// An algorithm that waits for its heuristic.
struct Run<'a, 'g, P> {
    instance: &'a Instance,
    algorithm: Algorithm,
    weight: Weight,
    guard: &'a Guard<'g>,
    form: PhantomData<P>,
}

impl<P: Packed> HeuristicVisitor for Run<'_, '_, P> {
    type Output = Result<Finding, SearchError>;

    fn visit<H: Heuristic>(self) -> Self::Output {
        let (instance, guard) = (self.instance, self.guard);
        let heuristic = H::new(instance.size(), instance.blank_home())?;
        Ok(match self.algorithm {
            Algorithm::Bfs => bfs::bfs::<P>(instance, guard),
            Algorithm::Beam => beam::beam(
                instance,
                heuristic.value(heuristic.start(instance.labels())),
                guard,
            ),
            Algorithm::Construct => construct(instance, guard),
            Algorithm::AStar => astar::astar::<H, P>(instance, &heuristic, Weight::ONE, guard),
            Algorithm::Weighted => astar::astar::<H, P>(instance, &heuristic, self.weight, guard),
            Algorithm::Ida => ida::ida(instance, &heuristic, Weight::ONE, guard),
            Algorithm::WeightedIda => ida::ida(instance, &heuristic, self.weight, guard),
            Algorithm::Lockstep => {
                let (board, goal) = (instance.board(), instance.goal());
                let index = Duplicates::Index;
                lockstep::<H, P>(board, goal, &heuristic, true, index, guard).into()
            }
            Algorithm::Bidirectional => {
                // A heuristic belongs to a goal, so each side has its own.
                let backward = H::new(instance.size(), instance.blank())?;
                bidirectional::bidirectional::<H, P>(instance, &heuristic, &backward, guard)
            }
        })
    }
}
