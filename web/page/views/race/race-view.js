/** The view *Race*: algorithms side by side on one board. */
import { parity, slashes } from '../../puzzle/board.js';
import { hueOf } from '../../puzzle/colours.js';
import { texts } from '../../texts/en.js';
import { NoyesBoard } from '../../elements/noyes-board.js';
import { GameElement, h, iconButton } from '../../elements/dom.js';
import { RaceChart } from './race-chart.js';
import { RaceEntries } from './race-entries.js';
import { isShort, laneOf, nameOf, run } from './racers.js';

const t = texts.race;
/** A browser opens no more streams to one server. */
const MOST = 6;
/** How often the lanes are drawn while they run, in milliseconds. */
const DRAW_EVERY = 100;

/** @typedef {import('./racers.js').Lane} Lane */

export class RaceView extends GameElement {
  /** @type {Lane[]} */
  lanes = [];
  /** @type {AbortController | null} */
  control = null;
  drawn = 0;
  shownBoard = '';

  build() {
    const { game } = this;
    this.board = new NoyesBoard();
    this.board.inert = true;
    this.start = h(
      'button',
      {
        type: 'button',
        class: 'button primary',
        id: 'race',
        onclick: () => (this.control ? this.stop() : this.race()),
      },
      t.start,
    );
    this.table = h('tbody');
    this.chart = new RaceChart();
    this.entries = new RaceEntries();
    this.entries.build(MOST, (name, enters) => this.enter(name, enters));
    this.trouble = h('p', { class: 'note trouble', role: 'status' });
    this.result = h('p', { class: 'unseen', role: 'status' });
    this.append(
      h(
        'div',
        { class: 'race-head' },
        h('div', { class: 'race-board' }, this.board),
        h(
          'div',
          { class: 'card' },
          this.entries,
          h(
            'div',
            { class: 'row wrap' },
            this.start,
            iconButton(
              'shuffle',
              texts.input.scramble,
              () => {
                const { rows, cols } = game.state.start;
                game.scramble(rows, cols);
              },
              { class: 'small' },
            ),
          ),
          this.trouble,
          this.result,
        ),
      ),
      h(
        'div',
        { class: 'card' },
        h(
          'table',
          { class: 'lanes' },
          h('thead', {}, h('tr', {}, ...t.columns.map((name) => h('th', { scope: 'col' }, name)))),
          this.table,
        ),
      ),
      h('div', { class: 'card' }, h('h2', {}, t.chart), this.chart),
    );
  }

  /** @param {string} name @param {boolean} enters */
  enter(name, enters) {
    const { racers } = this.game.state;
    const others = racers.filter((racer) => racer !== name);
    this.game.store.set({ racers: enters ? [...others, name].slice(0, MOST) : others });
  }

  async race() {
    const { game } = this;
    const board = game.board();
    this.lanes = game.state.racers.map(laneOf);
    this.result?.replaceChildren();
    const control = new AbortController();
    this.control = control;
    this.draw();
    const position = { board: game.text(board), goal: game.state.goal };
    if (isShort()) await game.engine.rest().catch(() => {});
    await Promise.all(
      this.lanes.map(async (lane) => {
        const tell = (
          /** @type {Partial<Lane>} */ patch,
          /** @type {number | undefined} */ nodes,
        ) => {
          Object.assign(lane, patch);
          if (nodes !== undefined) lane.history.push({ seconds: lane.seconds, nodes });
          this.drawSoon();
        };
        try {
          const door = await game.engine.fork();
          await run(door, lane.name, position, tell, control.signal, this.lanes.length);
        } catch (error) {
          tell(
            { stage: 'done', words: String(error instanceof Error ? error.message : error) },
            undefined,
          );
        }
      }),
    );
    if (this.control !== control) return;
    this.control = null;
    this.draw();
    const proven = this.lanes.filter(({ optimal }) => optimal);
    const [first] = proven.toSorted((one, other) => one.seconds - other.seconds);
    this.result?.replaceChildren(first ? t.won(nameOf(first.name), first.seconds) : t.over);
  }

  stop() {
    if (this.control) this.result?.replaceChildren(t.halted);
    this.control?.abort();
    this.control = null;
    this.draw();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.stop();
  }

  /** @private At most every so often. */
  drawSoon() {
    if (performance.now() - this.drawn > DRAW_EVERY) this.draw();
  }

  draw() {
    this.drawn = performance.now();
    const running = this.control !== null;
    this.start?.replaceChildren(running ? texts.verdict.stop : t.start);
    this.start?.classList.toggle('stop', running);
    const best = Math.min(
      ...this.lanes.filter((lane) => lane.optimal).map(({ seconds }) => seconds),
    );
    const most = Math.max(10, ...this.lanes.map(({ nodes }) => nodes));
    this.table?.replaceChildren(
      ...this.lanes.map((lane, k) => {
        const bar = h('span', { class: 'bar' });
        bar.style.setProperty(
          '--part',
          `${(100 * Math.log10(Math.max(1, lane.nodes))) / Math.log10(most)}%`,
        );
        bar.style.setProperty('--hue', String(hueOf(k)));
        const isFirst = lane.optimal && lane.seconds === best;
        return h(
          'tr',
          { class: `${lane.stage} ${isFirst ? 'first' : ''}` },
          h('th', { scope: 'row' }, nameOf(lane.name), bar),
          h(
            'td',
            { 'data-unit': t.nodes },
            lane.stage === 'ready' ? '–' : texts.number(lane.nodes),
          ),
          h('td', {}, lane.stored ? texts.number(lane.stored) : '–'),
          h(
            'td',
            { 'data-unit': texts.verdict.moves },
            lane.length === null ? '–' : texts.number(lane.length),
          ),
          h('td', {}, lane.lower ? texts.number(lane.lower) : '–'),
          h('td', {}, lane.stage === 'ready' ? '–' : texts.time(lane.seconds)),
          h(
            'td',
            { class: 'words' },
            lane.words || (lane.stage === 'running' ? t.running : t.ready),
          ),
        );
      }),
    );
    this.chart?.show(this.lanes);
  }

  /** @param {import('../../elements/dom.js').State} state */
  update(state) {
    const { game } = this;
    const board = game.board();
    Object.assign(/** @type {NoyesBoard} */ (this.board), {
      board,
      goal: game.goal,
      scheme: state.scheme,
      image: state.image,
    });
    this.board?.show();
    const isSolvable = parity(board, game.goal).solvable;
    this.entries?.show(state.racers);
    const key = `${slashes(board)} ${state.racers.join()} ${state.goal}`;
    if (key !== this.shownBoard) {
      this.shownBoard = key;
      this.control?.abort();
      this.control = null;
      this.lanes = state.racers.map(laneOf);
      this.draw();
    }
    /** @type {HTMLButtonElement} */ (this.start).disabled = !isSolvable || !state.racers.length;
    this.trouble?.replaceChildren(isSolvable ? '' : t.unsolvable);
  }
}

customElements.define('race-view', RaceView);
