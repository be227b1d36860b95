//! Moves in the JSON object that `noyes solve --format json` writes: its field `directions`.

use super::error::{Place, ReadError, quoted};
use super::word::{Word, Words};

const FIELD: &str = "\"directions\"";

/// The letters in the object that the text is, and where they begin; none for other texts.
pub(super) fn letters(text: &str, place: Place) -> Option<Result<(&str, Place), ReadError>> {
    let mut words = Words::json(text, place);
    let is_object = words.next().is_some_and(|word| word.is_mark("{"));
    is_object.then(|| {
        if !words.any(|word| word.text == FIELD) {
            return Err(unexpected(None, words.place(), "the field \"directions\""));
        }
        match words.next() {
            Some(word) if word.is_mark(":") => {}
            other => return Err(unexpected(other, words.place(), "a colon")),
        }
        let value = words.next();
        let letters = value.and_then(|word| {
            let inner = word.text.strip_prefix('"')?.strip_suffix('"')?;
            let place = Place {
                col: word.place.col + 1,
                ..word.place
            };
            Some((inner, place))
        });
        letters.ok_or_else(|| unexpected(value, words.place(), "moves such as \"R2U2LD\""))
    })
}

fn unexpected(word: Option<Word<'_>>, end: Place, expected: &str) -> ReadError {
    let (place, found) = match word {
        Some(word) => (word.place, quoted(word.text)),
        None => (end, "the end of the text".to_owned()),
    };
    let remedy = "give the object that noyes solve --format json writes";
    ReadError::unexpected(place, expected, found, remedy)
}

#[cfg(test)]
mod tests {
    use crate::format::{MovesFormat, read_board, read_moves};

    #[test]
    fn the_directions_of_an_object_are_read() {
        let board = read_board("0 1 3/4 2 5/7 8 6").unwrap().board;
        let read = |text: &str| read_moves(text, &board);
        let object = r#"{"schema":1,"rows":3,"tiles":[0,1,3],"directions":"LULU","length":4}"#;
        let moves = read(object).unwrap();
        assert_eq!(moves.moves.to_string(), "LULU");
        assert_eq!(moves.format, MovesFormat::Directions);
        for (text, start) in [
            ("{}", "line 1, column 3: expected the field \"directions\""),
            ("{\"directions\"", "line 1, column 14: expected a colon"),
            ("{\"directions\":null}", "line 1, column 15: expected moves"),
            (
                "{\"directions\":\"LUX\"}",
                "line 1, column 18: expected a move",
            ),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.starts_with(start), "{text}: {error}");
        }
    }
}
