/** Small builders of elements, and the base of the elements that show the game. */

/**
 * An HTML element. A property that starts with `on` is a listener; `class`, `data-…`, `aria-…` and
 * what the element does not know are attributes; the rest are properties.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [props]
 * @param {...(Node | string | null | undefined)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'class') element.className = value;
    else if (name in element && !name.includes('-')) /** @type {any} */ (element)[name] = value;
    else element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/**
 * Puts words into an element that is read aloud when it changes; the same words are left alone.
 * @param {HTMLElement | undefined} element @param {string} words
 */
export function tell(element, words) {
  if (element && element.textContent !== words) element.replaceChildren(words);
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** A drawn sign, 24 by 24, in strokes of the text's colour. @param {string} path */
export const icon = (path) =>
  svg(
    'svg',
    { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' },
    svg('path', { d: path }),
  );

export const ICONS = {
  undo: 'M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6',
  redo: 'm15 7 5 5-5 5M20 12H10a6 6 0 0 0-6 6',
  play: 'M7 5v14l12-7z',
  pause: 'M8 5v14M16 5v14',
  first: 'M6 5v14M19 5 9 12l10 7z',
  last: 'M18 5v14M5 5l10 7-10 7z',
  back: 'M15 5 7 12l8 7z',
  next: 'm9 5 8 7-8 7z',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.7.6 1 1.3 1 2.2h6c0-.9.3-1.6 1-2.2A6 6 0 0 0 12 3z',
  shuffle: 'M3 7h4l10 10h4M3 17h4l3-3M14 10l3-3h4M18 4l3 3-3 3M18 14l3 3-3 3',
  share: 'M12 15V3M8 7l4-4 4 4M5 12v7h14v-7',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  moon: 'M20 14A8 8 0 1 1 10 4a6.5 6.5 0 0 0 10 10z',
  keys: 'M4 7h16v10H4zM8 14h8M7 10h.01M12 10h.01M17 10h.01',
  gear: 'M4 8h10M18 8h2M4 16h2M10 16h10M16 6v4M8 14v4',
  ear: 'M4 10v4h4l5 4V6L8 10zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11',
};

/**
 * A button with a sign and a text; the text is hidden but spoken if `bare`.
 * @param {keyof typeof ICONS} sign @param {string} text @param {() => void} onclick
 * @param {{ bare?: boolean, class?: string, key?: string }} [more]
 */
export function iconButton(sign, text, onclick, more = {}) {
  const title = more.key ? `${text} (${more.key})` : text;
  return h(
    'button',
    {
      type: 'button',
      class: `button ${more.class ?? ''} ${more.bare ? 'bare' : ''}`,
      title,
      onclick,
    },
    icon(ICONS[sign]),
    h('span', { class: more.bare ? 'unseen' : '' }, text),
  );
}

/**
 * A choice among names, as a drop-down with its label.
 * @param {string} label @param {Readonly<Record<string, string>>} options
 * @param {(value: string) => void} onchange
 */
export function choice(label, options, onchange) {
  const select = h(
    'select',
    { onchange: () => onchange(select.value) },
    ...Object.entries(options).map(([value, text]) => h('option', { value }, text)),
  );
  return { select, element: h('label', { class: 'field' }, h('span', {}, label), select) };
}

/**
 * The base of elements that show the game: `build` makes the content once, `update` is called with
 * every state after that.
 *
 * @typedef {import('../state/state.js').State} State
 */
export class GameElement extends HTMLElement {
  /** @type {import('../state/game.js').Game} */
  // @ts-expect-error It is set before the element is connected.
  game;

  /** @type {(() => void) | null} */
  unwatch = null;

  connectedCallback() {
    if (!this.isConnected || this.unwatch) return;
    if (!this.firstChild) this.build();
    this.unwatch = this.game.store.watch((state, before) => this.update(state, before));
  }

  disconnectedCallback() {
    this.unwatch?.();
    this.unwatch = null;
  }

  build() {}

  /** @param {State} state @param {State} before */
  update(state, before) {
    void state;
    void before;
  }
}

/**
 * An element of the game's.
 * @template {GameElement} E
 * @param {new () => E} Type @param {import('../state/game.js').Game} game @returns {E}
 */
export function gameElement(Type, game) {
  const element = new Type();
  element.game = game;
  return element;
}
