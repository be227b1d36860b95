/**
 * `<solve-draw>`: a board entered by placing its numbers, with the pointer, a finger or the keys.
 *
 * One cell waits for its number. A number is picked below the board or typed; a click on another
 * cell makes that one wait.
 */
import { drawingOf, drawnBoard, erased, moved } from '../../puzzle/drawing.js';
import { placed, remaining, selected, typedNumbers } from '../../puzzle/drawing.js';
import { texts } from '../../texts/en.js';
import { GameElement, h, tell } from '../../elements/dom.js';

const t = texts.draw;

/** @typedef {import('../../puzzle/drawing.js').Drawing} Drawing */

export class SolveDraw extends GameElement {
  /** The digits of a number that is being typed. */
  typed = '';
  shape = '';

  build() {
    const { game } = this;
    const button = (/** @type {string} */ text, /** @type {() => void} */ onclick, id = '') =>
      h('button', { type: 'button', class: 'button small', id, onclick }, text);
    this.words = h('p', { class: 'message', role: 'status' });
    this.cells = h('div', { class: 'inner cells', role: 'group', ariaLabel: t.cells });
    this.palette = h('div', { class: 'palette', role: 'group', ariaLabel: t.palette });
    this.done = button(t.done, () => this.finish(), 'drawn');
    this.done.classList.add('primary');
    this.append(
      this.words,
      h('div', { class: 'tray' }, this.cells),
      this.palette,
      h(
        'div',
        { class: 'row bar' },
        this.done,
        button(t.erase, () => this.change(erased)),
        button(t.fill, () => this.change(() => drawingOf(game.board()))),
        button(t.cancel, () => game.store.set({ drawing: null })),
      ),
    );
    this.addEventListener('keydown', (event) => this.press(event));
  }

  /** @param {(drawing: Drawing) => Drawing} how */
  change(how) {
    const { store, state } = this.game;
    this.typed = '';
    if (state.drawing) store.set({ drawing: how(state.drawing) });
  }

  finish() {
    const { game } = this;
    const board = game.state.drawing && drawnBoard(game.state.drawing);
    if (board) game.enter(board, t.entered(board.rows, board.cols));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { drawing } = this.game.state;
    const { key } = event;
    if (!drawing || event.ctrlKey || event.metaKey || event.altKey) return;
    const onCell = event.target instanceof Element && event.target.closest('.cells') !== null;
    if (/^\d$/.test(key)) this.type(drawing, key);
    else if (key === 'Escape') this.game.store.set({ drawing: null });
    else if (key === 'Backspace' || key === 'Delete') this.change(erased);
    else if (key.startsWith('Arrow')) this.change((now) => moved(now, key));
    else if (onCell && (key === ' ' || key === 'Enter') && this.typed)
      this.place(Number(this.typed));
    else if (onCell && key === 'Enter' && drawnBoard(drawing)) this.finish();
    else return;
    event.preventDefault();
    if (this.isConnected) this.focusCell();
  }

  /** @param {Drawing} drawing @param {string} digit */
  type(drawing, digit) {
    const typed = typedNumbers(drawing, this.typed + digit).length ? this.typed + digit : digit;
    const meant = typedNumbers(drawing, typed);
    if (meant.length === 1) this.place(meant[0]);
    else if (meant.length) {
      this.typed = typed;
      this.update(this.game.state);
    }
  }

  /** @param {number} tile */
  place(tile) {
    this.change((drawing) => placed(drawing, tile));
  }

  focusCell() {
    queueMicrotask(() => {
      const cell = this.cells?.children[this.game.state.drawing?.at ?? 0];
      /** @type {HTMLElement | undefined} */ (cell)?.focus({ preventScroll: true });
    });
  }

  /** @private @param {Drawing} drawing The buttons of another shape. */
  shapeFor({ rows, cols, tiles }) {
    const shape = `${rows}x${cols}`;
    if (shape === this.shape) return;
    this.shape = shape;
    this.style.setProperty('--cols', String(cols));
    this.style.setProperty('--rows', String(rows));
    this.cells?.replaceChildren(
      ...tiles.map((_, cell) =>
        h('button', {
          type: 'button',
          class: 'cell',
          onclick: () => this.change((drawing) => selected(drawing, cell)),
        }),
      ),
    );
    this.palette?.replaceChildren(
      ...[...tiles.keys()].map((tile) =>
        h(
          'button',
          {
            type: 'button',
            class: 'button small',
            'data-tile': tile,
            onclick: () => this.place(tile),
          },
          tile ? `${tile}` : t.blank,
        ),
      ),
    );
  }

  /** @param {import('../../elements/dom.js').State} state */
  update({ drawing }) {
    this.hidden = drawing === null;
    if (!drawing || !this.cells || !this.palette || !this.done) return;
    const isNew = this.shape === '' || this.cells.children.length !== drawing.tiles.length;
    this.shapeFor(drawing);
    const { at, cols, tiles } = drawing;
    tiles.forEach((tile, cell) => {
      const button = /** @type {HTMLButtonElement} */ (this.cells?.children[cell]);
      const isNext = cell === at;
      const typed = isNext ? this.typed : '';
      button.className = `cell ${isNext ? 'next' : ''} ${tile === null ? '' : tile ? 'filled' : 'blank'}`;
      button.replaceChildren(typed || (tile ? `${tile}` : ''));
      button.ariaLabel = t.cell(Math.floor(cell / cols) + 1, (cell % cols) + 1, tile);
      button.tabIndex = isNext ? 0 : -1;
    });
    const rest = remaining(drawing);
    const left = new Set(rest);
    for (const button of this.palette.children) {
      button.classList.toggle('used', !left.has(Number(button.getAttribute('data-tile'))));
    }
    this.done.disabled = rest.length > 0;
    const [row, col] = [Math.floor(at / cols) + 1, (at % cols) + 1];
    tell(this.words, this.typed ? t.typing(this.typed) : rest.length ? t.ask(row, col) : t.ready);
    if (isNew) this.focusCell();
  }
}

customElements.define('solve-draw', SolveDraw);
