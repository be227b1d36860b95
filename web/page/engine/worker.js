/**
 * The worker: one engine, one question at a time, in the order they come.
 *
 * In: `{ open: module }` first, or `{ fetch: address }` of the module; then `{ id, name, request }`,
 * and `{ stop: id }`.
 * Out: `{ module }` as soon as it has it; `{ id, event }` while it searches, then `{ id, answer }` or
 * `{ id, problem }`; `{ broken }` if the engine cannot go on.
 */
import { openTables } from './kept-tables.js';
import { Wasm, canSuspend } from './wasm.js';

/**
 * How often a search looks for messages, in milliseconds. The engine asks every 10 ms at the latest
 * whether to stop, as long as a search polls its guard.
 */
const LISTEN_EVERY = 5;
/** Sizes that have a net; boards of these sizes are searched with it. */
const NETS = { least: 5, most: 10 };

/** Tables of one size that are smaller, in bytes, are built in less than half a second. */
const WORTH_KEEPING = 10_000_000;
/** The most bytes of tables that are brought back for one size. */
const MOST_BROUGHT = 80_000_000;

/** @type {Wasm | null} */
let wasm = null;
let current = 0;
/** The ids of questions that are to be stopped. @type {Set<number>} */
const stopped = new Set();
/** @type {Set<number>} */
const netsTried = new Set();
/** Opened while the module is still being fetched. */
const files = openTables();
/** What was there when the page was opened. */
const kept = files.then((store) => store?.names() ?? []).catch(() => []);
/** Sizes whose tables were brought back, if there were any. @type {Set<string>} */
const sizesBrought = new Set();
/** Tables that need not be written: they come from files, or were written. @type {Set<string>} */
const written = new Set();
let listenedAt = 0;
/** Questions are answered one after another. @type {Promise<unknown>} */
let queue = Promise.resolve();

/** @param {string} text */
function onEvent(text) {
  if (text) {
    const event = JSON.parse(text);
    // A damaged table is built again, and then written again.
    if (event.event === 'trouble') forgetDamaged(event.words ?? '');
    postMessage({ id: current, event });
  }
  const now = performance.now();
  if (!canSuspend || now - listenedAt < LISTEN_EVERY) return Number(stopped.has(current));
  listenedAt = now;
  // Suspended for one turn of the event loop, so that a message to stop can come in.
  return new Promise((resolve) => {
    turn.port1.onmessage = () => resolve(Number(stopped.has(current)));
    turn.port2.postMessage(0);
  });
}

const turn = new MessageChannel();

/** The sides of a board that the page has written. @param {string} board @returns {number[]} */
function sidesOf(board) {
  const rows = board.startsWith('[[') ? JSON.parse(board) : [];
  return rows.length ? [rows.length, rows[0].length] : [];
}

/** Fetches the net of the board's size, once. @param {number[]} sides */
async function fetchNet([side = 0, other = 0]) {
  if (side < NETS.least || side > NETS.most || other !== side || netsTried.has(side)) return;
  netsTried.add(side);
  try {
    const answer = await fetch(new URL(`../nets/${side}.net`, import.meta.url));
    if (answer.ok) wasm?.net(new Uint8Array(await answer.arrayBuffer()));
  } catch {
    // Without its net a size is solved all the same, in some moves more.
  }
}

/** Brings back the tables of the board's size that an earlier visit has built. */
/** @param {number[]} sides */
async function bringTables(sides) {
  const size = sides.toSorted((a, b) => a - b).join('x');
  if (!size || sizesBrought.has(size)) return;
  sizesBrought.add(size);
  try {
    const store = await files;
    let room = MOST_BROUGHT;
    for (const name of await kept) {
      const bytes = name.startsWith(`${size}-`) ? await store?.read(name) : null;
      if (!bytes || bytes.byteLength > room) continue;
      room -= bytes.byteLength;
      wasm?.putTable(name, new Uint8Array(bytes));
      written.add(name);
    }
  } catch {
    // Tables that cannot be read are built.
  }
}

/** @param {string} words what is wrong, with the name of the file */
function forgetDamaged(words) {
  for (const name of written) if (words.includes(name)) written.delete(name);
}

/** Keeps the tables that this worker has built, if building them again takes a while. */
function keepTables() {
  const fresh = (wasm?.tables() ?? []).filter(([name]) => !written.has(name));
  for (const size of new Set(fresh.map(([name]) => name.split('-')[0]))) {
    const own = fresh.filter(([name]) => name.startsWith(`${size}-`));
    if (own.reduce((sum, [, bytes]) => sum + bytes, 0) < WORTH_KEEPING) continue;
    for (const [name] of own) {
      written.add(name);
      const bytes = /** @type {Wasm} */ (wasm).takeTable(name);
      // A full disk, or a browser that keeps nothing: the next visit builds them again.
      files.then((store) => store?.write(name, bytes)).catch(() => {});
    }
  }
}

/** @param {WebAssembly.Module} module */
function open(module) {
  wasm = new Wasm(module, onEvent);
  postMessage({ module });
}

/** Fetches and compiles the module here, while the page is being built. @param {string} address */
async function fetchModule(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`noyes.wasm: ${answer.status}`);
  // Some hosts do not know the type of WebAssembly.
  const isTyped = answer.headers.get('content-type')?.startsWith('application/wasm');
  const module = isTyped
    ? await WebAssembly.compileStreaming(answer)
    : await WebAssembly.compile(await answer.arrayBuffer());
  open(module);
}

/** @param {{ id: number, name: string, request: any }} question */
async function answer({ id, name, request }) {
  if (!wasm) return;
  current = id;
  try {
    if (stopped.has(id)) {
      postMessage({ id, problem: { detail: 'stopped' } });
      return;
    }
    if (name === 'solve' || name === 'hint') {
      const sides = sidesOf(String(request.board));
      await fetchNet(sides);
      await bringTables(sides);
    }
    const { answer: value, problem } =
      name === 'solve' ? await wasm.solve(request) : wasm.call(name, request);
    postMessage(problem ? { id, problem } : { id, answer: value });
    keepTables();
  } catch (error) {
    // A trap leaves the memory of the module in an unknown state.
    postMessage({ broken: String(error) });
  } finally {
    stopped.delete(id);
  }
}

/** @param {() => unknown} work */
async function orBroken(work) {
  try {
    await work();
  } catch (error) {
    postMessage({ broken: String(error) });
  }
}

addEventListener('message', ({ data }) => {
  if (data.open) orBroken(() => open(data.open));
  else if (data.fetch) queue = orBroken(() => fetchModule(data.fetch));
  else if (data.stop) stopped.add(data.stop);
  else queue = queue.then(() => answer(data));
});
