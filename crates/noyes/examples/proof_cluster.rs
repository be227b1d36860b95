//! How a proof scales: the library's own driver with simulated workers.
//!
//! ```text
//! cargo run --release --example proof_cluster
//! ```
//!
//! The sizes of the subtrees below the seeds have the heavy tail that was measured on Korf's
//! 24-puzzles (1 % of the seeds hold a third of the nodes). Time is simulated, so the result does
//! not depend on the machine. Every task costs some scheduling; some workers are slow, some die.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::num::NonZeroU64;

use noyes::pattern::Tier;
use noyes::search::{
    Assignment, Counts, DriverOptions, ProofDriver, ProofResult, ProofTask, Roots, Stub,
};
use noyes::{Board, Direction, Moves, Size};

/// Nodes a second that a worker expands.
const RATE: f64 = 3e6;
/// Seconds that a task costs the scheduler and its worker.
const TASK_COST: f64 = 0.005;
/// Nodes of the last iteration.
const LAST_NODES: f64 = 1e11;
const SEEDS: u32 = 65_536;
const FIRST_BOUND: u32 = 80;
const GROWTH: f64 = 8.0;
const ITERATIONS: u32 = 6;
/// Stubs that a budget leaves of the seed it stops in.
const STUBS: usize = 60;

/// A pseudo-random number from 0 to 1, by splitmix.
fn random(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
}

/// The subtrees of an iteration.
struct Trees {
    /// Nodes below each seed in the first iteration.
    seeds: Vec<f64>,
    /// Nodes below stubs that were handed back, by their slides.
    stubs: HashMap<(u32, Moves), f64>,
    state: u64,
}

impl Trees {
    fn new() -> Self {
        let mut state = 7;
        // A log-normal distribution, by the sum of twelve uniform numbers.
        let normal = |state: &mut u64| (0..12).map(|_| random(state)).sum::<f64>() - 6.0;
        let mut seeds: Vec<f64> = (0..SEEDS)
            .map(|_| (1.9 * normal(&mut state)).exp())
            .collect();
        let total: f64 = seeds.iter().sum();
        let first = LAST_NODES / GROWTH.powi(ITERATIONS as i32 - 1);
        seeds.iter_mut().for_each(|nodes| *nodes *= first / total);
        Self {
            seeds,
            stubs: HashMap::new(),
            state,
        }
    }

    fn below_seed(&self, seed: u32, iteration: u32) -> f64 {
        // A part's growth differs a little from the mean.
        let mut state = u64::from(seed) << 8 | u64::from(iteration);
        let noise = 0.8 + 0.4 * random(&mut state);
        self.seeds[seed as usize] * GROWTH.powi(iteration as i32) * noise
    }

    /// Runs a task: the nodes it expands and what its budget leaves.
    fn run(&mut self, task: &ProofTask, iteration: u32) -> (f64, Vec<Roots>) {
        let budget = task
            .budget
            .map_or(f64::INFINITY, |budget| budget.get() as f64);
        let mut expanded = 0.0;
        match &task.roots {
            Roots::Seeds(seeds) => {
                for seed in seeds.clone() {
                    let nodes = self.below_seed(seed, iteration);
                    if expanded + nodes > budget {
                        let rest = nodes - (budget - expanded);
                        let mut roots = vec![self.stubs_of(seed, &Moves::new(), rest)];
                        if seed + 1 < seeds.end {
                            roots.push(Roots::Seeds(seed + 1..seeds.end));
                        }
                        return (budget, roots);
                    }
                    expanded += nodes;
                }
                (expanded, Vec::new())
            }
            Roots::Stubs(stubs) => {
                for (number, stub) in stubs.iter().enumerate() {
                    let key = (stub.seed, stub.slides.clone());
                    let nodes = self.stubs.get(&key).copied().unwrap_or_default();
                    if expanded + nodes > budget {
                        let rest = nodes - (budget - expanded);
                        let Roots::Stubs(mut left) = self.stubs_of(stub.seed, &stub.slides, rest)
                        else {
                            unreachable!("stubs are made")
                        };
                        left.extend_from_slice(&stubs[number + 1..]);
                        return (budget, vec![Roots::Stubs(left)]);
                    }
                    expanded += nodes;
                }
                (expanded, Vec::new())
            }
        }
    }

    /// The rest of a subtree as stubs of random sizes.
    fn stubs_of(&mut self, seed: u32, slides: &Moves, rest: f64) -> Roots {
        let shares: Vec<f64> = (0..STUBS)
            .map(|_| random(&mut self.state).powi(6))
            .collect();
        let total: f64 = shares.iter().sum();
        let mut stubs = Vec::with_capacity(STUBS);
        for (number, share) in shares.into_iter().enumerate() {
            // The number of the stub as three slides, so that all have names of their own.
            let digits = [number / 16 % 4, number / 4 % 4, number % 4];
            let below = digits.map(|digit| Direction::ALL[digit]);
            let slides: Moves = slides.iter().copied().chain(below).collect();
            self.stubs
                .insert((seed, slides.clone()), rest * share / total);
            stubs.push(Stub { seed, slides });
        }
        Roots::Stubs(stubs)
    }
}

/// What workers are like.
#[derive(Clone, Copy)]
struct Weather {
    /// Every this many workers one has a third of the speed.
    slow: usize,
    /// The share of tasks whose worker dies.
    deaths: f64,
}

/// Simulated seconds, the seconds that all tasks took together, and how many there were.
fn simulate(workers: usize, weather: Weather) -> (f64, f64, u64) {
    let size = Size::new(5, 5).expect("a size");
    let whole = ProofTask {
        board: Board::goal(size),
        goal: Board::goal(size),
        tier: Tier::Small,
        seeds: SEEDS,
        signature: 0,
        bound: FIRST_BOUND,
        roots: Roots::Seeds(0..SEEDS),
        budget: None::<NonZeroU64>,
        full: true,
    };
    let options = DriverOptions {
        workers: workers as u32,
        ..DriverOptions::default()
    };
    let mut driver = ProofDriver::new(whole, 200, Counts::default(), None, options);
    let mut trees = Trees::new();
    let mut state = 11;
    // What runs: when it ends (in microseconds, which can be ordered), where, and what it is.
    let mut ends: BinaryHeap<Reverse<(u64, usize, u64)>> = BinaryHeap::new();
    let mut results: HashMap<u64, (ProofResult, f64)> = HashMap::new();
    let mut idle: Vec<usize> = (0..workers).rev().collect();
    let (mut now, mut busy) = (0.0, 0.0);
    loop {
        while let Some(worker) = idle.pop() {
            let Some(Assignment { id, task, .. }) = driver.next_task() else {
                idle.push(worker);
                break;
            };
            let iteration = (task.bound - FIRST_BOUND) / 2;
            if iteration == ITERATIONS {
                return (now, busy, driver.progress().done);
            }
            let is_slow = weather.slow > 0 && worker % weather.slow == 0;
            let rate = if is_slow { RATE / 3.0 } else { RATE };
            let (expanded, rest) = trees.run(&task, iteration);
            let seconds = expanded / rate + TASK_COST;
            let counts = Counts {
                expanded: expanded as u64,
                ..Counts::default()
            };
            let result = ProofResult {
                solution: None,
                next_bound: task.bound + 2,
                counts,
                rest,
            };
            ends.push(Reverse((((now + seconds) * 1e6) as u64, worker, id)));
            results.insert(id, (result, seconds));
        }
        let Some(Reverse((end, worker, id))) = ends.pop() else {
            return (now, busy, driver.progress().done);
        };
        now = end as f64 / 1e6;
        idle.push(worker);
        let Some((result, seconds)) = results.remove(&id) else {
            continue;
        };
        if random(&mut state) < weather.deaths {
            driver.lost(id);
            continue;
        }
        busy += result.counts.expanded as f64 / RATE;
        if driver.done(id, result, Some(seconds)).is_err() {
            return (now, busy, driver.progress().done);
        }
    }
}

fn main() {
    let weathers = [
        (
            "all alike",
            Weather {
                slow: 0,
                deaths: 0.0,
            },
        ),
        (
            "every tenth at a third of the speed",
            Weather {
                slow: 10,
                deaths: 0.0,
            },
        ),
        (
            "one task in a hundred lost",
            Weather {
                slow: 0,
                deaths: 0.01,
            },
        ),
    ];
    println!("| Workers | Weather | Hours | Tasks | Efficiency |\n|---|---|---|---|---|");
    for workers in [1, 2, 16, 128, 1000] {
        for (name, weather) in weathers {
            let (seconds, busy, tasks) = simulate(workers, weather);
            // Slow workers count for what they are.
            let slow = match weather.slow {
                0 => 0.0,
                each => workers.div_ceil(each) as f64,
            };
            let power = workers as f64 - slow * 2.0 / 3.0;
            let (hours, efficiency) = (seconds / 3600.0, busy / (seconds * power));
            println!("| {workers} | {name} | {hours:.2} | {tasks} | {efficiency:.2} |");
        }
    }
}
