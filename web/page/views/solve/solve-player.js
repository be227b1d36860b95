/** The player: the moves of the line, to click, to scrub, to watch and to copy. */
import { compressed, runs, slidTiles, tileLines } from '../../puzzle/moves.js';
import { texts } from '../../texts/en.js';
import { GameElement, choice, h, icon, iconButton, ICONS } from '../../elements/dom.js';

const t = texts.player;
/** More moves than this are not shown as buttons. */
const MAX_SHOWN = 1200;

export class SolvePlayer extends GameElement {
  /** What the list of moves shows. */
  shownKey = '';

  build() {
    const { game } = this;
    this.heading = h('h2', {}, t.heading);
    this.position = h('span', { class: 'count' });
    this.scrub = h('input', {
      type: 'range',
      min: '0',
      ariaLabel: t.scrub,
      oninput: () => {
        game.pause();
        game.goTo(Number(this.scrub?.value));
      },
    });
    this.playButton = iconButton(
      'play',
      t.play,
      () => (game.state.playing ? game.pause() : game.run()),
      { bare: true, key: 'Space', class: 'play' },
    );
    const speed = choice(t.speed, t.speeds, (value) => game.store.set({ speed: Number(value) }));
    const notation = choice(t.notation, t.notations, (value) =>
      game.store.set({ notation: value }),
    );
    this.speed = speed.select;
    this.notation = notation.select;
    this.copyButton = iconButton('copy', texts.copy, () => this.copy(), { class: 'small' });
    this.moves = h('ol', {
      class: 'moves',
      onclick: (/** @type {Event} */ event) => {
        const button = event.target instanceof Element ? event.target.closest('button') : null;
        if (!button) return;
        game.pause();
        game.goTo(Number(button.dataset.at));
      },
    });
    this.append(
      h('div', { class: 'row spread' }, this.heading, this.position),
      h(
        'div',
        { class: 'row transport' },
        iconButton('first', t.first, () => game.goTo(0), { bare: true }),
        iconButton('back', t.back, () => game.undo(), { bare: true, key: ',' }),
        this.playButton,
        iconButton('next', t.next, () => game.redo(), { bare: true, key: '.' }),
        iconButton('last', t.last, () => game.goTo(game.state.line.length), { bare: true }),
        this.scrub,
      ),
      this.moves,
      h('div', { class: 'row wrap end' }, speed.element, notation.element, this.copyButton),
    );
  }

  /** The moves as text, in the chosen notation. */
  text() {
    const { start, line, notation } = this.game.state;
    if (notation === 'tiles') return tileLines(start, line);
    return notation === 'letters' ? line : compressed(line);
  }

  async copy() {
    await navigator.clipboard.writeText(this.text());
    this.copyButton?.querySelector('span')?.replaceChildren(texts.copied);
    setTimeout(() => this.copyButton?.querySelector('span')?.replaceChildren(texts.copy), 1500);
  }

  /** @param {import('../../elements/dom.js').State} state */
  update(state) {
    const { line, at, playing, speed, notation, whose } = state;
    this.hidden = line === '' || state.review !== null;
    if (this.hidden) return;
    const isSolution = /e/.test(whose);
    this.heading?.replaceChildren(isSolution ? t.heading : t.headingLine);
    this.position?.replaceChildren(t.position(at, line.length));
    const scrub = /** @type {HTMLInputElement} */ (this.scrub);
    scrub.max = String(line.length);
    scrub.value = String(at);
    const play = /** @type {HTMLElement} */ (this.playButton);
    play.classList.toggle('playing', playing);
    play.replaceChildren(
      icon(playing ? ICONS.pause : ICONS.play),
      h('span', { class: 'unseen' }, playing ? t.pause : t.play),
    );
    /** @type {HTMLSelectElement} */ (this.speed).value = String(speed);
    /** @type {HTMLSelectElement} */ (this.notation).value = notation;
    this.list(state);
    this.mark(at);
  }

  /** @param {import('../../elements/dom.js').State} state */
  list({ start, line, whose, notation }) {
    const key = `${notation} ${whose} ${line}`;
    if (key === this.shownKey) return;
    this.shownKey = key;
    const tiles = notation === 'tiles' ? slidTiles(start, line.slice(0, MAX_SHOWN)) : [];
    // Compressed, a run of slides in one direction is one button that leads to its end.
    const groups = notation === 'directions' ? splitByOwner(line, whose) : [...line];
    let made = 0;
    const items = [];
    for (const group of groups) {
      if (items.length >= MAX_SHOWN) break;
      const from = made;
      made += group.length;
      const text = notation === 'tiles' ? `${tiles[from]} ${group}` : compressed(group);
      const button = h(
        'button',
        { type: 'button', class: whose[from] === 'y' ? 'own' : '', ariaLabel: t.move(made, text) },
        text,
      );
      button.dataset.at = String(made);
      button.dataset.from = String(from);
      items.push(h('li', {}, button));
    }
    if (made < line.length) items.push(h('li', { class: 'more' }, t.more(line.length - made)));
    this.moves?.replaceChildren(...items);
  }

  /** Marks the move that was made last. @param {number} at */
  mark(at) {
    const list = /** @type {HTMLElement} */ (this.moves);
    for (const button of list.querySelectorAll('button')) {
      const isLast = Number(button.dataset.from) < at && at <= Number(button.dataset.at);
      button.toggleAttribute('aria-current', isLast);
      button.classList.toggle('made', Number(button.dataset.at) <= at);
      if (isLast) {
        const top = button.offsetTop - list.offsetTop;
        if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 30)
          list.scrollTop = top - 40;
      }
    }
    if (at === 0) list.scrollTop = 0;
  }
}

/**
 * Runs in one direction, split where the owner changes.
 * @param {string} line @param {string} whose
 */
function splitByOwner(line, whose) {
  const own = whose.match(/y+|e+/g) ?? [];
  let from = 0;
  return own.flatMap((stretch) => {
    const part = line.slice(from, from + stretch.length);
    from += stretch.length;
    return runs(part);
  });
}

customElements.define('solve-player', SolvePlayer);
