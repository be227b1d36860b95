/**
 * The judgement of the player's moves: each is one nearer to the goal, or wastes two.
 *
 * A move is judged where the minimum is known before and after it.
 */
import { sameBoard } from '../puzzle/board.js';
import { readMoves } from '../puzzle/moves.js';
import { isAbort } from '../engine/types.js';

/** Boards of more cells are judged only along solutions that are proven. */
const JUDGED_CELLS = 16;

export class Judging {
  /** @param {import('./game.js').Game} game */
  constructor(game) {
    this.game = game;
    /** @type {AbortController | null} */
    this.control = null;
  }

  /** Whether every position of this board can be judged. */
  get isPossible() {
    const { start, metric } = this.game.state;
    return start.tiles.length <= JUDGED_CELLS && metric === 'single';
  }

  /**
   * What a move did: -1 it was best, +1 it wasted two moves, null it is not known.
   * @param {number} index the number of the move in the line, from 0
   */
  verdict(index) {
    const { game } = this;
    const before = game.known.exact(game.board(index));
    const after = game.known.exact(game.board(index + 1));
    return before === null || after === null ? null : after - before;
  }

  /** The minima along the line as far as it is the player's. @returns {(number | null)[]} */
  distances() {
    const { game } = this;
    const { whose } = game.state;
    const own = whose.lastIndexOf('y') + 1;
    return Array.from({ length: own + 1 }, (_, at) => game.known.exact(game.board(at)));
  }

  /** Positions before a wasted move of the player's. */
  mistakes() {
    const { whose } = this.game.state;
    return [...whose].flatMap((who, k) => (who === 'y' && this.verdict(k) === 1 ? [k] : []));
  }

  /** After a move: if the minimum before it is known, the one after it is found. */
  afterMove() {
    const { game } = this;
    const { at } = game.state;
    if (at > 0 && game.known.exact(game.board(at - 1)) !== null) this.run();
  }

  /** After a search: the moves that were made before it are judged from their end. */
  afterSearch() {
    if (this.game.state.judging) this.run();
  }

  /** Finds the minimum of every position of the player's line that is not known yet. */
  async run() {
    const { game } = this;
    if (!this.isPossible || this.control) return;
    const control = new AbortController();
    this.control = control;
    game.store.set({ judging: true });
    try {
      for (let at = this.nextUnknown(); at >= 0; at = this.nextUnknown()) {
        // A search of the game's own comes first; it calls this again.
        if (game.searching.isRunning) break;
        const board = game.board(at);
        const request = { board: game.text(board), goal: game.state.goal, optimal: true };
        const answer = await game.engine.solve(request, () => {}, control.signal);
        const directions = readMoves(answer.directions ?? '') ?? '';
        if (!answer.optimal || directions.length !== answer.length) break;
        game.known.learnPath(board, directions);
        game.store.set({ learned: game.state.learned + 1 });
      }
      if (!game.searching.isRunning) game.store.set({ judging: false });
    } catch (error) {
      if (!isAbort(error)) {
        game.store.set({
          judging: false,
          trouble: String(error instanceof Error ? error.message : error),
        });
      }
    } finally {
      if (this.control === control) this.control = null;
    }
  }

  stop() {
    this.control?.abort();
    this.control = null;
    this.game.store.set({ judging: false });
  }

  /** @private */
  nextUnknown() {
    return this.distances().lastIndexOf(null);
  }

  /** Begins the review: the positions before mistakes, the answers hidden. */
  review() {
    const mistakes = this.mistakes();
    if (!mistakes.length) return;
    this.game.store.set({ review: { mistakes, current: 0, stage: 'asking' } });
    this.game.goTo(mistakes[0]);
  }

  /** The next mistake, or the end of the review. */
  nextMistake() {
    const { review } = this.game.state;
    if (!review) return;
    const current = review.current + 1;
    if (current >= review.mistakes.length) {
      this.game.store.set({ review: null });
      return;
    }
    this.game.store.set({ review: { ...review, current, stage: 'asking' } });
    this.game.goTo(review.mistakes[current]);
  }

  /**
   * Judges a move as an answer to the review; the line stays as it was played.
   * @param {string} letters
   */
  async answer(letters) {
    const { game } = this;
    const { review } = game.state;
    if (!review) return;
    const before = game.board();
    const minimum = game.known.exact(before);
    const request = { board: game.text(before), goal: game.state.goal, all: true };
    const { slides } = await game.engine.call('hint', request);
    if (!sameBoard(before, game.board()) || minimum === null) return;
    const found = slides?.find((/** @type {any} */ slide) => slide.direction === letters[0]);
    const right = found?.optimal && found.length === minimum - 1;
    game.store.set({ review: { ...review, stage: right ? 'right' : 'wrong' } });
  }
}
