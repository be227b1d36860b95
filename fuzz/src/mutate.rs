//! The mutator: small changes of bytes, and pieces of a dictionary.

use crate::random::Random;

/// Pieces that mean something to a reader.
const DICTIONARY: [&str; 66] = [
    "0",
    "1",
    "-1",
    "255",
    "256",
    "65535",
    "65536",
    "4294967296",
    "18446744073709551616",
    "1e999",
    "\n",
    "\r\n",
    "\t",
    "/",
    ",",
    "[",
    "]",
    "{",
    "}",
    "\"",
    ":",
    "null",
    "true",
    "[[",
    "]]",
    "= 57",
    "#",
    "3\n",
    "2 3\n",
    "starting positions for each tile:\n",
    "goal positions:\n",
    "R2U2LD",
    "5 L",
    "left",
    "_",
    ".",
    "x",
    "Minimum number of moves = ",
    "No solution possible",
    "\u{1b}[2J",
    "\u{202e}",
    "\u{feff}",
    "\0",
    "\r\n\r\n",
    "content-length: ",
    "transfer-encoding: chunked\r\n",
    "host: localhost\r\n",
    "origin: null\r\n",
    "HTTP/1.1",
    "../",
    "%2e%2e%2f",
    "%00",
    "\"board\":",
    "\"goal\":\"snail\"",
    "\"time_limit\":",
    "\"node_limit\":",
    "\"moves\":\"",
    "\"bound\":",
    "blank-first",
    "manhattan",
    "-0",
    "NaN",
    "1e308",
    "127x127",
    "<svg onload=",
    "=cmd|",
];

/// The longest input.
const MOST_BYTES: usize = 1 << 16;

/// Changes bytes in one to eight places; `other` is a second input that pieces are taken from.
/// Every fourth time only numbers are changed, so that what is read stays well formed.
pub fn mutate(bytes: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    if random.below(4) == 0 {
        for _ in 0..=random.below(3) {
            change_a_number(bytes, random);
        }
        bytes.truncate(MOST_BYTES);
        return;
    }
    for _ in 0..=random.below(8) {
        let at = random.below(bytes.len() + 1);
        match random.below(8) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            1 if at < bytes.len() => bytes[at] = random.number() as u8,
            2 if at < bytes.len() => {
                let end = (at + 1 + random.below(16)).min(bytes.len());
                bytes.drain(at..end);
            }
            3 => {
                let piece = random.one_of(&DICTIONARY);
                bytes.splice(at..at, piece.bytes());
            }
            4 if !other.is_empty() => {
                let start = random.below(other.len());
                let end = (start + 1 + random.below(64)).min(other.len());
                bytes.splice(at..at, other[start..end].iter().copied());
            }
            5 if at < bytes.len() => {
                let end = (at + 1 + random.below(32)).min(bytes.len());
                let copy = bytes[at..end].to_vec();
                bytes.splice(at..at, copy);
            }
            6 if at < bytes.len() && bytes[at].is_ascii_digit() => {
                bytes[at] = b'0' + random.below(10) as u8;
            }
            // Seldom: what is cut off is not read.
            7 if random.below(16) == 0 => bytes.truncate(at.max(1)),
            _ => {
                bytes.splice(at..at, [random.number() as u8]);
            }
        }
    }
    bytes.truncate(MOST_BYTES);
}

/// Puts another number in the place of one, if there is one.
fn change_a_number(bytes: &mut Vec<u8>, random: &mut Random) {
    let from = random.below(bytes.len() + 1);
    let is_digit = |&at: &usize| bytes[at].is_ascii_digit();
    let Some(start) = (from..bytes.len()).chain(0..from).find(is_digit) else {
        return;
    };
    let rest = bytes[start..].iter();
    let end = start + rest.take_while(|byte| byte.is_ascii_digit()).count();
    let text = String::from_utf8_lossy(&bytes[start..end]);
    let number: u64 = text.parse().unwrap_or(u64::MAX);
    let other = match random.below(6) {
        0 => number.wrapping_add(1),
        1 => number.wrapping_sub(1),
        2 => number.wrapping_mul(2),
        3 => random.below(10) as u64,
        4 => random.below(100_000) as u64,
        _ => random.one_of(&[0, 1, 255, 65_536, u64::from(u32::MAX), u64::MAX]),
    };
    bytes.splice(start..end, other.to_string().bytes());
}
