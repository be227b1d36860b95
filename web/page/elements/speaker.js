/**
 * The page spoken: the board, the verdict and the interval, in a live region.
 *
 * Verdicts and proofs are always announced; single moves only if the user asks for it.
 */
import { manhattan, parity } from '../puzzle/board.js';
import { slidTiles } from '../puzzle/moves.js';
import { texts } from '../texts/en.js';

export class Speaker {
  /** @param {import('../state/game.js').Game} game @param {HTMLElement} region */
  constructor(game, region) {
    this.game = game;
    this.region = region;
  }

  /** @param {string} words */
  say(words) {
    // The same words again are announced again only if the region changes.
    this.region.textContent = this.region.textContent === words ? `${words}\u00a0` : words;
  }

  sayBoard() {
    const { rows, cols, tiles } = this.game.board();
    const row = (/** @type {number} */ k) =>
      tiles
        .slice(k * cols, (k + 1) * cols)
        .map((tile) => tile || texts.board.blank)
        .join(', ');
    this.say(texts.board.spoken(Array.from({ length: rows }, (_, k) => row(k))));
  }

  sayVerdict() {
    const { game } = this;
    const { search } = game.state;
    const verdict = parity(game.board(), game.goal);
    if (!verdict.solvable) this.say(`${texts.verdict.unsolvable}. ${texts.verdict.why(verdict)}`);
    else if (game.isSolved()) this.say(texts.verdict.solved);
    else if (search) this.say(texts.verdict.spokenInterval(search.lower, search.upper));
    else {
      const { minimum, atLeast, solvable } = texts.verdict;
      const bound = manhattan(game.board(), game.goal);
      const isSingle = game.state.metric === 'single';
      this.say(isSingle ? `${solvable} ${minimum}: ${atLeast(bound)}.` : solvable);
    }
  }

  /** Says every move from now on, or none. @param {boolean} spoken */
  sayMoves(spoken) {
    this.game.store.set({ spoken });
    this.say(texts.spoken.moves(spoken));
  }

  /**
   * Announces what changed.
   * @param {import('../state/state.js').State} state
   * @param {import('../state/state.js').State} before
   */
  follow(state, before) {
    const { game } = this;
    if (state === before) return;
    if (state.start !== before.start) this.sayVerdict();
    else if (before.search?.running && !state.search?.running) this.sayVerdict();
    else if (state.endedAt !== null && before.endedAt === null) this.say(texts.spoken.solved);
    else if (state.engine === 'worker' && before.engine === 'server') this.say(texts.engine.goesOn);
    else if (
      state.spoken &&
      state.at === before.at + 1 &&
      state.line.startsWith(before.line.slice(0, before.at))
    ) {
      const way = state.line[before.at];
      const [tile] = slidTiles(game.board(before.at), way);
      this.say(texts.spoken.moved(tile, way));
    }
  }
}
