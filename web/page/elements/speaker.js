/**
 * The page spoken: the board, the verdict and the interval, in a live region.
 *
 * Verdicts and proofs are always announced; single moves only if the user asks for it.
 */
import { manhattan, parity } from '../puzzle/board.js';
import { slidTiles } from '../puzzle/moves.js';
import { texts } from '../texts/en.js';

/** The longest time without a word, in milliseconds, after something was asked for. */
const PATIENCE = 400;

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
    const { metric, at } = game.state;
    const search = game.searching.followed;
    const isSingle = metric === 'single';
    const { unsolvable, why, solved, solvable, minimum, atLeast, spokenInterval, toGo } =
      texts.verdict;
    const verdict = parity(game.board(), game.goal);
    const known = isSingle ? game.known.exact(game.board()) : null;
    if (!verdict.solvable) this.say(`${unsolvable}. ${why(verdict)}`);
    else if (game.isSolved()) this.say(solved);
    // Along a solution, what is said is of the board as it is now.
    else if (known !== null && at > (search?.index ?? 0)) this.say(toGo(known));
    else if (search) this.say(spokenInterval(search.lower, search.upper, isSingle));
    else if (known !== null) this.say(spokenInterval(known, known, isSingle));
    else if (!isSingle) this.say(solvable);
    else this.say(`${solvable} ${minimum}: ${atLeast(manhattan(game.board(), game.goal))}.`);
  }

  /** Says that an answer takes a while, if it does. @param {Promise<unknown>} answer */
  sayWait(answer) {
    const waiting = setTimeout(() => this.say(texts.spoken.wait), PATIENCE);
    answer.finally(() => clearTimeout(waiting));
  }

  /** Has the moves judged; the summary beside them tells the result, where there is one. */
  judge() {
    const { judging, state } = this.game;
    if (!state.whose.includes('y')) this.say(texts.judge.noMoves);
    else if (!judging.isPossible) this.say(texts.judge.tooLarge);
    else this.sayWait(judging.run());
  }

  /** Says that no tile can slide that way, if moves are said. @param {string} way */
  sayStuck(way) {
    if (this.game.state.spoken) this.say(texts.spoken.stuck(way));
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
    if (state.view !== before.view) this.say(texts.views[state.view]);
    else if (state.start !== before.start) this.sayVerdict();
    else if (before.search?.running && !state.search?.running) this.sayVerdict();
    else if (state.endedAt !== null && before.endedAt === null) this.say(texts.spoken.solved);
    else if (state.engine === 'worker' && before.engine === 'server') this.say(texts.engine.goesOn);
    else if (state.spoken && state.line.startsWith(before.line.slice(0, before.at))) {
      const { moved, undone } = texts.spoken;
      const made = Math.min(state.at, before.at);
      const way = state.line[made];
      if (Math.abs(state.at - before.at) !== 1) return;
      const [tile] = slidTiles(game.board(made), way);
      this.say(state.at > before.at ? moved(tile, way) : undone(tile));
    }
  }
}
