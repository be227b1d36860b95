/** A thread of Node.js in which the page's worker finds what a browser would give it. */
import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
Object.assign(globalThis, {
  postMessage: (/** @type {any} */ message) => port.postMessage(message),
  addEventListener: (/** @type {string} */ _, /** @type {(event: any) => void} */ listener) =>
    port.on('message', (data) => listener({ data })),
  // Nets are files here.
  fetch: async (/** @type {URL} */ url) => new Response(await readFile(url)),
});
await import('./page/engine/worker.js');
