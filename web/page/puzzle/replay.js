/**
 * Links of slidysim's replays: `…?r=`, then base 64 of deflated JSON.
 *
 * A simple replay is `[solution, milli-tps, scramble, times]`; a replay of a leaderboard has ten
 * fields, and the second is again base 64 of deflated text, `solutions;times;moves;…`.
 *
 * @typedef {import('./board.js').Board} Board
 */
import { MAX_SIDE, goalBoard, slide } from './board.js';
import { inverse, playable, readMoves } from './moves.js';
import { readBoard } from './reading.js';

/** The part of a link that holds the replay. @param {string} text */
export const replayPart = (text) => text.trim().match(/[?&]r=([^&\s#]+)/)?.[1] ?? null;

/** Bytes of a replay at most: a short link can hold a text that fills the memory. */
const MOST_BYTES = 2 ** 20;

/** @param {string} base64 */
async function inflated(base64) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let [text, length] = ['', 0];
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > MOST_BYTES) {
      await reader.cancel();
      throw new RangeError('too long for a replay');
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * The board and the moves of a replay; null if the part is no replay.
 * @param {string} part @returns {Promise<{ board: Board, moves: string } | null>}
 */
export async function readReplay(part) {
  try {
    const fields = JSON.parse(await inflated(decodeURIComponent(part)));
    const isScore = fields.length >= 10;
    const text = isScore ? (await inflated(fields[1])).split(/[;,]/)[0] : fields[0];
    const moves = readMoves(String(text));
    if (!moves) return null;
    const scramble = isScore ? null : readBoard(String(fields[2] ?? ''))?.board;
    const board = scramble ?? startOf(moves, Number(fields[5]) || 0, Number(fields[4]) || 0);
    return board && playable(board, moves) ? { board, moves } : null;
  } catch {
    return null;
  }
}

/**
 * The board that the moves solve; without a size, the smallest square they fit on. Null if there is no
 * such board.
 * @param {string} moves @param {number} rows @param {number} cols
 */
export function startOf(moves, rows = 0, cols = 0) {
  let [row, col, height, width] = [1, 1, 2, 2];
  for (const way of inverse(moves)) {
    row += Number(way === 'D') - Number(way === 'U');
    col += Number(way === 'R') - Number(way === 'L');
    height = Math.max(height, row);
    width = Math.max(width, col);
  }
  const side = Math.max(height, width);
  const sides = [rows || side, cols || side];
  if (!sides.every((side) => Number.isInteger(side) && side >= 2 && side <= MAX_SIDE)) return null;
  return slide(goalBoard(sides[0], sides[1], 'blank-last'), inverse(moves));
}
