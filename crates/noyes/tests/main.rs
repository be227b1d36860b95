//! The tests of the library from outside, as one program: it is linked once, and its tests fill all
//! cores at the same time. `cargo test -p noyes --test library classics` runs those of one file.

mod answers;
mod bad_input;
mod beam;
mod best_first_by_hand;
mod classics;
mod compound;
mod construct;
mod contracts;
mod course;
mod documented_items;
mod documented_paths;
mod eight_puzzle;
mod engine;
mod forged_tables;
mod format_round_trip;
mod groups;
mod huge_input;
mod korf1985;
mod labels;
mod limits;
mod named_everywhere;
mod no_static_state;
mod pattern;
mod proof_tasks;
mod rooms;
mod shared_instances;
mod truth;
mod twin;
mod words;

/// A file that is named nowhere would never run.
#[test]
fn every_file_is_a_part() {
    let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests")).unwrap();
    for item in folder {
        let path = item.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let is_rust = path.extension().is_some_and(|ending| ending == "rs");
        let line = format!("\nmod {name};\n");
        assert!(
            !is_rust || name == "main" || include_str!("main.rs").contains(&line),
            "tests/{name}.rs is not in tests/main.rs"
        );
    }
}
