/** The dialog that asks for a size which is not in the list. */
import { MAX_SIDE } from '../../puzzle/board.js';
import { texts } from '../../texts/en.js';
import { openDialog } from '../../elements/dialog.js';
import { h } from '../../elements/dom.js';

const t = texts.size;

/**
 * @param {number[]} sides the rows and columns that it begins with
 * @param {(rows: number, cols: number) => void} onChosen not called if the dialog is left
 */
export function sizeDialog(sides, onChosen) {
  // A number outside the limits, or none, is refused by the browser, which says why.
  const [rows, cols] = [t.rows, t.cols].map((label, side) => {
    const limits = { type: 'number', min: 2, max: MAX_SIDE, step: 1, required: true };
    const input = h('input', { ...limits, value: sides[side], inputMode: 'numeric' });
    return { input, element: h('label', { class: 'field' }, h('span', {}, label), input) };
  });
  const form = h(
    'form',
    {
      class: 'size',
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        onChosen(rows.input.valueAsNumber, cols.input.valueAsNumber);
        dialog.close();
      },
    },
    h(
      'div',
      { class: 'row end' },
      rows.element,
      h('span', { class: 'times', 'aria-hidden': 'true' }, '×'),
      cols.element,
      h('button', { class: 'button primary' }, t.choose),
    ),
    h('p', { class: 'note' }, t.limits(MAX_SIDE)),
  );
  const dialog = openDialog(t.heading, form);
  rows.input.focus();
  rows.input.select();
}
