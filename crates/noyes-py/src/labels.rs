//! Minima and optimal first moves of arrays of boards.

use noyes::Size;
use noyes::solve::{LabelError, Labeller, LabellerError};
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict};

use crate::board::value_error;
use crate::engine::engine;
use crate::events::{Watch, interruptible};
use crate::goal::goal_of;
use crate::request::request_of;

/// What stands for a board that cannot be solved.
const UNSOLVABLE: u8 = u8::MAX;

/// Minima and bits of the first moves, a byte each a board, and the first unsolvable board.
type Labels = (Vec<u8>, Vec<u8>, Option<usize>);

/// Labels boards that lie one after the other in a buffer of bytes or of 16-bit numbers.
#[pyfunction]
#[pyo3(signature = (tiles, rows, cols, goal, first_moves, options))]
pub fn label_boards<'py>(
    py: Python<'py>,
    tiles: &Bound<'py, PyAny>,
    rows: usize,
    cols: usize,
    goal: Option<&Bound<'py, PyAny>>,
    first_moves: bool,
    options: &Bound<'py, PyDict>,
) -> PyResult<(
    Bound<'py, PyByteArray>,
    Bound<'py, PyByteArray>,
    Option<usize>,
)> {
    let size = Size::new(rows, cols).map_err(value_error)?;
    let goal = goal_of(goal)?;
    let engine = engine()?;
    let request = request_of(options, None)?;
    let label = |watch: &Watch, tiles: &Tiles| -> Result<Labels, String> {
        let labeller = engine.labeller(size, &goal, &request, watch);
        let mut labeller = match labeller {
            Ok(labeller) => labeller,
            // The signal's own exception is raised instead.
            Err(LabellerError::Stopped(_)) => return Ok(Labels::default()),
            Err(error) => return Err(error.to_string()),
        };
        if !first_moves {
            labeller = labeller.without_first_moves();
        }
        match tiles {
            Tiles::Bytes(tiles) => all_labels(&labeller, tiles, watch),
            Tiles::Words(tiles) => all_labels(&labeller, tiles, watch),
        }
    };
    let tiles = match PyBuffer::<u8>::get(tiles) {
        Ok(buffer) => Tiles::Bytes(buffer.to_vec(py)?),
        Err(_) => Tiles::Words(PyBuffer::<u16>::get(tiles)?.to_vec(py)?),
    };
    let labels = interruptible(py, |watch| label(watch, &tiles))?;
    let (minima, moves, unsolvable) = labels.map_err(value_error)?;
    Ok((
        PyByteArray::new(py, &minima),
        PyByteArray::new(py, &moves),
        unsolvable,
    ))
}

/// The tiles of all boards.
enum Tiles {
    Bytes(Vec<u8>),
    Words(Vec<u16>),
}

fn all_labels<T: Copy + Into<u16> + Sync>(
    labeller: &Labeller<'_>,
    tiles: &[T],
    watch: &Watch,
) -> Result<Labels, String> {
    let labels = labeller.label_many(tiles, watch);
    let mut minima = Vec::with_capacity(labels.len());
    let mut moves = Vec::with_capacity(labels.len());
    let mut unsolvable = None;
    for (number, label) in labels.into_iter().enumerate() {
        let (minimum, bits) = match label {
            Ok(label) => {
                let minimum = label.minimum.and_then(|minimum| u8::try_from(minimum).ok());
                let minimum = minimum.ok_or_else(|| {
                    format!("board {number}: its minimum was not proven, or is above 255")
                })?;
                (minimum, label.first_moves.map_or(0, |moves| moves.bits()))
            }
            Err(LabelError::Unsolvable) => {
                unsolvable.get_or_insert(number);
                (UNSOLVABLE, 0)
            }
            Err(error) => return Err(format!("board {number}: {error}")),
        };
        minima.push(minimum);
        moves.push(bits);
    }
    Ok((minima, moves, unsolvable))
}
