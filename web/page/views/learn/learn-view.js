/** The view *Learn*: a search of a small board, stepped both ways. */
import { goalBoard, parity, slashes } from '../../puzzle/board.js';
import { readBoard } from '../../puzzle/reading.js';
import { lockstep, traceOf } from '../../puzzle/traces.js';
import { texts } from '../../texts/en.js';
import { GameElement, choice, h, icon, iconButton, ICONS, tell } from '../../elements/dom.js';
import { LearnQueue } from './learn-queue.js';
import { LearnTree } from './learn-tree.js';
import { stepWords } from './step-words.js';

const t = texts.learn;
/** Steps of a record; more can be asked for. */
const STEPS = 40;
const MOST_STEPS = 640;
/** Boards with longer sides have too many positions to draw. */
const MAX_SIDE = 5;
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
    const boards = choice(t.boards, t.whichBoards, set('boards'));
    const example = choice(t.example, { '': t.thisBoard, ...t.examples }, (value) =>
      this.take(value),
    );
    this.selects = {
      algorithm: algorithm.select,
      heuristic: heuristic.select,
      duplicates: duplicates.select,
      boards: boards.select,
      example: example.select,
    };
    this.scrub = h('input', {
      type: 'range',
      min: '0',
      ariaLabel: t.scrub,
      oninput: () => this.go(Number(this.scrub?.value)),
    });
    this.count = h('span', { class: 'count' });
    this.words = h('p', { class: 'words', role: 'status' });
    this.tree = new LearnTree();
    this.twinTree = new LearnTree();
    this.twinTree.label = t.twin;
    this.queue = new LearnQueue();
    this.twinQueue = new LearnQueue();
    this.twinQueue.heading = t.twinQueue;
    this.tree.onPick = (id) => this.guess(id);
    this.playButton = iconButton('play', texts.player.play, () => this.play(), {
      bare: true,
      class: 'play',
    });
    this.quizButton = h(
      'button',
      {
        type: 'button',
        class: 'button small',
        id: 'quiz',
        'aria-pressed': 'false',
        onclick: () => this.toggleQuiz(),
      },
      t.quiz,
    );
    this.more = h(
      'button',
      { type: 'button', class: 'button small', onclick: () => this.goFurther() },
      t.goFurther,
    );
    this.twinPart = h('section', { class: 'tree twin card' }, h('h2', {}, t.twin), this.twinTree);
    this.twinQueuePart = h('div', { class: 'card' }, this.twinQueue);
    this.append(
      h(
        'div',
        { class: 'row wrap end controls' },
        example.element,
        algorithm.element,
        heuristic.element,
        duplicates.element,
        boards.element,
        this.quizButton,
      ),
      h(
        'div',
        { class: 'card stepper' },
        h(
          'div',
          { class: 'row transport' },
          iconButton('first', texts.player.first, () => this.go(0), { bare: true }),
          iconButton('back', t.back, () => this.go(game.state.learn.step - 1), {
            bare: true,
            key: ',',
          }),
          this.playButton,
          iconButton('next', t.next, () => this.go(game.state.learn.step + 1), {
            bare: true,
            key: '.',
          }),
          iconButton('last', texts.player.last, () => this.go(Infinity), { bare: true }),
          this.scrub,
          this.count,
        ),
        this.words,
        this.more,
      ),
      h(
        'div',
        { class: 'learn-grid' },
        h(
          'div',
          { class: 'trees' },
          h('section', { class: 'tree card' }, h('h2', {}, t.tree), this.tree),
          this.twinPart,
        ),
        h('div', { class: 'queues' }, h('div', { class: 'card' }, this.queue), this.twinQueuePart),
      ),
    );
    addEventListener('keydown', (event) => {
      const isTyping =
        event.target instanceof Element &&
        event.target.closest('input, textarea, select, dialog[open]');
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

  /** Whether the twin is searched too: on request, and where only it can be solved. */
  get withTwin() {
    const { start, goal, learn } = this.game.state;
    return (
      learn.boards === 'both' || !parity(start, goalBoard(start.rows, start.cols, goal)).solvable
    );
  }

  /** The record of the chosen search, in lockstep with that of the twin where it is wanted. */
  recorded() {
    const { start, goal, learn } = this.game.state;
    while (learn.step > this.limit && this.limit < MOST_STEPS) this.limit *= 2;
    const { algorithm, heuristic, duplicates } = learn;
    const { limit, withTwin } = this;
    const key = JSON.stringify([start, goal, algorithm, heuristic, duplicates, limit, withTwin]);
    if (this.record?.key === key) return this.record;
    const wanted = goalBoard(start.rows, start.cols, goal);
    const choice = /** @type {any} */ (learn);
    const made = withTwin
      ? lockstep(start, wanted, choice, limit)
      : { trace: traceOf(start, wanted, choice, limit), twin: null };
    this.record = { key, ...made };
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
    this.playButton?.replaceChildren(
      icon(playing ? ICONS.pause : ICONS.play),
      h('span', { class: 'unseen' }, playing ? texts.player.pause : texts.player.play),
    );
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
    const isRight =
      id === next ||
      (this.game.state.learn.algorithm !== 'ida' &&
        trace.nodes[id].priority === trace.nodes[next].priority);
    this.score.asked += 1;
    if (isRight) {
      this.score.right += 1;
      this.go(step + 1);
    }
    this.verdict = isRight
      ? t.right
      : t.wrong(trace.nodes[next].priority, trace.nodes[id].priority);
    this.update(this.game.state);
  }

  /** @param {import('../../elements/dom.js').State} state */
  update(state) {
    const { selects, tree, queue, twinTree, twinQueue } = this;
    if (!selects || !tree || !queue || !twinTree || !twinQueue) return;
    const { learn, start } = state;
    const isLarge = Math.max(start.rows, start.cols) > MAX_SIDE;
    this.classList.toggle('too-large', isLarge);
    const written = slashes(start);
    const known = Object.entries(EXAMPLES).find(([, text]) => text === written);
    selects.example.value = known?.[0] ?? '';
    if (isLarge) {
      tell(this.words, t.tooLarge(start.rows, start.cols));
      return;
    }
    const { trace, twin } = this.recorded();
    const step = Math.min(learn.step, trace.steps.length);
    selects.algorithm.value = learn.algorithm;
    selects.heuristic.value = learn.heuristic;
    selects.duplicates.value = learn.duplicates;
    selects.heuristic.disabled = learn.algorithm === 'bfs';
    selects.boards.value = this.withTwin ? 'both' : 'board';
    selects.boards.disabled = this.withTwin && learn.boards !== 'both';
    const scrub = /** @type {HTMLInputElement} */ (this.scrub);
    scrub.max = String(trace.steps.length);
    scrub.value = String(step);
    this.count?.replaceChildren(t.step(step, trace.steps.length));
    const isEnd = step === trace.steps.length;
    const asks = this.asking && !isEnd;
    tree.show(trace, step, asks);
    queue.show(trace, step, asks);
    /** @type {HTMLElement} */ (this.twinPart).hidden = !twin;
    /** @type {HTMLElement} */ (this.twinQueuePart).hidden = !twin;
    if (twin) {
      const twinStep = Math.min(step, twin.steps.length);
      twinTree.show(twin, twinStep, false);
      twinQueue.show(twin, twinStep, asks);
    }
    /** @type {HTMLElement} */ (this.more).hidden =
      !isEnd || trace.solved || (twin?.solved ?? false) || this.limit >= MOST_STEPS;
    this.quizButton?.setAttribute('aria-pressed', String(this.asking));
    const { right, asked } = this.score;
    tell(
      this.words,
      [
        ...(this.verdict ? [this.verdict] : []),
        ...stepWords(trace, twin, step),
        ...(this.asking && asked ? [t.score(right, asked)] : []),
        ...(asks ? [t.ask] : []),
      ].join(' '),
    );
  }
}

customElements.define('learn-view', LearnView);
