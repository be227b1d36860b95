/**
 * Moves as texts. A line of play is a string of letters U D L R, each the way a tile slides.
 *
 * @typedef {import('./board.js').Board} Board
 */
import { INVERSE, sourceCell, slide } from './board.js';

/** Slides of a line at most. */
const MOST_SLIDES = 1e6;

/** `RRUUUL` as `R2U3L`. @param {string} letters */
export const compressed = (letters) =>
  letters.replace(/([UDLR])\1+/g, (run, way) => `${way}${run.length}`);

/** The line backwards, each slide undone. @param {string} letters */
export const inverse = (letters) =>
  [...letters]
    .reverse()
    .map((way) => INVERSE[way])
    .join('');

/** The slides as runs in one direction: each is one move of the multi-tile metric. */
/** @param {string} letters @returns {string[]} */
export const runs = (letters) => letters.match(/U+|D+|L+|R+/g) ?? [];

/**
 * The tile of every slide.
 * @param {Board} board @param {string} letters @returns {number[]}
 */
export function slidTiles(board, letters) {
  const tiles = [...board.tiles];
  const now = { ...board, tiles };
  let blank = tiles.indexOf(0);
  const slid = [];
  for (const way of letters) {
    const from = sourceCell(now, way, blank);
    if (from < 0) break;
    slid.push(tiles[from]);
    tiles[blank] = tiles[from];
    tiles[from] = 0;
    blank = from;
  }
  return slid;
}

/** One slide a line: `5 L`. @param {Board} board @param {string} letters */
export const tileLines = (board, letters) =>
  slidTiles(board, letters)
    .map((tile, k) => `${tile} ${letters[k]}`)
    .join('\n');

/**
 * Reads moves: letters with counts (`R2U2LD`), with or without spaces, in either case. Null if the
 * text is anything else, or more than a page can show.
 * @param {string} text @returns {string | null}
 */
export function readMoves(text) {
  const plain = text
    .trim()
    .toUpperCase()
    .replace(/[\s,]+/g, '');
  if (!/^([UDLR]\d{0,4})+$/.test(plain)) return null;
  const counts = plain.match(/\d+/g) ?? [];
  if (counts.reduce((sum, count) => sum + Number(count), plain.length) > MOST_SLIDES) return null;
  return plain.replace(/([UDLR])(\d+)/g, (_, way, count) => way.repeat(Number(count)));
}

/**
 * The line without what a player undid at once: a slide and its inverse vanish, repeatedly.
 * @param {string} letters
 */
export function reduced(letters) {
  /** @type {string[]} */
  const kept = [];
  for (const way of letters) {
    if (kept.at(-1) === INVERSE[way]) kept.pop();
    else kept.push(way);
  }
  return kept.join('');
}

/** Whether the letters can all be played. @param {Board} board @param {string} letters */
export const playable = (board, letters) => slide(board, letters) !== null;
