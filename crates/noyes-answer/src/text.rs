//! From the bytes of an answer to its text, whatever program saved it.

use noyes::format::with_line_feeds;

/// The text of a file: UTF-8 with or without a mark, UTF-16 of either byte order, and Latin-1 for
/// the bytes that are none of these.
///
/// Every byte string has a text. UTF-16 without a mark is recognised by its zero bytes.
///
/// ```
/// use noyes_answer::text_of_bytes;
///
/// assert_eq!(text_of_bytes(b"\xef\xbb\xbfLULU".to_vec()), "LULU");
/// let little: Vec<u8> = "\u{feff}LULU".encode_utf16().flat_map(u16::to_le_bytes).collect();
/// assert_eq!(text_of_bytes(little), "LULU");
/// assert_eq!(text_of_bytes(b"gr\xf6\xdfe 4".to_vec()), "größe 4");
/// ```
pub fn text_of_bytes(bytes: Vec<u8>) -> String {
    with_line_feeds(decoded(bytes)).into_owned()
}

fn decoded(bytes: Vec<u8>) -> String {
    match bytes.as_slice() {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => utf8(rest.to_vec()),
        _ => match byte_order(&bytes) {
            Some(join) => utf16(&bytes, join),
            None => utf8(bytes),
        },
    }
}

fn utf8(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| {
        let mut text = String::with_capacity(error.as_bytes().len());
        for chunk in error.as_bytes().utf8_chunks() {
            text.push_str(chunk.valid());
            // The first 256 characters of Unicode are those of Latin-1.
            text.extend(chunk.invalid().iter().map(|&byte| char::from(byte)));
        }
        text
    })
}

fn utf16(bytes: &[u8], join: fn([u8; 2]) -> u16) -> String {
    let pairs = bytes.chunks_exact(2).map(|pair| join([pair[0], pair[1]]));
    char::decode_utf16(pairs)
        .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

/// The byte order of UTF-16 without a mark: plain letters and digits have a zero as one of their
/// two bytes.
fn byte_order(bytes: &[u8]) -> Option<fn([u8; 2]) -> u16> {
    let head = &bytes[..bytes.len().min(512)];
    let pairs = head.chunks_exact(2);
    let all = pairs.len();
    let zeros = |at: usize| pairs.clone().filter(|pair| pair[at] == 0).count();
    let (first, second) = (zeros(0), zeros(1));
    match all >= 2 {
        true if second * 10 >= all * 7 && first * 10 <= all => Some(u16::from_le_bytes),
        true if first * 10 >= all * 7 && second * 10 <= all => Some(u16::from_be_bytes),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_of_saving_gives_the_same_text() {
        let text = "Minimum number of moves = 4\r\nLULU\r\n";
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let with = |mark: &[u8], bytes: &[u8]| [mark, bytes].concat();
        for bytes in [
            text.as_bytes().to_vec(),
            with(b"\xef\xbb\xbf", text.as_bytes()),
            with(b"\xff\xfe", &little),
            with(b"\xfe\xff", &big),
            little,
            big,
        ] {
            assert_eq!(text_of_bytes(bytes), text);
        }
        assert_eq!(text_of_bytes(b"\xc3\xa9 \xe9".to_vec()), "é é");
        assert_eq!(text_of_bytes(Vec::new()), "");
        assert_eq!(
            text_of_bytes(b"Gr\xf6\xdfe\rLULU\r".to_vec()),
            "Größe\nLULU\n"
        );
        let bar = "10 %\r100 %\r\nLULU\n";
        assert_eq!(text_of_bytes(bar.as_bytes().to_vec()), bar);
    }
}
