//! How a proof scales: the library's own driver with simulated workers.
//!
//! ```text
//! cargo run --release -p noyes --example proof_cluster
//! ```
//!
//! The sizes of the subtrees below the seeds are those of a 24-puzzle of Korf and Felner, measured
//! at its last two bounds (see the example `subtree_sizes`) and scaled to a larger proof: so the
//! parts are as unequal as they are, and the last iteration is as badly predicted as it was. Time
//! is simulated, so the result does not depend on the machine. Every task costs some scheduling,
//! some workers are slow, some tasks take long for no reason, some workers die.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::num::NonZeroU64;

use noyes::guard::Counts;
use noyes::pattern::Tier;
use noyes::search::{Assignment, DriverOptions, ProofDriver, ProofResult, ProofTask, Roots, Stub};
use noyes::{Board, Direction, Moves, Size};

/// Nodes below each seed at the last bound but one, and at the last.
const SIZES: &str = include_str!("../../../bench/records/2026-11-18-subtree-sizes.csv");
/// Nodes a second that a worker expands.
const RATE: f64 = 3e6;
/// Seconds that a task costs the scheduler and its worker, and that the scheduler alone spends.
const TASK_COST: f64 = 0.005;
const SCHEDULER_COST: f64 = 0.0014;
/// Nodes of the last iteration of a hard proof, and of a terrible one.
const LAST_NODES: [f64; 2] = [1e11, 1e12];
const FIRST_BOUND: u32 = 80;
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
    /// Nodes below each seed in the last iteration but one and in the last, scaled.
    seeds: Vec<(f64, f64)>,
    /// How much larger an iteration is than the one before.
    growth: f64,
    /// Nodes below stubs that were handed back, by their slides.
    stubs: HashMap<(u32, Moves), f64>,
    state: u64,
}

impl Trees {
    fn new(last_nodes: f64) -> Self {
        let pair = |line: &str| {
            let (before, now) = line.split_once(',')?;
            Some((before.parse::<f64>().ok()?, now.parse::<f64>().ok()?))
        };
        let mut seeds: Vec<(f64, f64)> = SIZES.lines().filter_map(pair).collect();
        let sum = |of: fn(&(f64, f64)) -> f64| seeds.iter().map(of).sum::<f64>();
        let (before, now) = (sum(|pair| pair.0), sum(|pair| pair.1));
        for pair in &mut seeds {
            pair.0 *= last_nodes / now;
            pair.1 *= last_nodes / now;
        }
        Self {
            seeds,
            growth: now / before,
            stubs: HashMap::new(),
            state: 7,
        }
    }

    fn below_seed(&self, seed: u32, iteration: u32) -> f64 {
        let (before, last) = self.seeds[seed as usize];
        match ITERATIONS - 1 - iteration {
            0 => last,
            back => before / self.growth.powi(back as i32 - 1),
        }
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
    name: &'static str,
    /// Every this many workers one has a third of the speed.
    slow: usize,
    /// The share of tasks that take ten times as long.
    stragglers: f64,
    /// The share of tasks whose worker dies.
    deaths: f64,
}

const FAIR: Weather = Weather {
    name: "all alike",
    slow: 0,
    stragglers: 0.0,
    deaths: 0.0,
};

const WEATHERS: [Weather; 4] = [
    FAIR,
    Weather {
        name: "every tenth machine at a third of the speed",
        slow: 10,
        ..FAIR
    },
    Weather {
        name: "one task in 200 takes ten times as long",
        stragglers: 0.005,
        ..FAIR
    },
    Weather {
        name: "one task in 100 is lost with its worker",
        deaths: 0.01,
        ..FAIR
    },
];

/// What came of a simulated proof.
struct Simulated {
    seconds: f64,
    /// Seconds that a usual worker would need for all nodes that count.
    work: f64,
    tasks: u64,
}

fn simulate(workers: usize, last_nodes: f64, weather: Weather) -> Simulated {
    let size = Size::new(5, 5).expect("a size");
    let mut trees = Trees::new(last_nodes);
    let seeds = trees.seeds.len() as u32;
    let whole = ProofTask {
        board: Board::goal(size),
        goal: Board::goal(size),
        tier: Tier::Small,
        seeds,
        signature: 0,
        bound: FIRST_BOUND,
        roots: Roots::Seeds(0..seeds),
        budget: None::<NonZeroU64>,
        full: true,
    };
    let options = DriverOptions {
        workers: workers as u32,
        ..DriverOptions::default()
    };
    let mut driver = ProofDriver::new(whole, 200, Counts::default(), None, options);
    let mut state = 11;
    // What runs: when it ends (in microseconds, which can be ordered), where, and what it is.
    let mut ends: BinaryHeap<Reverse<(u64, usize, u64)>> = BinaryHeap::new();
    let mut results: HashMap<u64, ProofResult> = HashMap::new();
    let mut idle: Vec<usize> = (0..workers).rev().collect();
    let mut simulated = Simulated {
        seconds: 0.0,
        work: 0.0,
        tasks: 0,
    };
    // When the scheduler has time for the next task.
    let mut free = 0.0f64;
    loop {
        let now = simulated.seconds;
        while let Some(worker) = idle.pop() {
            let task = driver.next_task().or_else(|| driver.spare_task());
            let Some(Assignment { id, task, .. }) = task else {
                idle.push(worker);
                break;
            };
            let iteration = (task.bound - FIRST_BOUND) / 2;
            if iteration == ITERATIONS {
                return simulated;
            }
            let is_slow = weather.slow > 0 && worker % weather.slow == 0;
            let rate = if is_slow { RATE / 3.0 } else { RATE };
            // The copy of a task that runs already has the same result.
            let result = results.entry(id).or_insert_with(|| {
                let (expanded, rest) = trees.run(&task, iteration);
                let counts = Counts {
                    expanded: expanded as u64,
                    ..Counts::default()
                };
                ProofResult {
                    solution: None,
                    next_bound: task.bound + 2,
                    counts,
                    rest,
                }
            });
            let long = match random(&mut state) < weather.stragglers {
                true => 10.0,
                false => 1.0,
            };
            free = free.max(now) + SCHEDULER_COST;
            let seconds = long * result.counts.expanded as f64 / rate + TASK_COST;
            ends.push(Reverse((((free + seconds) * 1e6) as u64, worker, id)));
        }
        let Some(Reverse((end, worker, id))) = ends.pop() else {
            return simulated;
        };
        simulated.seconds = end as f64 / 1e6;
        idle.push(worker);
        if random(&mut state) < weather.deaths {
            driver.lost(id);
            continue;
        }
        // The second result of a task is not used.
        let Some(result) = results.remove(&id) else {
            continue;
        };
        let expanded = result.counts.expanded as f64;
        if driver.done(id, result, Some(expanded / RATE)).is_err() {
            return simulated;
        }
        simulated.work += expanded / RATE;
        simulated.tasks += 1;
    }
}

fn main() {
    println!("nodes,workers,weather,hours,tasks,efficiency");
    for nodes in LAST_NODES {
        for workers in [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000] {
            for weather in WEATHERS {
                let simulated = simulate(workers, nodes, weather);
                // Slow workers count for what they are.
                let slow = match weather.slow {
                    0 => 0.0,
                    each => workers.div_ceil(each) as f64,
                };
                let power = workers as f64 - slow * 2.0 / 3.0;
                let hours = simulated.seconds / 3600.0;
                let efficiency = simulated.work / (simulated.seconds * power);
                let (name, tasks) = (weather.name, simulated.tasks);
                println!("{nodes:e},{workers},{name},{hours:.3},{tasks},{efficiency:.3}");
            }
        }
    }
}
