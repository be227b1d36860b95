//! A board as png.
//!
//! A png file is a list of chunks: the size, the compressed pixels, the end. Each row of pixels is
//! stored as the difference to what a *filter* foretells from the pixels around, which is 0 nearly
//! everywhere in drawings; the filter with the least sum of differences is taken. The compressor is
//! made for long runs of 0.

use fdeflate::Compressor;

use super::canvas::Canvas;
use super::{Picture, RenderError};
use crate::checksum::crc32;

impl Picture<'_> {
    /// The board as a png file. One of too many pixels is [`RenderError::TooLarge`].
    ///
    /// ```
    /// # use noyes::{Board, Direction, Moves, render::Picture};
    /// let board: Board = "1 2/0 3".parse()?;
    /// let goal = Board::goal(board.size());
    /// let picture = Picture::new(&board, &goal);
    /// assert!(picture.png()?.starts_with(b"\x89PNG"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn png(&self) -> Result<Vec<u8>, RenderError> {
        let rows = self.board.size().rows();
        let parts = 2 * rows;
        let canvas = self.canvas(self.board.tiles(), parts)?;
        // As many lines of pixels at once as a row of tiles has.
        let lines = canvas.height.div_ceil(rows);
        encode(&canvas, lines, |row| self.tell(rows + row, parts))
    }
}

/// What every png file begins with.
const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";
/// 8 bits a channel, red, green and blue; the only compression and filter methods; not interlaced.
const TRUE_COLOR: [u8; 5] = [8, 2, 0, 0, 0];
/// Bytes of a pixel.
const PIXEL: usize = 3;
/// The filters in use: from the pixel to the left, the one above, or whichever of these two and the
/// one above to the left is nearest to left + above − above left.
const LEFT: u8 = 1;
const ABOVE: u8 = 2;
const PAETH: u8 = 4;

/// A canvas as a png file. After every so many lines of pixels it tells how often that was.
pub(in crate::render) fn encode(
    canvas: &Canvas,
    lines: usize,
    told: impl Fn(usize) -> Result<(), RenderError>,
) -> Result<Vec<u8>, RenderError> {
    let unwritten = |error: std::io::Error| RenderError::Encoder(error.to_string());
    let mut compressor = Compressor::new(Vec::new()).map_err(unwritten)?;
    let mut above = vec![0; PIXEL * canvas.width];
    for (number, rows) in canvas.pixels.chunks(lines * canvas.width).enumerate() {
        for row in rows.chunks(canvas.width) {
            let pixels = row.iter().flat_map(|pixel| [pixel.0, pixel.1, pixel.2]);
            let row: Vec<u8> = pixels.collect();
            let filtered = [LEFT, ABOVE, PAETH].map(|filter| differences(filter, &row, &above));
            let best = filtered.iter().min_by_key(|bytes| weight(bytes));
            compressor
                .write_data(best.map_or(&[], Vec::as_slice))
                .map_err(unwritten)?;
            above = row;
        }
        told(number + 1)?;
    }
    let pixels = compressor.finish().map_err(unwritten)?;
    let (width, height) = (canvas.width as u32, canvas.height as u32);
    let size = [width.to_be_bytes(), height.to_be_bytes()].concat();
    let mut file = SIGNATURE.to_vec();
    chunk(&mut file, b"IHDR", &[&size[..], &TRUE_COLOR].concat());
    // The length of a chunk has 31 bits.
    for part in pixels.chunks(1 << 30) {
        chunk(&mut file, b"IDAT", part);
    }
    chunk(&mut file, b"IEND", &[]);
    Ok(file)
}

/// A filter's number, and the differences of a row to what it foretells.
fn differences(filter: u8, row: &[u8], above: &[u8]) -> Vec<u8> {
    let before = |line: &[u8], at: usize| at.checked_sub(PIXEL).map_or(0, |at| line[at]);
    let foretold = |at: usize| match filter {
        LEFT => before(row, at),
        ABOVE => above[at],
        _ => {
            let near = [before(row, at), above[at], before(above, at)];
            let [left, up, corner] = near.map(i16::from);
            let far = [up - corner, left - corner, left + up - 2 * corner].map(i16::abs);
            let nearest = (0..near.len()).min_by_key(|&place| far[place]);
            near[nearest.unwrap_or(0)]
        }
    };
    let bytes = (0..row.len()).map(|at| row[at].wrapping_sub(foretold(at)));
    std::iter::once(filter).chain(bytes).collect()
}

/// The sum of differences, as signed bytes.
fn weight(differences: &[u8]) -> u64 {
    let sizes = differences.iter();
    sizes
        .map(|&byte| u64::from((byte as i8).unsigned_abs()))
        .sum()
}

/// Adds a chunk: its length, its name, its bytes, and the checksum of the last two.
fn chunk(file: &mut Vec<u8>, name: &[u8; 4], bytes: &[u8]) {
    file.extend((bytes.len() as u32).to_be_bytes());
    let start = file.len();
    file.extend(name);
    file.extend(bytes);
    file.extend(crc32(&file[start..]).to_be_bytes());
}

#[cfg(test)]
mod tests {
    use crate::board::{Board, Size};
    use crate::render::{Picture, RenderError};

    #[test]
    fn it_reads_back_as_it_was_drawn() {
        let board = Board::goal(Size::new(3, 5).unwrap());
        let picture = Picture::new(&board, &board).cell(20.0);
        let canvas = picture.canvas(board.tiles(), 6).unwrap();
        let drawn: Vec<u8> = canvas.pixels.iter().flat_map(|p| [p.0, p.1, p.2]).collect();
        let file = picture.png().unwrap();
        assert!(file.len() < drawn.len() / 2);
        let decoder = png::Decoder::new(std::io::Cursor::new(&file));
        let mut reader = decoder.read_info().unwrap();
        assert_eq!((reader.info().width, reader.info().height), (106, 66));
        let mut read = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut read).unwrap();
        assert_eq!(read, drawn);
    }

    #[test]
    fn posters_are_refused() {
        let board = Board::goal(Size::new(127, 127).unwrap());
        let picture = Picture::new(&board, &board).cell(200.0);
        assert!(matches!(picture.png(), Err(RenderError::TooLarge { .. })));
    }
}
