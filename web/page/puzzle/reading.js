/**
 * Reads a board from a text: the common formats, at once, while the user types.
 *
 * What this does not know is asked of the engine, which reads more formats and is the authority.
 *
 * @typedef {import('./board.js').Board} Board
 * @typedef {{ board: Board, form: string, blank: string }} Reading
 */
import { MAX_SIDE, makeBoard } from './board.js';

const BLANKS = new Set(['0', '_', '.', 'x', 'X', '-', '·']);

/** @param {string} text @returns {Reading | null} */
export function readBoard(text) {
  const plain = text.replace(/#.*$/gm, '').trim();
  if (!plain) return null;
  if (plain.startsWith('[') || plain.startsWith('{')) return readJson(plain);
  if (plain.includes('/')) return fromRows(plain.split('/').map(words), 'slashes');
  return readWords(
    plain
      .split(/\r?\n/)
      .map(words)
      .filter((row) => row.length),
  );
}

/** @param {string} line */
const words = (line) =>
  line
    .trim()
    .split(/[\s,;|]+/)
    .filter(Boolean);

/** @param {string[][]} rows @returns {Reading | null} */
function readWords(rows) {
  const all = rows.flat();
  const [first, second] = [Number(all[0]), Number(all[1])];
  if (rows.length === 1 && all.length > 3) {
    const side = Math.sqrt(all.length);
    if (Number.isInteger(side)) {
      const reading = fromTiles(side, side, all, 'line');
      if (reading) return reading;
    }
  }
  if (all.length === first * first + 1) return fromTiles(first, first, all.slice(1), 'course');
  if (all.length === first * second + 2) return fromTiles(first, second, all.slice(2), 'sizes');
  return rows.length > 1 ? fromRows(rows, 'rows') : null;
}

/** @param {string} plain @returns {Reading | null} */
function readJson(plain) {
  try {
    const value = JSON.parse(plain);
    const tiles = Array.isArray(value) ? value : (value.tiles ?? value.board);
    if (!Array.isArray(tiles)) return null;
    if (Array.isArray(tiles[0]))
      return fromRows(
        tiles.map((row) => row.map(String)),
        'json',
      );
    const side = Math.sqrt(tiles.length);
    return fromTiles(value.rows ?? side, value.cols ?? side, tiles.map(String), 'json');
  } catch {
    return null;
  }
}

/** @param {string[][]} rows @param {string} form */
const fromRows = (rows, form) =>
  rows.every((row) => row.length === rows[0].length)
    ? fromTiles(rows.length, rows[0].length, rows.flat(), form)
    : null;

/**
 * @param {number} rows @param {number} cols @param {string[]} tokens @param {string} form
 * @returns {Reading | null}
 */
function fromTiles(rows, cols, tokens, form) {
  const fits = [rows, cols].every(
    (side) => Number.isInteger(side) && side >= 2 && side <= MAX_SIDE,
  );
  if (!fits || tokens.length !== rows * cols) return null;
  const blank = tokens.find((token) => BLANKS.has(token));
  if (blank === undefined) return null;
  const tiles = tokens.map((token) => (token === blank ? 0 : Number(token)));
  const found = new Set(tiles);
  const whole = tiles.every((tile) => Number.isInteger(tile) && tile >= 0 && tile < tokens.length);
  return whole && found.size === tokens.length
    ? { board: makeBoard(rows, cols, tiles), form, blank }
    : null;
}

/** What is wrong with numbers that nearly are a board. @param {string} text */
export function nearMiss(text) {
  const numbers = (text.match(/\d+/g) ?? []).map(Number);
  const side = Math.round(Math.sqrt(numbers.length));
  if (numbers.length < 4 || side * side !== numbers.length) return null;
  const found = new Set();
  const twice = numbers.find((tile) => found.size === found.add(tile).size);
  const missing = numbers.findIndex((_, tile) => !found.has(tile));
  return missing < 0 ? null : { side, twice, missing };
}
