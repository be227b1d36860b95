/** The board to play on, with counts, time and the buttons of a game. */
import { runs } from '../../puzzle/moves.js';
import { average, remember } from '../../state/results.js';
import { texts } from '../../texts/en.js';
import { NoyesBoard } from '../../elements/noyes-board.js';
import { GameElement, h, iconButton, tell } from '../../elements/dom.js';
import { paintOf } from './why-paint.js';

const t = texts.play;

export class SolvePlay extends GameElement {
  build() {
    const { game } = this;
    const figure = (/** @type {string} */ label) => {
      const value = h('dd', {}, '0');
      return { value, element: h('div', {}, h('dt', {}, label), value) };
    };
    this.moves = figure(t.moves);
    this.time = figure(t.time);
    this.pace = figure(t.pace);
    this.board = new NoyesBoard();
    this.board.id = 'board';
    this.board.addEventListener('slide', (event) =>
      game.play(/** @type {CustomEvent} */ (event).detail),
    );
    this.message = h('p', { class: 'message', role: 'status' });
    this.undo = iconButton('undo', t.undo, () => game.undo(), { key: 'U' });
    this.redo = iconButton('redo', t.redo, () => game.redo(), { key: 'Y' });
    this.append(
      h('dl', { class: 'figures' }, this.moves.element, this.time.element, this.pace.element),
      this.board,
      this.message,
      h(
        'div',
        { class: 'row bar' },
        this.undo,
        this.redo,
        iconButton('hint', t.hint, () => game.hint(), { key: 'H' }),
        iconButton(
          'shuffle',
          texts.input.scramble,
          () => this.dispatchEvent(new Event('scramble')),
          { key: 'N' },
        ),
      ),
    );
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.ticking = undefined;
  }

  /**
   * @param {import('../../elements/dom.js').State} state
   * @param {import('../../elements/dom.js').State} before
   */
  update(state, before) {
    const { game } = this;
    const board = /** @type {NoyesBoard} */ (this.board);
    this.hidden = state.drawing !== null;
    Object.assign(board, {
      board: game.board(),
      goal: game.goal,
      scheme: state.scheme,
      image: state.image,
      hover: state.hover,
      hints: state.hint ?? [],
      paint: state.why ? paintOf(state.why, state.painted) : new Map(),
    });
    board.show();
    const made = state.line.slice(0, state.at);
    const moves = state.metric === 'multi' ? runs(made).length : made.length;
    this.moves?.value.replaceChildren(texts.number(moves));
    /** @type {HTMLButtonElement} */ (this.undo).disabled = state.at === 0;
    /** @type {HTMLButtonElement} */ (this.redo).disabled = state.at === state.line.length;
    this.tick(state, moves);
    if (state.endedAt !== null && before.endedAt === null) remember(state, moves);
    this.say(state);
  }

  /** @param {import('../../elements/dom.js').State} state */
  say(state) {
    const { game } = this;
    if (state.hint?.length) tell(this.message, t.hinted(state.hint));
    else if (state.endedAt !== null && state.startedAt !== null && game.isSolved()) {
      const seconds = ((state.endedAt - state.startedAt) / 1000).toFixed(2);
      tell(this.message, `${t.solved(state.at, seconds)} ${average(state)}`);
    } else tell(this.message, this.judgement(state));
  }

  /** What the last own move did. @param {import('../../elements/dom.js').State} state */
  judgement(state) {
    const { game } = this;
    if (state.review || state.at === 0 || state.whose[state.at - 1] !== 'y') return '';
    const verdict = game.judging.verdict(state.at - 1);
    const left = game.known.exact(game.board());
    if (verdict === null || left === null) return '';
    return verdict < 0 ? texts.judge.better(left) : texts.judge.worse(left);
  }

  /** @param {import('../../elements/dom.js').State} state @param {number} moves */
  tick(state, moves) {
    clearInterval(this.ticking);
    const show = () => {
      const end = state.endedAt ?? performance.now();
      const seconds = state.startedAt === null ? 0 : (end - state.startedAt) / 1000;
      const minutes = Math.floor(seconds / 60);
      const rest = (seconds % 60).toFixed(1);
      this.time?.value.replaceChildren(minutes ? `${minutes}:${rest.padStart(4, '0')}` : rest);
      this.pace?.value.replaceChildren(seconds > 0.2 ? (moves / seconds).toFixed(1) : '0.0');
    };
    show();
    if (state.startedAt !== null && state.endedAt === null) this.ticking = setInterval(show, 100);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.ticking);
  }
}

customElements.define('solve-play', SolvePlay);
