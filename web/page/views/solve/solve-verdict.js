/** The verdict: whether the board can be solved, and the interval that holds its minimum. */
import { exchange, exchanged, manhattan, parity } from '../../puzzle/board.js';
import { texts } from '../../texts/en.js';
import { NoyesInterval } from '../../elements/noyes-interval.js';
import { GameElement, h } from '../../elements/dom.js';

const t = texts.verdict;

export class SolveVerdict extends GameElement {
  build() {
    this.headline = h('div', { class: 'headline' });
    this.detail = h('p', { class: 'detail' });
    this.chart = new NoyesInterval();
    this.solveButton = h('button', {
      type: 'button',
      class: 'button primary',
      id: 'solve',
      onclick: () => this.toggle(),
    });
    this.append(
      h('h2', { class: 'unseen' }, t.heading),
      this.headline,
      this.chart,
      this.detail,
      h('div', { class: 'actions' }, this.solveButton),
    );
  }

  toggle() {
    const { searching } = this.game;
    if (searching.isRunning) searching.stop();
    else searching.solve();
  }

  /** @param {import('../../elements/dom.js').State} state */
  update(state) {
    const { game } = this;
    const { search } = state;
    const board = game.board();
    const verdict = parity(board, game.goal);
    const running = search?.running ?? false;
    const shown = game.searching.followed;
    /** @type {HTMLElement} */ (this.solveButton).hidden =
      !verdict.solvable || (game.isSolved() && !running) || (!running && (shown?.optimal ?? false));
    this.solveButton?.replaceChildren(
      running ? t.stop : shown && shown.upper !== null ? t.goOn : t.solve,
    );
    this.solveButton?.classList.toggle('stop', running);
    /** @type {NoyesInterval} */ (this.chart).show(
      shown?.history ?? [],
      search?.seconds ?? 0,
      running,
    );
    this.classList.toggle('unsolvable', !verdict.solvable);
    if (!verdict.solvable) this.showUnsolvable(verdict);
    else if (shown) this.showSearch(shown);
    else this.showUnsearched();
  }

  /** @param {ReturnType<typeof parity>} verdict */
  showUnsolvable(verdict) {
    const { game } = this;
    const pair = exchange(game.board(), game.goal);
    this.headline?.replaceChildren(h('strong', {}, t.unsolvable));
    this.detail?.replaceChildren(
      t.why(verdict),
      ...(pair
        ? [
            ' ',
            h(
              'button',
              {
                type: 'button',
                class: 'button small',
                id: 'mend',
                onclick: () => game.load(exchanged(game.board(), ...pair)),
              },
              t.mend(...pair),
            ),
            ` ${t.mends}`,
          ]
        : []),
    );
  }

  /** @param {import('../../state/state.js').Search} search */
  showSearch(search) {
    const { lower, upper, running, optimal, doing, expanded, seconds, source, ended } = search;
    const unit = this.game.state.metric === 'multi' ? t.pushes : t.moves;
    if (optimal) this.showMinimum(upper ?? 0, unit);
    else if (upper !== null) {
      this.headline?.replaceChildren(
        h('span', { class: 'label' }, t.interval),
        h('strong', { class: 'figure' }, texts.number(lower)),
        h('span', { class: 'unit' }, t.and),
        h('strong', { class: 'figure' }, texts.number(upper)),
        h('span', { class: 'unit' }, unit),
      );
    } else {
      this.headline?.replaceChildren(
        h('span', { class: 'label' }, t.minimum),
        h('strong', { class: 'figure' }, `≥ ${texts.number(lower)}`),
        h('span', { class: 'unit' }, unit),
      );
    }
    const words = running
      ? doing
        ? t.table(doing)
        : expanded || seconds
          ? t.searching(expanded, seconds)
          : t.waiting
      : [ended ? (t.endedBy[ended] ?? '') : '', t.done(expanded, seconds, texts.source(source))]
          .filter(Boolean)
          .join(' ');
    this.detail?.replaceChildren(words);
  }

  /** @private @param {number} minimum @param {string} unit */
  showMinimum(minimum, unit) {
    this.headline?.replaceChildren(
      h('span', { class: 'label' }, t.minimum),
      h('strong', { class: 'figure' }, texts.number(minimum)),
      h('span', { class: 'unit' }, unit),
      h('span', { class: 'stamp' }, t.proven),
    );
  }

  showUnsearched() {
    const { game } = this;
    if (game.isSolved()) {
      this.headline?.replaceChildren(h('strong', {}, t.solved));
      this.detail?.replaceChildren();
      return;
    }
    const isSingle = game.state.metric === 'single';
    const known = isSingle ? game.known.exact(game.board()) : null;
    if (known !== null) {
      this.showMinimum(known, t.moves);
      this.detail?.replaceChildren();
      return;
    }
    const bound = isSingle ? manhattan(game.board(), game.goal) : 1;
    this.headline?.replaceChildren(h('strong', {}, t.solvable));
    this.detail?.replaceChildren(`${t.minimum}: ${t.atLeast(bound, isSingle)}.`);
  }
}

customElements.define('solve-verdict', SolveVerdict);
