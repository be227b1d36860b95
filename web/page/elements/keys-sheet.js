/** The sheet of all keys, opened with `?`. */
import { texts } from '../texts/en.js';
import { openDialog } from './dialog.js';
import { h } from './dom.js';

export function keysSheet() {
  const rows = texts.keys.list.map(([keys, does]) =>
    h('div', {}, h('dt', {}, ...keysOf(keys)), h('dd', {}, does)),
  );
  openDialog(
    texts.keys.heading,
    h('dl', { class: 'keys' }, ...rows),
    h('p', { class: 'soft' }, texts.keys.note),
  );
}

/** @param {string} keys */
const keysOf = (keys) =>
  keys
    .split(' ')
    .flatMap((key) => (/^(or|and)$/.test(key) ? [` ${key} `] : [h('kbd', {}, key), ' ']));
