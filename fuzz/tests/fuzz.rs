//! Some thousand inputs for every target, and every input that was ever found to be wrong.

use std::path::Path;

use noyes_fuzz::targets::TARGETS;

#[test]
fn some_inputs_of_every_target() {
    for target in TARGETS {
        // Searches and files cost more than reading does.
        let count = match target.name {
            "forged-table" | "http" | "call" => 200,
            "table" | "request" => 500,
            _ => 5000,
        };
        target.fuzz(7, count, |_| {});
    }
}

#[test]
fn a_flipped_bit_in_every_kind_of_file() {
    let files = ["certificate", "checkpoint", "kept-file", "net", "table"];
    for target in TARGETS {
        if files.contains(&target.name) {
            target.flip(5, 2000);
        }
    }
}

#[test]
fn seeds_are_understood() {
    for target in TARGETS {
        for seed in target.all_seeds() {
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
