// Checks target/wasm/noyes.wasm under Node.js: check.mjs MODULE BOARDS NETS.
//
// Every 15-puzzle of BOARDS must give the same length and node counts as the native library on one
// thread: a line is a board and, behind tabs, its minimum, nodes expanded and nodes generated. Then
// every call is made once, a search is stopped from outside and shows how often it asks, and the
// nets of the folder NETS must make the solution of a 6×6 board shorter. With --size, the
// compressed size must be in its budget.
import { readFile } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';

const [module, list, nets, ...options] = process.argv.slice(2);
const BUDGET = 350_000;

let onEvent = () => 0;
let now = () => performance.now();
const bytes = await readFile(module);
const { instance } = await WebAssembly.instantiate(bytes, {
  env: {
    noyes_now: () => now(),
    noyes_event: (start, length) => onEvent(length ? JSON.parse(textAt(start, length)) : null),
  },
});
const { memory, noyes_engine, noyes_alloc, noyes_free, noyes_solve, noyes_call, noyes_net, noyes_drop } = instance.exports;

function textAt(start, length) {
  return new TextDecoder().decode(new Uint8Array(memory.buffer, start, length));
}

function written(bytes) {
  const start = noyes_alloc(bytes.length);
  new Uint8Array(memory.buffer, start, bytes.length).set(bytes);
  return [start, bytes.length];
}

function result(packed) {
  const [start, length] = [Number(BigInt.asUintN(64, packed) >> 32n), Number(packed & 0xffffffffn)];
  const value = JSON.parse(textAt(start, length));
  noyes_free(start, length);
  return value;
}

const engine = noyes_engine();
function call(name, request) {
  const texts = [name, JSON.stringify(request)].map((text) => written(new TextEncoder().encode(text)));
  const value = result(noyes_call(engine, ...texts.flat()));
  for (const text of texts) noyes_free(...text);
  return value;
}

/** A solve that tells events. */
function solve(request) {
  const text = written(new TextEncoder().encode(JSON.stringify(request)));
  const value = result(noyes_solve(engine, ...text));
  noyes_free(...text);
  return value;
}

let [passed, failed] = [0, 0];
function check(what, is_right, found) {
  is_right ? passed++ : failed++;
  if (!is_right) console.log(`${what}: ${JSON.stringify(found)}`);
}

for (const line of (await readFile(list, 'utf8')).split('\n').filter((line) => line && !line.startsWith('#'))) {
  const [board, ...wanted] = line.split('\t');
  const { answer: found } = solve({ board });
  const got = [found.length, found.expanded, found.generated];
  const is_right = found.optimal === true && got.every((number, i) => number === Number(wanted[i]));
  check(`${board}, wanted ${wanted}`, is_right, found);
}

const board = '0 1 3/4 2 5/7 8 6';
const { answer: info } = call('info', { board });
check('info', info.manhattan === 4 && info.solvable, info);
const { answer: hint } = call('hint', { board, all: true });
check('hint', hint.next[0].tile === 1 && hint.slides.length === 2, hint);
const { answer: checked } = call('check', { board, moves: 'LLRULU' });
check('check', checked.right && checked.wasted.number === 2, checked);
const { answer: scrambled } = call('scramble', { size: 4, seed: 1 });
check('scramble', scrambled.boards[0].line === '15 8 5 2/7 13 11 12/4 1 6 10/14 9 0 3', scrambled);
const { answer: compared } = call('compare', { board, algorithms: ['bfs', 'astar:manhattan'] });
check('compare', compared.boards[0].runs[1].length === 4, compared);
const { answer: tree } = call('tree', { board });
check('tree', tree.nodes.length > 5, tree);
const { answer: picture } = call('render', { board, format: 'gif', moves: 'LULU' });
check('render', picture.media_type === 'image/gif' && picture.data.length > 100, picture);
const { problem } = call('solve', { board: '1 2 3/4 5 6/7 8 9' });
check('problem', problem.status === 422 && problem.column === 17, problem);

// A search without limits goes on until the host stops it, and keeps its best.
const six = '31 25 8 12 33 1/14 28 20 5 2 30/27 9 34 0 17 22/4 15 32 10 7 35/24 3 29 18 11 26/16 21 6 13 19 23';
let told = 0;
onEvent = (event) => ((told += event?.event === 'improved' ? 1 : 0) >= 2 ? 1 : 0);
const stopped = solve({ board: six, optimal: true }).answer;
check('stop', stopped?.stop === 'interrupt' && stopped.verified && told >= 2, stopped);
onEvent = () => 0;

// A host that wants to stop is asked soon: by a clock that jumps at every look, every time that a
// search polls is told, and so are the nodes between two of them. A page generates some 10,000
// nodes in a millisecond.
const MOST_NODES = 50_000;
const LEAST_POLLS = 100;
for (const request of [
  { board: '15 8 5 2/7 13 11 12/4 1 6 10/14 9 0 3', optimal: true },
  { board: '15 8 5 2/7 13 11 12/4 1 6 10/14 9 0 3', algorithm: 'astar', heuristic: 'manhattan' },
  { board: '15 8 5 2/7 13 11 12/4 1 6 10/14 9 0 3', algorithm: 'ida', heuristic: 'linear-conflict' },
  { board: '14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13', optimal: true, tables: 'none' },
  { board: six, optimal: true },
]) {
  let [clock, polls, last, most] = [0, 0, 0, 0];
  now = () => (clock += 100);
  onEvent = (event) => {
    polls += 1;
    const nodes = event?.generated ?? last;
    // A stage begins to count anew.
    most = Math.max(most, nodes - (nodes < last ? 0 : last));
    last = nodes;
    return Number(polls >= 2 * LEAST_POLLS);
  };
  // A new engine has no tables yet.
  const fresh = noyes_engine();
  const text = written(new TextEncoder().encode(JSON.stringify(request)));
  const { answer } = result(noyes_solve(fresh, ...text));
  noyes_free(...text);
  noyes_drop(fresh);
  const after = answer.generated - last;
  const is_soon = polls >= LEAST_POLLS && most <= MOST_NODES && after <= MOST_NODES;
  check(`polls of ${JSON.stringify(request)}`, is_soon, { polls, most, after, stop: answer.stop });
}
now = () => performance.now();
onEvent = () => 0;

// The same nodes with and without the net of the size.
const limited = { board: six, node_limit: 3_000_000 };
const plain = call('solve', limited).answer;
const net = written(await readFile(`${nets}/6.net`));
const taken = result(noyes_net(engine, ...net));
noyes_free(...net);
const learned = call('solve', limited).answer;
check('net', taken.answer?.[0] === 6 && learned.length < plain.length, [taken, plain?.length, learned?.length]);
noyes_drop(engine);

if (options.includes('--size')) {
  const { length } = brotliCompressSync(bytes);
  check(`at most ${BUDGET} bytes compressed`, length <= BUDGET, length);
  console.log(`${bytes.length} bytes, ${length} compressed`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
