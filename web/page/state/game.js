/**
 * The game: a board, and a line of moves that is played, undone, walked along and searched on.
 *
 * The line holds the player's moves and the engine's solution after them. A move that is not the
 * next of the line leaves the solution: the way back is put before what is left of it, so that
 * there is always a solution, and the search catches up from there.
 *
 * @typedef {import('../puzzle/board.js').Board} Board
 * @typedef {import('./state.js').State} State
 * @typedef {import('./store.js').Store<State>} StateStore
 */
import { INVERSE, goalBoard, sameBoard, shuffled, slide, walked } from '../puzzle/board.js';
import { Known } from './known.js';
import { Searching } from './searching.js';
import { Judging } from './judging.js';

export class Game {
  /** @param {StateStore} store @param {import('../engine/engine.js').Engine} engine */
  constructor(store, engine) {
    this.store = store;
    this.engine = engine;
    this.known = new Known();
    this.searching = new Searching(this);
    this.judging = new Judging(this);
    /**
     * @type {{ start: Board, line: string, at: number, board: Board } | null} The last position.
     */
    this.cache = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.clock = undefined;
  }

  get state() {
    return this.store.state;
  }

  /** The goal as a board. */
  get goal() {
    const { start, goal } = this.state;
    return goalBoard(start.rows, start.cols, goal);
  }

  /** The board after so many moves of the line. @param {number} [at] @returns {Board} */
  board(at = this.state.at) {
    const { start, line } = this.state;
    const { cache } = this;
    if (cache && cache.start === start && cache.at <= at && line.startsWith(cache.line)) {
      const board = slide(cache.board, line.slice(cache.at, at)) ?? start;
      this.cache = { start, line: line.slice(0, at), at, board };
      return board;
    }
    const board = slide(start, line.slice(0, at)) ?? start;
    this.cache = { start, line: line.slice(0, at), at, board };
    return board;
  }

  isSolved() {
    return sameBoard(this.board(), this.goal);
  }

  /** The rest of the line, if it is a solution: moves of the engine's always lead to the goal. */
  tail() {
    const { line, whose, at } = this.state;
    return whose.includes('e', at) ? line.slice(at) : '';
  }

  /**
   * Another board.
   * @param {Board} start
   * @param {Partial<Pick<State, 'note' | 'line' | 'whose' | 'at' | 'goal' | 'metric'>>} [more]
   */
  load(start, more = {}) {
    this.pause();
    this.searching.stop();
    this.judging.stop();
    this.known.clear();
    const line = more.line ?? '';
    this.store.set({
      start,
      line,
      whose: 'y'.repeat(line.length),
      at: 0,
      note: '',
      trouble: '',
      search: null,
      hint: null,
      review: null,
      why: null,
      startedAt: null,
      endedAt: null,
      drawing: null,
      ...more,
    });
  }

  /**
   * Another board that was entered: the goal stays if it is of the same size.
   * @param {Board} start @param {string} note
   */
  enter(start, note) {
    const { goal } = this.state;
    const fits = !goal.includes('/') || goal.split(/[\s/]+/).length === start.tiles.length;
    this.load(start, { note, ...(fits ? {} : { goal: 'blank-last' }) });
  }

  /**
   * A random board: uniformly random, or a walk from the goal.
   * @param {number} rows @param {number} cols @param {number} [depth] slides of the walk
   */
  scramble(rows, cols, depth) {
    const random = () => crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32;
    const { start, goal: name } = this.state;
    const isNamed = !name.includes('/');
    const sameSize = rows === start.rows && cols === start.cols;
    const goal = isNamed || sameSize ? name : 'blank-last';
    const wanted = goalBoard(rows, cols, goal);
    this.load(depth ? walked(wanted, depth, random) : shuffled(wanted, random), { goal });
  }

  /** Plays slides of the player's own. @param {string} letters @returns {boolean} */
  play(letters) {
    if (!letters || !slide(this.board(), letters)) return false;
    if (this.state.review) {
      this.judging.answer(letters);
      return true;
    }
    this.pause();
    const left = this.left(letters);
    const { startedAt } = this.state;
    this.store.set({ hint: null, startedAt: startedAt ?? performance.now() });
    if (this.isSolved() && this.state.endedAt === null)
      this.store.set({ endedAt: performance.now() });
    if (this.state.why) this.explain();
    if (left) this.searching.catchUp();
    this.judging.afterMove();
    return true;
  }

  /** Makes the moves; whether they leave a solution of the engine's. @param {string} letters */
  left(letters) {
    let leaves = false;
    for (const way of letters) {
      const { line, whose, at } = this.state;
      const tail = this.tail();
      if (line[at] === way) {
        this.store.set({ at: at + 1, whose: whose.slice(0, at) + 'y' + whose.slice(at + 1) });
        continue;
      }
      const back = tail ? INVERSE[way] + tail : '';
      leaves ||= tail !== '';
      this.store.set({
        line: line.slice(0, at) + way + back,
        whose: `${whose.slice(0, at)}y${'e'.repeat(back.length)}`,
        at: at + 1,
      });
    }
    return leaves || this.searching.isRunning;
  }

  /** Goes to a position of the line. @param {number} at */
  goTo(at) {
    const end = this.state.line.length;
    const to = Math.max(0, Math.min(end, Math.round(at)));
    if (to === this.state.at) return;
    this.store.set({ at: to, hint: null });
    if (this.state.why) this.explain();
  }

  /** Takes the last move back. */
  undo() {
    this.pause();
    this.goTo(this.state.at - 1);
  }

  redo() {
    this.pause();
    this.goTo(this.state.at + 1);
  }

  /** Plays along the line by itself. */
  run() {
    const { line, at } = this.state;
    if (!line) return;
    if (at === line.length) this.goTo(0);
    this.store.set({ playing: true });
    clearTimeout(this.clock);
    const next = () => {
      this.goTo(this.state.at + 1);
      if (this.state.at >= this.state.line.length) this.pause();
      else this.clock = setTimeout(next, 1000 / this.state.speed);
    };
    this.clock = setTimeout(next, 150);
  }

  pause() {
    clearTimeout(this.clock);
    if (this.state.playing) this.store.set({ playing: false });
  }

  /** Shows the next slides: those of the solution in hand, else the engine's. */
  async hint() {
    const board = this.board();
    if (this.isSolved()) return;
    const request = { board: this.text(board), goal: this.state.goal, count: 3 };
    try {
      const { next } = await this.engine.call('hint', request);
      if (sameBoard(board, this.board())) this.store.set({ hint: next });
    } catch (error) {
      this.store.set({ trouble: String(error instanceof Error ? error.message : error) });
    }
  }

  /** Shows where the bound comes from; called again, for the board as it then is. */
  async explain() {
    const board = this.board();
    try {
      const why = await this.engine.call('info', {
        board: this.text(board),
        goal: this.state.goal,
      });
      if (sameBoard(board, this.board())) this.store.set({ why });
    } catch (error) {
      this.store.set({ trouble: String(error instanceof Error ? error.message : error) });
    }
  }

  /** The board as the engine reads it. @param {Board} board */
  text({ rows, cols, tiles }) {
    return JSON.stringify(
      Array.from({ length: rows }, (_, row) => tiles.slice(row * cols, (row + 1) * cols)),
    );
  }
}
