/** The keys of the page. They are the same in every view; typing into a field is left alone. */
import { slide } from '../puzzle/board.js';
import { nextTheme } from '../state/theme.js';
import { keysSheet } from './keys-sheet.js';

/** @type {Readonly<Record<string, string>>} */
const WAYS = {
  ArrowUp: 'U',
  ArrowDown: 'D',
  ArrowLeft: 'L',
  ArrowRight: 'R',
  w: 'U',
  s: 'D',
  a: 'L',
  d: 'R',
};

/**
 * @param {import('../state/game.js').Game} game @param {import('./speaker.js').Speaker} speaker
 * @param {() => import('../views/solve/solve-view.js').SolveView | undefined} solveView
 */
export function listenToKeys(game, speaker, solveView) {
  /** What a key does in every view. @type {Record<string, () => void>} */
  const everywhere = {
    '?': keysSheet,
    1: () => game.store.set({ view: 'solve' }),
    2: () => game.store.set({ view: 'learn' }),
    3: () => game.store.set({ view: 'race' }),
    b: () => speaker.sayBoard(),
    v: () => speaker.sayVerdict(),
    m: () => speaker.sayMoves(!game.state.spoken),
    t: () => nextTheme(game.store),
  };
  /** @type {Record<string, () => void>} */
  const inSolve = {
    Enter: () => (game.searching.isRunning ? game.searching.stop() : game.searching.solve()),
    u: () => game.undo(),
    Backspace: () => game.undo(),
    y: () => game.redo(),
    h: () => speaker.sayWait(game.hint()),
    n: () => solveView()?.input?.scramble(),
    ' ': () => (game.state.playing ? game.pause() : game.run()),
    ',': () => game.undo(),
    '.': () => game.redo(),
    j: () => speaker.judge(),
    p: () => document.querySelector('textarea')?.select(),
    '+': () => zoomButton(0)?.click(),
    '-': () => zoomButton(1)?.click(),
  };

  addEventListener('keydown', (event) => {
    const { target } = event;
    if (event.altKey || !(target instanceof Element) || target.closest('dialog[open], solve-draw'))
      return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.ctrlKey || event.metaKey) {
      if (key !== 'z' || target.closest('textarea, input')) return;
      event.preventDefault();
      if (event.shiftKey) game.redo();
      else game.undo();
      return;
    }
    if (target.closest('textarea, select, input:not([type=checkbox])')) {
      if (key === 'Escape') /** @type {HTMLElement} */ (target).blur();
      return;
    }
    // A focused button keeps its own keys.
    const isPress = key === 'Enter' || key === ' ';
    if (isPress && target.closest('button, a, summary')) return;
    const { view } = game.state;
    const way = WAYS[key];
    const action = everywhere[key] ?? (view === 'solve' ? inSolve[key] : undefined);
    if (way && view === 'solve') {
      if (slide(game.board(), way)) game.play(way);
      else speaker.sayStuck(way);
    } else if (action) action();
    else return;
    event.preventDefault();
  });
}

/** @param {number} which */
const zoomButton = (which) =>
  /** @type {HTMLButtonElement | undefined} */ (document.querySelectorAll('.zoom button')[which]);
