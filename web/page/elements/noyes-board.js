/**
 * `<noyes-board>`: a board that can be touched.
 *
 * Up to 32 by 32 the tiles are buttons, above that they are drawn on a canvas that can be zoomed.
 * A click pushes a line of tiles towards the blank; a drag carries them with the pointer; a swipe
 * that starts elsewhere slides the tile beside the blank; in hover mode pointing is enough.
 *
 * Events: `slide` with the letters of the slides.
 *
 * @typedef {import('../puzzle/board.js').Board} Board
 * @typedef {import('../puzzle/colours.js').Scheme} Scheme
 * @typedef {{ badge?: string, tone?: number, mark?: string }} Paint what is shown on a tile
 */
import { blankOf, cellsOf, goalBoard, push, slide } from '../puzzle/board.js';
import { readBoard } from '../puzzle/reading.js';
import { hueOf, stageOf } from '../puzzle/colours.js';
import { texts } from '../texts/en.js';
import { h, icon } from './dom.js';
import { BoardCanvas } from './board-canvas.js';
import { followPointer } from './board-pointer.js';

const MAX_BUTTONS = 32;
const ARROWS = {
  U: 'M12 20V5M6 11l6-6 6 6',
  D: 'M12 4v15M6 13l6 6 6-6',
  L: 'M20 12H5M11 6l-6 6 6 6',
  R: 'M4 12h15M13 6l6 6-6 6',
};

export class NoyesBoard extends HTMLElement {
  static observedAttributes = ['board'];

  constructor() {
    super();
    /** @type {Board} */
    this.board = goalBoard(4, 4, 'blank-last');
    /** @type {Board} */
    this.goal = this.board;
    /** @type {Scheme} */
    this.scheme = 'plain';
    /** @type {ImageBitmap | null} */
    this.image = null;
    /** @type {Map<number, Paint>} */
    this.paint = new Map();
    /** @type {{ tile: number, direction: string }[]} */
    this.hints = [];
    this.hover = false;
    /** @type {HTMLButtonElement[]} The button of each tile. */
    this.buttons = [];
    /** @type {BoardCanvas | null} */
    this.canvas = null;
    this.shape = '';
    this.skin = '';
  }

  /** @param {string} _ @param {string | null} __ @param {string | null} text */
  attributeChangedCallback(_, __, text) {
    const reading = text && readBoard(text);
    if (!reading) return;
    this.board = reading.board;
    this.goal = goalBoard(reading.board.rows, reading.board.cols, 'blank-last');
    if (this.isConnected) this.show();
  }

  connectedCallback() {
    this.show();
  }

  /** Shows the properties as they are now. */
  show() {
    const { rows, cols } = this.board;
    const shape = `${rows}x${cols}`;
    if (shape !== this.shape) {
      this.shape = shape;
      this.build();
    }
    if (this.canvas) {
      this.canvas.draw(this);
      this.setAttribute('aria-label', texts.board.label(rows, cols));
      return;
    }
    this.dress();
    this.place();
  }

  /** @private Makes the tiles of this shape. */
  build() {
    const { rows, cols, tiles } = this.board;
    this.buttons = [];
    this.canvas = null;
    this.skin = '';
    this.setAttribute('role', 'group');
    this.style.setProperty('--rows', String(rows));
    this.style.setProperty('--cols', String(cols));
    this.style.setProperty('--digits', String(String(tiles.length - 1).length));
    this.classList.toggle('dense', Math.max(rows, cols) > 10);
    const push = (/** @type {string} */ letters) => this.send(letters);
    if (Math.max(rows, cols) > MAX_BUTTONS) {
      this.canvas = new BoardCanvas((cell) => this.touch(cell), push);
      this.replaceChildren(this.canvas.element);
      return;
    }
    const inner = h('div', { class: 'inner' });
    for (let tile = 1; tile < tiles.length; tile++) {
      const button = h(
        'button',
        { type: 'button', class: 'tile', tabIndex: -1 },
        h('span', { class: 'number' }, `${tile}`),
      );
      button.dataset.tile = String(tile);
      this.buttons[tile] = button;
      inner.append(button);
    }
    inner.addEventListener('click', (event) => {
      const tile = tileOf(event.target);
      if (tile) this.touch(this.board.tiles.indexOf(tile));
    });
    followPointer(this, inner, tileOf, push);
    this.replaceChildren(inner);
  }

  /** @private Colours, pictures, badges and marks. */
  dress() {
    const { scheme, image, goal, paint, hints } = this;
    const key = JSON.stringify([scheme, goal.tiles.length < 1025 && goal.tiles, [...paint], hints]);
    if (key === this.skin && this.image === this.dressedImage) return;
    this.skin = key;
    this.dressedImage = image;
    this.classList.toggle('pictured', image !== null);
    const home = cellsOf(goal);
    const { cols } = this.board;
    this.buttons.forEach((button, tile) => {
      const cell = home[tile];
      const painted = paint.get(tile);
      const isOdd = (Math.floor(cell / cols) + (cell % cols)) % 2 === 1;
      const hued = scheme === 'plain' ? '' : 'hued';
      button.className = `tile ${isOdd ? 'odd' : ''} ${hued} ${painted?.mark ?? ''}`;
      if (scheme !== 'plain')
        button.style.setProperty('--hue', String(hueOf(stageOf(scheme, goal, cell))));
      if (painted?.tone !== undefined) button.style.setProperty('--tone', String(painted.tone));
      button.classList.toggle('toned', painted?.tone !== undefined);
      button.dataset.badge = painted?.badge ?? '';
      const hint = hints.findIndex((one) => one.tile === tile);
      button.classList.toggle('hinted', hint === 0);
      button.classList.toggle('hinted-later', hint > 0);
      const way = /** @type {keyof typeof ARROWS} */ (hints[hint]?.direction);
      button.replaceChildren(
        ...(image ? [this.picture(image, cell)] : []),
        h('span', { class: 'number' }, `${tile}`),
        ...(hint >= 0 ? [h('span', { class: 'arrow' }, icon(ARROWS[way]))] : []),
      );
    });
  }

  /** @type {ImageBitmap | null | undefined} */
  dressedImage = undefined;

  /** @private The part of the picture that belongs to a goal cell. */
  /** @param {ImageBitmap} image @param {number} cell */
  picture(image, cell) {
    const { rows, cols } = this.board;
    const canvas = h('canvas', { width: 160, height: 160, class: 'picture' });
    const side = Math.min(image.width / cols, image.height / rows);
    const left = (image.width - side * cols) / 2 + (cell % cols) * side;
    const top = (image.height - side * rows) / 2 + Math.floor(cell / cols) * side;
    canvas.getContext('2d')?.drawImage(image, left, top, side, side, 0, 0, 160, 160);
    return canvas;
  }

  /** Every tile at its cell. */
  place() {
    const { board, goal } = this;
    const { cols } = board;
    const blank = blankOf(board);
    board.tiles.forEach((tile, cell) => {
      if (!tile) return;
      const button = this.buttons[tile];
      const row = Math.floor(cell / cols);
      const col = cell % cols;
      button.style.transform = `translate(${col * 100}%, ${row * 100}%)`;
      const way = push(board, cell);
      const beside = way.length === 1;
      const label = texts.board.tile(tile, row + 1, col + 1, beside ? way : '');
      if (button.ariaLabel !== label) button.ariaLabel = label;
      button.tabIndex = beside ? 0 : -1;
      button.classList.toggle('home', goal.tiles[cell] === tile);
      button.classList.toggle('movable', way !== '');
    });
    this.setAttribute('aria-label', texts.board.label(board.rows, board.cols));
    this.style.setProperty('--blank-x', `${(blank % cols) * 100}%`);
    this.style.setProperty('--blank-y', `${Math.floor(blank / cols) * 100}%`);
  }

  /** A cell is clicked. @param {number} cell */
  touch(cell) {
    this.send(push(this.board, cell));
  }

  /** @private @param {string} letters */
  send(letters) {
    if (!letters || !slide(this.board, letters)) return;
    this.dispatchEvent(new CustomEvent('slide', { detail: letters, bubbles: true }));
  }
}

/** @param {EventTarget | null} target */
const tileOf = (target) => {
  const tile =
    target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest('.tile')) : null;
  return Number(tile?.dataset.tile ?? 0);
};

customElements.define('noyes-board', NoyesBoard);
