// The specification of the page, the same for the server and for the static files.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { launch } from './browser.mjs';
import { RUNS, openContext, serveBoth, serveDist, serveNoyes } from './pages.mjs';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const only = process.env.ENGINE;
const runs = RUNS.filter(({ engine }) => !only || only === engine);

/** @type {import('playwright-core').Browser} */
let browser;
const doors = {};

before(async () => {
  browser = await launch();
  for (const engine of new Set(runs.map((run) => run.engine))) doors[engine] = await (engine === 'server' ? serveNoyes() : serveDist());
});

after(async () => {
  await browser?.close();
  for (const door of Object.values(doors)) door.close();
});

const PUZZLE04 = '0.1.3/4.2.5/7.8.6';
const FIFTEEN = '15.8.5.2/7.13.11.12/4.1.6.10/14.9.0.3';
const SIX = '31.25.8.12.33.1/14.28.20.5.2.30/27.9.34.0.17.22/4.15.32.10.7.35/24.3.29.18.11.26/16.21.6.13.19.23';

for (const run of runs) {
  const name = `${run.engine}, ${run.size}, ${run.theme}`;
  test(name, async (t) => {
    const { url } = doors[run.engine];
    /** A part of the specification; in a short run only what is marked as depending on size and theme. */
    const part = (title, body, always = false) => (run.whole || always ? t.test(title, body) : undefined);
    const { context, troubles } = await openContext(browser, run, new URL(url).origin);
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    const open = async (hash = '') => {
      await page.goto('about:blank');
      await page.goto(url + hash);
      await page.locator('noyes-app main > *').first().waitFor();
    };
    const headline = page.locator('solve-verdict .headline');
    const figures = async () => (await headline.locator('.figure').allTextContents()).map((text) => Number(text.replace(/\D/g, '')));
    const proven = () => headline.locator('.stamp').waitFor();
    const tiles = () => page.evaluate(() => document.querySelector('noyes-board').board.tiles.join(' '));
    const count = page.locator('.figures dd').first();

    await part('paste and solve', async () => {
      await open();
      await page.locator('#board-text').fill('3\n 8  1  3 \n 4  0  2 \n 7  6  5 \n');
      await page.getByText('Understood: a 3×3 board; n, then the tiles; blank written 0.').waitFor();
      await page.locator('#solve').click();
      await proven();
      assert.deepEqual(await figures(), [14]);
      await page.locator('.engine', { hasText: run.engine === 'server' ? 'server' : 'in this page' }).waitFor();
      await page.locator('#board-text').fill('8 1 3/4 0 2/7 6 6');
      await page.getByText('5 is missing and 6 is there twice').waitFor();
    }, true);

    await part('an unsolvable board is explained, and one click mends it', async () => {
      await open('#solve?board=1.2.3/4.5.6/8.7.0');
      await page.getByText('It cannot be solved').first().waitFor();
      await page.getByText('1 pair of tiles stands in the wrong order').waitFor();
      await page.locator('#mend', { hasText: 'Exchange 8 and 7' }).click();
      await page.getByText('This board is solved.').first().waitFor();
    });

    await part('scramble and solve a 4×4 with proof', async () => {
      await open();
      const first = await tiles();
      await page.keyboard.press('n');
      await page.waitForFunction((was) => document.querySelector('noyes-board').board.tiles.join(' ') !== was, first);
      await page.locator('#solve').click();
      await proven();
      const [minimum] = await figures();
      assert.ok(minimum > 20 && minimum <= 80);
      await page.locator('solve-player .count', { hasText: `0 of ${minimum}` }).waitFor();
      await page.getByRole('button', { name: 'To the end' }).click();
      assert.equal(await tiles(), '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0');
    });

    await part('play with keys, clicks and a drag or touch; undo and redo', async () => {
      await open(`#solve?board=${PUZZLE04}`);
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('w');
      assert.equal(await tiles(), '1 2 3 4 0 5 7 8 6');
      assert.equal(await count.textContent(), '2');
      await page.keyboard.press('u');
      await page.keyboard.press('u');
      assert.equal(await tiles(), '0 1 3 4 2 5 7 8 6');
      await page.keyboard.press('y');
      const two = page.locator('.tile[data-tile="2"]');
      if (run.size === 'phone') await two.tap();
      else await two.click();
      assert.equal(await tiles(), '1 2 3 4 0 5 7 8 6');
      const five = await page.locator('.tile[data-tile="5"]').boundingBox();
      await page.mouse.move(five.x + five.width / 2, five.y + five.height / 2);
      await page.mouse.down();
      await page.mouse.move(five.x - five.width / 2, five.y + five.height / 2, { steps: 4 });
      await page.mouse.up();
      assert.equal(await tiles(), '1 2 3 4 5 0 7 8 6');
      await page.keyboard.press('ArrowUp');
      await page.getByText('Solved in 4 moves').waitFor();
    }, true);

    await part('a hint shows the next tiles', async () => {
      await open(`#solve?board=${PUZZLE04}`);
      await page.getByRole('button', { name: 'Hint' }).click();
      await page.getByText('Slide 1 left, then 2 up, then 5 left.').waitFor();
      assert.equal(await page.locator('.tile.hinted').getAttribute('data-tile'), '1');
    });

    await part('stop keeps the best, and the interval has two ends', async () => {
      await open(`#solve?board=${SIX}`);
      await page.locator('#solve').click();
      await page.waitForFunction(() => document.querySelectorAll('solve-verdict .figure').length === 2);
      await page.locator('#solve', { hasText: 'Stop' }).click();
      await page.getByText('Stopped; the best solution is kept.').waitFor();
      const [lower, upper] = await figures();
      assert.ok(lower > 50 && lower < upper);
      assert.ok(await page.locator('noyes-interval .upper').count());
      assert.ok(await page.locator('solve-player .count', { hasText: `0 of ${upper}` }).count());
    });

    await part('leave the solution: it catches up, and the move is judged', async () => {
      await open(`#solve?board=${FIFTEEN}`);
      await page.locator('#solve').click();
      await proven();
      const [minimum] = await figures();
      const best = await page.evaluate(() => document.querySelector('noyes-app').game.state.line[0]);
      const ways = await page.evaluate(() => ['U', 'D', 'L', 'R']);
      const arrows = { U: 'ArrowUp', D: 'ArrowDown', L: 'ArrowLeft', R: 'ArrowRight' };
      await page.keyboard.press(arrows[best]);
      await page.getByText(`Best: ${minimum - 1} moves to go.`).waitFor();
      await page.keyboard.press('u');
      for (const way of ways.filter((one) => one !== best)) {
        const before = await tiles();
        await page.keyboard.press(arrows[way]);
        if (await tiles() !== before) break;
      }
      await page.locator('solve-play .message', { hasText: 'to go' }).waitFor();
      await proven();
      const [now] = await figures();
      assert.ok(now === minimum - 1 || now === minimum + 1, `${minimum} then ${now}`);
      const wasted = await page.getByText('This wastes 2 moves').count();
      assert.equal(wasted, now === minimum + 1 ? 1 : 0);
    });

    await part('moves are judged on a timeline, and mistakes are reviewed without the answer', async () => {
      await open(`#solve?board=${PUZZLE04}&moves=LRLULU&at=6`);
      await page.getByRole('button', { name: 'Judge my moves' }).click();
      await page.getByText('1 mistake in 6 moves, 2 moves wasted.').waitFor();
      assert.equal(await page.locator('.timeline .bar.bad').count(), 1);
      await page.locator('#review').click();
      await page.getByText('Mistake 1 of 1: find a better move.').waitFor();
      assert.ok(await page.locator('solve-player').isHidden());
      await page.keyboard.press('ArrowRight');
      await page.getByText('That wastes moves too.').waitFor();
      await page.keyboard.press('ArrowUp');
      await page.getByText('Right: that is a best move.').waitFor();
    });

    await part('why not shorter: the bound on the tiles', async () => {
      await open('#solve?board=8.1.3/4.0.2/7.6.5');
      await page.locator('#why').click();
      await page.locator('.bounds', { hasText: 'Manhattan' }).waitFor();
      assert.equal(await page.locator('.tile.toned').count(), 8);
      assert.ok(await page.locator('.tile[data-badge]:not([data-badge=""])').count() >= 5);
    });

    await part('share the address and open it again', async () => {
      await open(`#solve?board=${PUZZLE04}&goal=blank-last`);
      await page.locator('#solve').click();
      await proven();
      await page.keyboard.press('.');
      await page.getByRole('button', { name: 'Share' }).click();
      const link = await page.locator('dialog textarea').first().inputValue();
      await page.keyboard.press('Escape');
      await page.goto('about:blank');
      await page.goto(link);
      await page.locator('solve-player .count', { hasText: '1 of 4' }).waitFor();
      assert.equal(await tiles(), '1 0 3 4 2 5 7 8 6');
    });

    await part('goals, pushes, colours and a replay link', async () => {
      await open('#solve?board=8.1.2/7.0.6/5.4.3&goal=snail&metric=multi&colours=fringe');
      assert.equal(await page.locator('.tile.hued').count(), 8);
      await page.locator('#solve').click();
      await proven();
      assert.match(await headline.textContent(), /pushes/);
      const replay = await page.evaluate(async () => {
        const stream = new Blob([JSON.stringify(['LULU', 5000, '0 1 3/4 2 5/7 8 6', -1])]).stream().pipeThrough(new CompressionStream('deflate'));
        const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
        return encodeURIComponent(btoa(String.fromCharCode(...bytes)));
      });
      await open(`?r=${replay}`);
      await page.getByText('a slidysim replay of 4 moves').waitFor();
    });

    await part('step the tree forwards and back; a link to a step', async () => {
      await open(`#learn?board=${PUZZLE04}&step=0`);
      const nodes = page.locator('learn-tree').first().locator('.node');
      assert.equal(await nodes.count(), 1);
      const next = page.getByRole('button', { name: 'One step on' });
      for (let step = 0; step < 5; step++) await next.click();
      assert.equal(await nodes.count(), 10);
      await page.getByText('The goal is dequeued: 4 moves.').waitFor();
      const place = () => nodes.first().getAttribute('transform');
      const before = await place();
      for (let step = 0; step < 3; step++) await page.getByRole('button', { name: 'One step back' }).click();
      await page.locator('.stepper .count', { hasText: 'step 2 of 5' }).waitFor();
      assert.equal(await place(), before);
      await page.waitForFunction(() => location.hash.includes('step=2'));
      await open(`#learn?board=${PUZZLE04}&algorithm=ida&step=3`);
      await page.getByText(/Bound|bound/).first().waitFor();
    });

    await part("the steps of A* are those of the engine's tree", async () => {
      await open(`#learn?board=${PUZZLE04}&step=5`);
      await page.locator('learn-tree').first().waitFor();
      const [own, engine] = await page.evaluate(async () => {
        const { game } = document.querySelector('noyes-app');
        const { nodes } = document.querySelector('learn-tree').trace;
        const tree = await game.engine.call('tree', { board: '0 1 3/4 2 5/7 8 6', steps: 5 });
        const enqueued = tree.nodes.filter(({ fate }) => fate !== 'previous board');
        const written = (tiles, { moves, distance, priority }) => `${tiles} ${moves} ${distance} ${priority}`;
        return [nodes.map((node) => written(node.board.tiles, node)).sort(), enqueued.map((node) => written(node.tiles, node)).sort()];
      });
      assert.equal(own.length, 10);
      assert.deepEqual(own, engine);
    });

    await part('board and twin in lockstep; the quiz', async () => {
      await open('#learn?board=0.3.1/4.2.5/7.8.6&step=0');
      await page.getByRole('button', { name: 'To the end' }).click();
      await page.getByText('The twin is solved, so the board itself cannot be.').waitFor();
      await open(`#learn?board=${PUZZLE04}&step=1`);
      await page.locator('#quiz').click();
      await page.locator('learn-tree .node.asking').first().waitFor();
      const next = page.locator('learn-tree .node.asking', { hasText: '= 4' });
      await next.click();
      await page.getByText('Right.').waitFor();
    });

    await part('a race has a winner', async () => {
      await open(`#race?board=8.1.3/4.0.2/7.6.5&racers=bfs/astar.manhattan/ida.linear-conflict`);
      await page.locator('#race').click();
      await page.waitForFunction(() => document.querySelectorAll('.lanes tbody tr.done').length === 3);
      const rows = await page.locator('.lanes tbody tr').allTextContents();
      for (const row of rows) assert.match(row, /14.*minimum proven/);
      assert.ok(await page.locator('.lanes tr.first').count() >= 1);
    });

    await part('127×127 is drawn and played', async () => {
      await open();
      const size = page.locator('solve-input select').first();
      await size.selectOption('127x127');
      await page.locator('canvas.large').waitFor();
      const drawn = await page.evaluate(() => {
        const element = document.querySelector('noyes-board');
        const start = performance.now();
        element.show();
        return performance.now() - start;
      });
      t.diagnostic(`127×127 drawn in ${drawn.toFixed(0)} ms`);
      const was = await tiles();
      for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
        await page.keyboard.press(key);
        if (await tiles() !== was) break;
      }
      assert.notEqual(await tiles(), was);
    });

    await part('thirty embeds on a page', async () => {
      await open();
      await page.evaluate(async (board) => {
        const frames = Array.from({ length: 30 }, () => Object.assign(document.createElement('iframe'), { src: `embed.html#solve?board=${board}&moves=LULU`, width: 200 }));
        document.body.append(...frames);
        await Promise.all(frames.map((frame) => new Promise((resolve) => { frame.onload = resolve; })));
      }, PUZZLE04);
      const frames = page.frames().slice(1);
      assert.equal(frames.length, 30);
      for (const frame of frames) await frame.locator('.tile').first().waitFor();
      const last = frames[29];
      await last.evaluate(() => document.querySelector('.tile[data-tile="1"]').click());
      await last.getByText('1 of 4').waitFor();
    });

    await part('with the keyboard alone, and spoken', async () => {
      await open(`#solve?board=${PUZZLE04}`);
      await page.keyboard.press('b');
      assert.equal(await page.locator('#live').textContent(), 'Row 1: blank, 1, 3. Row 2: 4, 2, 5. Row 3: 7, 8, 6.');
      await page.keyboard.press('Enter');
      await page.locator('#live', { hasText: 'Proven: the minimum is 4 moves.' }).waitFor({ state: 'attached' });
      await page.keyboard.press('.');
      await page.locator('solve-player .count', { hasText: '1 of 4' }).waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keys' }).waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.press('2');
      await page.locator('learn-tree').first().waitFor();
      await page.keyboard.press('1');
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate(() => document.activeElement.className), 'skip');
    });

    await part('axe finds nothing', async () => {
      for (const hash of [`#solve?board=8.1.3/4.0.2/7.6.5&moves=LURD&at=2`, '#solve?board=1.2.3/4.5.6/8.7.0', `#learn?board=${PUZZLE04}&step=3`, `#race?board=${PUZZLE04}`]) {
        await open(hash);
        if (hash.startsWith('#solve?board=8')) {
          await page.locator('#solve').click();
          await proven();
          await page.locator('#why').click();
          await page.locator('.bounds').waitFor();
        }
        // The page forbids scripts of others in its document: axe runs in the page's own world.
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => globalThis.axe.run());
        assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`), []);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(overflow <= 0, `${hash} is ${overflow} pixels too wide`);
      }
    }, true);

    if (run.engine === 'worker') {
      await part('a worker that dies is replaced', async () => {
        await open(`#solve?board=${FIFTEEN}`);
        await page.locator('#solve').click();
        await proven();
        const workers = page.workers();
        assert.ok(workers.length >= 1);
        for (const worker of workers) await worker.evaluate(() => { postMessage({ broken: 'a test ends it' }); });
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('ArrowDown');
        await proven();
      });

      await part('offline after the first visit', async () => {
        await open();
        await page.evaluate(() => navigator.serviceWorker.ready);
        await page.waitForFunction(() => navigator.serviceWorker.controller);
        await context.setOffline(true);
        await open(`#solve?board=${PUZZLE04}`);
        await page.locator('#solve').click();
        await proven();
        await context.setOffline(false);
      });
    }

    assert.deepEqual(troubles, []);
    await context.close();
  });
}

if (new Set(runs.map(({ engine }) => engine)).size === 2) {
  test('the server goes away in the middle: the page goes on with its own engine', async () => {
    const both = await serveBoth();
    const { context } = await openContext(browser, { size: 'desktop', theme: 'light' }, new URL(both.url).origin);
    const page = await context.newPage();
    const kind = (name) => page.locator(`.engine[data-kind="${name}"]`).waitFor();
    await page.goto(`${both.url}#solve?board=${SIX}`);
    await kind('server');
    await page.waitForFunction(async () => Boolean(await document.querySelector('noyes-app').game.engine.own));
    await page.locator('#solve').click();
    await page.waitForFunction(() => document.querySelectorAll('solve-verdict .figure').length === 2);
    both.close();
    await kind('worker');
    assert.ok(await page.locator('solve-player .moves button').count() > 0);
    await page.locator('#solve', { hasText: 'Stop' }).click();
    await page.evaluate((board) => { location.hash = `#solve?board=${board}`; }, PUZZLE04);
    await page.locator('#solve', { hasText: 'Solve' }).click();
    await page.locator('solve-verdict .stamp').waitFor();
    await context.close();
  });
}
