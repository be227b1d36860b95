/** A dialog with a heading and a way out. */
import { texts } from '../texts/en.js';
import { h } from './dom.js';

/** @param {string} heading @param {...Node} content */
export function openDialog(heading, ...content) {
  document.querySelector('dialog')?.close();
  const dialog = h(
    'dialog',
    {
      'aria-label': heading,
      onclose: () => dialog.remove(),
      onclick: (/** @type {Event} */ event) => {
        if (event.target === dialog) dialog.close();
      },
    },
    h(
      'div',
      { class: 'sheet' },
      h(
        'div',
        { class: 'row spread' },
        h('h2', {}, heading),
        h(
          'button',
          { type: 'button', class: 'button small', onclick: () => dialog.close() },
          texts.close,
        ),
      ),
      ...content,
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
