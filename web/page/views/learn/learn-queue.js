/** `<learn-queue>`: the priority queue in order, the first to be dequeued first. */
import { texts } from '../../texts/en.js';
import { h } from '../../elements/dom.js';
import { hasBound } from './step-words.js';

/** @typedef {import('../../puzzle/traces.js').Trace} Trace */

/** More are counted, not shown. */
const SHOWN = 30;

export class LearnQueue extends HTMLElement {
  heading = texts.learn.queue;

  /**
   * @param {Trace} trace @param {number} step @param {boolean} hidden whether the order is a secret
   */
  show(trace, step, hidden) {
    const queue = step ? trace.steps[step - 1].queue : [trace.nodes[0].id];
    const fresh = new Set(step ? trace.steps[step - 1].inserted : []);
    const items = hidden
      ? []
      : queue.slice(0, SHOWN).map((id) => {
          const node = trace.nodes[id];
          const { rows, cols, tiles } = node.board;
          const row = (/** @type {number} */ k) =>
            tiles
              .slice(k * cols, (k + 1) * cols)
              .map((tile) => tile || '·')
              .join(' ');
          return h(
            'li',
            { class: fresh.has(id) ? 'fresh' : '' },
            h('b', {}, String(node.priority)),
            h('span', { class: 'sum' }, texts.learn.sum(node.moves, node.distance)),
            h(
              'code',
              { class: 'mini' },
              Array.from({ length: rows }, (_, k) => row(k)).join(' / '),
            ),
          );
        });
    const rest = queue.length - items.length;
    this.replaceChildren(
      h('h2', {}, hasBound(trace) ? texts.learn.stack(queue.length) : this.heading(queue.length)),
      h(
        'ol',
        { class: 'queue' },
        ...items,
        ...(rest > 0 && !hidden ? [h('li', { class: 'more' }, texts.learn.more(rest))] : []),
      ),
      ...(hidden ? [h('p', { class: 'soft' }, texts.learn.secret)] : []),
    );
  }
}

customElements.define('learn-queue', LearnQueue);
