/**
 * Colour schemes of tiles: which stage of the usual methods a tile belongs to.
 *
 * Fringe: the top row and left column are solved first, then the next ones. Grid: the board is
 * halved, again and again, alternately.
 *
 * @typedef {import('./board.js').Board} Board
 * @typedef {'plain' | 'fringe' | 'grid'} Scheme
 */

/**
 * The stage of a goal cell, from 0.
 * @param {Scheme} scheme @param {Board} goal @param {number} cell
 */
export function stageOf(scheme, { rows, cols }, cell) {
  const row = Math.floor(cell / cols);
  const col = cell % cols;
  if (scheme === 'fringe') return Math.min(row, col);
  let [top, left, height, width, stage] = [0, 0, rows, cols, 0];
  while (height > 2 || width > 2) {
    if (height >= width) {
      const half = Math.ceil(height / 2);
      if (row < top + half) return stage;
      top += half;
      height -= half;
    } else {
      const half = Math.ceil(width / 2);
      if (col < left + half) return stage;
      left += half;
      width -= half;
    }
    stage += 1;
  }
  return stage;
}

/** The hue of a stage, in degrees; neighbouring stages are far apart. @param {number} stage */
export const hueOf = (stage) => (28 + stage * 137.5) % 360;
