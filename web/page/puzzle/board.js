/**
 * Boards and their rules: what a slide does, whether a board can be solved, simple distances.
 *
 * This is what play needs at once. Whatever needs a search is asked of the engine.
 *
 * @typedef {object} Board
 * @property {number} rows
 * @property {number} cols
 * @property {readonly number[]} tiles row by row, 0 for the blank
 *
 * @typedef {'U' | 'D' | 'L' | 'R'} Way the way a tile slides
 */

export const MAX_SIDE = 127;

/** The way back. @type {Readonly<Record<string, Way>>} */
export const INVERSE = { U: 'D', D: 'U', L: 'R', R: 'L' };

/** The steps of the blank, in rows and columns: it moves against the tile. */
/** @type {Readonly<Record<string, readonly [number, number]>>} */
const BLANK_STEP = { U: [1, 0], D: [-1, 0], L: [0, 1], R: [0, -1] };

/** @param {number} rows @param {number} cols @param {readonly number[]} tiles @returns {Board} */
export const makeBoard = (rows, cols, tiles) => ({ rows, cols, tiles });

/** @param {Board} board */
export const blankOf = (board) => board.tiles.indexOf(0);

/** @param {Board} a @param {Board} b */
export const sameBoard = (a, b) =>
  a.rows === b.rows && a.cols === b.cols && a.tiles.every((tile, cell) => tile === b.tiles[cell]);

/** The board on one line, rows split by `/`. @param {Board} board */
export function slashes({ rows, cols, tiles }) {
  return Array.from({ length: rows }, (_, row) =>
    tiles.slice(row * cols, (row + 1) * cols).join(' '),
  ).join('/');
}

/** The board as the course writes it. @param {Board} board */
export function courseText({ rows, cols, tiles }) {
  const width = Math.max(2, String(tiles.length - 1).length);
  const head = rows === cols ? `${rows}` : `${rows} ${cols}`;
  const line = (/** @type {number} */ row) =>
    tiles
      .slice(row * cols, (row + 1) * cols)
      .map((t) => `${t}`.padStart(width) + ' ')
      .join('');
  return [head, ...Array.from({ length: rows }, (_, row) => line(row))].join('\n');
}

/**
 * The goal as a board: a name, or a board of the same size written on one line.
 * @param {number} rows @param {number} cols @param {string} goal @returns {Board}
 */
export function goalBoard(rows, cols, goal) {
  const cells = rows * cols;
  if (goal === 'blank-first')
    return makeBoard(
      rows,
      cols,
      Array.from({ length: cells }, (_, k) => k),
    );
  if (goal === 'snail') return makeBoard(rows, cols, snail(rows, cols));
  if (goal.includes('/')) {
    const tiles = goal.split(/[\s/]+/).map(Number);
    if (tiles.length === cells) return makeBoard(rows, cols, tiles);
  }
  return makeBoard(
    rows,
    cols,
    Array.from({ length: cells }, (_, k) => (k + 1) % cells),
  );
}

/** @param {number} rows @param {number} cols */
function snail(rows, cols) {
  const tiles = new Array(rows * cols).fill(0);
  let [top, left, bottom, right, next] = [0, 0, rows - 1, cols - 1, 1];
  const put = (/** @type {number} */ row, /** @type {number} */ col) => {
    tiles[row * cols + col] = next < rows * cols ? next : 0;
    next += 1;
  };
  while (top <= bottom && left <= right) {
    for (let col = left; col <= right; col++) put(top, col);
    for (let row = top + 1; row <= bottom; row++) put(row, right);
    if (top < bottom) for (let col = right - 1; col >= left; col--) put(bottom, col);
    if (left < right) for (let row = bottom - 1; row > top; row--) put(row, left);
    top += 1;
    left += 1;
    bottom -= 1;
    right -= 1;
  }
  return tiles;
}

/**
 * The cell of the tile that slides, or -1.
 * @param {Board} board @param {string} way @param {number} [blank]
 */
export function sourceCell({ rows, cols, tiles }, way, blank = tiles.indexOf(0)) {
  const step = BLANK_STEP[way];
  if (!step) return -1;
  const row = Math.floor(blank / cols) + step[0];
  const col = (blank % cols) + step[1];
  return row < 0 || row >= rows || col < 0 || col >= cols ? -1 : row * cols + col;
}

/** The slides that can be made, in the engine's order. @param {Board} board @returns {Way[]} */
export const ways = (board) => {
  const blank = blankOf(board);
  return /** @type {Way[]} */ (['U', 'L', 'R', 'D']).filter(
    (w) => sourceCell(board, w, blank) >= 0,
  );
};

/**
 * The board after slides; null if one of them cannot be made.
 * @param {Board} board @param {string} letters @returns {Board | null}
 */
export function slide(board, letters) {
  const tiles = [...board.tiles];
  const after = makeBoard(board.rows, board.cols, tiles);
  let blank = tiles.indexOf(0);
  for (const way of letters) {
    const from = sourceCell(after, way, blank);
    if (from < 0) return null;
    tiles[blank] = tiles[from];
    tiles[from] = 0;
    blank = from;
  }
  return after;
}

/**
 * The slides that bring the blank to a cell of its own row or column: a push of all tiles between.
 * Empty if the cell is in neither.
 * @param {Board} board @param {number} cell
 */
export function push(board, cell) {
  const blank = blankOf(board);
  const { cols } = board;
  const down = Math.floor(cell / cols) - Math.floor(blank / cols);
  const right = (cell % cols) - (blank % cols);
  if ((down === 0) === (right === 0)) return '';
  return down
    ? (down > 0 ? 'U' : 'D').repeat(Math.abs(down))
    : (right > 0 ? 'L' : 'R').repeat(Math.abs(right));
}

/** The cell of every tile. @param {Board} board @returns {number[]} */
export function cellsOf({ tiles }) {
  const cells = new Array(tiles.length);
  tiles.forEach((tile, cell) => {
    cells[tile] = cell;
  });
  return cells;
}

/** Steps of all tiles to their goal cells. @param {Board} board @param {Board} goal */
export function manhattan(board, goal) {
  const home = cellsOf(goal);
  const { cols } = board;
  let sum = 0;
  board.tiles.forEach((tile, cell) => {
    if (tile) {
      sum +=
        Math.abs(Math.floor(cell / cols) - Math.floor(home[tile] / cols)) +
        Math.abs((cell % cols) - (home[tile] % cols));
    }
  });
  return sum;
}

/** Tiles out of place. @param {Board} board @param {Board} goal */
export const hamming = (board, goal) =>
  board.tiles.reduce((sum, tile, cell) => sum + Number(tile !== 0 && goal.tiles[cell] !== tile), 0);

/**
 * Whether the board can be solved, and what decides it (Johnson and Story 1879).
 * @param {Board} board @param {Board} goal
 */
export function parity(board, goal) {
  const { rows, cols, tiles } = board;
  const order = new Array(tiles.length);
  goal.tiles
    .filter((tile) => tile)
    .forEach((tile, place) => {
      order[tile] = place + 1;
    });
  // A Fenwick tree counts the larger places before each tile.
  const tree = new Uint32Array(rows * cols + 1);
  let inversions = 0;
  let before = 0;
  for (const tile of tiles) {
    if (!tile) continue;
    let notAbove = 0;
    for (let node = order[tile]; node > 0; node &= node - 1) notAbove += tree[node];
    inversions += before - notAbove;
    before += 1;
    for (let node = order[tile]; node < tree.length; node += node & -node) tree[node] += 1;
  }
  const blankRow = Math.floor(blankOf(board) / cols);
  const away = Math.abs(blankRow - Math.floor(blankOf(goal) / cols));
  const counts = cols % 2 === 0;
  const sum = inversions + (counts ? away : 0);
  return { solvable: sum % 2 === 0, inversions, blankRow: blankRow + 1, away, counts, cols, sum };
}

/**
 * Two tiles whose exchange makes an unsolvable board solvable: where possible a pair that stands
 * in each other's place.
 * @param {Board} board @param {Board} goal @returns {[number, number] | null}
 */
export function exchange(board, goal) {
  const at = cellsOf(board);
  const { tiles } = board;
  const wrong = tiles
    .map((tile, cell) => [tile, goal.tiles[cell]])
    .filter(([tile, owner]) => tile !== owner && tile && owner);
  const pair = wrong.find(([tile, owner]) => goal.tiles[at[owner]] === tile) ?? wrong[0];
  return pair ? [pair[0], pair[1]] : null;
}

/** The board with two tiles exchanged. @param {Board} board @param {number} a @param {number} b */
export const exchanged = (board, a, b) =>
  makeBoard(
    board.rows,
    board.cols,
    board.tiles.map((t) => (t === a ? b : t === b ? a : t)),
  );

/**
 * A board drawn uniformly among the solvable ones.
 * @param {Board} goal @param {() => number} random from 0 to below 1
 */
export function shuffled(goal, random) {
  const tiles = [...goal.tiles];
  for (let k = tiles.length - 1; k > 0; k--) {
    const other = Math.floor(random() * (k + 1));
    [tiles[k], tiles[other]] = [tiles[other], tiles[k]];
  }
  const board = makeBoard(goal.rows, goal.cols, tiles);
  if (parity(board, goal).solvable) return board;
  const [a, b] = tiles.filter((tile) => tile);
  return exchanged(board, a, b);
}

/**
 * A walk of random slides from the goal, none undoing the one before.
 * @param {Board} goal @param {number} depth @param {() => number} random
 */
export function walked(goal, depth, random) {
  let board = goal;
  let last = '';
  for (let k = 0; k < depth; k++) {
    const next = ways(board).filter((way) => way !== INVERSE[last]);
    last = next[Math.floor(random() * next.length)];
    board = /** @type {Board} */ (slide(board, last));
  }
  return board;
}
