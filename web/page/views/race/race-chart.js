/** `<race-chart>`: the nodes of every contestant over time, on a logarithmic scale. */
import { texts } from '../../texts/en.js';
import { hueOf } from '../../puzzle/colours.js';
import { svg } from '../../elements/dom.js';

const HEIGHT = 240;
const [LEFT, RIGHT, TOP, BOTTOM] = [52, 16, 14, 26];

export class RaceChart extends HTMLElement {
  /** @param {import('./racers.js').Lane[]} lanes */
  show(lanes) {
    // As wide as it is shown, so that letters keep their size.
    const WIDTH = this.clientWidth || 720;
    const end = Math.max(0.05, ...lanes.map(({ seconds }) => seconds));
    const most = Math.max(1000, ...lanes.map(({ nodes }) => nodes));
    const x = (/** @type {number} */ t) => LEFT + ((WIDTH - LEFT - RIGHT) * t) / end;
    const y = (/** @type {number} */ nodes) =>
      HEIGHT -
      BOTTOM -
      ((HEIGHT - TOP - BOTTOM) * Math.log10(Math.max(1, nodes))) / Math.log10(most);
    const chart = svg('svg', {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      'aria-label': texts.race.chart,
    });
    for (let power = 0; 10 ** power <= most; power += most > 1e6 ? 2 : 1) {
      chart.append(
        svg('path', { class: 'grid', d: `M${LEFT} ${y(10 ** power)}H${WIDTH - RIGHT}` }),
        svg(
          'text',
          { class: 'tick', x: LEFT - 8, y: y(10 ** power) + 4, 'text-anchor': 'end' },
          texts.race.power(10 ** power),
        ),
      );
    }
    chart.append(
      svg(
        'text',
        { class: 'tick', x: WIDTH - RIGHT, y: HEIGHT - 6, 'text-anchor': 'end' },
        texts.time(end),
      ),
      svg('text', { class: 'tick', x: LEFT, y: HEIGHT - 6 }, '0'),
    );
    lanes.forEach(({ history, seconds, nodes, stage }, k) => {
      if (!history.length) return;
      // What was told late is not drawn beyond the end.
      const told = history.filter((point) => point.seconds < seconds && point.nodes <= nodes);
      const points = [...told, { seconds, nodes }].map(
        (point) => `${x(point.seconds).toFixed(1)} ${y(point.nodes).toFixed(1)}`,
      );
      const line = svg('path', { class: 'lane', d: `M${x(0)} ${y(1)}L${points.join('L')}` });
      line.style.setProperty('--hue', String(hueOf(k)));
      chart.append(line);
      const dot = svg('circle', { class: `end ${stage}`, cx: x(seconds), cy: y(nodes), r: 4.5 });
      dot.style.setProperty('--hue', String(hueOf(k)));
      chart.append(dot);
    });
    this.replaceChildren(chart);
  }
}

customElements.define('race-chart', RaceChart);
