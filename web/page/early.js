/**
 * Starts the worker of the page's own engine while the rest of the page is still on its way. A worker
 * begins only when the thread of the page is free, and building the page takes that thread. Static
 * files name this script before all others; `browserWorker` takes what it has started.
 */
/** @type {any} */ (globalThis).noyesWorkers = [
  new Worker(new URL('./engine/worker.js', import.meta.url), { type: 'module' }),
];
