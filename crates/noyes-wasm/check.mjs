// Solves 15-puzzles with target/wasm/noyes.wasm under Node.js, and compares lengths and node counts
// with what the native library gives: check.mjs BOARDS, where a line is a board and, behind tabs, its
// minimum and its nodes expanded and generated on one thread.
import { readFile } from 'node:fs/promises';

const [module, list] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(await readFile(module), {
  env: { noyes_now: () => performance.now() },
});
const { memory, noyes_engine, noyes_alloc, noyes_free, noyes_solve, noyes_drop } = instance.exports;

const engine = noyes_engine();
function solve(board) {
  const bytes = new TextEncoder().encode(board);
  const start = noyes_alloc(bytes.length);
  new Uint8Array(memory.buffer, start, bytes.length).set(bytes);
  const answer = noyes_solve(engine, start, bytes.length, 0);
  noyes_free(start, bytes.length);
  const [address, length] = [Number(answer >> 32n), Number(answer & 0xffffffffn)];
  const text = new TextDecoder().decode(new Uint8Array(memory.buffer, address, length));
  noyes_free(address, length);
  return JSON.parse(text);
}

let [passed, failed] = [0, 0];
for (const line of (await readFile(list, 'utf8')).split('\n').filter((line) => line && !line.startsWith('#'))) {
  const [board, ...wanted] = line.split('\t');
  const found = solve(board);
  const got = [found.length, found.expanded, found.generated];
  const is_right = found.optimal === true && got.every((number, i) => number === Number(wanted[i]));
  is_right ? passed++ : failed++;
  if (!is_right) console.log(`${board}: ${JSON.stringify(found)}, wanted ${wanted}`);
}
noyes_drop(engine);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
