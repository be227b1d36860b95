/**
 * The worker: one engine, one question at a time, in the order they come.
 *
 * In: `{ open: module }` first; then `{ id, name, request }`, and `{ stop: id }`.
 * Out: `{ id, event }` while it searches, then `{ id, answer }` or `{ id, problem }`; `{ broken }`
 * if the engine cannot go on.
 */
import { Wasm, canSuspend } from './wasm.js';

/** How often a search looks for messages, in milliseconds. */
const LISTEN_EVERY = 15;
/** Sizes that have a net; boards of these sizes are searched with it. */
const NETS = { least: 5, most: 10 };

/** @type {Wasm | null} */
let wasm = null;
let current = 0;
/** The ids of questions that are to be stopped. @type {Set<number>} */
const stopped = new Set();
/** @type {Set<number>} */
const netsTried = new Set();
let listenedAt = 0;
/** Questions are answered one after another. @type {Promise<unknown>} */
let queue = Promise.resolve();

/** @param {string} text */
function onEvent(text) {
  if (text) postMessage({ id: current, event: JSON.parse(text) });
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

/** Fetches the net of the board's size, once. @param {string} board */
async function fetchNet(board) {
  const rows = board.startsWith('[[') ? JSON.parse(board) : [];
  const side = rows.length;
  if (side < NETS.least || side > NETS.most || rows[0].length !== side || netsTried.has(side))
    return;
  netsTried.add(side);
  try {
    const answer = await fetch(new URL(`../nets/${side}.net`, import.meta.url));
    if (answer.ok) wasm?.net(new Uint8Array(await answer.arrayBuffer()));
  } catch {
    // Without its net a size is solved all the same, in some moves more.
  }
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
    if (name === 'solve' || name === 'hint') await fetchNet(String(request.board));
    const { answer: value, problem } =
      name === 'solve' ? await wasm.solve(request) : wasm.call(name, request);
    postMessage(problem ? { id, problem } : { id, answer: value });
  } catch (error) {
    // A trap leaves the memory of the module in an unknown state.
    postMessage({ broken: String(error) });
  } finally {
    stopped.delete(id);
  }
}

addEventListener('message', ({ data }) => {
  if (data.open) {
    try {
      wasm = new Wasm(data.open, onEvent);
    } catch (error) {
      postMessage({ broken: String(error) });
    }
  } else if (data.stop) stopped.add(data.stop);
  else queue = queue.then(() => answer(data));
});
