/** noyes in Node.js: the engine in a worker thread. See index.js. */
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { WorkerEngine } from './page/engine/worker-engine.js';

export { Problem } from './page/engine/types.js';

/** A thread that is spoken to as a worker of a page. */
class Thread {
  constructor() {
    /** @type {(event: { data: any }) => void} */
    this.onmessage = () => {};
    /** @type {(event: { message: string, preventDefault: () => void }) => void} */
    this.onerror = () => {};
    this.thread = new Worker(new URL('./node-worker.js', import.meta.url));
    this.asked = 0;
    this.thread.on('message', (data) => {
      if (data.id && !data.event && --this.asked === 0) this.thread.unref();
      this.onmessage({ data });
    });
    this.thread.on('error', ({ message }) => this.onerror({ message, preventDefault() {} }));
    // A program may end while its engine is idle; to listen is not to be idle.
    this.thread.unref();
  }

  /** @param {any} message */
  postMessage(message) {
    if (message.id && ++this.asked === 1) this.thread.ref();
    this.thread.postMessage(message);
  }

  terminate() {
    this.thread.terminate();
  }
}

/** Opens an engine. @returns {Promise<WorkerEngine>} */
export async function openEngine() {
  const module = await WebAssembly.compile(
    await readFile(new URL('./noyes.wasm', import.meta.url)),
  );
  return new WorkerEngine(module, () => /** @type {any} */ (new Thread()));
}
