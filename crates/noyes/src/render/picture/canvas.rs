//! Pixels: rounded rectangles and strokes with smooth edges, all that boards need.
//!
//! A pixel's share of a shape is taken from its distance to the edge: inside by half a pixel is
//! all, outside by half a pixel nothing.

use std::ops::Range;

use super::color::Rgb;
use super::digits::{self, Point};
use super::{Picture, RenderError};
use crate::board::Tile;
use crate::render::Theme;

/// More would be a mistake, or a poster: then svg is the better choice.
const MOST_PIXELS: usize = 150_000_000;

/// A picture in pixels.
#[derive(Clone, Debug)]
pub(in crate::render) struct Canvas {
    pub(in crate::render) width: usize,
    pub(in crate::render) height: usize,
    pub(super) pixels: Vec<Rgb>,
}

/// A rectangle: left, top, width, height.
pub(in crate::render) type Area = (f64, f64, f64, f64);

impl Canvas {
    /// An empty sheet; more than [`MOST_PIXELS`] are refused.
    pub(in crate::render) fn new(
        width: usize,
        height: usize,
        color: Rgb,
    ) -> Result<Self, RenderError> {
        if width.saturating_mul(height) > MOST_PIXELS {
            return Err(RenderError::TooLarge { width, height });
        }
        Ok(Self {
            width,
            height,
            pixels: vec![color; width * height],
        })
    }

    /// The columns and the rows of pixels that an area touches.
    fn within(&self, (left, top, wide, high): Area) -> (Range<usize>, Range<usize>) {
        let range = |from: f64, long: f64, most: usize| {
            let end = (from + long).ceil().max(0.0) as usize;
            (from.floor().max(0.0) as usize).min(most)..end.min(most)
        };
        (range(left, wide, self.width), range(top, high, self.height))
    }

    /// Lays `color` over every pixel of an area as far as `distance` from its middle to the
    /// shape is negative.
    fn cover(&mut self, area: Area, color: Rgb, distance: impl Fn(f64, f64) -> f64) {
        let (columns, rows) = self.within(area);
        for y in rows {
            let row = &mut self.pixels[y * self.width..][columns.clone()];
            for (x, pixel) in columns.clone().zip(row) {
                let far = distance(x as f64 + 0.5, y as f64 + 0.5);
                // Sixteen shades of an edge are plenty, and keep palettes small.
                match ((0.5 - far).clamp(0.0, 1.0) * 16.0 + 0.5) as u32 {
                    0 => {}
                    16 => *pixel = color,
                    part => *pixel = pixel.under(color, part),
                }
            }
        }
    }

    /// For every pixel of an area, the square of the distance to the nearest of some segments;
    /// infinite where none is within `reach`, so that a segment costs no more than what is near it.
    fn to_nearest(
        &self,
        area: Area,
        reach: f64,
        segments: impl Iterator<Item = (Point, Point)>,
    ) -> Vec<f64> {
        let (columns, rows) = self.within(area);
        let mut far = vec![f64::INFINITY; columns.len() * rows.len()];
        let near = |a: f64, b: f64, range: &Range<usize>| {
            let from = (a.min(b) - reach).floor().max(0.0) as usize;
            let end = (a.max(b) + reach).ceil().max(0.0) as usize;
            from.max(range.start)..end.min(range.end)
        };
        for (a, b) in segments {
            for y in near(a.1, b.1, &rows) {
                for x in near(a.0, b.0, &columns) {
                    let this = to_segment((x as f64 + 0.5, y as f64 + 0.5), a, b);
                    let nearest = &mut far[(y - rows.start) * columns.len() + x - columns.start];
                    *nearest = nearest.min(this);
                }
            }
        }
        far
    }

    /// A rectangle with round corners.
    pub(in crate::render) fn rounded(&mut self, area: Area, radius: f64, color: Rgb) {
        let (left, top, wide, high) = area;
        let (middle_x, middle_y) = (left + wide / 2.0, top + high / 2.0);
        self.cover(area, color, |x, y| {
            let over_x = (x - middle_x).abs() - (wide / 2.0 - radius);
            let over_y = (y - middle_y).abs() - (high / 2.0 - radius);
            if over_x.max(over_y) <= 0.0 {
                return over_x.max(over_y) - radius;
            }
            over_x.max(0.0).hypot(over_y.max(0.0)) - radius
        });
    }

    /// A number with its middle at a point.
    pub(super) fn number(&mut self, number: Tile, middle: Point, height: f64, color: Rgb) {
        let text = number.to_string();
        let wide = (text.len() - 1) as f64 * digits::PITCH + digits::WIDTH;
        let left = middle.0 - wide * height / 2.0;
        let top = middle.1 - height / 2.0;
        for (place, digit) in text.bytes().enumerate() {
            let left = left + place as f64 * digits::PITCH * height;
            let strokes: Vec<Vec<Point>> = digits::strokes(digit - b'0')
                .into_iter()
                .map(|line| {
                    let placed = |(x, y): Point| (left + x * height, top + y * height);
                    line.into_iter().map(placed).collect()
                })
                .collect();
            // Never so thin that it fades.
            let half = (digits::STROKE * height).max(0.45);
            self.strokes(&strokes, half, color);
        }
    }

    /// Lines of a thickness, with round ends; a line of one point twice is a dot.
    pub(in crate::render) fn strokes(&mut self, strokes: &[Vec<Point>], half: f64, color: Rgb) {
        let points = || strokes.iter().flatten();
        let least = |of: fn(&Point) -> f64| points().map(of).fold(f64::INFINITY, f64::min);
        let most = |of: fn(&Point) -> f64| points().map(of).fold(0.0, f64::max);
        let (left, top) = (least(|p| p.0), least(|p| p.1));
        let (wide, high) = (most(|p| p.0) - left, most(|p| p.1) - top);
        if !(left.is_finite() && top.is_finite()) {
            return;
        }
        let border = half + 1.0;
        let area = (
            left - border,
            top - border,
            wide + 2.0 * border,
            high + 2.0 * border,
        );
        let lines = strokes.iter().flat_map(|line| line.windows(2));
        let far = self.to_nearest(area, half + 0.5, lines.map(|ends| (ends[0], ends[1])));
        let (columns, rows) = self.within(area);
        self.cover(area, color, |x, y| {
            let (column, row) = (x as usize - columns.start, y as usize - rows.start);
            far[row * columns.len() + column].sqrt() - half
        });
    }
}

/// The square of the distance from a point to the segment between two others.
fn to_segment(point: Point, a: Point, b: Point) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let long = dx * dx + dy * dy;
    let along = if long > 0.0 {
        (((point.0 - a.0) * dx + (point.1 - a.1) * dy) / long).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let (far_x, far_y) = (point.0 - a.0 - along * dx, point.1 - a.1 - along * dy);
    far_x * far_x + far_y * far_y
}

/// The colours around the tiles.
struct Ground {
    sheet: Rgb,
    tray: Rgb,
    ink: Rgb,
}

impl Picture<'_> {
    fn ground(&self) -> Ground {
        let ink = Rgb(0x17, 0x20, 0x2a);
        if self.theme == Theme::Dark {
            Ground {
                sheet: Rgb(0x14, 0x18, 0x1d),
                tray: Rgb(0x2a, 0x31, 0x39),
                ink,
            }
        } else {
            Ground {
                sheet: Rgb(0xff, 0xff, 0xff),
                tray: Rgb(0xe3, 0xe7, 0xeb),
                ink,
            }
        }
    }

    /// The board in pixels. Every row of tiles is told as one part of `parts`.
    pub(super) fn canvas(&self, tiles: &[Tile], parts: usize) -> Result<Canvas, RenderError> {
        let (width, height) = self.extent();
        let (width, height) = (width.ceil() as usize, height.ceil() as usize);
        let ground = self.ground();
        let mut canvas = Canvas::new(width, height, ground.sheet)?;
        let inset = self.margin() * 0.45;
        let tray = (
            inset,
            inset,
            width as f64 - 2.0 * inset,
            height as f64 - 2.0 * inset,
        );
        canvas.rounded(tray, self.cell * 0.15, ground.tray);
        let size = self.board.size();
        for (cell, &tile) in tiles.iter().enumerate() {
            if tile != 0 {
                self.put(&mut canvas, tile, self.corner(cell));
            }
            if size.col(cell) + 1 == size.cols() {
                self.tell(size.row(cell) + 1, parts)?;
            }
        }
        Ok(canvas)
    }

    /// Draws a tile whose cell begins at a point.
    pub(super) fn put(&self, canvas: &mut Canvas, tile: Tile, corner: Point) {
        let gap = self.gap();
        let side = self.cell - 2.0 * gap;
        let area = (corner.0 + gap, corner.1 + gap, side, side);
        let color = self.colors[usize::from(tile)];
        canvas.rounded(area, self.cell * 0.12, color);
        let middle = (corner.0 + self.cell / 2.0, corner.1 + self.cell / 2.0);
        let height = self.digit_height(digits::PITCH);
        canvas.number(tile, middle, height * 0.86, self.ground().ink);
    }

    /// Empties an area of the tray.
    pub(super) fn clear(&self, canvas: &mut Canvas, area: Area) {
        canvas.rounded(area, 0.0, self.ground().tray);
    }
}
