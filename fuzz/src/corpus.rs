//! Seeds that are kept in files: `corpus/TARGET.txt` has one input a line, bytes that are no
//! printable ASCII escaped as in a Rust string.

use std::path::{Path, PathBuf};

/// The file of a target's seeds.
pub fn path(target: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    folder.join(format!("{target}.txt"))
}

/// The seeds of a target; none where it has no file.
pub fn read(target: &str) -> Vec<Vec<u8>> {
    let text = std::fs::read_to_string(path(target)).unwrap_or_default();
    text.lines().filter_map(unescaped).collect()
}

/// Writes the seeds of a target.
pub fn write(target: &str, seeds: &[Vec<u8>]) -> std::io::Result<()> {
    let lines = seeds
        .iter()
        .map(|seed| format!("{}\n", seed.escape_ascii()));
    std::fs::write(path(target), lines.collect::<String>())
}

/// The bytes of an escaped line.
fn unescaped(line: &str) -> Option<Vec<u8>> {
    let (mut bytes, mut rest) = (Vec::new(), line.as_bytes());
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        let (&kind, after) = rest.split_first()?;
        rest = after;
        bytes.push(match kind {
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'x' => {
                let (digits, after) = rest.split_at_checked(2)?;
                rest = after;
                u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?
            }
            other => other,
        });
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_is_read_as_it_was_written() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(unescaped(&bytes.escape_ascii().to_string()), Some(bytes));
        assert_eq!(unescaped("\\x4"), None);
    }
}
