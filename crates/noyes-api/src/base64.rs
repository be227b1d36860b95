//! Bytes as text (RFC 4648), for pictures in JSON and for links.

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The bytes in base 64, padded.
pub fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word = (0..3).fold(0, |word, k| {
            word << 8 | u32::from(*chunk.get(k).unwrap_or(&0))
        });
        for k in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * k) & 63) as usize];
            text.push(if k > chunk.len() {
                '='
            } else {
                char::from(letter)
            });
        }
    }
    text
}

/// The bytes that a text in base 64 stands for, padded or not; none if it is no such text.
#[cfg(feature = "replay")]
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=').as_bytes();
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for chunk in text.chunks(4) {
        let mut word = 0;
        for letter in chunk {
            word = word << 6 | LETTERS.iter().position(|one| one == letter)?;
        }
        // Two to four letters are one to three bytes; a letter alone is none.
        let count = chunk.len().checked_sub(1).filter(|&count| count > 0)?;
        let word = (word << (6 * (4 - chunk.len()))) as u32;
        bytes.extend(&word.to_be_bytes()[1..=count]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::encode;

    #[test]
    fn the_test_vectors_of_the_rfc() {
        let texts = ["", "f", "fo", "foo", "foob", "fooba", "foobar"];
        let wanted = [
            "", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy",
        ];
        assert_eq!(texts.map(|text| encode(text.as_bytes())), wanted);
    }

    #[cfg(feature = "replay")]
    #[test]
    fn what_is_written_is_read() {
        use super::decode;
        for text in ["", "f", "fo", "foo", "foob", "fooba", "foobar"] {
            let bytes = Some(text.as_bytes().to_vec());
            assert_eq!(decode(&encode(text.as_bytes())), bytes);
            assert_eq!(decode(encode(text.as_bytes()).trim_end_matches('=')), bytes);
        }
        for wrong in ["A", "AAAAA", "A-AA", "A=AA", "\u{e9}AA"] {
            assert_eq!(decode(wrong), None, "{wrong}");
        }
    }
}
