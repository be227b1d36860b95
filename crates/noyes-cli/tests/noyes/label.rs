//! `noyes label`.

use crate::command::{noyes, noyes_in, noyes_with};

const HEAD: &str = "name,rows,cols,tiles,solvable,minimum,lower_bound,first_moves,stop";

#[test]
fn csv_and_jsonl_have_the_minimum_and_all_first_moves() {
    let list = "a 0 3 2 1\n3 2 1 0\n1 2 3 0\nb 8 1 3/4 0 2/7 6 5 = 14\n";
    let run = noyes_with(&["label", "-"], list.as_bytes());
    let wanted = [
        HEAD,
        "a,2,2,0 3 2 1,true,6,6,UL,",
        "-:2,2,2,3 2 1 0,false,,,,",
        "-:3,2,2,1 2 3 0,true,0,0,,",
        "b,3,3,8 1 3 4 0 2 7 6 5,true,14,14,L,",
    ];
    assert_eq!(run.out.lines().collect::<Vec<_>>(), wanted);
    assert_eq!(run.code, 0);
    let run = noyes_with(&["label", "-", "--format", "jsonl"], list.as_bytes());
    let first: serde_json::Value = serde_json::from_str(run.out.lines().next().unwrap()).unwrap();
    assert_eq!(
        (&first["minimum"], &first["first_moves"]),
        (&6.into(), &"UL".into())
    );
    assert_eq!(run.out.lines().count(), 4);
}

#[test]
fn a_wrong_minimum_and_a_wrong_board_are_told() {
    let run = noyes_with(&["label", "-"], b"a 0 1 3/4 2 5/7 8 6 = 6\nb 1 2/3 0\n");
    assert_eq!(run.code, 1, "{}", run.err);
    let run = noyes_with(&["label", "-"], b"a 1 2/3 0\n1 1 2 0\n");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("-:2: tile 1 appears twice"), "{}", run.err);
    assert_eq!(run.out.lines().count(), 3);
}

#[test]
fn limits_are_told_and_nothing_is_claimed() {
    let run = noyes(&["label", "@korf100:1-2", "--node-limit", "100"]);
    assert_eq!(run.code, 3);
    for line in run.out.lines().skip(1) {
        assert!(
            line.contains(",true,,") && line.ends_with(",,nodes"),
            "{line}"
        );
    }
}

#[test]
fn arrays_are_written_and_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let list = noyes(&["scramble", "3", "--count", "500", "--seed", "1"]).out;
    std::fs::write(folder.path().join("list.txt"), list).unwrap();
    let label = |arguments: &[&str]| {
        let run = noyes_in(folder.path(), &[&["label"], arguments].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        run.out
    };
    label(&["list.txt", "--output", "labels.npy"]);
    let bytes = std::fs::read(folder.path().join("labels.npy")).unwrap();
    let header = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let records: Vec<&[u8]> = bytes[header..].chunks(9 + 5).collect();
    assert_eq!((header % 64, records.len()), (0, 500));
    // The boards alone, as numpy.save writes them.
    let words = "{'descr': '|u1', 'fortran_order': False, 'shape': (500, 3, 3), }";
    let mut array = b"\x93NUMPY\x01\x00".to_vec();
    array.extend_from_slice(&(words.len() as u16).to_le_bytes());
    array.extend_from_slice(words.as_bytes());
    records
        .iter()
        .for_each(|record| array.extend_from_slice(&record[..9]));
    std::fs::write(folder.path().join("boards.npy"), array).unwrap();
    let from_list = label(&["list.txt"]);
    let from_array = label(&["boards.npy"]).replace("boards.npy:", "list.txt:");
    assert_eq!(from_list, from_array);
    for (line, record) in from_list.lines().skip(1).zip(records) {
        let fields: Vec<&str> = line.split(',').collect();
        let minimum = i16::from_le_bytes([record[9], record[10]]);
        assert_eq!(fields[5], minimum.to_string());
        let letters = ["U", "L", "R", "D"].iter().enumerate();
        let letters = letters.filter(|(bit, _)| record[13] >> bit & 1 == 1);
        assert_eq!(
            fields[7],
            letters.map(|(_, letter)| *letter).collect::<String>()
        );
    }
    let mixed = noyes_in(
        folder.path(),
        &["label", "1 2/3 0", "1 2 3/4 5 0", "--output", "m.npy"],
    );
    assert_eq!(mixed.code, 2);
    assert!(!folder.path().join("m.npy").exists());
    assert_eq!(
        noyes(&["label", "1 2/3 0", "--format", "csv", "--output", "x.npy"]).code,
        2
    );
}
