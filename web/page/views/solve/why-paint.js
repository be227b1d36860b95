/**
 * The bound painted on tiles: the steps of each, and outlines around those that cost more together.
 *
 * @typedef {import('../../elements/noyes-board.js').Paint} Paint
 */

/** Marks that tell groups apart. */
const MARKS = 6;

/** @param {any} info the answer of `info` @returns {Map<number, Paint>} */
export function paintOf({ explained }) {
  /** @type {Map<number, Paint>} */
  const paint = new Map();
  const { steps, conflicts, groups } = explained;
  const most = Math.max(1, ...steps.map((/** @type {number[]} */ [, v, h]) => v + h));
  for (const [tile, vertical, horizontal] of steps) {
    const sum = vertical + horizontal;
    paint.set(tile, { tone: sum / most, badge: sum ? String(sum) : '' });
  }
  /** @type {number[][]} */
  const together = groups?.length
    ? groups.map((/** @type {{ tiles: number[] }} */ group) => group.tiles)
    : conflicts.map((/** @type {{ tiles: number[] }} */ conflict) => conflict.tiles);
  together.forEach((tiles, k) => {
    for (const tile of tiles)
      paint.set(tile, { ...paint.get(tile), mark: `mark mark-${k % MARKS}` });
  });
  return paint;
}
