//! From a file's bytes to text: what is not text is told as such, not as a bad board.

use std::borrow::Cow;

use super::detect::{Reading, read_board};
use super::error::{Place, ReadError};

/// Reads one board from a file's bytes: UTF-8, or UTF-16 with the mark Windows puts before it.
///
/// The bytes are those of the whole file: a mark is looked for at their beginning only.
///
/// ```
/// use noyes::format::read_board_bytes;
///
/// let utf16 = "\u{feff}1 2/3 0".encode_utf16().flat_map(u16::to_le_bytes);
/// let reading = read_board_bytes(&utf16.collect::<Vec<u8>>())?;
/// assert_eq!(reading.board, read_board_bytes(b"1 2/3 0")?.board);
/// # Ok::<(), noyes::format::ReadError>(())
/// ```
pub fn read_board_bytes(bytes: &[u8]) -> Result<Reading, ReadError> {
    read_board(&text_of_bytes(bytes)?)
}

/// The text of a file's bytes: UTF-8, or UTF-16 with the mark Windows puts before it. Lines end
/// with line feeds, whatever they ended with, as [`with_line_feeds`] says.
///
/// The bytes are those of the whole file: a mark is looked for at their beginning only.
///
/// ```
/// use noyes::format::text_of_bytes;
///
/// assert_eq!(text_of_bytes(b"1 2/3 0")?, "1 2/3 0");
/// assert_eq!(text_of_bytes(b"2\r1 2\r3 0\r")?, "2\n1 2\n3 0\n");
/// let error = text_of_bytes(b"1 2\n\xb5").unwrap_err();
/// assert!(error.to_string().starts_with("line 2, column 1: expected text, found the byte 0xB5"));
/// # Ok::<(), noyes::format::ReadError>(())
/// ```
pub fn text_of_bytes(bytes: &[u8]) -> Result<Cow<'_, str>, ReadError> {
    decoded(bytes).map(with_line_feeds)
}

/// The text with line feeds where lines end with a carriage return alone, as old programs of the
/// Macintosh write them.
///
/// Beside line feeds a carriage return is part of a line: a progress bar, or the first half of a
/// Windows line end. Such a text is given back as it is.
///
/// ```
/// use noyes::format::with_line_feeds;
///
/// assert_eq!(with_line_feeds("2\r1 2\r3 0"), "2\n1 2\n3 0");
/// assert_eq!(with_line_feeds("2\r\n1 2\r\n3 0"), "2\r\n1 2\r\n3 0");
/// ```
pub fn with_line_feeds<'a>(text: impl Into<Cow<'a, str>>) -> Cow<'a, str> {
    let text = text.into();
    match text.contains('\r') && !text.contains('\n') {
        true => Cow::Owned(text.replace('\r', "\n")),
        false => text,
    }
}

fn decoded(bytes: &[u8]) -> Result<Cow<'_, str>, ReadError> {
    if let [0xff, 0xfe, rest @ ..] = bytes {
        return utf16(rest, u16::from_le_bytes).map(Cow::Owned);
    }
    if let [0xfe, 0xff, rest @ ..] = bytes {
        return utf16(rest, u16::from_be_bytes).map(Cow::Owned);
    }
    std::str::from_utf8(bytes)
        .map(Cow::Borrowed)
        .map_err(|error| {
            let good = bytes.get(..error.valid_up_to()).unwrap_or_default();
            let good = String::from_utf8_lossy(good);
            let last_line = good.rsplit('\n').next().unwrap_or_default();
            let byte = bytes.get(error.valid_up_to()).copied().unwrap_or_default();
            ReadError::NotText {
                place: Place {
                    line: good.matches('\n').count() + 1,
                    col: last_line.chars().count() + 1,
                },
                found: format!("the byte 0x{byte:02X}"),
            }
        })
}

fn utf16(bytes: &[u8], join: fn([u8; 2]) -> u16) -> Result<String, ReadError> {
    let pairs = bytes.chunks_exact(2).map(|pair| join([pair[0], pair[1]]));
    let text: Result<String, _> = char::decode_utf16(pairs).collect();
    text.map_err(|_| ReadError::NotText {
        place: Place::START,
        found: "broken UTF-16".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_old_macintoshes_are_read() {
        let list = text_of_bytes(b"a 1 2/3 0\rb 1 2/0 3 = 1\r").unwrap();
        let names = crate::format::list::entries(&list).map(|entry| entry.unwrap().name.unwrap());
        assert_eq!(names.collect::<Vec<_>>(), ["a", "b"]);
    }

    #[test]
    fn windows_text_in_utf16_is_read() {
        let text = "\u{feff}2\r\n1 2\r\n3 0\r\n";
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let board = read_board(text).unwrap();
        assert_eq!(read_board_bytes(text.as_bytes()), Ok(board.clone()));
        assert_eq!(read_board_bytes(&little), Ok(board.clone()));
        assert_eq!(read_board_bytes(&big), Ok(board));
    }
}
