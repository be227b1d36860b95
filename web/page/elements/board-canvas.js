/**
 * A large board on a canvas: drawn whole in some tens of milliseconds, zoomed by wheel, pinch or
 * keys, moved by dragging.
 *
 * @typedef {import('./noyes-board.js').NoyesBoard} NoyesBoard
 */
import { cellsOf } from '../puzzle/board.js';
import { hueOf, stageOf } from '../puzzle/colours.js';
import { texts } from '../texts/en.js';
import { h } from './dom.js';

const MAX_ZOOM = 16;
/** Below so many pixels a cell, numbers cannot be read and are not drawn. */
const READABLE = 11;

export class BoardCanvas {
  /** @param {(cell: number) => void} touch @param {(letters: string) => void} send */
  constructor(touch, send) {
    this.canvas = h('canvas', { class: 'large', tabIndex: 0, role: 'img' });
    this.element = h(
      'div',
      { class: 'inner' },
      this.canvas,
      h(
        'div',
        { class: 'zoom' },
        h(
          'button',
          {
            type: 'button',
            class: 'button bare',
            ariaLabel: texts.board.zoomIn,
            onclick: () => this.zoomBy(1.6),
          },
          '+',
        ),
        h(
          'button',
          {
            type: 'button',
            class: 'button bare',
            ariaLabel: texts.board.zoomOut,
            onclick: () => this.zoomBy(1 / 1.6),
          },
          '−',
        ),
      ),
    );
    this.touch = touch;
    void send;
    this.zoom = 1;
    /** The middle of what is seen, in parts of the board. */
    this.x = 0.5;
    this.y = 0.5;
    /** @type {NoyesBoard | null} */
    this.shown = null;
    /** @type {Map<number, { x: number, y: number }>} */
    this.pointers = new Map();
    this.travelled = 0;
    this.listen();
    new ResizeObserver(() => this.shown && this.draw(this.shown)).observe(this.canvas);
  }

  /** @private */
  listen() {
    const { canvas } = this;
    canvas.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        this.zoomBy(Math.exp(-event.deltaY / 300), event);
      },
      { passive: false },
    );
    canvas.addEventListener('pointerdown', (event) => {
      this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      this.travelled = 0;
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointermove', (event) => this.move(event));
    canvas.addEventListener('pointerup', (event) => {
      this.pointers.delete(event.pointerId);
      if (this.travelled < 6 && this.shown) this.touch(this.cellAt(event));
    });
    canvas.addEventListener('pointercancel', (event) => this.pointers.delete(event.pointerId));
  }

  /** @private @param {PointerEvent} event */
  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    const dx = event.clientX - before.x;
    const dy = event.clientY - before.y;
    this.travelled += Math.abs(dx) + Math.abs(dy);
    if (others.length) {
      const apart = (/** @type {{ x: number, y: number }} */ at) =>
        Math.hypot(at.x - others[0].x, at.y - others[0].y);
      this.zoomBy(apart({ x: event.clientX, y: event.clientY }) / Math.max(1, apart(before)));
    } else {
      this.x -= dx / (this.canvas.clientWidth * this.zoom);
      this.y -= dy / (this.canvas.clientHeight * this.zoom);
      this.redraw();
    }
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {number} factor @param {MouseEvent} [at] the point that stays where it is */
  zoomBy(factor, at) {
    const zoom = Math.max(1, Math.min(MAX_ZOOM, this.zoom * factor));
    if (at) {
      const box = this.canvas.getBoundingClientRect();
      const px = (at.clientX - box.left) / box.width - 0.5;
      const py = (at.clientY - box.top) / box.height - 0.5;
      this.x += px / this.zoom - px / zoom;
      this.y += py / this.zoom - py / zoom;
    }
    this.zoom = zoom;
    this.redraw();
  }

  /** @private @param {MouseEvent} event */
  cellAt(event) {
    const { rows, cols } = /** @type {NoyesBoard} */ (this.shown).board;
    const box = this.canvas.getBoundingClientRect();
    const col = Math.floor(
      (((event.clientX - box.left) / box.width - 0.5) / this.zoom + this.x) * cols,
    );
    const row = Math.floor(
      (((event.clientY - box.top) / box.height - 0.5) / this.zoom + this.y) * rows,
    );
    return Math.max(0, Math.min(rows - 1, row)) * cols + Math.max(0, Math.min(cols - 1, col));
  }

  /** @private */
  redraw() {
    const half = 0.5 / this.zoom;
    this.x = Math.max(half, Math.min(1 - half, this.x));
    this.y = Math.max(half, Math.min(1 - half, this.y));
    if (this.shown) this.draw(this.shown);
  }

  /** @param {NoyesBoard} shown */
  draw(shown) {
    this.shown = shown;
    const { board, goal, scheme, hints } = shown;
    const { rows, cols, tiles } = board;
    const { canvas } = this;
    const pixels = Math.min(2, devicePixelRatio || 1);
    const width = Math.round(canvas.clientWidth * pixels);
    const height = Math.round((canvas.clientWidth * rows * pixels) / cols);
    if (!width) return;
    if (canvas.width !== width || canvas.height !== height)
      Object.assign(canvas, { width, height });
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    const side = (width / cols) * this.zoom;
    const left = width / 2 - this.x * width * this.zoom;
    const top = height / 2 - this.y * height * this.zoom;
    const gap = side > 8 ? Math.max(1, side * 0.04) : 0.5;
    context.fillStyle = '#191612';
    context.fillRect(0, 0, width, height);
    const home = cellsOf(goal);
    const isReadable = side >= READABLE * pixels;
    const digits = String(tiles.length - 1).length;
    context.font = `600 ${Math.round(side * Math.min(0.5, 1.35 / digits))}px system-ui, sans-serif`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    const hinted = new Set(hints.map(({ tile }) => tile));
    for (let cell = 0; cell < tiles.length; cell++) {
      const tile = tiles[cell];
      const x = left + (cell % cols) * side;
      const y = top + Math.floor(cell / cols) * side;
      if (!tile || x > width || y > height || x + side < 0 || y + side < 0) continue;
      context.fillStyle = hinted.has(tile) ? '#c5482a' : faceOf(home[tile], cols, scheme, goal);
      context.fillRect(x + gap / 2, y + gap / 2, side - gap, side - gap);
      if (isReadable) {
        context.fillStyle = '#2a241b';
        context.fillText(String(tile), x + side / 2, y + side / 2);
      }
    }
    canvas.setAttribute('aria-label', texts.board.label(rows, cols));
  }
}

/**
 * The colour of a tile's face.
 * @param {number} cell its goal cell @param {number} cols
 * @param {import('../puzzle/colours.js').Scheme} scheme
 * @param {import('../puzzle/board.js').Board} goal
 */
export function faceOf(cell, cols, scheme, goal) {
  if (scheme !== 'plain') return `hsl(${hueOf(stageOf(scheme, goal, cell))} 48% 72%)`;
  return (Math.floor(cell / cols) + (cell % cols)) % 2 ? '#dcc59b' : '#f1e4c8';
}
