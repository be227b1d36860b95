//! Boards as bytes: how the chunks of a batch travel to workers.
//!
//! Dask hashes every argument of a task, object by object; of a list of boards that takes a tenth
//! of the time that a worker needs to solve them. Bytes are hashed at once.
//!
//! ```text
//! for each board: rows and columns, a byte each, then the tiles in reading order, two bytes each
//! ```
//!
//! Numbers are little-endian.

use noyes::Board;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use crate::board::{board_list, board_of, value_error};

/// The bytes of some boards.
#[pyfunction]
pub fn pack_boards<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyList>,
) -> PyResult<Bound<'py, PyBytes>> {
    let mut bytes = Vec::new();
    for board in boards {
        let board = board_of(&board)?;
        // No side is longer than 127 cells.
        bytes.extend([board.rows() as u8, board.cols() as u8]);
        bytes.extend(board.tiles().iter().flat_map(|tile| tile.to_le_bytes()));
    }
    Ok(PyBytes::new(py, &bytes))
}

/// The boards of such bytes.
#[pyfunction]
pub fn unpack_boards<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyList>> {
    let mut boards = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() {
        let cut_off = || value_error("the bytes of the boards are cut off: send them again");
        let (&[rows, cols], after) = rest.split_first_chunk().ok_or_else(cut_off)?;
        let length = 2 * usize::from(rows) * usize::from(cols);
        let (tiles, after) = after.split_at_checked(length).ok_or_else(cut_off)?;
        let (tiles, _) = tiles.as_chunks::<2>();
        let tiles: Vec<u32> = tiles
            .iter()
            .map(|&tile| u16::from_le_bytes(tile).into())
            .collect();
        let rows: Vec<&[u32]> = tiles.chunks(usize::from(cols).max(1)).collect();
        boards.push(Board::new(&rows).map_err(value_error)?);
        rest = after;
    }
    board_list(py, boards)
}
