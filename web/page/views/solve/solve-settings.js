/** Goal, metric, colours, hover, picture: how the board is played and shown. */
import { slashes } from '../../puzzle/board.js';
import { texts } from '../../texts/en.js';
import { GameElement, choice, h } from '../../elements/dom.js';

const t = texts.settings;

export class SolveSettings extends GameElement {
  build() {
    const { game } = this;
    const { store } = game;
    const goal = choice(t.goal, t.goals, (value) => this.setGoal(value));
    const metric = choice(t.metric, t.metrics, (value) => {
      game.searching.stop();
      store.set({ metric: /** @type {'single' | 'multi'} */ (value), search: null });
    });
    const scheme = choice(t.colours, t.schemes, (value) =>
      store.set({ scheme: /** @type {any} */ (value) }),
    );
    const check = (/** @type {string} */ label, /** @type {'hover' | 'spoken'} */ name) => {
      const box = h('input', {
        type: 'checkbox',
        onchange: () => store.set({ [name]: box.checked }),
      });
      return { box, element: h('label', { class: 'check' }, box, h('span', {}, label)) };
    };
    this.hover = check(t.hover, 'hover');
    this.spoken = check(t.spoken, 'spoken');
    const file = h('input', {
      type: 'file',
      accept: 'image/png,image/jpeg,image/webp,image/gif,image/avif',
      hidden: true,
      onchange: async () => {
        const [picture] = file.files ?? [];
        if (picture) store.set({ image: await createImageBitmap(picture) });
      },
    });
    this.picture = h(
      'button',
      {
        type: 'button',
        class: 'button small',
        onclick: () => {
          if (game.state.image) store.set({ image: null });
          else file.click();
        },
      },
      t.image,
    );
    this.goal = goal.select;
    this.metric = metric.select;
    this.scheme = scheme.select;
    this.append(
      h(
        'details',
        {},
        h('summary', {}, h('h2', {}, t.heading)),
        h('div', { class: 'row wrap end' }, goal.element, metric.element, scheme.element),
        h(
          'div',
          { class: 'row wrap' },
          this.hover.element,
          this.spoken.element,
          this.picture,
          file,
        ),
      ),
    );
  }

  /** @param {string} value */
  setGoal(value) {
    const { game } = this;
    const goal = value === 'custom' ? slashes(game.board()) : value;
    const start = value === 'custom' ? game.state.start : game.board();
    game.load(start, { goal });
  }

  /** @param {import('../../elements/dom.js').State} state */
  update(state) {
    /** @type {HTMLSelectElement} */ (this.goal).value = state.goal.includes('/')
      ? 'custom'
      : state.goal;
    /** @type {HTMLSelectElement} */ (this.metric).value = state.metric;
    /** @type {HTMLSelectElement} */ (this.scheme).value = state.scheme;
    if (this.hover) this.hover.box.checked = state.hover;
    if (this.spoken) this.spoken.box.checked = state.spoken;
    this.picture?.replaceChildren(state.image ? t.noImage : t.image);
  }
}

customElements.define('solve-settings', SolveSettings);
