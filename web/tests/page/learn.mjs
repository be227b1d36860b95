// The view Learn: a search of a small board, stepped both ways.
import assert from 'node:assert/strict';
import { FIFTEEN, PUZZLE04 } from './spec.mjs';

export default [
  {
    title: 'step the tree forwards and back; a link to a step',
    async body(spec) {
      const { page, nodes } = spec;
      await spec.open(`#learn?board=${PUZZLE04}&step=0`);
      await spec.becomes(() => nodes.count(), 1);
      for (let step = 0; step < 5; step++) await spec.button('One step on').click();
      await spec.says('The goal is dequeued: 4 moves.');
      await spec.becomes(() => nodes.count(), 10);
      const place = () => nodes.first().getAttribute('transform');
      const before = await place();
      for (let step = 0; step < 3; step++) await spec.button('One step back').click();
      await page.locator('.stepper .count', { hasText: 'step 2 of 5' }).waitFor();
      assert.equal(await place(), before);
      await page.waitForFunction(() => location.hash.includes('step=2'));
      const link = page.url();
      await spec.open(link.slice(spec.url.length));
      await page.locator('.stepper .count', { hasText: 'step 2 of 5' }).waitFor();
      await spec.open(`#learn?board=${PUZZLE04}&algorithm=ida&step=3`);
      await spec.says(/Bound|bound/);
    },
  },
  {
    title: "the steps and queues of A* are those of the engine's tree, of the twin too",
    async body(spec) {
      for (const board of ['8.1.3/4.0.2/7.6.5', '0.3.1/4.2.5/7.8.6']) {
        for (const heuristic of ['manhattan', 'hamming']) {
          await spec.open(`#learn?board=${board}&heuristic=${heuristic}&step=12`);
          await spec.page.locator('learn-tree svg').first().waitFor();
          const [own, engine] = await spec.page.evaluate(compareTrees, { board, heuristic });
          assert.ok(own.length > 4);
          assert.deepEqual(own, engine);
        }
      }
    },
  },
  {
    title: 'board and twin in lockstep, with the counts of the course; the quiz',
    async body(spec) {
      const { page } = spec;
      await spec.open('#learn?board=0.3.1/4.2.5/7.8.6&step=0');
      await spec.button('To the end').click();
      await spec.says('The twin is solved, so the board itself cannot be.');
      await spec.open(`#learn?board=${PUZZLE04}&step=0`);
      assert.ok(await page.locator('.twin').isHidden());
      await page.getByLabel('Searched').selectOption('both');
      await spec.says('exactly one of them can be solved');
      await spec.button('To the end').click();
      await spec.says('So the twin, with two tiles exchanged, cannot be solved.');
      assert.ok(await page.locator('.twin').isVisible());
      await page.waitForFunction(() => location.hash.includes('boards=both'));
      const counts = await page.evaluate(async () => {
        const { engine } = document.querySelector('noyes-app').game;
        const request = { board: '0 1 3/4 2 5/7 8 6', algorithm: 'course' };
        const { queue, twin } = await engine.solve(request, () => {});
        const { trace, twin: other } = document.querySelector('learn-view').recorded();
        return [queue.dequeued, twin.dequeued, trace.steps.length, other.steps.length];
      });
      assert.deepEqual(counts, [5, 4, 5, 4]);
      await spec.open(`#learn?board=${PUZZLE04}&step=1`);
      await page.locator('#quiz').click();
      await page.locator('learn-tree .node.asking').first().waitFor();
      await page.locator('learn-tree .node.asking', { hasText: '= 6' }).first().click();
      await spec.says('No: that has priority 6, and another has 4.');
      await page.locator('learn-tree .node.asking', { hasText: '= 4' }).click();
      await spec.says('Right.');
    },
  },
  {
    title: 'every search can be chosen, and a large board is declined',
    async body(spec) {
      const { page } = spec;
      await spec.open(`#learn?board=${PUZZLE04}&step=2`);
      for (const algorithm of ['bfs', 'greedy', 'ida', 'astar']) {
        await page.locator('.controls select').nth(1).selectOption(algorithm);
        await page.locator('.stepper .count', { hasText: 'step 0 of' }).waitFor();
        await spec.button('One step on').click();
        await spec.says(algorithm === 'ida' ? 'Visited:' : 'Dequeued:');
        const heading = algorithm === 'ida' ? 'Still to visit (' : 'Priority queue (';
        await page.locator('learn-queue h2', { hasText: heading }).first().waitFor();
      }
      await page.getByLabel('Not enqueued').selectOption('none');
      await spec.button('To the end').click();
      await spec.says('The goal is dequeued: 4 moves.');
      const large = FIFTEEN.split('/').concat(['16.17.18.19', '20.21.22.23']).join('/');
      await spec.open(`#learn?board=${large}&step=0`);
      await spec.says('Learn draws boards of up to 5×5, and this one is 6×4.');
    },
  },
];

/** Runs in the page: the boards of every step and queue, as it shows them and as the engine does. */
async function compareTrees({ board, heuristic }) {
  const { game } = document.querySelector('noyes-app');
  const { trace, twin } = document.querySelector('learn-view').recorded();
  const tree = await game.engine.call('tree', {
    board: board.replaceAll('.', ' '),
    heuristic,
    steps: trace.steps.length,
  });
  const own = ({ nodes, steps }) =>
    steps.map(({ dequeued, queue }) =>
      [dequeued, ...queue].map((id) => `${nodes[id].board.tiles} ${nodes[id].priority}`).join('; '),
    );
  const theirs = ({ nodes, steps }) =>
    steps.map(({ dequeued, queue }) =>
      [dequeued, ...queue].map((id) => `${nodes[id].tiles} ${nodes[id].priority}`).join('; '),
    );
  return [
    [...own(trace), ...(twin ? own(twin) : [])],
    [...theirs(tree), ...(tree.twin ? theirs(tree.twin) : [])],
  ];
}
