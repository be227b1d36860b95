/**
 * The engine of the page: a server where there is one, else WebAssembly in a worker.
 *
 * If the server goes away, the page goes on with its own engine, from the best solution found. If
 * it has none, it says so, keeps what was found, and looks for the server until it is back.
 *
 * @typedef {import('./types.js').Door} Door
 * @typedef {import('./types.js').EngineEvent} EngineEvent
 * @typedef {import('./types.js').SolveAnswer} SolveAnswer
 * @typedef {import('./types.js').SolveRequest} SolveRequest
 * @typedef {'opening' | 'server' | 'worker' | 'none' | 'gone'} EngineKind `gone`: there was a server,
 *   and there is nothing else
 */
import { Gone, isAbort } from './types.js';
import { ServerEngine } from './server.js';
import { WorkerEngine } from './worker-engine.js';

/** Time for a server to answer, in milliseconds: it is on this page's own origin. */
const PATIENCE = 2000;
/** How often a server that went away is looked for, in milliseconds. */
const LOOK_EVERY = 3000;

/** @implements {Omit<Door, 'kind'>} */
export class Engine {
  /**
   * @param {(kind: EngineKind) => void} onKind told whenever another engine is in use
   * @param {{ base?: URL, hasServer?: boolean, goneWords?: string }} [place] where `noyes.wasm` is,
   *   whether a server may be there too, and what is said where it went away and there is nothing
   *   else
   */
  constructor(onKind, { base, hasServer, goneWords = 'the server went away' } = {}) {
    this.goneWords = goneWords;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.looking = undefined;
    this.base = new URL('.', base ?? document.baseURI);
    // Static files say so themselves: asking a static host for a server is an error in its log.
    this.hasServer =
      hasServer ?? !document.querySelector('meta[name="noyes-engine"][content="worker"]');
    this.onKind = onKind;
    /** Whether there was a server, and the engine of the page took its place. */
    this.wentAway = false;
    /** The engine of the page itself, if it was fetched. @type {Promise<WorkerEngine | null>} */
    this.own = Promise.resolve(null);
    /** @type {Promise<Door> | null} */
    this.opened = null;
  }

  /** The engine in use; it is opened when it is first needed. @private */
  get door() {
    this.opened ??= this.open();
    return this.opened;
  }

  /**
   * Opens the engine before it is needed. An engine of the page itself begins at once to make ready
   * for boards of one size.
   * @param {SolveRequest | null} near a board of that size, near its goal
   * @returns {Promise<unknown>}
   */
  warm(near) {
    if (near && !this.hasServer && !this.opened) {
      const engine = WorkerEngine.start(this.base);
      this.own = engine.isOpen.then(() => engine);
      engine.prepare(near);
    }
    return this.door.catch(() => {});
  }

  /**
   * Makes the page's own engine ready for boards of one size; a server is ready by itself.
   * @param {SolveRequest} request for a board of that size, near its goal
   */
  async prepare(request) {
    const door = await this.door.catch(() => null);
    if (door instanceof WorkerEngine) await door.prepare(request);
  }

  /** @private @returns {Promise<Door>} */
  async open() {
    const found = this.hasServer ? await ServerEngine.find(this.base, PATIENCE) : null;
    if (found) {
      this.onKind('server');
      // Fetched while the server is there, for when it is not.
      if (found.hasOwn) this.own = WorkerEngine.open(this.base).catch(() => null);
      return found.server;
    }
    return this.useOwn();
  }

  /** @private @returns {Promise<Door>} */
  async useOwn() {
    try {
      const door = (await this.own) ?? (await WorkerEngine.open(this.base));
      this.own = Promise.resolve(door);
      this.onKind('worker');
      return door;
    } catch (error) {
      this.onKind('none');
      throw new Gone(`there is no engine: ${error instanceof Error ? error.message : error}`);
    }
  }

  /** @private Another engine instead of one that went away. @param {Door} gone */
  async instead(gone) {
    if (gone.kind !== 'server') return this.door;
    const own = await this.own;
    if (!own) {
      this.lookFor();
      throw new Gone(this.goneWords);
    }
    this.wentAway = true;
    this.onKind('worker');
    this.opened = Promise.resolve(own);
    return own;
  }

  /** @private Waits for the server that went away. */
  lookFor() {
    if (this.looking) return;
    this.onKind('gone');
    this.opened = Promise.reject(new Gone(this.goneWords));
    this.opened.catch(() => {});
    this.looking = setInterval(async () => {
      const found = await ServerEngine.find(this.base, PATIENCE);
      if (!found || !this.looking) return;
      clearInterval(this.looking);
      this.looking = undefined;
      this.opened = Promise.resolve(found.server);
      this.onKind('server');
    }, LOOK_EVERY);
  }

  /** @param {string} name @param {object} request @param {AbortSignal} [signal] */
  async call(name, request, signal) {
    const door = await this.door;
    try {
      return await door.call(name, request, signal);
    } catch (error) {
      if (!(error instanceof Gone)) throw error;
      return (await this.instead(door)).call(name, request, signal);
    }
  }

  /**
   * @param {SolveRequest} request @param {(event: EngineEvent) => void} onEvent
   * @param {AbortSignal} [signal] @returns {Promise<SolveAnswer>}
   */
  async solve(request, onEvent, signal) {
    let { from } = request;
    const note = (/** @type {EngineEvent} */ event) => {
      if (event.event === 'improved') from = event.directions;
      onEvent(event);
    };
    const door = await this.door;
    try {
      return await door.solve(request, note, signal);
    } catch (error) {
      if (isAbort(error) || !(error instanceof Gone)) throw error;
      const canShorten = !request.algorithm && from;
      const again = canShorten ? { ...request, from } : request;
      return (await this.instead(door)).solve(again, onEvent, signal);
    }
  }

  /** Gives back what memory it can, before a race needs much. */
  async rest() {
    const door = await this.door;
    if (door instanceof WorkerEngine && !this.wentAway) door.rest();
  }

  /**
   * An engine of its own for one contestant of a race. Without the server no other can be loaded:
   * the contestants take turns.
   * @returns {Promise<Door>}
   */
  async fork() {
    const door = await this.door;
    return door instanceof WorkerEngine && !this.wentAway ? door.fork() : bound(door);
  }

  close() {
    this.opened?.then(
      (door) => door.close(),
      () => {},
    );
  }
}

/** @param {Door} door @returns {Door} */
const bound = (door) => ({
  kind: door.kind,
  call: door.call.bind(door),
  solve: door.solve.bind(door),
  close() {},
});
