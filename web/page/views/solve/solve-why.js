/** Why not shorter: the parts of the lower bound, painted on the tiles and added up. */
import { texts } from '../../texts/en.js';
import { GameElement, h } from '../../elements/dom.js';
import { letterOf } from './why-paint.js';

/** @typedef {import('../../state/state.js').Painted} Painted */

const t = texts.why;
/** @type {Painted[]} */
const KINDS = ['steps', 'conflicts', 'groups', 'patterns'];

export class SolveWhy extends GameElement {
  build() {
    this.button = h(
      'button',
      {
        type: 'button',
        class: 'button small',
        id: 'why',
        'aria-pressed': 'false',
        onclick: () => this.toggle(),
      },
      t.show,
    );
    this.bounds = h('tbody');
    this.kinds = KINDS.map((kind) =>
      h(
        'button',
        {
          type: 'button',
          class: 'button small',
          onclick: () => this.game.store.set({ painted: kind }),
        },
        t.kinds[kind],
      ),
    );
    this.reasons = h('div', { class: 'reasons', 'aria-live': 'polite' });
    this.content = h(
      'div',
      { class: 'content', hidden: true },
      h('p', {}, t.intro),
      h('table', { class: 'bounds' }, this.bounds),
      h('h3', { id: 'why-kinds' }, t.painted),
      h('div', { class: 'segments', role: 'group', 'aria-labelledby': 'why-kinds' }, ...this.kinds),
      this.reasons,
    );
    this.append(
      h('div', { class: 'row spread' }, h('h2', {}, t.heading), this.button),
      this.content,
    );
  }

  toggle() {
    const { game } = this;
    if (game.state.why) game.store.set({ why: null });
    else game.explain();
  }

  /**
   * @param {import('../../elements/dom.js').State} state
   * @param {import('../../elements/dom.js').State} before
   */
  update(state, before) {
    const { why, painted } = state;
    this.button?.setAttribute('aria-pressed', String(why !== null));
    this.button?.replaceChildren(why ? t.hide : t.show);
    if (this.content) this.content.hidden = why === null;
    if (why === null) return;
    this.bounds?.replaceChildren(...this.bars(why));
    if (why === before.why && painted === before.painted) return;
    this.kinds?.forEach((button, k) =>
      button.setAttribute('aria-pressed', String(KINDS[k] === painted)),
    );
    this.reasons?.replaceChildren(...reasons(why, painted));
  }

  /** Every bound and how strong it is, weakest first. @param {any} why */
  bars(why) {
    const { search, metric, at } = this.game.state;
    const proven = search && metric === 'single' && search.index === at ? search.lower : 0;
    const rows = Object.entries({ ...why.lower_bounds, ...(proven ? { search: proven } : {}) })
      .map(([name, bound]) => ({ name, bound: Number(bound) }))
      .sort((a, b) => a.bound - b.bound);
    const most = Math.max(1, ...rows.map(({ bound }) => bound));
    return rows.map(({ name, bound }) => {
      const bar = h('span', { class: 'bar' });
      bar.style.setProperty('--part', `${(100 * bound) / most}%`);
      bar.classList.toggle('best', bound === most);
      return h(
        'tr',
        {},
        h('th', { scope: 'row' }, t.names[name] ?? name),
        h('td', { class: 'barred' }, bar),
        h('td', { class: 'amount' }, texts.number(bound)),
      );
    });
  }
}

/**
 * What is painted, in words, with its sum.
 * @param {any} why @param {Painted} painted @returns {HTMLElement[]}
 */
function reasons({ explained, manhattan, rows, cols }, painted) {
  const { conflicts, groups, patterns } = explained;
  const list = (/** @type {HTMLElement[]} */ items) => h('ul', { class: 'parts' }, ...items);
  if (painted === 'steps') return [h('p', {}, t.steps(manhattan))];
  if (painted === 'patterns') {
    if (patterns.missing) return [h('p', {}, t.missing(patterns.missing, rows, cols))];
    const parts = patterns.parts.map(
      (
        /** @type {{ tiles: number[], moves: number, steps: number }} */ part,
        /** @type {number} */ k,
      ) =>
        h(
          'li',
          {},
          h('span', { class: `sign pattern-${k % 6}` }, letterOf(k)),
          h('span', {}, t.pattern(part.tiles, part.steps)),
          h('strong', {}, texts.number(part.moves)),
        ),
    );
    const moves = patterns.parts.map((/** @type {{ moves: number }} */ part) => part.moves);
    return [
      h('p', {}, parts.length > 1 ? t.patterns : t.onePattern),
      h('ul', { class: 'parts patterns' }, ...parts),
      h('p', {}, t.sum(moves, patterns.bound)),
    ];
  }
  if (painted === 'conflicts') {
    const lines = conflicts.map((/** @type {any} */ c) =>
      h('li', {}, t.conflict(c.line, c.number, c.tiles, 2 * c.aside.length)),
    );
    const more = conflicts.reduce(
      (/** @type {number} */ sum, /** @type {any} */ c) => sum + 2 * c.aside.length,
      0,
    );
    if (!lines.length) return [h('p', {}, t.noConflicts)];
    return [
      h('p', {}, t.conflicts),
      list(lines),
      h('p', {}, t.sum([manhattan, more], manhattan + more)),
    ];
  }
  const all = groups ?? [];
  if (!all.length) return [h('p', {}, t.noGroups)];
  const more = all.reduce((/** @type {number} */ sum, /** @type {any} */ g) => sum + g.extra, 0);
  return [
    h('p', {}, t.groups),
    list(all.map((/** @type {any} */ group) => h('li', {}, t.group(group.tiles, group.extra)))),
    h('p', {}, t.sum([manhattan, more], manhattan + more)),
  ];
}

customElements.define('solve-why', SolveWhy);
