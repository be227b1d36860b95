/** Why not shorter: the parts of the lower bound, painted on the tiles and added up. */
import { texts } from '../../texts/en.js';
import { GameElement, h } from '../../elements/dom.js';

const t = texts.why;

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
    this.content = h('div', { class: 'content' });
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
    const { why } = state;
    this.button?.setAttribute('aria-pressed', String(why !== null));
    this.button?.replaceChildren(why ? t.hide : t.show);
    if (why === before.why && why === null) return;
    this.content?.replaceChildren(...(why ? this.parts(why) : []));
  }

  /** @param {any} why */
  parts(why) {
    const { explained, lower_bounds: bounds, manhattan } = why;
    const { search, metric, at } = this.game.state;
    const proven = search && metric === 'single' && search.index === at ? search.lower : 0;
    const rows = Object.entries({ ...bounds, ...(proven ? { search: proven } : {}) })
      .map(([name, bound]) => ({ name, bound: Number(bound) }))
      .sort((a, b) => a.bound - b.bound);
    const most = Math.max(1, ...rows.map(({ bound }) => bound));
    const bars = rows.map(({ name, bound }) => {
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
    const groups = (explained.groups ?? []).map((/** @type {any} */ group) =>
      h('li', {}, t.group(group.tiles, group.extra)),
    );
    const conflicts = explained.conflicts.map((/** @type {any} */ c) =>
      h('li', {}, t.conflict(c.line, c.number, c.tiles)),
    );
    return [
      h('p', {}, t.intro),
      h('table', { class: 'bounds' }, h('tbody', {}, ...bars)),
      h('p', { class: 'soft' }, t.legend),
      ...(groups.length ? [h('h3', {}, t.groups), h('ul', { class: 'parts' }, ...groups)] : []),
      ...(conflicts.length
        ? [h('h3', {}, t.conflicts), h('ul', { class: 'parts' }, ...conflicts)]
        : []),
      ...(manhattan === undefined ? [] : [h('p', { class: 'unseen' }, `${t.steps}: ${manhattan}`)]),
    ];
  }
}

customElements.define('solve-why', SolveWhy);
