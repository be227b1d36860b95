/**
 * Places of the nodes of a tree (Reingold and Tilford 1981): a parent stands above the middle of
 * its children, and subtrees stand as close as their outlines allow.
 *
 * The places are those of the whole record, so that no node moves while the tree grows.
 *
 * @typedef {import('../../puzzle/traces.js').TraceNode} TraceNode
 * @typedef {{ x: number, y: number }} Place
 * @typedef {{ left: number[], right: number[] }} Outline the leftmost and rightmost place of each
 *   level of a subtree, from its root
 */

/**
 * @param {TraceNode[]} nodes parents before children
 * @param {number} width of a node @param {number} height of a level
 * @returns {{ places: Map<number, Place>, width: number, height: number }}
 */
export function treeLayout(nodes, width, height) {
  /** @type {Map<number | null, TraceNode[]>} */
  const children = new Map();
  for (const node of nodes) {
    const siblings = children.get(node.parent);
    if (siblings) siblings.push(node);
    else children.set(node.parent, [node]);
  }
  /** The place of each node beside that of its parent. @type {Map<number, number>} */
  const beside = new Map();
  // From the last node on, so that children come before their parents without recursion.
  /** @type {Map<number, Outline>} */
  const outlines = new Map();
  for (const node of [...nodes].reverse()) {
    const below = (children.get(node.id) ?? []).map(({ id }) => ({
      id,
      outline: /** @type {Outline} */ (outlines.get(id)),
    }));
    outlines.set(node.id, joined(below, beside));
    for (const { id } of below) outlines.delete(id);
  }
  /** @type {Map<number, Place>} */
  const places = new Map();
  const levels = new Map();
  for (const node of nodes) {
    const parent = node.parent === null ? null : places.get(node.parent);
    const level = node.parent === null ? 0 : levels.get(node.parent) + 1;
    levels.set(node.id, level);
    places.set(node.id, {
      x: (parent?.x ?? 0) + (beside.get(node.id) ?? 0) * width,
      y: (level + 0.5) * height,
    });
  }
  const xs = [...places.values()].map(({ x }) => x);
  const least = Math.min(...xs) - width / 2;
  for (const place of places.values()) place.x -= least;
  return {
    places,
    width: Math.max(...xs) - Math.min(...xs) + width,
    height: (Math.max(...levels.values()) + 1) * height,
  };
}

/**
 * The outline of a node and the subtrees below it, set side by side.
 * @param {{ id: number, outline: Outline }[]} below @param {Map<number, number>} beside
 * @returns {Outline}
 */
function joined(below, beside) {
  /** @type {Outline} */
  const all = { left: [], right: [] };
  const shifts = below.map(({ outline }, k) => {
    const levels = Math.min(all.right.length, outline.left.length);
    let shift = k ? -Infinity : 0;
    for (let level = 0; level < levels; level++)
      shift = Math.max(shift, all.right[level] + 1 - outline.left[level]);
    outline.left.forEach((x, level) => {
      all.left[level] ??= x + shift;
      all.right[level] = outline.right[level] + shift;
    });
    return shift;
  });
  const middle = shifts.length ? (shifts[0] + shifts[shifts.length - 1]) / 2 : 0;
  below.forEach(({ id }, k) => beside.set(id, shifts[k] - middle));
  return {
    left: [0, ...all.left.map((x) => x - middle)],
    right: [0, ...all.right.map((x) => x - middle)],
  };
}
