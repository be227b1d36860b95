/**
 * What is known about positions: an interval that holds the minimum, and the best solution.
 *
 * Intervals only shrink. A slide changes the distance to the goal by exactly one, so knowledge of a
 * position is knowledge of its neighbours.
 *
 * @typedef {{ lower: number, upper: number, path: string | null }} Interval
 * @typedef {import('../puzzle/board.js').Board} Board
 */
import { slashes, slide } from '../puzzle/board.js';

/** Boards with more cells are not kept by name: their minimum is hardly ever known. */
const MAX_CELLS = 36;
const MAX_POSITIONS = 20_000;

export class Known {
  constructor() {
    /** @type {Map<string, Interval>} */
    this.intervals = new Map();
  }

  clear() {
    this.intervals.clear();
  }

  /** @param {Board} board @returns {Interval | null} */
  of(board) {
    return board.tiles.length > MAX_CELLS ? null : (this.intervals.get(slashes(board)) ?? null);
  }

  /** The minimum of a position, where it is known. @param {Board} board */
  exact(board) {
    const known = this.of(board);
    return known && known.lower === known.upper ? known.lower : null;
  }

  /**
   * @param {Board} board @param {number} lower @param {number} upper @param {string | null} path
   */
  learn(board, lower, upper, path) {
    if (board.tiles.length > MAX_CELLS) return;
    if (this.intervals.size > MAX_POSITIONS) this.clear();
    const before = this.of(board);
    const better = !before || upper < before.upper || !before.path;
    this.intervals.set(slashes(board), {
      lower: Math.max(lower, before?.lower ?? 0),
      upper: Math.min(upper, before?.upper ?? Infinity),
      path: better ? path : before.path,
    });
  }

  /** Learns every position of a shortest solution. @param {Board} board @param {string} path */
  learnPath(board, path) {
    for (let made = 0; made <= path.length; made++) {
      const left = path.length - made;
      this.learn(board, left, left, path.slice(made));
      const next = slide(board, path[made] ?? '');
      if (!next) return;
      board = next;
    }
  }
}
