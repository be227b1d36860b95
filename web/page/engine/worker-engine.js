/**
 * The engine in the page itself: WebAssembly in module workers.
 *
 * One worker searches. It answers short questions too, with the tables that it has; while it is
 * busy another one does, so that a hint does not wait for a proof.
 *
 * A search stops by a message where WebAssembly can be suspended (JSPI). A worker that has not
 * stopped in time is ended, and so is every one where WebAssembly cannot be suspended; the next
 * one, which is ready already, takes its place. Whatever was found has been told before.
 *
 * @typedef {import('./types.js').Door} Door
 * @typedef {import('./types.js').EngineEvent} EngineEvent
 * @typedef {import('./types.js').SolveAnswer} SolveAnswer
 * @typedef {import('./types.js').SolveRequest} SolveRequest
 * @typedef {{ resolve: (value: any) => void, reject: (error: unknown) => void,
 *   onEvent?: (event: EngineEvent) => void }} Waiting
 */
import { Gone, Problem } from './types.js';

/**
 * Time that a worker gets to stop by itself before it is ended, in milliseconds. It listens every 5
 * ms or so (`LISTEN_EVERY` of worker.js), and a stop may take 100 ms.
 */
const STOP_PATIENCE = 50;

const canSuspend = 'Suspending' in WebAssembly && 'promising' in WebAssembly;

/**
 * What a search plans with: both workers together stay below what a phone gives to a tab.
 */
const MEMORY = '160MB';

/** A worker of this page. Bundlers look for this very form. */
const browserWorker = () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });

/** One worker and what is asked of it. */
class Lane {
  /** @param {WebAssembly.Module} module @param {Worker} worker */
  constructor(module, worker) {
    this.worker = worker;
    this.isDead = false;
    /** @type {Map<number, Waiting>} */
    this.waiting = new Map();
    this.last = 0;
    this.worker.onmessage = ({ data }) => this.receive(data);
    this.worker.onerror = (error) => {
      error.preventDefault();
      this.end(new Gone(`the engine of this page ended: ${error.message}`));
    };
    this.worker.postMessage({ open: module });
  }

  /**
   * @param {{ id: number, event?: EngineEvent, answer?: any, problem?: any, broken?: string }} data
   */
  receive({ id, event, answer, problem, broken }) {
    const waiting = this.waiting.get(id);
    if (broken) {
      this.end(new Gone(`the engine of this page ended: ${broken}`));
    } else if (event) {
      waiting?.onEvent?.(event);
    } else if (waiting) {
      this.waiting.delete(id);
      if (problem) waiting.reject(new Problem(problem));
      else waiting.resolve(answer);
    }
  }

  /**
   * @param {string} name @param {object} request @param {(event: EngineEvent) => void} [onEvent]
   */
  ask(name, request, onEvent) {
    const id = ++this.last;
    const answer = new Promise((resolve, reject) => {
      if (this.isDead) reject(new Gone('the engine of this page has ended'));
      this.waiting.set(id, { resolve, reject, onEvent });
    });
    this.worker.postMessage({ id, name, request });
    return { id, answer };
  }

  /** @param {number} id */
  stop(id) {
    this.worker.postMessage({ stop: id });
  }

  /** @param {unknown} error */
  end(error) {
    this.isDead = true;
    this.worker.terminate();
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}

/** @implements {Door} */
export class WorkerEngine {
  /**
   * @param {WebAssembly.Module} module @param {() => Worker} [spawn] how a worker is started
   * @param {Worker} [first] one that is started already
   */
  constructor(module, spawn = browserWorker, first = spawn()) {
    this.spawn = spawn;
    this.kind = /** @type {const} */ ('worker');
    this.module = module;
    this.searcher = new Lane(module, first);
    /** @type {Lane | null} */
    this.answerer = null;
    /** Settled when the search that was asked for last has ended. @type {Promise<unknown>} */
    this.last = Promise.resolve();
    /** Searches that were asked for and have not ended. */
    this.queued = 0;
    /** Whether the first of them only makes tables ready. */
    this.isPreparing = false;
  }

  /** @param {URL} base */
  static async open(base) {
    // The worker starts while the module is fetched and compiled.
    const worker = browserWorker();
    try {
      const answer = await fetch(new URL('noyes.wasm', base));
      if (!answer.ok) throw new Error(`noyes.wasm: ${answer.status}`);
      // Some hosts do not know the type of WebAssembly.
      const isTyped = answer.headers.get('content-type')?.startsWith('application/wasm');
      const module = isTyped
        ? await WebAssembly.compileStreaming(answer)
        : await WebAssembly.compile(await answer.arrayBuffer());
      return new WorkerEngine(module, browserWorker, worker);
    } catch (error) {
      worker.terminate();
      throw error;
    }
  }

  /** Another engine of the same module, for a race. */
  fork() {
    return new WorkerEngine(this.module, this.spawn);
  }

  /** @param {string} name @param {object} request @param {AbortSignal} [signal] */
  async call(name, request, signal) {
    const { answer } = this.laneForCall().ask(name, request);
    const value = await answer;
    signal?.throwIfAborted();
    return value;
  }

  /** @private The worker that searches if it is idle, else another one. */
  laneForCall() {
    if (this.searcher.isDead) this.searcher = this.newLane();
    if (this.isPreparing || !this.searcher.waiting.size) return this.searcher;
    if (!this.answerer || this.answerer.isDead) this.answerer = this.newLane();
    return this.answerer;
  }

  /** @private */
  newLane() {
    return new Lane(this.module, this.spawn());
  }

  /**
   * Solves a board near its goal before anything is asked for, so that the tables of its size are
   * there when something is.
   * @param {SolveRequest} request
   */
  async prepare(request) {
    if (this.queued) return;
    this.isPreparing = true;
    await this.solve(request, () => {}).catch(() => {});
    this.isPreparing = false;
  }

  /**
   * @param {SolveRequest} request @param {(event: EngineEvent) => void} onEvent
   * @param {AbortSignal} [signal] @returns {Promise<SolveAnswer>}
   */
  async solve(request, onEvent, signal) {
    this.queued += 1;
    const own = this.last.then(() => this.search(request, onEvent, signal));
    this.last = own.catch(() => {}).finally(() => (this.queued -= 1));
    return own;
  }

  /**
   * @private One search; the one before it has ended.
   * @param {SolveRequest} request @param {(event: EngineEvent) => void} onEvent
   * @param {AbortSignal} [signal] @returns {Promise<SolveAnswer>}
   */
  async search(request, onEvent, signal) {
    signal?.throwIfAborted();
    if (this.searcher.isDead) this.searcher = this.newLane();
    const lane = this.searcher;
    const { id, answer } = lane.ask('solve', { memory_limit: MEMORY, ...request }, onEvent);
    const abort = () => {
      const ended = new DOMException('stopped', 'AbortError');
      if (!canSuspend) this.replace(lane, ended);
      else {
        lane.stop(id);
        setTimeout(() => lane.waiting.has(id) && this.replace(lane, ended), STOP_PATIENCE);
      }
    };
    signal?.addEventListener('abort', abort, { once: true });
    try {
      const value = await answer;
      signal?.throwIfAborted();
      return value;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Ends a lane; the answerer, which is warm, searches from now on. */
  /** @param {Lane} lane @param {unknown} error */
  replace(lane, error) {
    lane.end(error);
    if (this.searcher === lane) {
      this.searcher = this.answerer && !this.answerer.waiting.size ? this.answerer : this.newLane();
      this.answerer = this.answerer === this.searcher ? null : this.answerer;
    }
  }

  /** Ends the workers that are idle, to give their memory back. The next question starts others. */
  rest() {
    const ended = new DOMException('resting', 'AbortError');
    for (const lane of [this.searcher, this.answerer]) if (!lane?.waiting.size) lane?.end(ended);
  }

  close() {
    const ended = new DOMException('closed', 'AbortError');
    this.searcher.end(ended);
    this.answerer?.end(ended);
  }
}
