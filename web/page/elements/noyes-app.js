/** The frame of the page: header, the view that is shown, and the live region. */
import { writeAddress } from '../state/address.js';
import { keepTheme, nextTheme, savedTheme } from '../state/theme.js';
import { SolveView } from '../views/solve/solve-view.js';
import { texts } from '../texts/en.js';
import { GameElement, gameElement, h, iconButton, tell } from './dom.js';
import { listenToKeys } from './keys.js';
import { keysSheet } from './keys-sheet.js';
import { shareDialog } from './share-dialog.js';
import { Speaker } from './speaker.js';

/** @typedef {import('../state/state.js').View} View */

/**
 * The time that the address may lag behind, in milliseconds: browsers limit how often it changes.
 */
const LAG = 300;

export class NoyesApp extends GameElement {
  /** @type {Partial<Record<View, HTMLElement>>} The views that were opened. */
  views = {};

  build() {
    const { game } = this;
    const tab = (/** @type {View} */ view) =>
      h(
        'a',
        {
          href: `#${view}`,
          onclick: (/** @type {Event} */ event) => {
            event.preventDefault();
            game.store.set({ view });
          },
        },
        texts.views[view],
      );
    this.tabs = { solve: tab('solve'), learn: tab('learn'), race: tab('race') };
    this.engine = h('span', { class: 'engine', role: 'status' });
    this.banner = h('p', { class: 'banner', role: 'alert', hidden: true });
    this.place = h('main', { id: 'main', tabIndex: -1 });
    this.live = h('div', { class: 'unseen', id: 'live', 'aria-live': 'polite' });
    this.theme = iconButton('moon', texts.theme.auto, () => nextTheme(game.store), {
      bare: true,
      key: 'T',
    });
    this.append(
      h(
        'a',
        {
          class: 'skip',
          href: '#main',
          onclick: (/** @type {Event} */ event) => {
            event.preventDefault();
            this.place?.focus();
          },
        },
        texts.skip,
      ),
      h(
        'header',
        {},
        h('div', { class: 'brand' }, h('h1', {}, texts.title), h('p', {}, texts.motto)),
        h('p', { class: 'unseen' }, texts.spoken.opening),
        h('nav', { ariaLabel: texts.title }, this.tabs.solve, this.tabs.learn, this.tabs.race),
        h(
          'div',
          { class: 'tools' },
          this.engine,
          iconButton('share', texts.share, () => shareDialog(game), { bare: true }),
          this.theme,
          iconButton('keys', texts.help, keysSheet, { bare: true, key: '?' }),
        ),
      ),
      this.banner,
      this.place,
      this.live,
    );
    game.store.set({ theme: savedTheme() });
    this.speaker = new Speaker(game, this.live);
    listenToKeys(game, this.speaker, () => /** @type {SolveView | undefined} */ (this.views.solve));
  }

  /** @param {import('./dom.js').State} state @param {import('./dom.js').State} before */
  update(state, before) {
    for (const [view, link] of Object.entries(this.tabs ?? {})) {
      if (view === state.view) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    if (this.engine) {
      tell(this.engine, texts.engine[state.engine]);
      this.engine.title = texts.engine.title[state.engine];
      this.engine.dataset.kind = state.engine;
    }
    const banner = texts.engine.banner[state.engine] ?? '';
    if (this.banner && this.banner.textContent !== banner) {
      this.banner.hidden = !banner;
      this.banner.replaceChildren(banner);
    }
    keepTheme(state.theme);
    const label = texts.theme[state.theme];
    this.theme?.querySelector('span')?.replaceChildren(label);
    if (this.theme) this.theme.title = `${label} (T)`;
    this.show(state.view);
    this.speaker?.follow(state, before);
    if (state !== before) this.saveAddress();
  }

  /** @param {View} view */
  async show(view) {
    if (!this.views[view]) this.views[view] = await this.open(view);
    if (this.game.state.view !== view) return;
    const element = /** @type {HTMLElement} */ (this.views[view]);
    if (element.parentNode !== this.place) this.place?.replaceChildren(element);
  }

  /** @private Learn and Race are fetched when they are first opened. @param {View} view */
  async open(view) {
    const { game } = this;
    if (view === 'learn')
      return gameElement((await import('../views/learn/learn-view.js')).LearnView, game);
    if (view === 'race')
      return gameElement((await import('../views/race/race-view.js')).RaceView, game);
    return gameElement(SolveView, game);
  }

  /** @private */
  saveAddress() {
    clearTimeout(this.saving);
    this.saving = setTimeout(() => {
      const address = writeAddress(this.game.state);
      if (location.hash !== address) history.replaceState(null, '', address);
    }, LAG);
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  saving = undefined;
}

customElements.define('noyes-app', NoyesApp);
