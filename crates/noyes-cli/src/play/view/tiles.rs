//! The board, as large as fits: tiles as blocks of colour, or as boxes without colours.

use crossterm::style::Color;
use noyes::Size;
use noyes::board::{Direction, Tile};
use noyes::render::Rgb;

use super::Colors;
use crate::play::game::Game;
use crate::play::screen::{Grid, Rect, Style};

/// Where the board is on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The cells, without the frame.
    cells: Rect,
    size: Size,
    wide: u16,
    high: u16,
}

impl Place {
    /// The possible heights of a cell, best first.
    const HEIGHTS: [u16; 4] = [5, 3, 2, 1];

    /// The board with the largest cells that fit into an area, in its middle.
    pub fn fit(size: Size, area: Rect) -> Option<Self> {
        let (rows, cols) = (size.rows() as u16, size.cols() as u16);
        for high in Self::HEIGHTS {
            let wide = cell_width(size, high);
            let (width, height) = (cols * wide, rows * high);
            if width + 2 <= area.width && height + 2 <= area.height {
                let cells = Rect {
                    x: area.x + 1 + (area.width - width - 2) / 2,
                    y: area.y + 1 + (area.height - height - 2) / 2,
                    width,
                    height,
                };
                return Some(Self {
                    cells,
                    size,
                    wide,
                    high,
                });
            }
        }
        None
    }

    /// The least columns and lines that a board takes.
    pub fn least(size: Size) -> (u16, u16) {
        let wide = cell_width(size, 1);
        (size.cols() as u16 * wide + 2, size.rows() as u16 + 2)
    }

    /// The cell at a place of the screen.
    pub fn cell(&self, column: u16, line: u16) -> Option<usize> {
        let (x, y) = (
            column.checked_sub(self.cells.x)?,
            line.checked_sub(self.cells.y)?,
        );
        let (row, col) = (usize::from(y / self.high), usize::from(x / self.wide));
        (row < self.size.rows() && col < self.size.cols()).then(|| row * self.size.cols() + col)
    }

    /// The area of a cell.
    fn area(&self, cell: usize) -> Rect {
        Rect {
            x: self.cells.x + self.size.col(cell) as u16 * self.wide,
            y: self.cells.y + self.size.row(cell) as u16 * self.high,
            width: self.wide,
            height: self.high,
        }
    }
}

/// The width of a cell of a height: wide enough for the largest number, and nearly square.
fn cell_width(size: Size, high: u16) -> u16 {
    let digits = size.tiles().to_string().len() as u16;
    match high {
        5 => 10,
        3 => (digits + 4).max(6),
        2 => digits + 3,
        _ => digits + 2,
    }
}

pub fn draw(
    grid: &mut Grid,
    game: &Game,
    place: &Place,
    hinted: Option<(Tile, Direction)>,
    colors: Colors,
) {
    let border = Rect {
        x: place.cells.x - 1,
        y: place.cells.y - 1,
        width: place.cells.width + 2,
        height: place.cells.height + 2,
    };
    grid.draw_border(border, Style::dim());
    let board = game.board();
    let goal = game.goal().board(board.size());
    let mut homes = vec![0; board.size().cells()];
    if let Ok(goal) = &goal {
        for (cell, &tile) in goal.tiles().iter().enumerate() {
            homes[usize::from(tile)] = cell;
        }
    }
    for (cell, &tile) in board.tiles().iter().enumerate() {
        if tile == 0 {
            continue;
        }
        let home = homes[usize::from(tile)];
        let view = TileView {
            tile,
            color: colors.nearest(Rgb::of_home(board.size(), home)),
            arrow: hinted.filter(|hint| hint.0 == tile).map(|hint| hint.1),
            is_home: home == cell,
        };
        if colors == Colors::None {
            view.draw_box(grid, place.area(cell));
        } else {
            view.draw_block(grid, place.area(cell));
        }
    }
}

/// The appearance of a tile.
struct TileView {
    tile: Tile,
    color: Color,
    /// The way it should slide, if the hint is about it.
    arrow: Option<Direction>,
    is_home: bool,
}

impl TileView {
    fn text(&self) -> String {
        match self.arrow {
            Some(way) => format!("{}{}", self.tile, arrow(way)),
            None => self.tile.to_string(),
        }
    }

    /// Draws a block of colour with a gap around it: half lines above and below, a column beside.
    fn draw_block(&self, grid: &mut Grid, area: Rect) {
        let color = match self.arrow {
            Some(_) => Color::White,
            None => self.color,
        };
        let edge = Style {
            foreground: color,
            ..Style::default()
        };
        let body = Style {
            foreground: Color::Black,
            background: color,
            ..Style::default()
        };
        let number = Style {
            is_bold: true,
            ..body
        };
        let full = usize::from(area.width - 1);
        let top = u16::from(area.height >= 3);
        let bottom = area.height - u16::from(area.height >= 2);
        if top == 1 {
            grid.write(area.line(0), &"▄".repeat(full), edge);
        }
        for line in top..bottom {
            grid.write(area.line(line), &" ".repeat(full), body);
        }
        if bottom < area.height {
            grid.write(area.line(bottom), &"▀".repeat(full), edge);
        }
        let middle = (top + bottom - 1) / 2;
        let text = format!("{:^full$}", self.text());
        let text: String = text.chars().take(full).collect();
        grid.write(area.line(middle), &text, number);
    }

    /// Draws a box of lines: bold for a tile at home, reversed for the hint.
    fn draw_box(&self, grid: &mut Grid, area: Rect) {
        let style = Style {
            is_bold: self.is_home,
            is_reversed: self.arrow.is_some(),
            ..Style::default()
        };
        let full = usize::from(area.width - 1);
        if area.height < 3 {
            let text = format!("{:^full$}", self.text());
            let text: String = text.chars().take(full).collect();
            grid.write(area, &text, style);
            return;
        }
        let inner = full - 2;
        let bottom = area.height - 1;
        let middle = area.height / 2;
        let bar = "─".repeat(inner);
        grid.write(area, &format!("┌{bar}┐"), style);
        for line in 1..bottom {
            let text = if line == middle {
                format!("{:^inner$}", self.text())
            } else {
                " ".repeat(inner)
            };
            grid.write(area.line(line), &format!("│{text}│"), style);
        }
        grid.write(area.line(bottom), &format!("└{bar}┘"), style);
    }
}

/// An arrow for the way a tile slides.
pub fn arrow(way: Direction) -> char {
    match way {
        Direction::Up => '↑',
        Direction::Down => '↓',
        Direction::Left => '←',
        Direction::Right => '→',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_as_large_as_fits_and_are_found_by_position() {
        let area = |width, height| Rect {
            x: 0,
            y: 1,
            width,
            height,
        };
        let size = |side| Size::new(side, side).unwrap();
        let fit = |side, width, height| Place::fit(size(side), area(width, height));
        assert_eq!(fit(4, 50, 22).unwrap().high, 5);
        assert_eq!(fit(5, 50, 22).unwrap().high, 3);
        assert_eq!(fit(10, 60, 22).unwrap().high, 2);
        assert_eq!(fit(20, 102, 22).unwrap().high, 1);
        assert_eq!(fit(20, 50, 22), None);
        for side in [2, 4, 10] {
            let place = fit(side, 80, 24).unwrap();
            for cell in 0..side * side {
                let area = place.area(cell);
                assert_eq!(place.cell(area.x, area.y), Some(cell));
                let (right, bottom) = (area.right() - 1, area.y + area.height - 1);
                assert_eq!(place.cell(right, bottom), Some(cell));
            }
            assert_eq!(place.cell(0, 0), None);
        }
    }
}
