/**
 * The engine in the page itself: WebAssembly in module workers.
 *
 * One worker searches. It answers short questions too, with the tables that it has; while it is
 * busy another one does, so that a hint does not wait for a proof. A search stops by a message where WebAssembly can be suspended (JSPI). Elsewhere the
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

/**
 * What a search plans with: both workers together stay below what a phone gives to a tab.
 */
const MEMORY = '160MB';

/** A worker of this page. Bundlers look for this very form. */
const browserWorker = () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });

/** One worker and what is asked of it. */
class Lane {
  /** @param {WebAssembly.Module} module @param {() => Worker} spawn */
  constructor(module, spawn) {
    this.worker = spawn();
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
  /** @param {WebAssembly.Module} module @param {() => Worker} [spawn] how a worker is started */
  constructor(module, spawn = browserWorker) {
    this.spawn = spawn;
    this.kind = /** @type {const} */ ('worker');
    this.module = module;
    /** @type {Lane | null} */
    this.searcher = new Lane(module, spawn);
    /** @type {Lane | null} */
    this.answerer = null;
    /** Settled when the search that was asked for last has ended. @type {Promise<unknown>} */
    this.last = Promise.resolve();
  }

  /** @param {URL} base */
  static async open(base) {
    const answer = await fetch(new URL('noyes.wasm', base));
    if (!answer.ok) throw new Error(`noyes.wasm: ${answer.status}`);
    // Some hosts do not know the type of WebAssembly.
    const isTyped = answer.headers.get('content-type')?.startsWith('application/wasm');
    return new WorkerEngine(
      isTyped
        ? await WebAssembly.compileStreaming(answer)
        : await WebAssembly.compile(await answer.arrayBuffer()),
    );
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
    const { searcher } = this;
    if (searcher && !searcher.isDead && !searcher.waiting.size) return searcher;
    if (!this.answerer || this.answerer.isDead) this.answerer = new Lane(this.module, this.spawn);
    return this.answerer;
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
    if (!this.searcher || this.searcher.isDead) this.searcher = new Lane(this.module, this.spawn);
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
      this.searcher =
        this.answerer && !this.answerer.waiting.size
          ? this.answerer
          : new Lane(this.module, this.spawn);
      this.answerer = this.answerer === this.searcher ? null : this.answerer;
    }
  }

  close() {
    const ended = new DOMException('closed', 'AbortError');
    this.searcher?.end(ended);
    this.answerer?.end(ended);
  }
}
