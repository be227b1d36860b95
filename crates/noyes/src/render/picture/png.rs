//! A board as png.

use super::{Picture, RenderError};

impl Picture<'_> {
    /// The board as a png file.
    pub fn png(&self) -> Result<Vec<u8>, RenderError> {
        let canvas = self.canvas(self.board.tiles())?;
        let refused = |error: png::EncodingError| RenderError::Encoder(error.to_string());
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, canvas.width as u32, canvas.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().map_err(refused)?;
        let bytes: Vec<u8> = canvas
            .pixels
            .iter()
            .flat_map(|pixel| [pixel.0, pixel.1, pixel.2])
            .collect();
        writer.write_image_data(&bytes).map_err(refused)?;
        writer.finish().map_err(refused)?;
        Ok(file)
    }
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
