/**
 * Links of slidysim's replays: `…?r=`, then base 64 of deflated JSON.
 *
 * A simple replay is `[solution, milli-tps, scramble, times]`; a replay of a leaderboard has ten
 * fields, and the second is again base 64 of deflated text, `solutions;times;moves;…`.
 *
 * @typedef {import('./board.js').Board} Board
 */
import { goalBoard, slide } from './board.js';
import { inverse, playable, readMoves } from './moves.js';
import { readBoard } from './reading.js';

/** The part of a link that holds the replay. @param {string} text */
export const replayPart = (text) => text.trim().match(/[?&]r=([^&\s#]+)/)?.[1] ?? null;

/** @param {string} base64 */
async function inflated(base64) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Response(stream).text();
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
 * The board that the moves solve; without a size, the smallest square they fit on.
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
  const goal = goalBoard(rows || side, cols || side, 'blank-last');
  return slide(goal, inverse(moves));
}
