//! What is fuzzed: functions of bytes that must neither panic nor contradict themselves.

mod checker;
mod driver;
mod files;
mod http;
mod json;
mod text;

use crate::corpus;
use crate::mutate::mutate;
use crate::random::Random;

/// A function of bytes, its seeds and its name.
#[derive(Clone, Copy)]
pub struct Target {
    /// The name.
    pub name: &'static str,
    /// Panics where something is wrong.
    pub run: fn(&[u8]),
    /// Inputs to begin with.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

impl std::fmt::Debug for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// All targets.
pub const TARGETS: [Target; 19] = [
    Target {
        name: "board",
        run: text::board,
        seeds: text::board_seeds,
    },
    Target {
        name: "list",
        run: text::list,
        seeds: text::list_seeds,
    },
    Target {
        name: "moves",
        run: text::moves,
        seeds: text::moves_seeds,
    },
    Target {
        name: "link",
        run: text::link,
        seeds: text::link_seeds,
    },
    Target {
        name: "answer",
        run: text::answer,
        seeds: text::answer_seeds,
    },
    Target {
        name: "checker",
        run: checker::checker,
        seeds: checker::checker_seeds,
    },
    Target {
        name: "option",
        run: text::option,
        seeds: text::option_seeds,
    },
    Target {
        name: "certificate",
        run: json::certificate,
        seeds: json::certificate_seeds,
    },
    Target {
        name: "request",
        run: json::request,
        seeds: json::request_seeds,
    },
    Target {
        name: "call",
        run: json::call,
        seeds: json::call_seeds,
    },
    Target {
        name: "http",
        run: http::http,
        seeds: http::http_seeds,
    },
    Target {
        name: "proof-task",
        run: json::proof_task,
        seeds: json::proof_task_seeds,
    },
    Target {
        name: "driver",
        run: driver::driver,
        seeds: driver::driver_seeds,
    },
    Target {
        name: "event",
        run: json::event,
        seeds: json::event_seeds,
    },
    Target {
        name: "table",
        run: files::table,
        seeds: files::table_seeds,
    },
    Target {
        name: "forged-table",
        run: files::forged_table,
        seeds: files::table_seeds,
    },
    Target {
        name: "checkpoint",
        run: files::checkpoint,
        seeds: files::checkpoint_seeds,
    },
    Target {
        name: "kept-file",
        run: files::blob,
        seeds: files::blob_seeds,
    },
    Target {
        name: "net",
        run: files::net,
        seeds: files::net_seeds,
    },
];

impl Target {
    /// The seeds in the code and those in the target's file.
    pub fn all_seeds(&self) -> Vec<Vec<u8>> {
        let mut seeds = (self.seeds)();
        seeds.extend(corpus::read(self.name));
        seeds
    }

    /// Runs `count` mutated inputs. `before` sees each input first, so that it can be kept if the
    /// target panics.
    pub fn fuzz(&self, seed: u64, count: u64, mut before: impl FnMut(&[u8])) {
        let seeds = self.all_seeds();
        let mut random = Random::new(seed);
        let mut input = Vec::new();
        for number in 0..count {
            // Some steps away from a seed, then back to another.
            if number % 8 == 0 {
                input.clone_from(&seeds[random.below(seeds.len())]);
            }
            let other = random.below(seeds.len());
            mutate(&mut input, &seeds[other], &mut random);
            before(&input);
            (self.run)(&input);
        }
    }

    /// Runs `count` seeds in which one bit is changed, as a worn disk changes it.
    pub fn flip(&self, seed: u64, count: u64) {
        let seeds = (self.seeds)();
        let mut random = Random::new(seed);
        for _ in 0..count {
            let mut input = seeds[random.below(seeds.len())].clone();
            let at = random.below(input.len());
            input[at] ^= 1 << random.below(8);
            (self.run)(&input);
        }
    }
}
