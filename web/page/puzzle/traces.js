/**
 * Searches of small boards, recorded step by step, in the form of `noyes tree --each --format json`:
 * nodes with parent, moves, distance and priority; steps with what was dequeued, inserted and
 * refused, and the queue in order.
 *
 * A record is made whole, so that it can be stepped both ways.
 *
 * @typedef {import('./board.js').Board} Board
 *
 * @typedef {object} TraceNode
 * @property {number} id
 * @property {number | null} parent
 * @property {Board} board
 * @property {number} moves g
 * @property {number} distance h
 * @property {number} priority what the queue is ordered by
 * @property {number} step the step that made it, from 0
 * @property {number} iteration of IDA*; 0 for the others
 *
 * @typedef {{ board: Board, why: string, priority: number }} Refused
 *
 * @typedef {object} TraceStep
 * @property {number} dequeued
 * @property {number[]} inserted
 * @property {Refused[]} refused
 * @property {number[]} queue in order after the step
 * @property {number | null} bound of IDA*
 * @property {number} iteration
 * @property {boolean} isGoal
 *
 * @typedef {object} Trace
 * @property {TraceNode[]} nodes
 * @property {TraceStep[]} steps
 * @property {boolean} solved
 *
 * @typedef {object} Lockstep the searches of a board and of its twin, in turn
 * @property {Trace} trace
 * @property {Trace} twin
 *
 * @typedef {'astar' | 'bfs' | 'greedy' | 'ida'} Algorithm
 * @typedef {'none' | 'previous' | 'chain' | 'index'} Duplicates
 * @typedef {{ algorithm: Algorithm, heuristic: 'hamming' | 'manhattan', duplicates: Duplicates }} Choice
 */
import { exchanged, hamming, manhattan, sameBoard, slashes, slide, ways } from './board.js';

/** What the queue is ordered by. @type {Record<string, (g: number, h: number) => number>} */
const PRIORITY = {
  astar: (g, h) => g + h,
  ida: (g, h) => g + h,
  greedy: (_, h) => h,
  bfs: (g) => g,
};

/**
 * @param {Board} board @param {Board} goal @param {Choice} choice @param {number} limit steps
 * @returns {Trace}
 */
export function traceOf(board, goal, choice, limit) {
  return choice.algorithm === 'ida'
    ? deepening(board, goal, choice, limit)
    : bestFirst(board, goal, choice, limit);
}

/**
 * The search of a board and that of its twin in lockstep: first the board makes a step, then the
 * twin, until one of them dequeues the goal. So the twin of a board that is solved has made one
 * step less.
 * @param {Board} board @param {Board} goal @param {Choice} choice @param {number} limit
 * @returns {Lockstep}
 */
export function lockstep(board, goal, choice, limit) {
  const cut = (/** @type {Trace} */ trace, /** @type {number} */ steps) => ({
    ...trace,
    steps: trace.steps.slice(0, steps),
    solved: trace.solved && trace.steps.length <= steps,
  });
  const trace = traceOf(board, goal, choice, limit);
  const twin = traceOf(twinOf(board), goal, choice, limit);
  const steps = Math.min(trace.steps.length, twin.steps.length);
  const isSolved = trace.solved && trace.steps.length === steps;
  return { trace: cut(trace, steps), twin: cut(twin, isSolved ? steps - 1 : steps) };
}

/** The board with two tiles exchanged that are not the blank. @param {Board} board */
export function twinOf(board) {
  const [a, b] = board.tiles.filter((tile) => tile);
  return exchanged(board, a, b);
}

/** @param {Board} goal @param {Choice} choice @param {TraceNode[]} nodes */
function nodeMaker(goal, { algorithm, heuristic }, nodes) {
  const distanceOf = heuristic === 'hamming' ? hamming : manhattan;
  return (
    /** @type {Board} */ board,
    /** @type {TraceNode | null} */ parent,
    /** @type {number} */ step,
    iteration = 0,
  ) => {
    const moves = parent ? parent.moves + 1 : 0;
    const distance = distanceOf(board, goal);
    const node = {
      id: nodes.length,
      parent: parent?.id ?? null,
      board,
      moves,
      distance,
      priority: PRIORITY[algorithm](moves, distance),
      step,
      iteration,
    };
    nodes.push(node);
    return node;
  };
}

/**
 * @param {Board} board @param {Board} goal @param {Choice} choice @param {number} limit
 * @returns {Trace}
 */
function bestFirst(board, goal, choice, limit) {
  /** @type {TraceNode[]} */
  const nodes = [];
  const make = nodeMaker(goal, choice, nodes);
  /** @type {TraceStep[]} */
  const steps = [];
  const queue = [make(board, null, 0)];
  // The fewest moves with which each board was enqueued.
  const enqueued = new Map([[slashes(board), 0]]);
  while (queue.length && steps.length < limit) {
    const node = /** @type {TraceNode} */ (queue.shift());
    const isGoal = sameBoard(node.board, goal);
    /** @type {TraceNode[]} */
    const inserted = [];
    /** @type {Refused[]} */
    const refused = [];
    for (const way of isGoal ? [] : ways(node.board)) {
      const next = /** @type {Board} */ (slide(node.board, way));
      const why = refusal(next, node, nodes, choice.duplicates, enqueued);
      if (why) {
        refused.push({ board: next, why, priority: 0 });
        continue;
      }
      const child = make(next, node, steps.length);
      enqueued.set(slashes(next), Math.min(child.moves, enqueued.get(slashes(next)) ?? Infinity));
      inserted.push(child);
      insert(queue, child, choice.algorithm);
    }
    steps.push({
      dequeued: node.id,
      inserted: inserted.map(({ id }) => id),
      refused,
      queue: queue.map(({ id }) => id),
      bound: null,
      iteration: 0,
      isGoal,
    });
    if (isGoal) return { nodes, steps, solved: true };
  }
  return { nodes, steps, solved: false };
}

/**
 * Before all that come later: by priority, then by distance, and of equal ones the newest first, as
 * the engine does. Breadth-first, the oldest comes first.
 * @param {TraceNode[]} queue @param {TraceNode} node @param {Algorithm} algorithm
 */
function insert(queue, node, algorithm) {
  const at = queue.findIndex(
    (other) =>
      other.priority > node.priority ||
      (algorithm !== 'bfs' && other.priority === node.priority && other.distance >= node.distance),
  );
  queue.splice(at < 0 ? queue.length : at, 0, node);
}

/**
 * Why a neighbour is not enqueued; empty if it is.
 * @param {Board} next @param {TraceNode} node @param {TraceNode[]} nodes
 * @param {Duplicates} duplicates @param {Map<string, number>} enqueued
 */
function refusal(next, node, nodes, duplicates, enqueued) {
  if (duplicates === 'none') return '';
  if (duplicates === 'index')
    return (enqueued.get(slashes(next)) ?? Infinity) <= node.moves + 1 ? 'index' : '';
  let ancestor = node.parent;
  for (let back = 0; ancestor !== null; back++) {
    if (duplicates === 'previous' && back > 0) break;
    if (sameBoard(nodes[ancestor].board, next)) return back ? 'chain' : 'previous';
    ancestor = nodes[ancestor].parent;
  }
  return '';
}

/**
 * IDA*: depth-first searches with a rising bound on g + h; the next bound is the least that was
 * refused. The queue is the stack of nodes still to be visited.
 * @param {Board} board
 * @param {Board} goal
 * @param {Choice} choice
 * @param {number} limit
 * @returns {Trace}
 */
function deepening(board, goal, choice, limit) {
  /** @type {TraceNode[]} */
  const nodes = [];
  const make = nodeMaker(goal, choice, nodes);
  /** @type {TraceStep[]} */
  const steps = [];
  let bound = (choice.heuristic === 'hamming' ? hamming : manhattan)(board, goal);
  for (let iteration = 0; steps.length < limit; iteration++) {
    const stack = [make(board, null, steps.length, iteration)];
    let next = Infinity;
    while (stack.length && steps.length < limit) {
      const node = /** @type {TraceNode} */ (stack.pop());
      const isGoal = sameBoard(node.board, goal);
      /** @type {TraceNode[]} */
      const inserted = [];
      /** @type {Refused[]} */
      const refused = [];
      for (const way of isGoal ? [] : ways(node.board)) {
        const after = /** @type {Board} */ (slide(node.board, way));
        const why = refusal(
          after,
          node,
          nodes,
          choice.duplicates === 'none' ? 'none' : 'previous',
          new Map(),
        );
        const priority =
          node.moves + 1 + (choice.heuristic === 'hamming' ? hamming : manhattan)(after, goal);
        if (why) refused.push({ board: after, why, priority });
        else if (priority > bound) {
          refused.push({ board: after, why: 'bound', priority });
          next = Math.min(next, priority);
        } else inserted.push(make(after, node, steps.length, iteration));
      }
      stack.push(...[...inserted].reverse());
      steps.push({
        dequeued: node.id,
        inserted: inserted.map(({ id }) => id),
        refused,
        queue: [...stack].reverse().map(({ id }) => id),
        bound,
        iteration,
        isGoal,
      });
      if (isGoal) return { nodes, steps, solved: true };
    }
    if (next === Infinity) break;
    bound = next;
  }
  return { nodes, steps, solved: false };
}
