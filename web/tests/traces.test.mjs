// The recorded searches against the course's facts and against a breadth-first search.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { goalBoard, sameBoard, slashes, slide, ways } from '../page/puzzle/board.js';
import { readBoard } from '../page/puzzle/reading.js';
import { lockstep, traceOf, twinOf } from '../page/puzzle/traces.js';
import { treeLayout } from '../page/views/learn/tree-layout.js';

const goal = goalBoard(3, 3, 'blank-last');
const board = (text) => readBoard(text).board;
const choice = (algorithm, heuristic = 'manhattan', duplicates = 'previous') => ({
  algorithm,
  heuristic,
  duplicates,
});

/** Moves of a shortest solution, by the obvious search. */
function slowMinimum(start) {
  let layer = [start];
  const seen = new Set([slashes(start)]);
  for (let depth = 0; ; depth++) {
    if (layer.some((one) => sameBoard(one, goal))) return depth;
    layer = layer
      .flatMap((one) => ways(one).map((way) => slide(one, way)))
      .filter((one) => seen.size !== seen.add(slashes(one)).size);
  }
}

test('puzzle04 enqueues ten nodes and dequeues five, with both distances, as the course says', () => {
  for (const heuristic of ['hamming', 'manhattan']) {
    const { nodes, steps, solved } = traceOf(
      board('0 1 3/4 2 5/7 8 6'),
      goal,
      choice('astar', heuristic),
      100,
    );
    assert.ok(solved);
    assert.equal(nodes.length, 10);
    assert.equal(steps.length, 5);
  }
});

test('A*, breadth-first search and IDA* find the minimum; greedy search a solution', () => {
  for (const text of ['0 1 3/4 2 5/7 8 6', '1 2 3/0 7 6/5 4 8', '8 1 3/4 0 2/7 6 5']) {
    const minimum = slowMinimum(board(text));
    for (const algorithm of ['astar', 'bfs', 'greedy', 'ida']) {
      for (const duplicates of ['previous', 'chain', 'index']) {
        // Breadth-first search takes long, and without an index greedy search may run in circles.
        const isLong = algorithm === 'bfs' && minimum > 7;
        const isBlind = ['bfs', 'greedy'].includes(algorithm) && duplicates !== 'index';
        if (isLong || (isBlind && minimum > 4)) continue;
        const chosen = choice(algorithm, 'manhattan', duplicates);
        const { nodes, steps, solved } = traceOf(board(text), goal, chosen, 5000);
        assert.ok(solved, `${algorithm} ${duplicates}`);
        const { moves } = nodes[steps.at(-1).dequeued];
        if (algorithm === 'greedy') assert.ok(moves >= minimum);
        else assert.equal(moves, minimum);
      }
    }
  }
});

test('priorities of A* never fall, bounds of IDA* rise, and queues are in order', () => {
  const astar = traceOf(board('8 1 3/4 0 2/7 6 5'), goal, choice('astar'), 500);
  const priorities = astar.steps.map(({ dequeued }) => astar.nodes[dequeued].priority);
  assert.deepEqual(
    priorities,
    [...priorities].sort((a, b) => a - b),
  );
  for (const { queue } of astar.steps) {
    const order = queue.map((id) => astar.nodes[id].priority);
    assert.deepEqual(
      order,
      [...order].sort((a, b) => a - b),
    );
  }
  const ida = traceOf(board('8 1 3/4 0 2/7 6 5'), goal, choice('ida'), 5000);
  assert.deepEqual([...new Set(ida.steps.map(({ bound }) => bound))], [10, 12, 14]);
});

test('without the critical optimization the previous board is enqueued again', () => {
  const start = board('0 1 3/4 2 5/7 8 6');
  assert.ok(traceOf(start, goal, choice('astar', 'manhattan', 'none'), 100).nodes.length > 10);
  assert.ok(!traceOf(twinOf(start), goal, choice('astar'), 100).solved);
});

test('no two nodes of a tree stand on the same place, and parents are above the middle', () => {
  const { nodes } = traceOf(board('8 1 3/4 0 2/7 6 5'), goal, choice('astar'), 60);
  const { places } = treeLayout(nodes, 10, 10);
  assert.equal(new Set([...places.values()].map(({ x, y }) => `${x} ${y}`)).size, nodes.length);
  const xs = (id) =>
    nodes.filter(({ parent }) => parent === id).map((child) => places.get(child.id).x);
  for (const { id } of nodes) {
    const below = xs(id);
    if (below.length) assert.ok(Math.abs(places.get(id).x - (below[0] + below.at(-1)) / 2) < 1e-6);
    below.slice(1).forEach((x, k) => assert.ok(x - below[k] >= 10 - 1e-6));
  }
});

test('board and twin step in turn, as in the course: the counts are those of the engine', () => {
  const counts = ({ steps }) => [
    1 + steps.reduce((sum, { inserted }) => sum + inserted.length, 0),
    steps.length,
  ];
  // noyes solve BOARD --algorithm course --format json has these in `queue` and `twin`.
  const solvable = lockstep(board('0 1 3/4 2 5/7 8 6'), goal, choice('astar'), 40);
  assert.deepEqual(counts(solvable.trace), [10, 5]);
  assert.deepEqual(counts(solvable.twin), [9, 4]);
  assert.ok(solvable.trace.solved && !solvable.twin.solved);
  const unsolvable = lockstep(board('0 3 1/4 2 5/7 8 6'), goal, choice('astar'), 40);
  assert.ok(unsolvable.twin.solved && !unsolvable.trace.solved);
  assert.equal(unsolvable.twin.steps.length, unsolvable.trace.steps.length);
});
