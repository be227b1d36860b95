/** The share dialog: a link, a snippet for other pages, pictures, and the board as text. */
import { courseText } from '../puzzle/board.js';
import { writeAddress } from '../state/address.js';
import { boardPng, boardSvg } from './pictures.js';
import { texts } from '../texts/en.js';
import { openDialog } from './dialog.js';
import { h } from './dom.js';

const t = texts.sharing;

/** @param {import('../state/game.js').Game} game */
export function shareDialog(game) {
  const { state } = game;
  const address = writeAddress(state);
  const base = new URL('.', document.baseURI);
  const link = new URL(address, document.baseURI).href;
  const own = writeAddress({ ...state, view: 'solve' });
  const embed = new URL(`${state.engine === 'server' ? 'embed' : 'embed.html'}${own}`, base).href;
  const snippet = `<iframe src="${embed}" width="360" height="430" title="noyes"></iframe>`;
  const name = `noyes-${state.start.rows}x${state.start.cols}`;
  openDialog(
    t.heading,
    field(t.link, link),
    // What is embedded is always the board: trees and races need the room of a page.
    field(state.view === 'solve' ? t.snippet : t.snippetOfBoard, snippet),
    field(t.course, courseText(game.board()), 5),
    h('h3', {}, t.image),
    h(
      'div',
      { class: 'row wrap' },
      button(t.svg, () =>
        save(new Blob([boardSvg(game)], { type: 'image/svg+xml' }), `${name}.svg`),
      ),
      button(t.png, async () => save(await boardPng(game), `${name}.png`)),
      ...(state.line && state.line.length <= 500
        ? [
            button(t.gif, async () => {
              const { data } = await game.engine.call('render', {
                board: game.text(state.start),
                goal: state.goal,
                moves: state.line,
                format: 'gif',
              });
              save(
                new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], {
                  type: 'image/gif',
                }),
                `${name}.gif`,
              );
            }),
          ]
        : []),
    ),
  );
}

/** @param {string} label @param {string} value @param {number} [rows] */
function field(label, value, rows = 1) {
  const area = h('textarea', { readOnly: true, rows, value, onfocus: () => area.select() });
  const copy = button(texts.copy, async () => {
    await navigator.clipboard.writeText(value);
    copy.replaceChildren(texts.copied);
  });
  return h(
    'div',
    { class: 'share' },
    h('label', { class: 'area' }, h('span', {}, label), area),
    copy,
  );
}

/** @param {string} text @param {() => void} onclick */
const button = (text, onclick) =>
  h('button', { type: 'button', class: 'button small', onclick }, text);

/** @param {Blob} blob @param {string} name */
function save(blob, name) {
  const link = h('a', { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
