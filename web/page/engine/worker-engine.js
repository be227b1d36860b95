/**
 * The engine in the page itself: WebAssembly in module workers.
 *
 * One worker searches. It answers short questions too, with the tables that it has; while it is
 * busy another one does, so that a hint does not wait for a proof.
 *
 * A search stops by a message where WebAssembly can be suspended (JSPI). A worker that has not
 * stopped in time is ended, and so is every one where WebAssembly cannot be suspended; another one,
 * which is ready first, takes its place. Whatever was found has been told before.
 *
 * A server that goes away takes the script of further workers with it. The one that is there is then
 * kept: a search that cannot be stopped goes on unheard, and short questions wait for it.
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

/** A worker of this page: one that `early.js` has started, or another. */
const browserWorker = () =>
  /** @type {any} */ (globalThis).noyesWorkers?.pop() ??
  // Bundlers look for this very form.
  new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });

/**
 * What a worker is told first: the module, or where it is to fetch it.
 * @typedef {{ open: WebAssembly.Module } | { fetch: string }} Opening
 */

/** One worker and what is asked of it. */
class Lane {
  /** @param {Worker} worker @param {Opening} opening */
  constructor(worker, opening) {
    this.worker = worker;
    this.isDead = false;
    /** @type {Map<number, Waiting>} */
    this.waiting = new Map();
    this.last = 0;
    /** The module, as soon as the worker has it. @type {Promise<WebAssembly.Module>} */
    this.module = new Promise((resolve, reject) => {
      this.opened = { resolve, reject };
    });
    this.module.catch(() => {});
    this.worker.onmessage = ({ data }) => this.receive(data);
    this.worker.onerror = (error) => {
      error.preventDefault();
      this.end(new Gone(`the engine of this page ended: ${error.message}`));
    };
    this.worker.postMessage(opening);
  }

  /**
   * @param {{ id: number, event?: EngineEvent, answer?: any, problem?: any, broken?: string,
   *   module?: WebAssembly.Module }} data
   */
  receive({ id, event, answer, problem, broken, module }) {
    const waiting = this.waiting.get(id);
    if (module) {
      this.opened?.resolve(module);
    } else if (broken) {
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
    this.opened?.reject(error);
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}

/** @implements {Door} */
export class WorkerEngine {
  /**
   * @param {WebAssembly.Module | null} module none if the first worker is to fetch it
   * @param {() => Worker} [spawn] how a worker is started @param {string} [address] of the module
   */
  constructor(module, spawn = browserWorker, address = '') {
    this.spawn = spawn;
    this.kind = /** @type {const} */ ('worker');
    /** @type {Opening} */
    this.opening = module ? { open: module } : { fetch: address };
    this.searcher = new Lane(spawn(), this.opening);
    /** @type {Lane | null} */
    this.answerer = null;
    /** Settled when the search that was asked for last has ended. @type {Promise<unknown>} */
    this.last = Promise.resolve();
    /** Searches that were asked for and have not ended. */
    this.queued = 0;
    /** Whether the first of them only makes tables ready. */
    this.isPreparing = false;
    /** Whether no other worker could be loaded. */
    this.isAlone = false;
  }

  /**
   * An engine whose first worker fetches and compiles the module; `isOpen` tells when it is there.
   * What is asked before waits for it.
   * @param {URL} base
   */
  static start(base) {
    const engine = new WorkerEngine(null, browserWorker, new URL('noyes.wasm', base).href);
    engine.isOpen = engine.searcher.module.then((module) => {
      engine.opening = { open: module };
    });
    engine.isOpen.catch(() => {});
    return engine;
  }

  /** @type {Promise<void>} */
  isOpen = Promise.resolve();

  /** @param {URL} base */
  static async open(base) {
    const engine = WorkerEngine.start(base);
    await engine.isOpen;
    return engine;
  }

  /** Another engine of the same module, for a race. */
  fork() {
    return 'open' in this.opening
      ? new WorkerEngine(this.opening.open, this.spawn)
      : new WorkerEngine(null, this.spawn, this.opening.fetch);
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
    if (this.isAlone || this.isPreparing || !this.searcher.waiting.size) return this.searcher;
    if (!this.answerer || this.answerer.isDead) this.answerer = this.newLane();
    return this.answerer;
  }

  /** @private */
  newLane() {
    const lane = new Lane(this.spawn(), this.opening);
    lane.module.catch((error) => (this.isAlone ||= error instanceof Gone));
    return lane;
  }

  /**
   * Solves a board near its goal before anything is asked for, so that the tables of its size are
   * there when something is.
   * @param {SolveRequest} request
   */
  async prepare(request) {
    if (this.queued) return;
    this.isPreparing = true;
    this.queued += 1;
    // Asked at once, so that the worker begins while the page is being built.
    const own = this.search(request, () => {});
    this.last = own.catch(() => {}).finally(() => (this.queued -= 1));
    await this.last;
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
      if (!canSuspend) this.replace(lane, id);
      else {
        lane.stop(id);
        setTimeout(() => this.replace(lane, id), STOP_PATIENCE);
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

  /**
   * @private Ends a lane in the middle of a search, as soon as another one is there to take its
   * place. The search may end by itself meanwhile.
   * @param {Lane} lane @param {number} id
   */
  async replace(lane, id) {
    if (!lane.waiting.has(id)) return;
    const { answerer } = this;
    const isIdle = answerer && !answerer.isDead && !answerer.waiting.size;
    const next = isIdle ? answerer : this.newLane();
    if (!(await next.module.catch(() => null))) return;
    const ended = new DOMException('stopped', 'AbortError');
    if (!lane.waiting.has(id)) {
      if (!isIdle) next.end(ended);
      return;
    }
    lane.end(ended);
    this.searcher = next;
    if (isIdle) this.answerer = null;
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
