//! Points for neighbouring tiles, the same for every size of board and every place on it.
//!
//! What two neighbours cost together depends on where each wants to go. Two tiles that have to pass
//! each other cost more than their distances, two that go the same way cost less. So the points of
//! a pair follow from the step between the two cells and from how far from home either tile is, by
//! rows and columns; from [`FAR`] on all distances are one. The edge of the board counts as a
//! neighbour, and so do walls. The blank does not.
//!
//! While lines are filled, the board is turned so that they are rows at the top, swept to the
//! right.
//!
//! The beam of smaller boards has such points too (`search/beam/shared_pairs.rs`), as a part of a net
//! for one size. Those of 8×8, turned in all ways, are the points of the first phase. Those of the
//! second are learned from Euler beams of several sizes: see `data/euler/README.md`.
//!
//! **Cost.** A slide changes the pairs of one tile: eight reads of kinds, eight of a table of 20 kB.

use super::walled_board::WalledBoard;
use crate::board::Direction;
use crate::search::beam::{POINTS as BEAM_POINTS, SharedPairs};

/// Rows and columns from home, at most.
const FAR: isize = 3;
/// Distances from home along one axis: −3 to 3.
const SIDE: usize = 2 * FAR as usize + 1;
/// Kinds of tiles by distance from home, and that of edges and walls.
const KINDS: usize = SIDE * SIDE + 1;
/// The kind of cells beyond the board and of walls.
pub(super) const EDGE: u8 = (KINDS - 1) as u8;
/// The kind of the blank, which has no points.
pub(super) const BLANK: u8 = KINDS as u8;
/// Kinds as they are laid out in the table: those above, and the blank's.
const ALL_KINDS: usize = KINDS + 1;
/// Neighbours of a cell: up, left, right, down.
const STEPS: [(isize, isize); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

/// The kind of a tile that is `down` rows above its home, and `right` columns to its left.
#[inline(always)]
pub(super) fn kind(down: isize, right: isize) -> u8 {
    let far = |distance: isize| distance.clamp(-FAR, FAR) + FAR;
    (far(down) * SIDE as isize + far(right)) as u8
}

/// How a board is turned before its pairs are looked up, so that lines are always filled from the
/// top, and swept to the right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Orientation {
    /// The lines are columns.
    pub is_transposed: bool,
    /// They are filled from the far side.
    pub is_flipped: bool,
    /// They are swept back.
    pub is_back: bool,
}

impl Orientation {
    fn turn(self, (down, right): (isize, isize)) -> (isize, isize) {
        let (down, right) = if self.is_transposed {
            (right, down)
        } else {
            (down, right)
        };
        (
            if self.is_flipped { -down } else { down },
            if self.is_back { -right } else { right },
        )
    }

    /// The eight ways to turn a square.
    fn all() -> impl Iterator<Item = Self> {
        (0..8).map(|bits| Self {
            is_transposed: bits & 1 != 0,
            is_flipped: bits & 2 != 0,
            is_back: bits & 4 != 0,
        })
    }

    fn turn_kind(self, number: usize) -> usize {
        if number == usize::from(EDGE) {
            return number;
        }
        let (down, right) = ((number / SIDE) as isize, (number % SIDE) as isize);
        let (down, right) = self.turn((down - FAR, right - FAR));
        usize::from(kind(down, right))
    }

    /// The number of the points of a tile and its neighbour at a step.
    fn number(self, tile: usize, step: usize, other: usize) -> usize {
        let (tile, other) = (self.turn_kind(tile), self.turn_kind(other));
        let (down, right) = self.turn(STEPS[step]);
        let (first, second) = if down + right > 0 {
            (tile, other)
        } else {
            (other, tile)
        };
        (usize::from(down != 0) * KINDS + first) * KINDS + second
    }
}

/// Points of all pairs, in thousandths of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NeighbourPoints([i16; Self::COUNT]);

impl NeighbourPoints {
    /// How many points there are.
    pub const COUNT: usize = 2 * KINDS * KINDS;
    /// Parts of a move.
    pub const PARTS: i32 = 1000;

    /// The points of the first phase; none without the feature `nets`.
    #[cfg(feature = "nets")]
    pub const APPROACH: Option<&Self> = Some(&Self::parse(include_bytes!(
        "../../../data/euler/approach.points"
    )));
    #[cfg(not(feature = "nets"))]
    pub const APPROACH: Option<&Self> = None;
    /// The points of the second phase.
    #[cfg(feature = "nets")]
    pub const LINES: Option<&Self> = Some(&Self::parse(include_bytes!(
        "../../../data/euler/lines.points"
    )));
    #[cfg(not(feature = "nets"))]
    pub const LINES: Option<&Self> = None;

    #[cfg(feature = "nets")]
    const fn parse(bytes: &[u8; 2 * Self::COUNT]) -> Self {
        let mut points = [0; Self::COUNT];
        let mut number = 0;
        while number < points.len() {
            points[number] = i16::from_le_bytes([bytes[2 * number], bytes[2 * number + 1]]);
            number += 1;
        }
        Self(points)
    }

    /// Points by number. None if they are not as many as there have to be.
    pub fn new(points: Vec<i16>) -> Option<Self> {
        points.try_into().ok().map(Self)
    }

    /// The bytes of their file: 16 bits each, little-endian.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0
            .iter()
            .flat_map(|points| points.to_le_bytes())
            .collect()
    }

    /// Points from the [shared points](SharedPairs) of the beam of smaller boards, `times` as large.
    /// The first phase has no direction of its own, so they are the mean of the eight ways to turn
    /// a board. None if they are not as many as there have to be.
    pub fn of_shared_pairs(shared: &[i8], times: f64) -> Option<Self> {
        const TILES: usize = KINDS - 1;
        if shared.len() != SharedPairs::COUNT {
            return None;
        }
        let part = times * f64::from(Self::PARTS) / f64::from(BEAM_POINTS);
        let mut plain = vec![0.0; Self::COUNT];
        let transpose = Orientation {
            is_transposed: true,
            ..Orientation::default()
        };
        for first in 0..TILES {
            for second in 0..TILES {
                let across = f64::from(shared[first * TILES + second]);
                let (a, b) = (transpose.turn_kind(first), transpose.turn_kind(second));
                let down = f64::from(shared[a * TILES + b]);
                plain[first * KINDS + second] = across * part;
                plain[(KINDS + first) * KINDS + second] = down * part;
            }
        }
        let mut points = vec![0; Self::COUNT];
        for tile in 0..KINDS {
            for (step, other) in (0..STEPS.len()).flat_map(|s| (0..KINDS).map(move |k| (s, k))) {
                let turned = Orientation::all().map(|by| plain[by.number(tile, step, other)]);
                let mean = turned.sum::<f64>() / 8.0;
                points[Orientation::default().number(tile, step, other)] =
                    mean.round_ties_even() as i16;
            }
        }
        Self::new(points)
    }

    /// The points by number.
    pub fn points(&self) -> &[i16] {
        &self.0
    }
}

/// The points laid out for slides, for a price of a move.
#[derive(Clone, Debug)]
pub(super) struct NeighbourTable {
    /// By kind of the tile, step, and kind of the neighbour.
    points: Vec<i16>,
}

impl NeighbourTable {
    /// The points for `price` points to the move.
    pub fn new(points: &NeighbourPoints, price: i32, orientation: Orientation) -> Self {
        let mut table = vec![0; KINDS * STEPS.len() * ALL_KINDS];
        for tile in 0..KINDS {
            for step in 0..STEPS.len() {
                for other in 0..KINDS {
                    let points = i32::from(points.0[orientation.number(tile, step, other)]);
                    let scaled = points * price / NeighbourPoints::PARTS;
                    table[(tile * STEPS.len() + step) * ALL_KINDS + other] =
                        scaled.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
                }
            }
        }
        Self { points: table }
    }

    /// What a slide of the tile in `from` adds to the points of a board, which is as before it.
    #[inline(always)]
    pub fn change(&self, board: &WalledBoard, from: usize) -> i32 {
        let mut change = 0;
        for_each_pair(board, from, |tile, step, other, sign| {
            let index = (tile * STEPS.len() + step) * ALL_KINDS + other;
            change += sign * i32::from(self.points[index]);
        });
        change
    }
}

/// Calls for all pairs that a slide of the tile in `from` ends or makes, with the kind of the tile,
/// the step, the kind of the neighbour, and −1 or 1.
#[inline(always)]
fn for_each_pair(board: &WalledBoard, from: usize, mut call: impl FnMut(usize, usize, usize, i32)) {
    let (to, label) = (board.tiles.blank, usize::from(board.tiles.labels[from]));
    let (left, entered) = (board.place(from), board.place(to));
    let (before, after) = (board.kinds[left], board.kind_at(label, to));
    let width = board.kinds_width();
    let offsets = [width.wrapping_neg(), usize::MAX, 1, width];
    for (step, offset) in offsets.into_iter().enumerate() {
        let other = board.kinds[left.wrapping_add(offset)];
        call(usize::from(before), step, usize::from(other), -1);
    }
    for (step, offset) in offsets.into_iter().enumerate() {
        let place = entered.wrapping_add(offset);
        // The cell that the tile has left is the blank's.
        let other = if place == left {
            BLANK
        } else {
            board.kinds[place]
        };
        call(usize::from(after), step, usize::from(other), 1);
    }
}

/// The numbers of the points that slides change, and how often each comes and goes. The board is
/// left as it was.
pub(super) fn changes_along(
    board: &mut WalledBoard,
    orientation: Orientation,
    path: &[Direction],
) -> Vec<(u16, i16)> {
    let mut counts = vec![0; NeighbourPoints::COUNT];
    let mut numbers = Vec::new();
    for &by in path {
        if let Some(from) = board.tiles.source_cell(by) {
            for_each_pair(board, from, |tile, step, other, sign| {
                if other < KINDS {
                    let number = orientation.number(tile, step, other) as u16;
                    counts[usize::from(number)] += sign as i16;
                    numbers.push(number);
                }
            });
            board.slide_from(from);
        }
    }
    for by in path.iter().rev() {
        board.slide(by.opposite());
    }
    numbers.sort_unstable();
    numbers.dedup();
    let changes = numbers
        .into_iter()
        .map(|number| (number, counts[usize::from(number)]));
    changes.filter(|&(_, count)| count != 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::goal::{Goal, Instance};
    use crate::scramble::Scrambler;

    /// The points of a board's pairs, one after the other.
    fn points_of(board: &WalledBoard, table: &NeighbourTable) -> i32 {
        let width = board.kinds_width();
        let points = |tile: usize, step: usize, other: u8| {
            let index = (tile * STEPS.len() + step) * ALL_KINDS + usize::from(other);
            i32::from(table.points[index])
        };
        let mut sum = 0;
        for cell in (0..board.size().cells()).filter(|&cell| cell != board.tiles.blank) {
            let place = board.place(cell);
            let tile = usize::from(board.kinds[place]);
            for (step, other) in [place - width, place - 1, place + 1, place + width]
                .into_iter()
                .enumerate()
            {
                // Every pair of tiles is seen twice, and an edge once.
                let is_first = step >= 2;
                if board.kinds[other] == EDGE || is_first {
                    sum += points(tile, step, board.kinds[other]);
                }
            }
        }
        sum
    }

    fn some_points() -> NeighbourPoints {
        let points = (0..NeighbourPoints::COUNT).map(|k| (k * 89 % 2001) as i16 - 1000);
        NeighbourPoints::new(points.collect()).unwrap()
    }

    fn random_board(rows: usize, cols: usize) -> WalledBoard {
        let size = Size::new(rows, cols).unwrap();
        let board = Scrambler::new(size, &Goal::BlankLast, 3).unwrap().uniform();
        WalledBoard::new(&Instance::new(&board, &Goal::BlankLast).unwrap())
    }

    #[test]
    fn slides_change_the_points_as_a_count_from_scratch_does() {
        for (number, orientation) in Orientation::all().enumerate() {
            let mut board = random_board(5, 7);
            (0..7 * (number % 3)).for_each(|cell| {
                if cell != board.tiles.blank {
                    board.close(cell);
                }
            });
            let table = NeighbourTable::new(&some_points(), 1000, orientation);
            let mut points = points_of(&board, &table);
            for k in 0..300usize {
                let by = Direction::ALL[k * k * 7 % 11 % 4];
                let Some(from) = board.source_cell(by) else {
                    continue;
                };
                points += table.change(&board, from);
                board.slide_from(from);
                assert_eq!(points, points_of(&board, &table));
            }
        }
    }

    #[test]
    fn the_changes_along_a_path_are_those_of_its_slides() {
        let mut board = random_board(6, 6);
        let (all, orientation) = (some_points(), Orientation::default());
        let table = NeighbourTable::new(&all, 1000, orientation);
        let before = (points_of(&board, &table), board.kinds.clone());
        let possible = |by: &Direction| board.tiles.source_cell(*by).is_some();
        let first = Direction::ALL.into_iter().find(possible).unwrap();
        let path = [first, first.opposite(), first];
        let changes = changes_along(&mut board, orientation, &path);
        assert_eq!(before.1, board.kinds);
        board.slide(first);
        let points = |&(number, count): &(u16, i16)| {
            i32::from(all.points()[usize::from(number)]) * i32::from(count)
        };
        let change: i32 = changes.iter().map(points).sum();
        assert_eq!(before.0 + change, points_of(&board, &table));
    }

    #[test]
    fn a_turned_board_has_the_same_numbers() {
        for by in Orientation::all() {
            // A tile one column left of its home, and the tile to its right.
            let (tile, other) = (usize::from(kind(0, 1)), usize::from(kind(-2, 3)));
            let turned = |(down, right)| by.turn((down, right));
            let step = |way| STEPS.iter().position(|&step| step == way).unwrap();
            let plain = Orientation::default();
            let image = |(down, right): (isize, isize)| {
                let (down, right) = turned((down, right));
                usize::from(kind(down, right))
            };
            assert_eq!(
                by.number(tile, step((0, 1)), other),
                plain.number(image((0, 1)), step(turned((0, 1))), image((-2, 3)))
            );
        }
    }

    #[test]
    fn the_points_of_the_first_phase_are_the_same_on_a_turned_board() {
        for by in Orientation::all() {
            for (tile, step, other) in [(3, 0, 17), (48, 1, 2), (24, 3, 24), (10, 2, 49)] {
                let points = |by: Orientation| {
                    let number = by.number(tile, step, other);
                    NeighbourPoints::APPROACH.unwrap().points()[number]
                };
                assert_eq!(points(by), points(Orientation::default()));
            }
        }
    }
}
