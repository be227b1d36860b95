/**
 * Dragging, swiping and hovering over the buttons of a board.
 *
 * A tile in line with the blank follows the pointer, with the tiles between; released beyond a
 * third of a cell it slides. A swipe elsewhere slides the tile beside the blank that way.
 *
 * @typedef {import('./noyes-board.js').NoyesBoard} NoyesBoard
 */
import { cellsOf, push, slide } from '../puzzle/board.js';
import { slidTiles } from '../puzzle/moves.js';

/** The part of a cell beyond which a drag counts. */
const ENOUGH = 0.34;
/** Pixels within which a press is a click. */
const STILL = 6;

/**
 * @param {NoyesBoard} element @param {HTMLElement} inner
 * @param {(target: EventTarget | null) => number} tileOf @param {(letters: string) => void} send
 */
export function followPointer(element, inner, tileOf, send) {
  /**
   * @type {{ id: number, x: number, y: number, letters: string, tiles: number[], moved: boolean } | null}
   */
  let drag = null;
  let draggedAt = -Infinity;

  /** @param {number} dx @param {number} dy the offset of the dragged tiles, in pixels */
  const shift = (dx, dy) => {
    if (!drag) return;
    const cells = cellsOf(element.board);
    const { cols } = element.board;
    for (const tile of drag.tiles) {
      const cell = cells[tile];
      const button = element.buttons[tile];
      button.classList.add('dragged');
      const [x, y] = [(cell % cols) * 100, Math.floor(cell / cols) * 100];
      button.style.transform = `translate(calc(${x}% + ${dx}px), calc(${y}% + ${dy}px))`;
    }
  };

  const release = () => {
    drag?.tiles.forEach((tile) => element.buttons[tile].classList.remove('dragged'));
    drag = null;
    element.place();
  };

  inner.addEventListener('pointerdown', (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    const tile = tileOf(event.target);
    const letters = tile ? push(element.board, element.board.tiles.indexOf(tile)) : '';
    const tiles = slidTiles(element.board, letters);
    drag = {
      id: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      letters,
      tiles,
      moved: false,
    };
  });

  inner.addEventListener('pointermove', (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const dx = event.clientX - drag.x;
    const dy = event.clientY - drag.y;
    if (!drag.moved && Math.hypot(dx, dy) < STILL) return;
    if (!drag.moved) inner.setPointerCapture(drag.id);
    drag.moved = true;
    const side = inner.clientWidth / element.board.cols;
    if (drag.letters) {
      const clamp = (/** @type {number} */ d) => Math.max(0, Math.min(side, d));
      const way = drag.letters[0];
      if (way === 'L') shift(-clamp(-dx), 0);
      else if (way === 'R') shift(clamp(dx), 0);
      else if (way === 'U') shift(0, -clamp(-dy));
      else shift(0, clamp(dy));
      return;
    }
    if (Math.max(Math.abs(dx), Math.abs(dy)) < side * ENOUGH) return;
    const way = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 'R' : 'L') : dy > 0 ? 'D' : 'U';
    // The swipe goes on from here, so that one stroke can slide several tiles.
    drag.x = event.clientX;
    drag.y = event.clientY;
    if (slide(element.board, way)) send(way);
  });

  inner.addEventListener('pointerup', (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const { letters, moved } = drag;
    const side = inner.clientWidth / element.board.cols;
    const dx = event.clientX - drag.x;
    const dy = event.clientY - drag.y;
    const along = { L: -dx, R: dx, U: -dy, D: dy }[letters[0]] ?? 0;
    release();
    if (!moved) return;
    draggedAt = event.timeStamp;
    if (letters && along > side * ENOUGH) send(letters);
  });

  inner.addEventListener('pointercancel', release);

  // The click that follows a drag is not another move.
  inner.addEventListener(
    'click',
    (event) => {
      if (event.timeStamp - draggedAt < 60) event.stopImmediatePropagation();
    },
    { capture: true },
  );

  inner.addEventListener('pointerover', (event) => {
    if (!element.hover || event.pointerType === 'touch' || drag) return;
    const tile = tileOf(event.target);
    if (tile) send(push(element.board, element.board.tiles.indexOf(tile)));
  });
}
