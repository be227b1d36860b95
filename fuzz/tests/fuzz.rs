//! Some thousand inputs for every target, and every input that was ever found to be wrong.

use std::path::Path;

use noyes_fuzz::targets::TARGETS;

#[test]
fn some_inputs_of_every_target() {
    for target in TARGETS {
        // Searches and files cost more than reading does.
        let count = match target.name {
            "forged-table" => 100,
            "table" | "checkpoint" | "request" => 500,
            _ => 5000,
        };
        target.fuzz(7, count, |_| {});
    }
}

#[test]
fn seeds_are_understood() {
    for target in TARGETS {
        for seed in (target.seeds)() {
            (target.run)(&seed);
        }
    }
}

#[test]
fn every_crash_that_was_kept() {
    for target in TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("crashes")
            .join(target.name);
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            (target.run)(&std::fs::read(entry.path()).unwrap());
        }
    }
}
