/**
 * What the engine is asked and what it answers, in the JSON that all doors of noyes speak.
 *
 * @typedef {object} SolveRequest
 * @property {string} board
 * @property {string} [goal]
 * @property {string} [metric]
 * @property {string} [algorithm]
 * @property {string} [heuristic]
 * @property {number | string} [weight]
 * @property {string} [tables]
 * @property {boolean} [optimal]
 * @property {string} [time_limit]
 * @property {string} [memory_limit]
 * @property {string} [from]
 *
 * @typedef {object} EngineEvent an event of docs/book/progress.md
 * @property {string} event
 * @property {number} seconds
 * @property {number} [lower_bound]
 * @property {number} [length]
 * @property {string} [directions]
 * @property {string} [source]
 * @property {number} [expanded]
 * @property {number} [generated]
 * @property {number} [stored]
 * @property {number} [done]
 * @property {number} [total]
 * @property {string} [name]
 * @property {string} [words]
 *
 * @typedef {object} SolveAnswer
 * @property {boolean} solvable
 * @property {string | null} directions
 * @property {number | null} length
 * @property {number | null} lower_bound
 * @property {boolean} optimal
 * @property {string} algorithm
 * @property {string} heuristic
 * @property {number} expanded
 * @property {number} generated
 * @property {number} stored
 * @property {number} seconds
 * @property {string} metric
 * @property {string | null} stop
 *
 * @typedef {object} Door
 * @property {'server' | 'worker'} kind
 * @property {(name: string, request: object, signal?: AbortSignal) => Promise<any>} call
 * @property {(request: SolveRequest, onEvent: (event: EngineEvent) => void, signal?: AbortSignal)
 *   => Promise<SolveAnswer>} solve
 * @property {() => void} close
 */

/** What the engine refuses, as a sentence with its remedy. */
export class Problem extends Error {
  /**
   * @param {{ title?: string, detail?: string, remedy?: string, line?: number, column?: number }} body
   */
  constructor(body) {
    super(body.detail ?? body.title ?? 'the engine gave no reason');
    this.name = 'Problem';
    this.remedy = body.remedy ?? '';
    this.line = body.line ?? null;
    this.column = body.column ?? null;
  }
}

/** The engine went away: a server that does not answer, or a worker that died. */
export class Gone extends Error {
  /** @param {string} words */
  constructor(words) {
    super(words);
    this.name = 'Gone';
  }
}

/** @param {unknown} error */
export const isAbort = (error) => error instanceof Error && error.name === 'AbortError';
