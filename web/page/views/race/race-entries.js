/** `<race-entries>`: who runs. Some pairs are offered; any other can be put together. */
import { texts } from '../../texts/en.js';
import { choice, h } from '../../elements/dom.js';
import { BLIND, RACERS, nameOf } from './racers.js';

const t = texts.race;

export class RaceEntries extends HTMLElement {
  /** @type {string[]} */
  shown = [];

  /**
   * @param {number} most how many can run at one time
   * @param {(name: string, enters: boolean) => void} enter
   */
  build(most, enter) {
    this.most = most;
    this.enter = enter;
    this.list = h('fieldset', { class: 'entries' });
    const algorithm = choice(t.algorithm, t.algorithms, () => this.guide());
    const heuristic = choice(t.heuristic, t.heuristics, () => {});
    this.algorithm = algorithm.select;
    this.heuristic = heuristic.select;
    // To begin with, a pair that is not offered above.
    this.algorithm.value = 'greedy';
    this.heuristic.value = 'manhattan';
    this.add = h(
      'button',
      { type: 'button', class: 'button small', onclick: () => enter(this.built(), true) },
      t.add,
    );
    this.append(
      this.list,
      h('div', { class: 'row wrap another' }, algorithm.element, heuristic.element, this.add),
    );
    this.guide();
  }

  /** @private The pair in the two lists. */
  built() {
    const { value } = /** @type {HTMLSelectElement} */ (this.algorithm);
    return BLIND.includes(value) ? value : `${value} ${this.heuristic?.value}`;
  }

  /** @private A search without a heuristic has none to choose. */
  guide() {
    const { value } = /** @type {HTMLSelectElement} */ (this.algorithm);
    /** @type {HTMLSelectElement} */ (this.heuristic).disabled = BLIND.includes(value);
  }

  /** @param {string[]} racers those who are in */
  show(racers) {
    const names = [...new Set([...RACERS, ...this.shown, ...racers])];
    if (names.length > this.shown.length) {
      this.shown = names;
      this.list?.replaceChildren(
        h('legend', {}, t.enter(this.most ?? 0)),
        ...names.map((name) => {
          const box = h('input', {
            type: 'checkbox',
            value: name,
            onchange: () => this.enter?.(name, box.checked),
          });
          return h('label', { class: 'check' }, box, h('span', {}, nameOf(name)));
        }),
      );
    }
    const isFull = racers.length >= (this.most ?? 0);
    for (const box of this.querySelectorAll('input')) {
      box.checked = racers.includes(box.value);
      box.disabled = isFull && !box.checked;
    }
    /** @type {HTMLButtonElement} */ (this.add).disabled = isFull;
  }
}

customElements.define('race-entries', RaceEntries);
