/** The view *Learn*: a search of a small board, stepped both ways. */
import { goalBoard, parity } from '../../puzzle/board.js';
import { readBoard } from '../../puzzle/reading.js';
import { traceOf, twinOf } from '../../puzzle/traces.js';
import { texts } from '../../texts/en.js';
import { GameElement, choice, h, icon, iconButton, ICONS } from '../../elements/dom.js';
import { LearnQueue } from './learn-queue.js';
import { LearnTree } from './learn-tree.js';

const t = texts.learn;
/** Steps of a record; more can be asked for. */
const STEPS = 40;
const MOST_STEPS = 640;
/** Boards to begin with. */
const EXAMPLES = {
  puzzle04: '0 1 3/4 2 5/7 8 6',
  puzzle07: '1 2 3/0 7 6/5 4 8',
  puzzle14: '8 1 3/4 0 2/7 6 5',
  unsolvable: '0 3 1/4 2 5/7 8 6',
  tiny: '0 3/2 1',
};

/** @typedef {import('../../puzzle/traces.js').Trace} Trace */

export class LearnView extends GameElement {
  /** @type {{ key: string, trace: Trace, twin: Trace | null } | null} */
  record = null;
  limit = STEPS;
  asking = false;
  score = { right: 0, asked: 0 };
  verdict = '';
  /** @type {ReturnType<typeof setInterval> | undefined} */
  clock = undefined;

  build() {
    const { game } = this;
    const set = (/** @type {string} */ name) => (/** @type {string} */ value) => {
      this.limit = STEPS;
      game.store.set({ learn: { ...game.state.learn, [name]: value, step: 0 } });
    };
    const algorithm = choice(t.algorithm, t.algorithms, set('algorithm'));
    const heuristic = choice(t.heuristic, t.heuristics, set('heuristic'));
    const duplicates = choice(t.duplicates, t.rules, set('duplicates'));
    const example = choice(t.example, { '': t.thisBoard, ...t.examples }, (value) => this.take(value));
    this.selects = { algorithm: algorithm.select, heuristic: heuristic.select, duplicates: duplicates.select, example: example.select };
    this.scrub = h('input', { type: 'range', min: '0', ariaLabel: t.scrub, oninput: () => this.go(Number(this.scrub?.value)) });
    this.count = h('span', { class: 'count' });
    this.words = h('p', { class: 'words', role: 'status' });
    this.tree = new LearnTree();
    this.twinTree = new LearnTree();
    this.queue = new LearnQueue();
    this.twinQueue = new LearnQueue();
    this.tree.onPick = (id) => this.guess(id);
    this.playButton = iconButton('play', texts.player.play, () => this.play(), { bare: true, class: 'play' });
    this.quizButton = h('button', { type: 'button', class: 'button small', id: 'quiz', 'aria-pressed': 'false', onclick: () => this.toggleQuiz() }, t.quiz);
    this.more = h('button', { type: 'button', class: 'button small', onclick: () => this.goFurther() }, t.goFurther);
    this.twinPart = h('section', { class: 'tree twin card' }, h('h2', {}, t.twin), this.twinTree);
    this.twinQueuePart = h('div', { class: 'card' }, this.twinQueue);
    this.append(
      h('div', { class: 'row wrap end controls' }, example.element, algorithm.element, heuristic.element, duplicates.element, this.quizButton),
      h('div', { class: 'card stepper' },
        h('div', { class: 'row transport' },
          iconButton('first', texts.player.first, () => this.go(0), { bare: true }),
          iconButton('back', t.back, () => this.go(game.state.learn.step - 1), { bare: true, key: ',' }),
          this.playButton,
          iconButton('next', t.next, () => this.go(game.state.learn.step + 1), { bare: true, key: '.' }),
          iconButton('last', texts.player.last, () => this.go(Infinity), { bare: true }),
          this.scrub, this.count),
        this.words, this.more),
      h('div', { class: 'learn-grid' },
        h('div', { class: 'trees' }, h('section', { class: 'tree card' }, h('h2', {}, t.tree), this.tree), this.twinPart),
        h('div', { class: 'queues' }, h('div', { class: 'card' }, this.queue), this.twinQueuePart)));
    addEventListener('keydown', (event) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select, dialog[open]');
      if (!this.isConnected || isTyping) return;
      if (event.key === ',' || event.key === 'ArrowLeft') this.go(game.state.learn.step - 1);
      else if (event.key === '.' || event.key === 'ArrowRight') this.go(game.state.learn.step + 1);
    });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.pause();
  }

  /** @param {string} name */
  take(name) {
    const text = EXAMPLES[/** @type {keyof typeof EXAMPLES} */ (name)];
    const reading = text && readBoard(text);
    if (!reading) return;
    this.limit = STEPS;
    this.game.load(reading.board, { goal: 'blank-last' });
    this.game.store.set({ learn: { ...this.game.state.learn, step: 0 } });
  }

  /** The record of the chosen search, and that of the twin where the board cannot be solved. */
  recorded() {
    const { game } = this;
    const { start, goal, learn } = game.state;
    while (learn.step > this.limit && this.limit < MOST_STEPS) this.limit *= 2;
    const key = JSON.stringify([start, goal, learn.algorithm, learn.heuristic, learn.duplicates, this.limit]);
    if (this.record?.key === key) return this.record;
    const wanted = goalBoard(start.rows, start.cols, goal);
    const choice = /** @type {any} */ (learn);
    const isSolvable = parity(start, wanted).solvable;
    let trace = traceOf(start, wanted, choice, this.limit);
    let twin = isSolvable ? null : traceOf(twinOf(start), wanted, choice, this.limit);
    if (twin) {
      // In lockstep: the search of the board ends when the twin reaches the goal.
      const steps = Math.min(trace.steps.length, twin.steps.length);
      trace = { ...trace, steps: trace.steps.slice(0, steps) };
      twin = { ...twin, steps: twin.steps.slice(0, steps) };
    }
    this.record = { key, trace, twin };
    return this.record;
  }

  /** @param {number} step */
  go(step) {
    const { game } = this;
    const { trace } = this.recorded();
    const to = Math.max(0, Math.min(trace.steps.length, step));
    this.verdict = '';
    game.store.set({ learn: { ...game.state.learn, step: to } });
  }

  goFurther() {
    this.limit = Math.min(MOST_STEPS, this.limit * 2);
    this.update(this.game.state);
  }

  play() {
    if (this.clock !== undefined) {
      this.pause();
      return;
    }
    this.clock = setInterval(() => {
      const { step } = this.game.state.learn;
      if (step >= this.recorded().trace.steps.length) this.pause();
      else this.go(step + 1);
    }, 900);
    this.showPlaying();
  }

  pause() {
    clearInterval(this.clock);
    this.clock = undefined;
    this.showPlaying();
  }

  showPlaying() {
    const playing = this.clock !== undefined;
    this.playButton?.replaceChildren(icon(playing ? ICONS.pause : ICONS.play),
      h('span', { class: 'unseen' }, playing ? texts.player.pause : texts.player.play));
    this.playButton?.classList.toggle('playing', playing);
  }

  toggleQuiz() {
    this.asking = !this.asking;
    this.score = { right: 0, asked: 0 };
    this.verdict = '';
    this.update(this.game.state);
  }

  /** An answer to "which node is next?": any node of the least priority is right. */
  /** @param {number} id */
  guess(id) {
    const { trace } = this.recorded();
    const { step } = this.game.state.learn;
    const next = trace.steps[step]?.dequeued;
    if (next === undefined) return;
    const isRight = id === next || (this.game.state.learn.algorithm !== 'ida' && trace.nodes[id].priority === trace.nodes[next].priority);
    this.score.asked += 1;
    if (isRight) {
      this.score.right += 1;
      this.go(step + 1);
    }
    this.verdict = isRight ? t.right : t.wrong(trace.nodes[next].priority, trace.nodes[id].priority);
    this.update(this.game.state);
  }

  /** @param {import('../../elements/dom.js').State} state */
  update(state) {
    const { trace, twin } = this.recorded();
    const step = Math.min(state.learn.step, trace.steps.length);
    const { selects } = this;
    if (!selects || !this.tree || !this.queue || !this.twinTree || !this.twinQueue) return;
    selects.algorithm.value = state.learn.algorithm;
    selects.heuristic.value = state.learn.heuristic;
    selects.duplicates.value = state.learn.duplicates;
    selects.heuristic.disabled = state.learn.algorithm === 'bfs';
    const known = Object.entries(EXAMPLES).find(([, text]) => text === state.start.tiles.reduce((all, tile, k) =>
      all + (k ? (k % state.start.cols ? ' ' : '/') : '') + tile, ''));
    selects.example.value = known?.[0] ?? '';
    const scrub = /** @type {HTMLInputElement} */ (this.scrub);
    scrub.max = String(trace.steps.length);
    scrub.value = String(step);
    this.count?.replaceChildren(t.step(step, trace.steps.length));
    const isEnd = step === trace.steps.length;
    const asks = this.asking && !isEnd;
    this.tree.show(trace, step, asks);
    this.queue.show(trace, step, asks);
    /** @type {HTMLElement} */ (this.twinPart).hidden = !twin;
    /** @type {HTMLElement} */ (this.twinQueuePart).hidden = !twin;
    if (twin) {
      this.twinTree.show(twin, step, false);
      this.twinQueue.show(twin, step, asks);
    }
    /** @type {HTMLElement} */ (this.more).hidden = !isEnd || trace.solved || (twin?.solved ?? false) || this.limit >= MOST_STEPS;
    this.quizButton?.setAttribute('aria-pressed', String(this.asking));
    this.words?.replaceChildren(...this.explain(trace, twin, step, asks));
  }

  /** What the step did, in words. */
  /** @param {Trace} trace @param {Trace | null} twin @param {number} step @param {boolean} asks */
  explain(trace, twin, step, asks) {
    const score = this.asking && this.score.asked ? ` ${t.score(this.score.right, this.score.asked)}` : '';
    const asked = asks ? ` ${t.ask}` : '';
    if (step === 0) return [`${t.begin}${asked}`];
    const { dequeued, inserted, refused, bound, isGoal, iteration } = trace.steps[step - 1];
    const node = trace.nodes[dequeued];
    const words = [];
    if (this.verdict) words.push(this.verdict);
    const before = step > 1 ? trace.steps[step - 2].iteration : 0;
    if (bound !== null) words.push(iteration !== before ? t.newBound(bound) : t.bound(bound));
    words.push(isGoal ? t.goal(node.moves) : t.dequeued(node.moves, node.distance, node.priority));
    if (!isGoal) words.push(t.inserted(inserted.length));
    for (const why of new Set(refused.map((one) => one.why))) {
      const all = refused.filter((one) => one.why === why);
      words.push(t.refused(all.length, why, Math.min(...all.map(({ priority }) => priority))));
    }
    if (twin?.solved && step === twin.steps.length) words.push(t.twinSolved);
    return [`${words.join(' ')}${score}${asked}`];
  }
}

customElements.define('learn-view', LearnView);
