/**
 * `<noyes-interval>`: the interval of a search over time, two step lines that meet.
 *
 * @typedef {import('../state/state.js').Point} Point
 */
import { texts } from '../texts/en.js';
import { svg } from './dom.js';

const HEIGHT = 150;
const LEFT = 40;
const RIGHT = 14;
const TOP = 12;
const BOTTOM = 22;

export class NoyesInterval extends HTMLElement {
  /**
   * @param {Point[]} history @param {number} seconds how far time has gone
   * @param {boolean} running
   */
  show(history, seconds, running) {
    // As wide as it is shown, so that letters keep their size.
    const WIDTH = this.clientWidth || 500;
    const last = history.at(-1);
    if (!last) {
      this.replaceChildren();
      return;
    }
    const end = Math.max(seconds, last.seconds, 0.001);
    const uppers = history.flatMap(({ upper }) => (upper === null ? [] : [upper]));
    const low = Math.min(...history.map(({ lower }) => lower), ...uppers);
    // A first solution may be many times longer: the view follows the later ones.
    const best = last.upper ?? Math.max(...history.map(({ lower }) => lower)) * 1.3;
    const high = Math.max(
      low + 2,
      Math.min(Math.max(...uppers, best), low + 3 * Math.max(best - low, 4)),
    );
    const pad = Math.max(1, (high - low) * 0.08);
    const [from, to] = [Math.max(0, low - pad), high + pad];
    const x = (/** @type {number} */ t) => LEFT + ((WIDTH - LEFT - RIGHT) * Math.min(t, end)) / end;
    const y = (/** @type {number} */ v) =>
      TOP + ((HEIGHT - TOP - BOTTOM) * (to - Math.min(v, to))) / (to - from);

    const steps = (/** @type {(point: Point) => number | null} */ value) => {
      /** @type {[number, number][]} */
      const corners = [];
      for (const point of history) {
        const v = value(point);
        if (v === null) continue;
        if (corners.length) corners.push([x(point.seconds), corners[corners.length - 1][1]]);
        corners.push([x(point.seconds), y(v)]);
      }
      if (corners.length) corners.push([x(end), corners[corners.length - 1][1]]);
      return corners;
    };
    const lower = steps((point) => point.lower);
    const upper = steps((point) => point.upper);
    const line = (/** @type {[number, number][]} */ corners) =>
      corners.map(([a, b]) => `${a.toFixed(1)} ${b.toFixed(1)}`).join('L');
    const chart = svg('svg', {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      'aria-label': texts.verdict.chart,
    });
    for (const value of ticks(from, to)) {
      chart.append(
        svg('path', { class: 'grid', d: `M${LEFT} ${y(value)}H${WIDTH - RIGHT}` }),
        svg(
          'text',
          { class: 'tick', x: LEFT - 8, y: y(value) + 4, 'text-anchor': 'end' },
          texts.number(value),
        ),
      );
    }
    chart.append(
      svg('text', { class: 'tick', x: LEFT, y: HEIGHT - 4 }, '0'),
      svg(
        'text',
        { class: 'tick', x: WIDTH - RIGHT, y: HEIGHT - 4, 'text-anchor': 'end' },
        texts.time(end),
      ),
    );
    if (upper.length) {
      // The lower line from where the upper one begins, backwards.
      const back = [...lower]
        .reverse()
        .map(([a, b]) => /** @type {[number, number]} */ ([Math.max(a, upper[0][0]), b]));
      chart.append(
        svg('path', { class: 'between', d: `M${line(upper)}L${line(back)}Z` }),
        svg('path', { class: 'upper', d: `M${line(upper)}` }),
      );
    }
    chart.append(svg('path', { class: 'lower', d: `M${line(lower)}` }));
    const meet = last.upper !== null && last.lower >= last.upper;
    const [dotX, dotY] = [x(end), y(last.upper ?? last.lower)];
    if (meet) chart.append(svg('circle', { class: 'meet', cx: dotX, cy: dotY, r: 6 }));
    else if (running) chart.append(svg('circle', { class: 'pulse', cx: dotX, cy: dotY, r: 4 }));
    this.replaceChildren(chart);
  }
}

/** Round values of an axis. @param {number} from @param {number} to */
export function ticks(from, to) {
  const rough = (to - from) / 4;
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 0.1)));
  const step = Math.max(1, [1, 2, 5, 10].map((k) => k * power).find((k) => k >= rough) ?? 1);
  const values = [];
  for (let v = Math.ceil(from / step) * step; v <= to; v += step) values.push(v);
  return values;
}

customElements.define('noyes-interval', NoyesInterval);
