//! `Board`: the course's board for Python.

use noyes::board::Tile;
use noyes::format::{json_rows, read_board, slashes, tile_line};
use noyes::goal::Parity;
use noyes::render::{Picture, Theme};
use noyes::{Board, Direction, Size};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};

use crate::goal::goal_of;

/// The largest side of a picture in a notebook, in pixels.
const NOTEBOOK_SIDE: f64 = 240.0;

/// A sentence as a `ValueError`.
pub fn value_error(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// An immutable arrangement of tiles and one blank.
#[pyclass(name = "Board", module = "noyes", frozen)]
#[derive(Debug)]
pub struct PyBoard(pub Board);

/// A board from any object that stands for one.
pub fn board_of(object: &Bound<'_, PyAny>) -> PyResult<Board> {
    if let Ok(board) = object.cast::<PyBoard>() {
        return Ok(board.get().0.clone());
    }
    if let Ok(text) = object.cast::<PyString>() {
        let read = read_board(&text.to_cow()?).map_err(value_error)?;
        return Ok(read.board);
    }
    if !object.hasattr("__iter__")? {
        return Err(PyTypeError::new_err(format!(
            "a board is rows of tiles, a text or a two-dimensional array, not {}",
            object.get_type().name()?
        )));
    }
    let items: Vec<Bound<'_, PyAny>> = as_list(object)?.try_iter()?.collect::<PyResult<_>>()?;
    let is_flat = items
        .first()
        .is_some_and(|item| item.extract::<i64>().is_ok());
    let rows: Vec<Vec<u32>> = if is_flat {
        let tiles = tiles_of(&items)?;
        let side = tiles.len().isqrt();
        if side * side != tiles.len() {
            return Err(PyValueError::new_err(format!(
                "{} tiles in one list are no square: give a list of rows",
                tiles.len()
            )));
        }
        tiles.chunks(side.max(1)).map(<[u32]>::to_vec).collect()
    } else {
        let mut rows = Vec::with_capacity(items.len());
        for item in &items {
            let row: Vec<Bound<'_, PyAny>> = as_list(item)?.try_iter()?.collect::<PyResult<_>>()?;
            rows.push(tiles_of(&row)?);
        }
        rows
    };
    Board::new(&rows).map_err(value_error)
}

/// Arrays know how to become lists of plain numbers.
fn as_list<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    match object.hasattr("tolist")? {
        true => object.call_method0("tolist"),
        false => Ok(object.clone()),
    }
}

fn tiles_of(items: &[Bound<'_, PyAny>]) -> PyResult<Vec<u32>> {
    let tile = |item: &Bound<'_, PyAny>| {
        let number: i64 = item.extract().map_err(|_| {
            let shown = item.repr().map_or(String::new(), |text| text.to_string());
            let remedy = match item.extract::<f64>() {
                Ok(_) => ": give whole numbers, as array.astype(int) does",
                Err(_) if item.hasattr("__iter__").unwrap_or(false) => {
                    ": a board has two dimensions, and solve_many takes several boards"
                }
                Err(_) => "",
            };
            PyTypeError::new_err(format!("a tile is a whole number, not {shown}{remedy}"))
        })?;
        u32::try_from(number).map_err(|_| {
            value_error(format!(
                "tile {number} is out of range: tiles are 0 (the blank), 1, 2, …"
            ))
        })
    };
    items.iter().map(tile).collect()
}

/// A direction by its letter: the way the tile slides.
fn direction_of(letter: &str) -> PyResult<Direction> {
    let mut letters = letter.chars();
    let direction = letters.next().and_then(Direction::from_letter);
    direction
        .filter(|_| letters.next().is_none())
        .ok_or_else(|| {
            value_error(format!(
                "{letter:?} is no direction: write U, D, L or R, the way the tile slides"
            ))
        })
}

impl PyBoard {
    fn key(&self) -> (usize, usize, &[Tile]) {
        (self.0.rows(), self.0.cols(), self.0.tiles())
    }

    fn picture<'a>(&'a self, goal: &'a Board, cell: Option<f64>) -> Picture<'a> {
        let side = self.0.rows().max(self.0.cols()) as f64;
        Picture::new(&self.0, goal).cell(cell.unwrap_or((NOTEBOOK_SIDE / side).min(64.0)))
    }
}

#[pymethods]
impl PyBoard {
    #[new]
    fn new(tiles: &Bound<'_, PyAny>) -> PyResult<Self> {
        board_of(tiles).map(Self)
    }

    /// The solved board of a size.
    #[staticmethod]
    #[pyo3(signature = (rows, cols = None, goal = None))]
    fn solved(rows: usize, cols: Option<usize>, goal: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let size = Size::new(rows, cols.unwrap_or(rows)).map_err(value_error)?;
        goal_of(goal)?.board(size).map(Self).map_err(value_error)
    }

    /// n, for an n×n board; the number of rows, for one that is not square.
    fn dimension(&self) -> usize {
        self.0.dimension()
    }

    /// Number of rows.
    #[getter]
    fn rows(&self) -> usize {
        self.0.rows()
    }

    /// Number of columns.
    #[getter]
    fn cols(&self) -> usize {
        self.0.cols()
    }

    /// The tiles in reading order, 0 for the blank.
    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.tiles())
    }

    /// How many tiles are out of place.
    fn hamming(&self) -> u32 {
        self.0.hamming()
    }

    /// The sum over tiles of the steps to their goal cells.
    fn manhattan(&self) -> u32 {
        self.0.manhattan()
    }

    /// Whether the tiles are in reading order with the blank last.
    fn is_goal(&self) -> bool {
        self.0.is_goal()
    }

    /// Whether the goal can be reached.
    #[pyo3(signature = (goal = None))]
    fn is_solvable(&self, goal: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
        let goal = goal_of(goal)?.board(self.0.size()).map_err(value_error)?;
        Ok(Parity::of(&self.0, &goal).is_solvable())
    }

    /// The 2, 3 or 4 boards one slide away.
    fn neighbors(&self) -> Vec<Self> {
        self.0.neighbors().map(Self).collect()
    }

    /// The board with its first two tiles exchanged: one of the two can be solved.
    fn twin(&self) -> Self {
        Self(self.0.twin())
    }

    /// The board after a tile slid into the blank: `U`, `D`, `L` or `R` is the way the tile goes.
    fn slide(&self, direction: &str) -> PyResult<Self> {
        let direction = direction_of(direction)?;
        self.0.slide(direction).map(Self).ok_or_else(|| {
            value_error(format!(
                "no tile can slide {direction} into the blank: it is at the edge"
            ))
        })
    }

    /// The board after some moves, in any format of moves.
    fn after(&self, moves: &str) -> PyResult<Self> {
        let read = noyes::format::read_moves(moves, &self.0).map_err(value_error)?;
        let mut board = self.0.clone();
        for &direction in read.moves.iter() {
            board = board
                .slide(direction)
                .ok_or_else(|| value_error(format!("the moves leave the board at {:?}", board)))?;
        }
        Ok(Self(board))
    }

    /// Rows of tiles.
    fn to_lists(&self) -> Vec<Vec<Tile>> {
        self.0
            .tiles()
            .chunks(self.0.cols())
            .map(<[Tile]>::to_vec)
            .collect()
    }

    /// The board as text: `course`, `slashes`, `line` or `json`.
    #[pyo3(signature = (format = "slashes"))]
    fn to_text(&self, format: &str) -> PyResult<String> {
        match format {
            "course" => Ok(self.0.to_string()),
            "slashes" => Ok(slashes(&self.0)),
            "line" => Ok(tile_line(&self.0)),
            "json" => Ok(json_rows(&self.0)),
            other => Err(value_error(format!(
                "there is no format {other:?}: choose from course, slashes, line, json"
            ))),
        }
    }

    /// The board as an svg.
    #[pyo3(signature = (cell = None, goal = None))]
    fn svg(&self, cell: Option<f64>, goal: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let goal = goal_of(goal)?.board(self.0.size()).map_err(value_error)?;
        Ok(self.picture(&goal, cell).theme(Theme::Auto).svg())
    }

    /// The board as a png.
    #[pyo3(signature = (cell = None, goal = None))]
    fn png<'py>(
        &self,
        py: Python<'py>,
        cell: Option<f64>,
        goal: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let goal = goal_of(goal)?.board(self.0.size()).map_err(value_error)?;
        let png = self
            .picture(&goal, cell)
            .theme(Theme::Light)
            .png()
            .map_err(value_error)?;
        Ok(PyBytes::new(py, &png))
    }

    #[pyo3(signature = (**_options))]
    fn _repr_mimebundle_<'py>(
        &self,
        py: Python<'py>,
        _options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let bundle = PyDict::new(py);
        bundle.set_item("text/plain", self.__repr__())?;
        bundle.set_item("image/svg+xml", self.svg(None, None)?)?;
        // For what shows no svg, such as mail and some viewers of notebooks.
        let png = self.png(py, None, None)?;
        let text = py.import("base64")?.call_method1("b64encode", (png,))?;
        bundle.set_item("image/png", text.call_method0("decode")?)?;
        Ok(bundle)
    }

    /// For numpy.
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(value_error("a board is always copied into an array"));
        }
        let numpy = py.import("numpy")?;
        let usual = if self.0.size().cells() > 256 {
            "uint16"
        } else {
            "uint8"
        };
        let options = PyDict::new(py);
        match dtype {
            Some(dtype) => options.set_item("dtype", dtype)?,
            None => options.set_item("dtype", usual)?,
        }
        numpy.call_method("array", (self.to_lists(),), Some(&options))
    }

    fn __getitem__(&self, place: (usize, usize)) -> PyResult<Tile> {
        let (row, col) = place;
        self.0.tile_at(row, col).ok_or_else(|| {
            PyIndexError::new_err(format!(
                "row {row}, column {col} is not on a {} board",
                self.0.size()
            ))
        })
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Self>() else {
            return Ok(py.NotImplemented());
        };
        let order = self.key().cmp(&other.get().key());
        Ok(op
            .matches(order)
            .into_pyobject(py)?
            .to_owned()
            .into_any()
            .unbind())
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Board(\"{}\")", slashes(&self.0))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let class = py.get_type::<Self>();
        let text = slashes(&self.0);
        (class, (text,)).into_pyobject(py)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// Boards as a Python list.
pub fn board_list<'py>(
    py: Python<'py>,
    boards: impl IntoIterator<Item = Board>,
) -> PyResult<Bound<'py, PyList>> {
    let boards: PyResult<Vec<Py<PyBoard>>> = boards
        .into_iter()
        .map(|board| Py::new(py, PyBoard(board)))
        .collect();
    PyList::new(py, boards?)
}
