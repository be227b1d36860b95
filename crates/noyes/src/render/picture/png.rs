//! A board as png.

use std::io::Write;

use super::canvas::Canvas;
use super::{Picture, RenderError};

impl Picture<'_> {
    /// The board as a png file.
    pub fn png(&self) -> Result<Vec<u8>, RenderError> {
        let rows = self.board.size().rows();
        let parts = 2 * rows;
        let canvas = self.canvas(self.board.tiles(), parts)?;
        // As many lines of pixels at once as a row of tiles has.
        let lines = canvas.height.div_ceil(rows);
        encode(&canvas, lines, |row| self.tell(rows + row, parts))
    }
}

/// A canvas as a png file. After every so many lines of pixels it tells how often that was.
pub(in crate::render) fn encode(
    canvas: &Canvas,
    lines: usize,
    told: impl Fn(usize) -> Result<(), RenderError>,
) -> Result<Vec<u8>, RenderError> {
    let refused = |error: png::EncodingError| RenderError::Encoder(error.to_string());
    let unwritten = |error: std::io::Error| RenderError::Encoder(error.to_string());
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, canvas.width as u32, canvas.height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    // In a tenth of the time, and a third larger.
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header().map_err(refused)?;
    let mut image = writer.stream_writer().map_err(refused)?;
    for (row, pixels) in canvas.pixels.chunks(lines * canvas.width).enumerate() {
        let bytes: Vec<u8> = pixels
            .iter()
            .flat_map(|pixel| [pixel.0, pixel.1, pixel.2])
            .collect();
        image.write_all(&bytes).map_err(unwritten)?;
        told(row + 1)?;
    }
    image.finish().map_err(refused)?;
    writer.finish().map_err(refused)?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use crate::board::{Board, Size};
    use crate::render::{Picture, RenderError};

    #[test]
    fn it_reads_back_with_the_right_size() {
        let board = Board::goal(Size::new(3, 5).unwrap());
        let file = Picture::new(&board, &board).cell(20.0).png().unwrap();
        let decoder = png::Decoder::new(std::io::Cursor::new(&file));
        let reader = decoder.read_info().unwrap();
        assert_eq!((reader.info().width, reader.info().height), (106, 66));
    }

    #[test]
    fn posters_are_refused() {
        let board = Board::goal(Size::new(127, 127).unwrap());
        let picture = Picture::new(&board, &board).cell(200.0);
        assert!(matches!(picture.png(), Err(RenderError::TooLarge { .. })));
    }
}
