//! The boards that a net is trained on.
//!
//! ```text
//! share    board
//! 5 in 10  a random walk from the goal; the logarithm of its length is uniform
//! 4 in 10  uniform
//! 1 in 10  a frame: the tiles of the four corners are in the opposite corners, the rest uniform
//! ```

use noyes::scramble::Scrambler;
use noyes::{Goal, Instance, Size};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

/// Slides of a walk for each cell of the board, least and most: 200 to 2,500 at 6×6.
const LEAST_SLIDES: f64 = 5.5;
const MOST_SLIDES: f64 = 70.0;

/// The labels of a board that [`Goal::BlankLast`] can be reached from.
pub fn draw(size: Size, random: &mut ChaCha8Rng) -> Result<Vec<u8>, String> {
    match random.random_range(0..10) {
        0..5 => walk(size, random),
        5..9 => uniform(size, random.random()),
        _ => Ok(frame(size, random)),
    }
}

/// A uniform board, the one of `noyes scramble` with this seed.
pub fn uniform(size: Size, seed: u64) -> Result<Vec<u8>, String> {
    let scrambler = Scrambler::new(size, &Goal::BlankLast, seed);
    let board = scrambler.map_err(|error| error.to_string())?.uniform();
    let instance = Instance::new(&board, &Goal::BlankLast).map_err(|error| error.to_string())?;
    Ok(instance.labels().iter().map(|&label| label as u8).collect())
}

/// A random walk from the goal.
pub fn walk(size: Size, random: &mut ChaCha8Rng) -> Result<Vec<u8>, String> {
    let longer = (MOST_SLIDES / LEAST_SLIDES).powf(random.random());
    let slides = size.cells() as f64 * LEAST_SLIDES * longer;
    let scrambler = Scrambler::new(size, &Goal::BlankLast, random.random());
    let mut scrambler = scrambler.map_err(|error| error.to_string())?;
    let board = scrambler.walk(slides as usize);
    let instance = Instance::new(&board, &Goal::BlankLast).map_err(|error| error.to_string())?;
    Ok(instance.labels().iter().map(|&label| label as u8).collect())
}

/// A board whose tiles of the four corners of 2×2 cells are in the opposite corners, the blank's
/// corner tile excepted.
fn frame(size: Size, random: &mut ChaCha8Rng) -> Vec<u8> {
    let (cells, blank) = (size.cells(), size.cells() - 1);
    let is_edge = |place: usize, places: usize| place < 2 || place + 2 >= places;
    let is_corner = |cell: &usize| {
        is_edge(size.row(*cell), size.rows()) && is_edge(size.col(*cell), size.cols())
    };
    let corner: Vec<usize> = (0..cells).filter(is_corner).collect();
    let mut rest: Vec<usize> = (0..cells).filter(|cell| !is_corner(cell)).collect();
    let mut labels: Vec<u8> = (0..cells).map(|cell| cell as u8).collect();
    // The opposite cell of the last one is the first: the blank stays, and so does tile 0.
    for &cell in corner.iter().filter(|&&cell| cell != 0 && cell != blank) {
        labels[cell] = (cells - 1 - cell) as u8;
    }
    let places = rest.clone();
    for last in (1..rest.len()).rev() {
        rest.swap(last, random.random_range(0..=last));
    }
    for (&place, &label) in places.iter().zip(&rest) {
        labels[place] = label as u8;
    }
    if !is_even(&labels) {
        labels.swap(places[0], places[1]);
    }
    labels
}

/// Whether a permutation is even: its cells less its cycles are.
fn is_even(labels: &[u8]) -> bool {
    let mut seen = vec![false; labels.len()];
    let mut odd_cycles = 0;
    for start in 0..labels.len() {
        let (mut cell, mut length) = (start, 0);
        while !seen[cell] {
            seen[cell] = true;
            cell = usize::from(labels[cell]);
            length += 1;
        }
        odd_cycles += usize::from(length > 0 && length % 2 == 0);
    }
    odd_cycles.is_multiple_of(2)
}
