//! The rows that `noyes batch` and `noyes label` write, read as boards again.
//!
//! A csv is known by its head, which has a column `tiles`; lines of JSON by their objects, each
//! with `tiles`. Both have `rows` and `cols`. A `name` and a `known` minimum are taken over.

use noyes::Board;
use serde_json::Value;

use super::gather::Entry;
use crate::csv;

/// The boards of a file of rows; none if the text is something else.
pub fn entries(text: &str, source: &str) -> Option<Vec<Entry>> {
    let first = text.lines().find(|line| !line.trim().is_empty())?;
    if first.starts_with('{') {
        return json_entries(text, source);
    }
    let columns = csv::fields(first);
    let place = |name: &str| columns.iter().position(|column| column == name);
    let (tiles, cols) = (place("tiles")?, place("cols")?);
    let (name, known) = (place("name"), place("known"));
    let rows = (1..).zip(text.lines());
    // Joined files have the head several times.
    let rows = rows.filter(|(_, line)| !line.trim().is_empty() && *line != first);
    let entry = |(number, line): (usize, &str)| {
        let fields = csv::fields(line);
        let at = |place: Option<usize>| fields.get(place?).map(String::as_str);
        let words = at(Some(tiles)).unwrap_or_default().split_whitespace();
        let tiles: Option<Vec<u32>> = words.map(|word| word.parse().ok()).collect();
        let cols = at(Some(cols)).and_then(|cols| cols.parse().ok());
        Entry {
            name: at(name).map_or_else(|| format!("{source}:{number}"), str::to_owned),
            board: board(tiles, cols, number),
            known: at(known).and_then(|known| known.parse().ok()),
        }
    };
    Some(rows.map(entry).collect())
}

/// Several objects, one a line. One object alone is the answer of `solve`, which others read.
fn json_entries(text: &str, source: &str) -> Option<Vec<Entry>> {
    let lines = (1..).zip(text.lines());
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    let objects: Option<Vec<(usize, Value)>> = lines
        .map(|(number, line)| Some((number, serde_json::from_str(line).ok()?)))
        .collect();
    let objects = objects.filter(|objects| objects.len() > 1)?;
    let entry = |(number, object): (usize, Value)| {
        let tile = |tile: &Value| tile.as_u64().map(|tile| tile as u32);
        let tiles = object["tiles"].as_array();
        let tiles = tiles.and_then(|tiles| tiles.iter().map(tile).collect());
        let cols = object["cols"].as_u64().map(|cols| cols as usize);
        let name = object["name"].as_str();
        Entry {
            name: name.map_or_else(|| format!("{source}:{number}"), str::to_owned),
            board: board(tiles, cols, number),
            known: object["known"].as_u64().map(|known| known as u32),
        }
    };
    Some(objects.into_iter().map(entry).collect())
}

fn board(tiles: Option<Vec<u32>>, cols: Option<usize>, line: usize) -> Result<Board, String> {
    let (Some(tiles), Some(cols)) = (tiles, cols.filter(|&cols| cols > 0)) else {
        return Err(format!(
            "line {line}: this row has no tiles and cols: it was no board when the row was written"
        ));
    };
    let rows: Vec<&[u32]> = tiles.chunks(cols).collect();
    Board::new(&rows).map_err(|error| format!("line {line}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_boards() {
        let csv = "name,rows,cols,known,tiles\n\"a,b\",2,3,7,1 2 3 4 0 5\nx,2,2,,1 2 3\n";
        let read = entries(csv, "rows.csv").unwrap();
        assert_eq!((read[0].name.as_str(), read[0].known), ("a,b", Some(7)));
        let board = Board::new(&[[1, 2, 3], [4, 0, 5]]).unwrap();
        assert_eq!(read[0].board, Ok(board.clone()));
        assert!(read[1].board.is_err());
        let line = r#"{"rows":2,"cols":3,"tiles":[1,2,3,4,0,5]}"#;
        let read = entries(&format!("{line}\n{line}\n"), "rows.jsonl").unwrap();
        assert_eq!(read[1].name, "rows.jsonl:2");
        assert_eq!(read[1].board, Ok(board));
        for other in [line, "3\n1 2 3\n", "name 1 2 3 0\n", "", "{\n}\n"] {
            assert!(entries(other, "x").is_none(), "{other}");
        }
    }
}
