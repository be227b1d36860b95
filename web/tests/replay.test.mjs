// Hostile links of replays: each is a board with moves that can be made, or no replay. Never an
// exception, and never long.
//
//   node --test web/tests/replay.test.mjs
//   INPUTS=1000000 SEED=3 node --test web/tests/replay.test.mjs
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';

import { slide } from '../page/puzzle/board.js';
import { readReplay, replayPart } from '../page/puzzle/replay.js';

const INPUTS = Number(process.env.INPUTS ?? 2000);
let state = BigInt(process.env.SEED ?? 1);

/** SplitMix64: a number below `end`. @param {number} end */
function below(end) {
  state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
  let mixed = state;
  mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n);
  mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
  return Number((mixed ^ (mixed >> 31n)) % BigInt(end));
}

const PIECES = ['[', ']', '{', '}', ',', '"', 'null', '-1', '0', '9999', '1e9', '127', 'LURD'];
PIECES.push('R9999', '/', ';', ' ', '\\u0000', '1 2/3 0', '%', '+', '=', 'A', '&r=', '#');

/** A text with one to four changes. @param {string} text */
function changed(text) {
  let letters = text;
  for (let k = below(4); k >= 0; k--) {
    const at = below(letters.length + 1);
    const rest = letters.slice(at + below(2) * below(12));
    letters = letters.slice(0, at) + (below(4) ? PIECES[below(PIECES.length)] : '') + rest;
  }
  return letters;
}

/** @param {string} text */
const packed = (text) => deflateSync(Buffer.from(text)).toString('base64');

/** The part of a link. @param {string} text */
const linked = (text) => encodeURIComponent(packed(text));

/** A replay whose text, inner text or link is changed. */
function hostile() {
  const simple = JSON.stringify(['LULU', 5000, '0 1 3/4 2 5/7 8 6', -1]);
  const score = (/** @type {string} */ inner) =>
    JSON.stringify([1, packed(inner), 2, 3, 3, 3, 4, 5, 6, 7]);
  switch (below(5)) {
    case 0:
      return linked(changed(simple));
    case 1:
      return linked(score(changed('LULU;1,2,3;4')));
    case 2:
      return linked(changed(score('LULU;1,2,3;4')));
    case 3:
      return changed(linked(simple));
    default:
      return changed(linked(score('LULU;1,2,3;4')));
  }
}

/** @param {string} part */
async function check(part) {
  const replay = await readReplay(part);
  if (replay === null) return false;
  const { rows, cols, tiles } = replay.board;
  assert.ok([rows, cols].every((side) => Number.isInteger(side) && side >= 2 && side <= 127));
  assert.deepEqual(
    [...tiles].sort((a, b) => a - b),
    Array.from({ length: rows * cols }, (_, tile) => tile),
  );
  assert.ok(slide(replay.board, replay.moves));
  return true;
}

test(`${INPUTS} hostile links`, async () => {
  let read = 0;
  for (let number = 0; number < INPUTS; number++) {
    const part = replayPart(`https://example.org/replay?r=${hostile()}`);
    if (part) read += Number(await check(part));
  }
  assert.ok(read > INPUTS / 100, `${read} were replays`);
});

test('short links that stand for much', async () => {
  const many = [1, packed('LULU;'), 2, 3, 1e9, 1e9, 4, 5, 6, 7];
  const links = [
    JSON.stringify(many),
    JSON.stringify(many.with(4, -3).with(5, 2.5)),
    JSON.stringify(['U9999'.repeat(100000)]),
    JSON.stringify(['D9999D9999']),
    `["${' '.repeat(2 ** 28)}"]`,
  ].map(linked);
  // Time of the processor: the clock tells of the machine.
  const before = process.cpuUsage();
  for (const link of links) assert.equal(await readReplay(link), null, link.slice(0, 50));
  const { user, system } = process.cpuUsage(before);
  assert.ok(user + system < 3e6, `${(user + system) / 1e6} s`);
});
