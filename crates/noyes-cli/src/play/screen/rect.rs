//! A rectangle of cells.

/// A rectangle of cells, counted from the upper left corner of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rect {
    pub x: u16,
    pub y: u16,
    pub width: u16,
    pub height: u16,
}

impl Rect {
    /// The first column to the right of the rectangle.
    pub fn right(self) -> u16 {
        self.x.saturating_add(self.width)
    }

    /// One line of the rectangle, counted from its top. It is empty outside the rectangle.
    pub fn line(self, index: u16) -> Self {
        Self {
            y: self.y.saturating_add(index),
            height: u16::from(index < self.height),
            ..self
        }
    }

    /// The rectangle without a border of one cell.
    pub fn inside(self) -> Self {
        Self {
            x: self.x + 1,
            y: self.y + 1,
            width: self.width.saturating_sub(2),
            height: self.height.saturating_sub(2),
        }
    }
}
