/** `<learn-tree>`: the game tree of a record, as far as it has grown at a step. */
import { texts } from '../../texts/en.js';
import { svg } from '../../elements/dom.js';
import { treeLayout } from './tree-layout.js';

/** @typedef {import('../../puzzle/traces.js').Trace} Trace */
/** @typedef {import('../../puzzle/traces.js').TraceNode} TraceNode */

const CELL = 20;
const GAP = 26;
const CAPTION = 22;

export class LearnTree extends HTMLElement {
  /** @type {Trace | null} */
  trace = null;
  /** @type {Map<string, ReturnType<typeof treeLayout>>} */
  layouts = new Map();
  label = texts.learn.tree;
  /** @type {(id: number) => void} */
  onPick = () => {};

  connectedCallback() {
    // It scrolls, so the keyboard must reach it.
    this.tabIndex = 0;
    this.role = 'region';
    this.ariaLabel = this.label;
  }

  /**
   * @param {Trace} trace @param {number} step steps made, 0 for the root alone
   * @param {boolean} asking whether nodes can be picked as the next
   */
  show(trace, step, asking) {
    if (trace !== this.trace) {
      this.trace = trace;
      this.layouts.clear();
    }
    const last = trace.steps[step - 1];
    const iteration = last?.iteration ?? 0;
    const shown = trace.nodes.filter(
      (node) => node.iteration === iteration && (node.parent === null || node.step < step),
    );
    const { rows, cols } = trace.nodes[0].board;
    const layout = this.layout(iteration, cols * CELL + GAP, rows * CELL + CAPTION + GAP + 10);
    const waiting = new Set(step ? last.queue : [trace.nodes[0].id]);
    const done = new Set(trace.steps.slice(0, step).map(({ dequeued }) => dequeued));
    const chart = svg('svg', {
      viewBox: `0 0 ${layout.width} ${layout.height}`,
      width: layout.width,
      height: layout.height,
      role: 'group',
      'aria-label': this.label,
    });
    const at = (/** @type {number} */ id) =>
      /** @type {{ x: number, y: number }} */ (layout.places.get(id));
    const height = rows * CELL;
    for (const node of shown) {
      if (node.parent === null) continue;
      const [from, to] = [at(node.parent), at(node.id)];
      const [top, bottom] = [from.y + height / 2 + CAPTION, to.y - height / 2 - 8];
      const middle = (top + bottom) / 2;
      chart.append(
        svg('path', {
          class: 'edge',
          d: `M${from.x} ${top}C${from.x} ${middle} ${to.x} ${middle} ${to.x} ${bottom}`,
        }),
      );
    }
    for (const node of shown) {
      const state =
        last?.dequeued === node.id
          ? last.isGoal
            ? 'goal now'
            : 'now'
          : done.has(node.id)
            ? 'done'
            : waiting.has(node.id)
              ? 'waiting'
              : '';
      const fresh = last?.inserted.includes(node.id) ? 'fresh' : '';
      chart.append(
        this.node(node, at(node.id), `${state} ${fresh}`, asking && waiting.has(node.id)),
      );
    }
    this.replaceChildren(chart);
    const focus = at(last?.dequeued ?? trace.nodes[0].id);
    this.scrollTo({ left: focus.x - this.clientWidth / 2, top: focus.y - this.clientHeight / 2 });
  }

  /** @private @param {number} iteration @param {number} width @param {number} height */
  layout(iteration, width, height) {
    const key = String(iteration);
    const known = this.layouts.get(key);
    if (known) return known;
    const trace = /** @type {Trace} */ (this.trace);
    const made = treeLayout(
      trace.nodes.filter((node) => node.iteration === iteration),
      width,
      height,
    );
    this.layouts.set(key, made);
    return made;
  }

  /**
   * @private @param {TraceNode} node @param {{ x: number, y: number }} place
   * @param {string} state @param {boolean} asking
   */
  node(node, place, state, asking) {
    const { rows, cols, tiles } = node.board;
    const [left, top] = [-(cols * CELL) / 2, -(rows * CELL) / 2];
    const group = svg(
      'g',
      {
        class: `node ${state} ${asking ? 'asking' : ''}`,
        transform: `translate(${place.x} ${place.y})`,
      },
      svg('rect', {
        class: 'frame',
        x: left - 4,
        y: top - 4,
        width: cols * CELL + 8,
        height: rows * CELL + 8,
        rx: 7,
      }),
    );
    tiles.forEach((tile, cell) => {
      if (!tile) return;
      const x = left + (cell % cols) * CELL;
      const y = top + Math.floor(cell / cols) * CELL;
      group.append(
        svg('rect', {
          class: 'face',
          x: x + 0.8,
          y: y + 0.8,
          width: CELL - 1.6,
          height: CELL - 1.6,
          rx: 3,
        }),
        svg('text', { class: 'digit', x: x + CELL / 2, y: y + CELL / 2 + 4 }, String(tile)),
      );
    });
    group.append(
      svg(
        'text',
        { class: 'caption', x: 0, y: -top + 18 },
        texts.learn.caption(node.moves, node.distance, node.priority),
      ),
    );
    if (asking) {
      group.setAttribute('role', 'button');
      group.setAttribute('tabindex', '0');
      group.setAttribute(
        'aria-label',
        texts.learn.nodeLabel(node.moves, node.distance, node.priority),
      );
      group.addEventListener('click', () => this.onPick(node.id));
      group.addEventListener('keydown', (event) => {
        if (event.key === 'Enter' || event.key === ' ') {
          event.preventDefault();
          this.onPick(node.id);
        }
      });
    }
    return group;
  }
}

customElements.define('learn-tree', LearnTree);
