/** Your moves, judged: a timeline of moves to go, and the review of mistakes. */
import { texts } from '../../texts/en.js';
import { GameElement, h, svg, tell } from '../../elements/dom.js';

const t = texts.judge;
const HEIGHT = 64;

export class SolveJudge extends GameElement {
  build() {
    const { game } = this;
    this.summary = h('p', { class: 'detail', role: 'status' });
    this.timeline = h('div', { class: 'timeline' });
    this.judge = h(
      'button',
      { type: 'button', class: 'button small', onclick: () => game.judging.run() },
      t.judge,
    );
    this.review = h(
      'button',
      { type: 'button', class: 'button small', id: 'review', onclick: () => game.judging.review() },
      t.review,
    );
    this.next = h(
      'button',
      { type: 'button', class: 'button small primary', onclick: () => game.judging.nextMistake() },
      t.next,
    );
    this.append(
      h('h2', {}, t.heading),
      this.timeline,
      this.summary,
      h('div', { class: 'row' }, this.judge, this.review, this.next),
    );
  }

  /** @param {import('../../elements/dom.js').State} state */
  update(state) {
    const { judging } = this.game;
    const own = (state.whose.match(/y/g) ?? []).length;
    this.hidden = own === 0 || (!judging.isPossible && !state.search?.optimal);
    if (this.hidden) return;
    const distances = judging.distances();
    const mistakes = judging.mistakes();
    const judged = [...state.whose].filter(
      (who, k) => who === 'y' && judging.verdict(k) !== null,
    ).length;
    const isOpen = distances.includes(null);
    /** @type {HTMLElement} */ (this.judge).hidden =
      !isOpen || state.judging || !judging.isPossible;
    /** @type {HTMLElement} */ (this.review).hidden =
      isOpen || !mistakes.length || state.review !== null;
    /** @type {HTMLElement} */ (this.next).hidden = state.review === null;
    const { review } = state;
    if (review) {
      const isLast = review.current + 1 === review.mistakes.length;
      this.next?.replaceChildren(isLast ? t.done : t.next);
      tell(
        this.summary,
        review.stage === 'asking'
          ? t.ask(review.current + 1, review.mistakes.length)
          : review.stage === 'right'
            ? t.right
            : t.wrong,
      );
    } else {
      tell(
        this.summary,
        state.judging ? t.judging : judged ? t.score(judged, mistakes.length) : t.none,
      );
    }
    this.timeline?.replaceChildren(
      ...(judged && !review ? [this.draw(distances, new Set(mistakes), state)] : []),
    );
  }

  /**
   * A bar for every position: its height is the moves to go, a mistake is marked.
   * @param {(number | null)[]} distances @param {Set<number>} mistakes
   * @param {import('../../elements/dom.js').State} state
   */
  draw(distances, mistakes, state) {
    const most = Math.max(1, ...distances.map((d) => d ?? 0));
    const width = Math.min(16, 520 / distances.length);
    const chart = svg('svg', {
      viewBox: `0 0 ${width * distances.length} ${HEIGHT + 12}`,
      role: 'group',
      'aria-label': t.timeline,
    });
    chart.style.width = `${Math.round(width * distances.length)}px`;
    distances.forEach((left, at) => {
      if (left === null) return;
      const isBad = at > 0 && mistakes.has(at - 1);
      const height = Math.max(2, (HEIGHT * left) / most);
      const bar = svg('rect', {
        class: `bar ${isBad ? 'bad' : ''} ${at === state.at ? 'now' : ''}`,
        x: at * width + width * 0.08,
        y: HEIGHT - height,
        width: width * 0.84,
        height,
        rx: Math.min(2, width / 5),
      });
      bar.append(svg('title', {}, t.moveLabel(at, left, isBad)));
      const hit = svg('rect', { class: 'hit', x: at * width, y: 0, width, height: HEIGHT + 12 });
      hit.append(svg('title', {}, t.moveLabel(at, left, isBad)));
      hit.addEventListener('click', () => this.game.goTo(at));
      chart.append(
        bar,
        ...(isBad
          ? [
              svg('circle', {
                class: 'dot',
                cx: (at + 0.5) * width,
                cy: HEIGHT + 7,
                r: Math.min(3, width / 2.5),
              }),
            ]
          : []),
        hit,
      );
    });
    return chart;
  }
}

customElements.define('solve-judge', SolveJudge);
