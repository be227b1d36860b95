// The rules of the page against obvious twins: every 8-puzzle board, and walks on other sizes.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import {
  courseText,
  exchange,
  exchanged,
  goalBoard,
  hamming,
  makeBoard,
  manhattan,
  parity,
  push,
  sameBoard,
  shuffled,
  slashes,
  slide,
  walked,
  ways,
} from '../page/puzzle/board.js';
import {
  drawingOf,
  drawnBoard,
  emptyDrawing,
  erased,
  moved,
  placed,
  remaining,
  selected,
  typedNumbers,
} from '../page/puzzle/drawing.js';
import {
  compressed,
  inverse,
  readMoves,
  reduced,
  runs,
  slidTiles,
  tileLines,
} from '../page/puzzle/moves.js';
import { nearMiss, readBoard } from '../page/puzzle/reading.js';
import { readReplay, replayPart, startOf } from '../page/puzzle/replay.js';
import { stageOf } from '../page/puzzle/colours.js';

/** A repeatable stream of numbers. */
function dice(seed) {
  return () => {
    seed = (seed * 1664525 + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
}

/** Pairs in the wrong order, counted one by one. */
function slowInversions(board, goal) {
  const place = (tile) => goal.tiles.filter((t) => t).indexOf(tile);
  const places = board.tiles.filter((t) => t).map(place);
  return places.reduce((sum, a, k) => sum + places.slice(k).filter((b) => b < a).length, 0);
}

test('a breadth-first search from the goal meets exactly the solvable 8-puzzles', () => {
  const goal = goalBoard(3, 3, 'blank-last');
  const depth = new Map([[slashes(goal), 0]]);
  let layer = [goal];
  for (let d = 1; layer.length; d++) {
    const next = [];
    for (const board of layer) {
      for (const way of ways(board)) {
        const after = slide(board, way);
        if (!depth.has(slashes(after))) {
          depth.set(slashes(after), d);
          next.push(after);
        }
      }
    }
    layer = next;
  }
  assert.equal(depth.size, 181440);
  for (const [text, d] of depth) {
    const { board } = readBoard(text);
    assert.ok(parity(board, goal).solvable);
    assert.ok(hamming(board, goal) <= manhattan(board, goal) && manhattan(board, goal) <= d);
    assert.equal(Math.abs(manhattan(board, goal) - d) % 2, 0);
  }
  assert.ok(!parity(readBoard('1 2 3/4 5 6/8 7 0').board, goal).solvable);
});

test('walks stay solvable, for every goal and shape, and one exchange breaks and mends them', () => {
  const random = dice(7);
  for (const [rows, cols] of [
    [2, 2],
    [2, 5],
    [3, 4],
    [4, 3],
    [4, 4],
    [5, 5],
    [6, 3],
  ]) {
    for (const name of ['blank-last', 'blank-first', 'snail']) {
      const goal = goalBoard(rows, cols, name);
      assert.deepEqual(
        [...goal.tiles].sort((a, b) => a - b),
        [...Array(rows * cols).keys()],
      );
      for (let k = 0; k < 20; k++) {
        for (const board of [walked(goal, 40, random), shuffled(goal, random)]) {
          const verdict = parity(board, goal);
          assert.ok(verdict.solvable);
          assert.equal(verdict.inversions, slowInversions(board, goal));
          const [a, b] = board.tiles.filter((t) => t);
          const broken = exchanged(board, a, b);
          assert.ok(!parity(broken, goal).solvable);
          assert.ok(parity(exchanged(broken, ...exchange(broken, goal)), goal).solvable);
        }
      }
    }
  }
  assert.deepEqual(goalBoard(3, 3, 'snail').tiles, [1, 2, 3, 8, 0, 4, 7, 6, 5]);
});

test('slides, pushes and their texts', () => {
  const { board } = readBoard('0 1 3/4 2 5/7 8 6');
  assert.deepEqual(slidTiles(board, 'LULU'), [1, 2, 5, 6]);
  assert.equal(tileLines(board, 'LU'), '1 L\n2 U');
  assert.ok(sameBoard(slide(board, 'LULU'), goalBoard(3, 3, 'blank-last')));
  assert.equal(slide(board, 'R'), null);
  assert.equal(push(board, 2), 'LL');
  assert.equal(push(board, 6), 'UU');
  assert.equal(push(board, 4), '');
  assert.equal(compressed('RRUUULD'), 'R2U3LD');
  assert.equal(readMoves('r2 u3,l d'), 'RRUUULD');
  assert.equal(readMoves('5 L'), null);
  assert.equal(reduced('LURDLRUD'), 'LURD');
  assert.deepEqual(runs('RRUUL'), ['RR', 'UU', 'L']);
  assert.ok(sameBoard(slide(slide(board, 'LULU'), inverse('LULU')), board));
});

test('the common formats are read', () => {
  const wanted = makeBoard(3, 3, [8, 1, 3, 4, 0, 2, 7, 6, 5]);
  const texts = [
    '8 1 3/4 0 2/7 6 5',
    '3\n 8  1  3 \n 4  0  2 \n 7  6  5 \n',
    '8 1 3 4 0 2 7 6 5',
    '8,1,3\n4,_,2\n7,6,5',
    '[[8,1,3],[4,0,2],[7,6,5]]',
    '3 3\n8 1 3\n4 . 2\n7 6 5',
    '# a comment\n8 1 3/4 0 2/7 6 5',
    '[8,1,3,4,0,2,7,6,5]',
    courseText(wanted),
  ];
  for (const text of texts) assert.ok(sameBoard(readBoard(text)?.board, wanted), text);
  assert.deepEqual(readBoard('2 3\n1 2 3\n4 5 0').board.cols, 3);
  for (const text of [
    '',
    'hello',
    '1 2 3',
    '8 1 3/4 0 2/7 6 8',
    '8 1 3/4 0/7 6 5',
    '1 2/3 4',
    '[1,2',
  ]) {
    assert.equal(readBoard(text), null, text);
  }
  assert.deepEqual(nearMiss('8 1 3 4 0 2 7 6 8'), { side: 3, twice: 8, missing: 5 });
});

test('a replay link of slidysim opens', async () => {
  const deflated = new Blob([JSON.stringify(['LULU', 5000, '0 1 3/4 2 5/7 8 6', -1])])
    .stream()
    .pipeThrough(new CompressionStream('deflate'));
  const bytes = new Uint8Array(await new Response(deflated).arrayBuffer());
  const link = `https://example.org/replay?r=${encodeURIComponent(btoa(String.fromCharCode(...bytes)))}`;
  const { board, moves } = await readReplay(replayPart(link));
  assert.equal(slashes(board), '0 1 3/4 2 5/7 8 6');
  assert.equal(moves, 'LULU');
  assert.equal(slashes(startOf('LULU')), '0 1 3/4 2 5/7 8 6');
  assert.equal(await readReplay('AAAA'), null);
});

test('every tile has one stage, and stages are nested', () => {
  const goal = goalBoard(5, 5, 'blank-last');
  assert.deepEqual(
    [0, 1, 5, 6, 24].map((cell) => stageOf('fringe', goal, cell)),
    [0, 0, 0, 1, 4],
  );
  assert.equal(stageOf('grid', goal, 0), 0);
  assert.ok(stageOf('grid', goal, 24) > stageOf('grid', goal, 15));
});

test('a board is drawn number by number: never one twice, the last by itself', () => {
  let drawing = emptyDrawing(2, 2);
  assert.equal(drawnBoard(drawing), null);
  drawing = placed(drawing, 3);
  assert.deepEqual([drawing.tiles, drawing.at], [[3, null, null, null], 1]);
  // Moved to another cell, and out of the first one.
  drawing = placed(drawing, 3);
  assert.deepEqual([drawing.tiles, drawing.at], [[null, 3, null, null], 2]);
  drawing = placed(drawing, 0);
  assert.equal(drawing.at, 3);
  drawing = placed(drawing, 1);
  assert.deepEqual(drawnBoard(drawing), makeBoard(2, 2, [2, 3, 0, 1]));
  // On a full board a number changes places.
  drawing = placed(selected(drawing, 0), 1);
  assert.deepEqual(drawing.tiles, [1, 3, 0, 2]);
  assert.deepEqual(remaining(erased(drawing)), [1]);
  assert.deepEqual(typedNumbers(emptyDrawing(4, 4), '1'), [1, 10, 11, 12, 13, 14, 15]);
  assert.deepEqual(typedNumbers(emptyDrawing(4, 4), '15'), [15]);
  const cells = ['ArrowDown', 'ArrowRight', 'ArrowDown', 'ArrowLeft'].map(
    (key) => (drawing = moved(drawing, key)).at,
  );
  assert.deepEqual(cells, [2, 3, 3, 2]);
  assert.deepEqual(drawingOf(goalBoard(2, 2, 'blank-last')).tiles, [1, 2, 3, 0]);
});
