/**
 * The engine in the page itself: WebAssembly in module workers.
 *
 * One worker searches and another answers short questions, so that a hint does not wait for a
 * proof. A search stops by a message where WebAssembly can be suspended (JSPI). Elsewhere the
 * worker is ended, and the next one, which is ready already, takes its place; whatever was found
 * has been told before.
 *
 * @typedef {import('./types.js').Door} Door
 * @typedef {import('./types.js').EngineEvent} EngineEvent
 * @typedef {import('./types.js').SolveAnswer} SolveAnswer
 * @typedef {import('./types.js').SolveRequest} SolveRequest
 * @typedef {{ resolve: (value: any) => void, reject: (error: unknown) => void,
 *   onEvent?: (event: EngineEvent) => void }} Waiting
 */
import { Gone, Problem } from './types.js';

/** Time that a worker gets to stop by itself before it is ended, in milliseconds. */
const STOP_PATIENCE = 80;

const canSuspend = 'Suspending' in WebAssembly && 'promising' in WebAssembly;

/** One worker and what is asked of it. */
class Lane {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
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
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.kind = /** @type {const} */ ('worker');
    this.module = module;
    /** @type {Lane | null} */
    this.searcher = new Lane(module);
    /** @type {Lane | null} */
    this.answerer = null;
    /** Settled when the search that was asked for last has ended. @type {Promise<unknown>} */
    this.last = Promise.resolve();
  }

  /** @param {URL} base */
  static async open(base) {
    const answer = fetch(new URL('noyes.wasm', base));
    return new WorkerEngine(await WebAssembly.compileStreaming(answer));
  }

  /** Another engine of the same module, for a race. */
  fork() {
    return new WorkerEngine(this.module);
  }

  /** @param {string} name @param {object} request @param {AbortSignal} [signal] */
  async call(name, request, signal) {
    if (!this.answerer || this.answerer.isDead) this.answerer = new Lane(this.module);
    const { answer } = this.answerer.ask(name, request);
    const value = await answer;
    signal?.throwIfAborted();
    return value;
  }

  /**
   * @param {SolveRequest} request @param {(event: EngineEvent) => void} onEvent
   * @param {AbortSignal} [signal] @returns {Promise<SolveAnswer>}
   */
  async solve(request, onEvent, signal) {
    const before = this.last;
    const own = before.then(() => this.search(request, onEvent, signal));
    this.last = own.catch(() => {});
    return own;
  }

  /**
   * @private One search; the one before it has ended.
   * @param {SolveRequest} request @param {(event: EngineEvent) => void} onEvent
   * @param {AbortSignal} [signal] @returns {Promise<SolveAnswer>}
   */
  async search(request, onEvent, signal) {
    signal?.throwIfAborted();
    if (!this.searcher || this.searcher.isDead) this.searcher = new Lane(this.module);
    const lane = this.searcher;
    const { id, answer } = lane.ask('solve', request, onEvent);
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
      this.searcher =
        this.answerer && !this.answerer.waiting.size ? this.answerer : new Lane(this.module);
      this.answerer = this.answerer === this.searcher ? null : this.answerer;
    }
  }

  close() {
    const ended = new DOMException('closed', 'AbortError');
    this.searcher?.end(ended);
    this.answerer?.end(ended);
  }
}
