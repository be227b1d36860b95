/** Where a board comes from: text, a file, a random one, or an arrangement by hand. */
import { makeBoard, slashes } from '../../puzzle/board.js';
import { MAX_DRAWN_SIDE, emptyDrawing } from '../../puzzle/drawing.js';
import { readMoves } from '../../puzzle/moves.js';
import { nearMiss, readBoard } from '../../puzzle/reading.js';
import { readReplay, replayPart, startOf } from '../../puzzle/replay.js';
import { readAddress } from '../../state/address.js';
import { texts } from '../../texts/en.js';
import { GameElement, choice, h, tell } from '../../elements/dom.js';
import { sizeDialog } from './size-dialog.js';

const t = texts.input;
const SIZES = ['3x3', '4x4', '5x5', '6x6', '8x8', '10x10', '16x16', '32x32', '127x127'];
/** Slides of a walk, in parts of the cells of the board. @type {Record<string, number>} */
const WALKS = { easy: 0.8, medium: 2.5 };

/** Who types is told what is wrong only after a pause, in milliseconds. */
const PAUSE = 400;

export class SolveInput extends GameElement {
  /** How many texts were read. */
  readings = 0;

  /** The board whose text is shown. */
  key = '';

  build() {
    const { game } = this;
    this.area = h('textarea', {
      rows: 1,
      spellcheck: false,
      autocapitalize: 'off',
      id: 'board-text',
      placeholder: t.placeholder,
      oninput: () => this.read(),
    });
    this.note = h('p', { class: 'note', role: 'status' });
    const sizes = Object.fromEntries([
      ...SIZES.map((size) => [size, size.replace('x', '×')]),
      ['other', t.otherSize],
    ]);
    const size = choice(t.size, sizes, (value) => {
      if (value === 'other') this.askSize();
      else this.begin();
    });
    const difficulty = choice(t.difficulty, t.difficulties, () => this.scramble());
    difficulty.select.value = 'random';
    this.size = size.select;
    this.size.value = '4x4';
    this.difficulty = difficulty.select;
    this.drawButton = h(
      'button',
      {
        type: 'button',
        class: 'button small',
        id: 'draw',
        'aria-pressed': 'false',
        onclick: () => {
          if (game.state.drawing) game.store.set({ drawing: null });
          else this.draw();
        },
      },
      t.draw,
    );
    const file = h('input', {
      type: 'file',
      hidden: true,
      onchange: () => this.open(file.files?.[0]),
    });
    this.append(
      h('label', { class: 'area' }, h('span', {}, t.label), this.area),
      this.note,
      h(
        'div',
        { class: 'row wrap end' },
        size.element,
        difficulty.element,
        this.drawButton,
        h('button', { type: 'button', class: 'button small', onclick: () => file.click() }, t.file),
        file,
      ),
    );
    const drop = document.documentElement;
    drop.addEventListener('dragover', (event) => event.preventDefault());
    drop.addEventListener('drop', (event) => {
      event.preventDefault();
      this.open(event.dataTransfer?.files[0]);
      const text = event.dataTransfer?.getData('text');
      if (text) this.read(text);
    });
    // Pasted anywhere but into a field.
    addEventListener('paste', (event) => {
      const text = event.clipboardData?.getData('text');
      const isField = event.target instanceof Element && event.target.closest('textarea, input');
      if (text && this.isConnected && !isField) this.read(text);
    });
  }

  /** Begins to enter a board of the chosen size by placing its numbers. */
  draw() {
    const [rows, cols] = this.chosenSize();
    const { store } = this.game;
    if (Math.max(rows, cols) > MAX_DRAWN_SIDE) store.set({ drawing: null, trouble: t.tooLarge });
    else store.set({ drawing: emptyDrawing(rows, cols), trouble: '' });
  }

  chosenSize() {
    return /** @type {HTMLSelectElement} */ (this.size).value.split('x').map(Number);
  }

  /** A board of the chosen size: a random one, or one to place numbers on. */
  begin() {
    if (this.game.state.drawing) this.draw();
    else this.scramble();
  }

  askSize() {
    const { drawing, start } = this.game.state;
    const { rows, cols } = drawing ?? start;
    // Until another size is chosen it is the one of the board.
    this.addSize(`${rows}x${cols}`);
    sizeDialog([rows, cols], (...sides) => {
      this.addSize(sides.join('x'));
      this.begin();
    });
  }

  /** @param {string} name */
  addSize(name) {
    const size = /** @type {HTMLSelectElement} */ (this.size);
    if (![...size.options].some((option) => option.value === name)) {
      size.prepend(h('option', { value: name }, name.replace('x', '×')));
    }
    size.value = name;
  }

  /** A random board of the chosen size and difficulty. */
  async scramble() {
    const { game } = this;
    const [rows, cols] = this.chosenSize();
    const difficulty = /** @type {HTMLSelectElement} */ (this.difficulty).value;
    const walk = WALKS[difficulty];
    if (difficulty === 'hard' && rows * cols <= 36) {
      try {
        const request = {
          size: `${rows}x${cols}`,
          hard: true,
          ...(game.state.goal.includes('/') ? {} : { goal: game.state.goal }),
        };
        const {
          boards: [{ tiles }],
        } = await game.engine.call('scramble', request);
        game.load(makeBoard(rows, cols, tiles), { note: t.scrambled(rows, cols) });
        return;
      } catch {
        // Without an engine a random board is hard enough.
      }
    }
    game.scramble(rows, cols, walk ? Math.ceil(walk * rows * cols) : undefined);
    game.store.set({ note: t.scrambled(rows, cols) });
  }

  /** @param {File | undefined} file */
  async open(file) {
    if (file) this.read(await file.text());
  }

  /** Reads a text: at once what the page knows, else by the engine. */
  /** @param {string} [given] */
  async read(given) {
    const { game } = this;
    this.readings += 1;
    const text = given ?? /** @type {HTMLTextAreaElement} */ (this.area).value;
    if (!text.trim()) return;
    const reading = readBoard(text);
    if (reading) {
      const { board, form, blank } = reading;
      game.enter(board, t.understood(board.rows, board.cols, t.forms[form], blank));
      this.keep(text);
      return;
    }
    const part = replayPart(text);
    const replay = part && (await readReplay(part));
    if (replay) {
      game.load(replay.board, {
        line: replay.moves,
        note: t.replay(replay.moves.length),
        goal: 'blank-last',
      });
      return;
    }
    const address = text.includes('#') ? readAddress(new URL(text.trim(), document.baseURI)) : null;
    if (address?.start) {
      game.load(address.start, address);
      return;
    }
    const moves = readMoves(text);
    const start = moves && startOf(moves, ...this.sizeFor(moves));
    if (moves && start) {
      game.load(start, {
        line: moves,
        note: t.moves(moves.length, start.rows, start.cols),
        goal: 'blank-last',
      });
      this.keep(text);
      return;
    }
    this.ask(text, given === undefined);
  }

  /**
   * The size of the board at hand, if the moves fit on it.
   * @param {string} moves @returns {[number, number]}
   */
  sizeFor(moves) {
    const { rows, cols } = this.game.state.start;
    return startOf(moves, rows, cols) ? [rows, cols] : [0, 0];
  }

  /**
   * Asks the engine for a board that the page cannot read, unless another one comes meanwhile.
   * @param {string} text @param {boolean} isTyped it may not be finished
   */
  async ask(text, isTyped) {
    const { game, readings } = this;
    const { start } = game.state;
    const isOld = () => readings !== this.readings || start !== game.state.start;
    if (isTyped) await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (isOld()) return;
    const miss = nearMiss(text);
    game.store.set({ trouble: miss ? t.nearMiss(miss) : t.none });
    if (miss) return;
    try {
      const info = await game.engine.call('info', { board: text });
      if (isOld()) return;
      game.enter(makeBoard(info.rows, info.cols, info.tiles), t.fromEngine(info.understood));
      this.keep(text);
    } catch (error) {
      const words = error instanceof Error && error.name === 'Problem' ? error.message : '';
      if (words && !isOld())
        game.store.set({ trouble: `${words[0].toUpperCase()}${words.slice(1)}.` });
    }
  }

  /** The text stays as it was typed, while the board is that of the text. @param {string} text */
  keep(text) {
    const area = /** @type {HTMLTextAreaElement} */ (this.area);
    if (area.value !== text) area.value = text;
    this.key = slashes(this.game.state.start);
  }

  /**
   * @param {import('../../elements/dom.js').State} state
   * @param {import('../../elements/dom.js').State} before
   */
  update(state, before) {
    if (state.start !== before.start || !this.key) {
      const key = slashes(state.start);
      const area = /** @type {HTMLTextAreaElement} */ (this.area);
      if (key !== this.key && document.activeElement !== area)
        area.value = key.length < 4000 ? key.replaceAll('/', ' / ') : '';
      this.key = key;
      this.addSize(`${state.start.rows}x${state.start.cols}`);
    }
    tell(this.note, state.trouble || state.note);
    this.note?.classList.toggle('trouble', state.trouble !== '');
    this.drawButton?.setAttribute('aria-pressed', String(state.drawing !== null));
    this.drawButton?.replaceChildren(state.drawing ? t.notDraw : t.draw);
  }
}

customElements.define('solve-input', SolveInput);
