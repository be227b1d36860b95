// Answers every line of JSON, a request of solve, with a line of JSON: wasm_door.mjs MODULE.
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";

const { instance } = await WebAssembly.instantiate(
  await readFile(process.argv[2]),
  {
    env: { noyes_now: () => performance.now(), noyes_event: () => 0 },
  },
);
const { memory, noyes_engine, noyes_alloc, noyes_free, noyes_solve } =
  instance.exports;
const engine = noyes_engine();

for await (const line of createInterface({ input: process.stdin })) {
  const bytes = new TextEncoder().encode(line);
  const start = noyes_alloc(bytes.length);
  new Uint8Array(memory.buffer, start, bytes.length).set(bytes);
  const packed = BigInt.asUintN(64, noyes_solve(engine, start, bytes.length));
  noyes_free(start, bytes.length);
  const [at, length] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
  const answer = new TextDecoder().decode(
    new Uint8Array(memory.buffer, at, length),
  );
  noyes_free(at, length);
  process.stdout.write(`${answer}\n`);
}
