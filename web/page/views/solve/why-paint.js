/**
 * The bound painted on tiles, one kind of reason at a time: the steps of each tile, the tiles that
 * block each other in a line, groups that need more together, or the patterns of the tables.
 *
 * @typedef {import('../../elements/noyes-board.js').Paint} Paint
 * @typedef {import('../../state/state.js').Painted} Painted
 */

/** Marks and colours that tell sets of tiles apart. */
const MARKS = 6;

/** The sign of a pattern. @param {number} k */
export const letterOf = (k) => String.fromCharCode(65 + k);

/** @param {any} info the answer of `info` @param {Painted} painted @returns {Map<number, Paint>} */
export function paintOf({ explained }, painted) {
  /** @type {Map<number, Paint>} */
  const paint = new Map();
  const { steps, conflicts, groups, patterns } = explained;
  if (painted === 'patterns') {
    patterns.parts.forEach((/** @type {{ tiles: number[] }} */ part, /** @type {number} */ k) => {
      for (const tile of part.tiles)
        paint.set(tile, { badge: letterOf(k), mark: `pattern pattern-${k % MARKS}` });
    });
    return paint;
  }
  const most = Math.max(1, ...steps.map((/** @type {number[]} */ [, v, h]) => v + h));
  for (const [tile, vertical, horizontal] of steps) {
    const sum = vertical + horizontal;
    paint.set(tile, { tone: sum / most, badge: sum ? String(sum) : '' });
  }
  const together = { steps: [], conflicts, groups: groups ?? [] }[painted];
  together.forEach((/** @type {{ tiles: number[] }} */ { tiles }, /** @type {number} */ k) => {
    for (const tile of tiles)
      paint.set(tile, { ...paint.get(tile), mark: `mark mark-${k % MARKS}` });
  });
  return paint;
}
