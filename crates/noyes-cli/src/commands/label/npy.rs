//! NumPy's file format, version 1.0: a magic string, a header in Python's notation, and the bytes
//! of one array (NEP 1, "A simple file format for NumPy arrays").

use std::io::{self, Read, Write};

use anyhow::{Context, Result, bail};
use noyes::Size;

use super::block::Block;
use super::read::Take;

/// How every such file begins.
pub const MAGIC: &[u8] = b"\x93NUMPY";

/// The header's length, magic string and all, is a multiple of this.
const ALIGNMENT: usize = 64;

/// Writes the head of an array of `count` records, whose fields `descr` lists in Python's notation.
pub fn write_head(out: &mut dyn Write, descr: &str, count: usize) -> io::Result<()> {
    let mut header = format!("{{'descr': {descr}, 'fortran_order': False, 'shape': ({count},), }}");
    let length = MAGIC.len() + 4 + header.len() + 1;
    header.extend(std::iter::repeat_n(
        ' ',
        length.next_multiple_of(ALIGNMENT) - length,
    ));
    header.push('\n');
    out.write_all(MAGIC)?;
    out.write_all(&[1, 0])?;
    out.write_all(&(header.len() as u16).to_le_bytes())?;
    out.write_all(header.as_bytes())
}

/// What the header of an array of boards says.
#[derive(Debug, PartialEq, Eq)]
struct Array {
    /// Bytes of a number, which is little-endian.
    width: usize,
    boards: usize,
    size: Size,
}

/// Reads an array of boards.
pub fn read(source: &mut dyn Read, name: &str, take: &mut Take<'_>) -> Result<bool> {
    let cannot = || "the array ends before its header does";
    let mut head = [0; 8];
    source.read_exact(&mut head).with_context(cannot)?;
    let length = match head[6] {
        1 => {
            let mut length = [0; 2];
            source.read_exact(&mut length).with_context(cannot)?;
            usize::from(u16::from_le_bytes(length))
        }
        _ => {
            let mut length = [0; 4];
            source.read_exact(&mut length).with_context(cannot)?;
            // No header of one array of numbers is longer.
            u32::from_le_bytes(length).min(1 << 16) as usize
        }
    };
    let mut header = vec![0; length];
    source.read_exact(&mut header).with_context(cannot)?;
    let array = array(&String::from_utf8_lossy(&header))?;
    let mut block = Block::of(name.to_owned());
    let mut bytes = vec![0; array.size.cells() * array.width];
    for number in 1..=array.boards {
        let short = || format!("the array ends before board {number} of {}", array.boards);
        source.read_exact(&mut bytes).with_context(short)?;
        let tiles = bytes.chunks_exact(array.width).map(|bytes| {
            // What has other bytes is no tile, and told as one that is too large.
            let is_tile = bytes.iter().skip(2).all(|&byte| byte == 0);
            let low = [bytes[0], bytes.get(1).copied().unwrap_or(0)];
            if is_tile {
                u16::from_le_bytes(low)
            } else {
                u16::MAX
            }
        });
        block.push_tiles(array.size, number, tiles);
        if block.is_full() && !take(&mut block)? {
            return Ok(false);
        }
    }
    take(&mut block)
}

fn array(header: &str) -> Result<Array> {
    let remedy = "save the boards as integers: numpy.save(\"boards.npy\", boards.astype(\"u1\"))";
    let value = |key: &str| {
        let rest = header
            .split_once(&format!("'{key}':"))
            .map(|(_, rest)| rest.trim_start());
        rest.with_context(|| format!("the header of the array has no {key}: {remedy}"))
    };
    let descr = value("descr")?;
    let width = match descr.get(1..4) {
        Some("|u1" | "|i1") => 1,
        Some("<u2" | "<i2") => 2,
        Some("<u4" | "<i4") => 4,
        Some("<u8" | "<i8") => 8,
        _ => bail!("the numbers of the array are not integers of this machine's order: {remedy}"),
    };
    if !value("fortran_order")?.starts_with("False") {
        bail!("the array is in Fortran's order: save numpy.ascontiguousarray(boards)");
    }
    let shape = value("shape")?;
    let shape = shape
        .strip_prefix('(')
        .and_then(|rest| rest.split_once(')'));
    let shape = shape.map(|(inside, _)| inside).unwrap_or_default();
    let sides: Result<Vec<usize>, _> = shape
        .split(',')
        .map(str::trim)
        .filter(|side| !side.is_empty())
        .map(str::parse)
        .collect();
    let (boards, rows, cols) = match sides.as_deref() {
        Ok(&[boards, rows, cols]) => (boards, rows, cols),
        Ok(&[boards, cells]) if cells.isqrt().pow(2) == cells => {
            (boards, cells.isqrt(), cells.isqrt())
        }
        _ => bail!(
            "the array has the shape ({shape}): give boards × rows × cols, or boards × cells of square boards"
        ),
    };
    Ok(Array {
        width,
        boards,
        size: Size::new(rows, cols)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_aligned_and_read_back() {
        let mut head = Vec::new();
        write_head(&mut head, "[('minimum', '<i2')]", 7).unwrap();
        assert_eq!((head.len() % ALIGNMENT, head.last()), (0, Some(&b'\n')));
        assert_eq!(&head[..8], b"\x93NUMPY\x01\x00");
        let said = "{'descr': '|u1', 'fortran_order': False, 'shape': (5, 9), }  \n";
        let size = Size::new(3, 3).unwrap();
        let read = Array {
            width: 1,
            boards: 5,
            size,
        };
        assert_eq!(array(said).unwrap(), read);
        for wrong in [
            "{'descr': '<f8', 'fortran_order': False, 'shape': (5, 9), }",
            "{'descr': '|u1', 'fortran_order': True, 'shape': (5, 9), }",
            "{'descr': '|u1', 'fortran_order': False, 'shape': (9,), }",
            "{'descr': '|u1', 'fortran_order': False, 'shape': (5, 1, 9), }",
            "",
        ] {
            assert!(array(wrong).is_err(), "{wrong}");
        }
    }
}
