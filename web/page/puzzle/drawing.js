/**
 * A board that is drawn: numbers are placed cell by cell, in any order.
 *
 * There is always one cell that is filled next. A number that stands elsewhere already changes
 * places with it, so that no number is ever there twice.
 *
 * @typedef {object} Drawing
 * @property {number} rows
 * @property {number} cols
 * @property {readonly (number | null)[]} tiles row by row, 0 for the blank, null where none is yet
 * @property {number} at the cell that is filled next
 */
import { makeBoard } from './board.js';

/** Boards with longer sides are typed or pasted: their numbers are too many to pick from. */
export const MAX_DRAWN_SIDE = 10;

/** @param {number} rows @param {number} cols @returns {Drawing} */
export const emptyDrawing = (rows, cols) => ({
  rows,
  cols,
  tiles: new Array(rows * cols).fill(null),
  at: 0,
});

/** @param {import('./board.js').Board} board @returns {Drawing} */
export const drawingOf = ({ rows, cols, tiles }) => ({ rows, cols, tiles, at: 0 });

/** @param {Drawing} drawing @param {number} cell @returns {Drawing} */
export const selected = (drawing, cell) => ({
  ...drawing,
  at: Math.max(0, Math.min(drawing.tiles.length - 1, cell)),
});

/** The cell beside the one that is filled next, as an arrow key means it. */
/** @param {Drawing} drawing @param {string} key @returns {Drawing} */
export function moved(drawing, key) {
  const { cols, rows, at } = drawing;
  const [row, col] = [Math.floor(at / cols), at % cols];
  if (key === 'ArrowUp') return selected(drawing, row ? at - cols : at);
  if (key === 'ArrowDown') return selected(drawing, row + 1 < rows ? at + cols : at);
  if (key === 'ArrowLeft') return selected(drawing, col ? at - 1 : at);
  return selected(drawing, col + 1 < cols ? at + 1 : at);
}

/**
 * A number in the cell that is filled next; then it is the turn of the next empty cell. The last
 * number that is left goes to the last empty cell by itself.
 * @param {Drawing} drawing @param {number} tile @returns {Drawing}
 */
export function placed(drawing, tile) {
  const { at } = drawing;
  const tiles = [...drawing.tiles];
  const from = tiles.indexOf(tile);
  if (from >= 0) tiles[from] = tiles[at];
  tiles[at] = tile;
  const rest = remaining({ ...drawing, tiles });
  if (rest.length === 1) tiles[tiles.indexOf(null)] = rest[0];
  const later = tiles.indexOf(null, at);
  const next = later >= 0 ? later : tiles.indexOf(null);
  return { ...drawing, tiles, at: next >= 0 ? next : at };
}

/** The cell that is filled next becomes empty; if it is, the one before it. */
/** @param {Drawing} drawing @returns {Drawing} */
export function erased(drawing) {
  const tiles = [...drawing.tiles];
  const at = tiles[drawing.at] === null ? Math.max(0, drawing.at - 1) : drawing.at;
  tiles[at] = null;
  return { ...drawing, tiles, at };
}

/** The numbers that stand nowhere yet. @param {Drawing} drawing @returns {number[]} */
export const remaining = ({ tiles }) => {
  const there = new Set(tiles);
  return tiles.map((_, tile) => tile).filter((tile) => !there.has(tile));
};

/** The board, once every cell is filled. @param {Drawing} drawing */
export const drawnBoard = ({ rows, cols, tiles }) =>
  tiles.includes(null) ? null : makeBoard(rows, cols, /** @type {number[]} */ (tiles));

/**
 * The numbers that begin with what was typed: one alone is meant, several need another digit or a
 * word that this is all.
 * @param {Drawing} drawing @param {string} typed
 */
export const typedNumbers = ({ tiles }, typed) =>
  tiles.map((_, tile) => tile).filter((tile) => String(tile).startsWith(typed));
