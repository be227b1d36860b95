/**
 * The engine behind a server: `POST /api/v1/NAME`, and for `solve` a stream of events.
 *
 * @typedef {import('./types.js').Door} Door
 * @typedef {import('./types.js').EngineEvent} EngineEvent
 * @typedef {import('./types.js').SolveAnswer} SolveAnswer
 * @typedef {import('./types.js').SolveRequest} SolveRequest
 */
import { Gone, Problem, isAbort } from './types.js';

/** How often a busy server is asked again, and the longest wait in seconds. */
const TRIES = 5;
const LONGEST_WAIT = 5;

/** @implements {Door} */
export class ServerEngine {
  /** @param {URL} base */
  constructor(base) {
    this.kind = /** @type {const} */ ('server');
    this.base = base;
  }

  /**
   * A server on the page's own origin, if one answers, and whether it says that the page has an
   * engine of its own beside it.
   * @param {URL} base @param {number} patience in milliseconds
   */
  static async find(base, patience) {
    try {
      const answer = await fetch(new URL('healthz', base), {
        signal: AbortSignal.timeout(patience),
      });
      if (!answer.ok) return null;
      return { server: new ServerEngine(base), hasOwn: answer.headers.has('noyes-engine') };
    } catch {
      return null;
    }
  }

  /** @param {string} name @param {object} request @param {AbortSignal} [signal] */
  async call(name, request, signal) {
    return (await this.post(name, request, signal)).json();
  }

  /**
   * @param {SolveRequest} request @param {(event: EngineEvent) => void} onEvent
   * @param {AbortSignal} [signal] @returns {Promise<SolveAnswer>}
   */
  async solve(request, onEvent, signal) {
    const { body } = await this.post('solve', request, signal);
    if (!body) throw new Gone('the server sent no stream');
    try {
      for await (const event of eventsOf(body)) {
        if (event.event === 'result') return /** @type {any} */ (event);
        if (event.event === 'problem') throw new Problem(/** @type {any} */ (event));
        onEvent(event);
      }
    } catch (error) {
      if (isAbort(error) || error instanceof Problem) throw error;
    }
    throw new Gone('the server went away');
  }

  close() {}

  /** @private @param {string} name @param {object} request @param {AbortSignal} [signal] */
  async post(name, request, signal) {
    for (let attempt = 1; ; attempt++) {
      /** @type {Response} */
      let answer;
      try {
        answer = await fetch(new URL(`api/v1/${name}`, this.base), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(request),
          signal,
        });
      } catch (error) {
        throw isAbort(error) ? error : new Gone('the server does not answer');
      }
      if (answer.ok) return answer;
      if (answer.status === 503 && attempt < TRIES) {
        const wait = Math.min(Number(answer.headers.get('retry-after')) || 1, LONGEST_WAIT);
        await new Promise((resolve) => setTimeout(resolve, wait * 1000));
        signal?.throwIfAborted();
        continue;
      }
      const body = await answer.json().catch(() => ({ title: answer.statusText }));
      throw new Problem(body);
    }
  }
}

/**
 * The events of a stream, each the JSON of its data lines.
 * @param {ReadableStream<Uint8Array>} body @returns {AsyncGenerator<EngineEvent>}
 */
async function* eventsOf(body) {
  const reader = body.pipeThrough(/** @type {any} */ (new TextDecoderStream())).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = block
        .split(/\r?\n/)
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5))
        .join('\n');
      if (data) yield JSON.parse(data);
    }
  }
}
