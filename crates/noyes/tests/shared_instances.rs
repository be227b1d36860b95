//! Reads the boards of two courses and three published lists where they lie beside the project.

use std::fs;
use std::path::{Path, PathBuf};

use noyes::format::{BoardFormat, is_list, list, read_board_bytes};

fn instances() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/instances");
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: there is no folder shared/instances beside the project");
    None
}

fn check_folder(name: &str, least: usize, format: BoardFormat) {
    let Some(folder) = instances() else { return };
    let mut files = 0;
    for file in fs::read_dir(folder.join(name)).unwrap() {
        let path = file.unwrap().path();
        let bytes = fs::read(&path).unwrap();
        let reading =
            read_board_bytes(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(reading.format, format, "{}", path.display());
        let text = String::from_utf8(bytes).unwrap();
        let n: usize = text.split_whitespace().next().unwrap().parse().unwrap();
        let sides = (reading.board.rows(), reading.board.cols());
        assert_eq!(sides, (n, n), "{}", path.display());
        assert!(!is_list(&text), "{}", path.display());
        files += 1;
    }
    assert!(files >= least, "{name}: {files} files");
}

#[test]
fn the_course_s_files() {
    check_folder("course150", 150, BoardFormat::Course);
}

#[test]
fn the_files_in_columns() {
    check_folder("course40", 40, BoardFormat::Columns);
}

#[test]
fn the_lists() {
    let Some(folder) = instances() else { return };
    // The sums are the published means, 53.05 and 100.78, times the boards.
    for (name, count, sum) in [
        ("korf100.txt", 100, Some(5305)),
        ("korf50.txt", 50, Some(5039)),
        ("hard15.txt", 13, None),
    ] {
        let text = fs::read_to_string(folder.join(name)).unwrap();
        assert!(is_list(&text), "{name}");
        let entries: Vec<_> = list::entries(&text).collect::<Result<_, _>>().unwrap();
        assert_eq!(entries.len(), count, "{name}");
        assert!(entries.iter().all(|entry| entry.name.is_some()), "{name}");
        let known: u32 = entries.iter().filter_map(|entry| entry.known).sum();
        assert!(sum.is_none_or(|sum| sum == known), "{name}: {known}");
    }
}
