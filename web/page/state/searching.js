/**
 * The search for a solution from the position of the game, with the interval that closes.
 *
 * @typedef {import('../engine/types.js').EngineEvent} EngineEvent
 * @typedef {import('../engine/types.js').SolveAnswer} SolveAnswer
 * @typedef {import('./state.js').Search} Search
 */
import { manhattan, parity, slide } from '../puzzle/board.js';
import { readMoves, runs } from '../puzzle/moves.js';
import { isAbort } from '../engine/types.js';

/** Boards of up to so many cells are searched until the minimum is proven. */
const PROVEN_CELLS = 16;
/** Time for larger ones, and for catching up on them. */
const TIME = '10s';
const TIME_TO_CATCH_UP = '2s';

export class Searching {
  /** @param {import('./game.js').Game} game */
  constructor(game) {
    this.game = game;
    /** @type {AbortController | null} */
    this.control = null;
  }

  get isRunning() {
    return this.control !== null;
  }

  /** The search whose start, or whose solution, the position is on. @returns {Search | null} */
  get followed() {
    const { line, at, search } = this.game.state;
    if (!search || at < search.index || !line.startsWith(search.prefix)) return null;
    return (search.path ?? '').startsWith(line.slice(search.index, at)) ? search : null;
  }

  /** A board near the goal, for the tables of its size, if such boards are searched to the proof. */
  near() {
    const { game } = this;
    const { goal } = game;
    if (goal.tiles.length > PROVEN_CELLS) return null;
    const [near] = ['U', 'D', 'L', 'R'].map((way) => slide(goal, way)).filter((board) => board);
    return near ? { board: game.text(near), goal: game.state.goal, optimal: true } : null;
  }

  /** Has the tables made that the board needs. */
  prepare() {
    const near = this.near();
    if (near && !this.isRunning) this.game.engine.prepare(near);
  }

  /** Solves from the current position; what is in hand is shortened. @param {string} [time] */
  async solve(time = TIME) {
    const { game } = this;
    this.stop();
    if (!parity(game.board(), game.goal).solvable || game.isSolved()) return;
    const { state } = game;
    const board = game.board();
    const tail = game.tail();
    const isSmall = board.tiles.length <= PROVEN_CELLS;
    const control = new AbortController();
    this.control = control;
    const known = state.metric === 'single' ? game.known.of(board) : null;
    const lower = Math.max(
      state.metric === 'single' ? manhattan(board, game.goal) : 1,
      known?.lower ?? 0,
    );
    this.put({
      index: state.at,
      prefix: state.line.slice(0, state.at),
      running: true,
      lower,
      upper: tail ? this.length(tail) : null,
      path: tail || null,
      optimal: false,
      history: [],
      seconds: 0,
      expanded: 0,
      source: '',
      doing: '',
      ended: '',
    });
    const request = {
      board: game.text(board),
      goal: state.goal,
      metric: state.metric,
      ...(isSmall ? { optimal: true } : { time_limit: time }),
      // The multi-tile solver and small boards gain nothing from a first solution.
      ...(tail && !isSmall ? { from: tail } : {}),
    };
    try {
      const answer = await game.engine.solve(
        request,
        (event) => {
          if (this.control === control) this.hear(event);
        },
        control.signal,
      );
      if (this.control === control) this.finish(answer);
    } catch (error) {
      if (this.control !== control) return;
      const words = isAbort(error) ? '' : String(error instanceof Error ? error.message : error);
      this.end('interrupt');
      if (words) game.store.set({ trouble: words });
    }
  }

  /** Stops the search; what it found stays. */
  stop() {
    this.control?.abort();
    if (this.control) this.end('interrupt');
  }

  /** Searches from a position that has left the solution. */
  catchUp() {
    const { game } = this;
    this.stop();
    const { search } = game.state;
    const tail = game.tail();
    if (search && tail && game.state.metric === 'single') {
      game.known.learn(game.board(), 0, tail.length, tail);
    }
    return this.solve(TIME_TO_CATCH_UP);
  }

  /** @private @param {string} path */
  length(path) {
    return this.game.state.metric === 'multi' ? runs(path).length : path.length;
  }

  /** @private @param {EngineEvent} event */
  hear(event) {
    const { search } = this.game.state;
    if (!search) return;
    /** @type {Partial<Search>} */
    const patch = { seconds: event.seconds, expanded: event.expanded ?? search.expanded };
    switch (event.event) {
      case 'bound':
        patch.lower = Math.max(search.lower, event.lower_bound ?? 0);
        break;
      case 'improved':
        if (search.upper !== null && (event.length ?? Infinity) >= search.upper) break;
        patch.upper = event.length ?? null;
        // The engine writes runs as counts: R2U.
        patch.path = readMoves(event.directions ?? '');
        patch.source = event.source ?? '';
        break;
      case 'table':
        patch.doing = event.name ?? '';
        break;
      default:
        patch.doing = '';
    }
    this.put({ ...search, ...patch });
    if (patch.path) this.show(patch.path);
  }

  /** @private @param {SolveAnswer} answer */
  finish(answer) {
    const { game } = this;
    const { search } = game.state;
    if (!search) return;
    const { length, lower_bound: lower } = answer;
    const directions = readMoves(answer.directions ?? '');
    const shorter =
      directions !== null && length !== null && (search.upper === null || length < search.upper);
    const upper = shorter ? length : search.upper;
    const path = shorter ? directions : search.path;
    this.put({
      ...search,
      lower: Math.max(search.lower, lower ?? 0),
      upper,
      path,
      seconds: answer.seconds,
      expanded: answer.expanded,
    });
    if (path) this.show(path);
    this.end(answer.stop ?? '');
  }

  /** @private @param {string} ended */
  end(ended) {
    this.control = null;
    const { game } = this;
    const { search, learned, metric } = game.state;
    if (!search) return;
    const optimal = search.upper !== null && search.lower >= search.upper;
    game.store.set({
      search: { ...search, running: false, optimal, doing: '', ended: optimal ? '' : ended },
    });
    if (metric === 'single') {
      const board = game.board(search.index);
      if (optimal && search.path) game.known.learnPath(board, search.path);
      else game.known.learn(board, search.lower, search.upper ?? Infinity, search.path);
      game.store.set({ learned: learned + 1 });
    }
    game.judging.afterSearch();
  }

  /** @private @param {Search} search */
  put(search) {
    const { history, seconds, lower, upper } = search;
    const last = history.at(-1);
    const changed = !last || last.lower !== lower || last.upper !== upper;
    const optimal = upper !== null && lower >= upper;
    this.game.store.set({
      search: {
        ...search,
        optimal,
        history: changed ? [...history, { seconds, lower, upper }] : history,
      },
    });
  }

  /** Puts a solution behind the position it was searched from, unless the game went on. */
  /** @private @param {string} path */
  show(path) {
    const { game } = this;
    const { line, whose, at, search } = game.state;
    if (!search || at !== search.index || line.slice(0, at) !== search.prefix) return;
    game.store.set({
      line: line.slice(0, at) + path,
      whose: whose.slice(0, at) + 'e'.repeat(path.length),
    });
  }
}
