//! The colour of a tile, from its place in the goal.

use std::fmt;

use crate::board::Size;

/// Red, green and blue.
///
/// ```
/// use noyes::Size;
/// use noyes::render::Rgb;
///
/// assert_eq!(Rgb(47, 116, 192).to_string(), "#2f74c0");
/// // The first row is blue, the last one red.
/// let size = Size::new(3, 3)?;
/// let (first, last) = (Rgb::of_home(size, 0), Rgb::of_home(size, 6));
/// assert!(first.2 > first.0 && last.0 > last.2);
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// The colour of the tile that belongs into `cell`: rows run from blue to red, columns from
    /// light to less so, evenly to the eye, all of them light enough for dark ink. The cell must be
    /// on the board: the colour of another one means nothing.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::render::Rgb;
    ///
    /// let size = Size::new(4, 4)?;
    /// let colors: Vec<Rgb> = (0..size.cells()).map(|cell| Rgb::of_home(size, cell)).collect();
    /// assert!((1..16).all(|cell| colors[cell] != colors[cell - 1]));
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn of_home(size: Size, cell: usize) -> Self {
        let part = |line: usize, lines: usize| line as f64 / (lines - 1) as f64;
        let down = part(size.row(cell), size.rows());
        let right = part(size.col(cell), size.cols());
        oklch(0.87 - 0.08 * right, 0.105, 255.0 - 232.0 * down)
    }

    /// This colour with a number of sixteenths of another over it.
    #[inline]
    pub(super) fn under(self, other: Self, part: u32) -> Self {
        debug_assert!(part <= 16);
        let mix =
            |a: u8, b: u8| ((u32::from(a) * (16 - part) + u32::from(b) * part + 8) / 16) as u8;
        Self(
            mix(self.0, other.0),
            mix(self.1, other.1),
            mix(self.2, other.2),
        )
    }
}

/// As svg writes it: `#2f74c0`.
impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// A colour from lightness, chroma and hue in degrees: Ottosson, "A perceptual color space for
/// image processing" (2020).
fn oklch(lightness: f64, chroma: f64, hue: f64) -> Rgb {
    let (sin, cos) = hue.to_radians().sin_cos();
    let (a, b) = (chroma * cos, chroma * sin);
    let cube = |x: f64| x * x * x;
    let l = cube(lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b);
    let m = cube(lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b);
    let s = cube(lightness - 0.089_484_177_5 * a - 1.291_485_548 * b);
    let encoded = |linear: f64| {
        let linear = linear.clamp(0.0, 1.0);
        let value = if linear <= 0.003_130_8 {
            12.92 * linear
        } else {
            1.055 * linear.powf(1.0 / 2.4) - 0.055
        };
        (value * 255.0).round() as u8
    };
    Rgb(
        encoded(4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s),
        encoded(-1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s),
        encoded(-0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701 * s),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_is_white_and_tiles_differ() {
        assert_eq!(oklch(1.0, 0.0, 0.0), Rgb(255, 255, 255));
        let size = Size::new(10, 10).unwrap();
        let mut colors: Vec<Rgb> = (0..100).map(|cell| Rgb::of_home(size, cell)).collect();
        colors.sort();
        colors.dedup();
        assert!(colors.len() > 95);
    }

    #[test]
    fn dark_ink_can_be_read_on_every_tile() {
        let size = Size::new(127, 127).unwrap();
        for cell in 0..size.cells() {
            let Rgb(red, green, blue) = Rgb::of_home(size, cell);
            let luma = 0.3 * f64::from(red) + 0.59 * f64::from(green) + 0.11 * f64::from(blue);
            assert!(luma > 150.0, "cell {cell}: {luma}");
        }
    }

    #[test]
    fn mixing() {
        let (black, white) = (Rgb(0, 0, 0), Rgb(255, 255, 255));
        assert_eq!(black.under(white, 0), black);
        assert_eq!(black.under(white, 8), Rgb(128, 128, 128));
        assert_eq!(black.under(white, 16), white);
        assert_eq!(white.to_string(), "#ffffff");
    }
}
