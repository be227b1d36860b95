// The specification of the page, the same for the server and for the static files.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { launch } from './browser.mjs';
import { RUNS, openContext, serveBoth, serveDist, serveNoyes } from './pages.mjs';
import engines from './page/engines.mjs';
import learn from './page/learn.mjs';
import manners from './page/manners.mjs';
import race from './page/race.mjs';
import solve from './page/solve.mjs';
import { PUZZLE04, SIX, Spec } from './page/spec.mjs';

const only = process.env.ENGINE;
const part = process.env.PART ?? '';
const runs = RUNS.filter(({ engine }) => !only || only === engine);

/** @type {import('playwright-core').Browser} */
let browser;
const doors = {};

before(async () => {
  browser = await launch();
  for (const engine of new Set(runs.map((run) => run.engine))) {
    doors[engine] = await (engine === 'server' ? serveNoyes() : serveDist());
  }
});

after(async () => {
  await browser?.close();
  for (const door of Object.values(doors)) door.close();
});

for (const run of runs) {
  test(`${run.engine}, ${run.size}, ${run.theme}`, async (t) => {
    const { url } = doors[run.engine];
    const { context, troubles } = await openContext(browser, run, new URL(url).origin);
    const spec = new Spec(await context.newPage(), url, run);
    for (const { title, body, always, engine } of [
      ...solve,
      ...learn,
      ...race,
      ...manners,
      ...engines,
    ]) {
      // In a short run, only what depends on the size and the theme.
      const isWanted = (run.whole || always) && (!engine || engine === run.engine);
      if (isWanted && title.includes(part)) await t.test(title, () => body(spec));
    }
    assert.deepEqual(troubles, []);
    await context.close();
  });
}

/** A page at a server that will go away. */
async function openAt(door) {
  const origin = new URL(door.url).origin;
  const { context } = await openContext(browser, { size: 'desktop', theme: 'light' }, origin);
  const spec = new Spec(await context.newPage(), door.url, { engine: 'server', size: 'desktop' });
  await spec.open(`#solve?board=${SIX}`);
  await spec.page.locator('.engine[data-kind="server"]').waitFor();
  return { context, spec };
}

const isBoth = new Set(runs.map(({ engine }) => engine)).size === 2;

test(
  'the server goes away in the middle: the page goes on by itself',
  { skip: !isBoth },
  async () => {
    const both = await serveBoth();
    const { context, spec } = await openAt(both);
    const { page } = spec;
    await page.waitForFunction(async () =>
      Boolean(await document.querySelector('noyes-app').game.engine.own),
    );
    await page.locator('#solve').click();
    await spec.becomes(() => spec.has('solve-verdict .figure'), 2);
    both.close();
    await page.locator('.engine[data-kind="worker"]').waitFor();
    assert.ok((await spec.has('solve-player .moves button')) > 0);
    await spec.stop();
    await page.evaluate((board) => (location.hash = `#solve?board=${board}`), PUZZLE04);
    await page.locator('#solve', { hasText: 'Solve' }).waitFor();
    assert.equal(await spec.solve(), 4);
    await context.close();
  },
);

test(
  'a server without an engine for the page goes away, and comes back',
  { skip: only === 'worker' },
  async () => {
    const door = await serveNoyes();
    const { context, spec } = await openAt(door);
    const { page } = spec;
    await page.locator('#solve').click();
    await spec.becomes(() => spec.has('solve-verdict .figure'), 2);
    door.close();
    // It says so, keeps what was found, and can still be played.
    await page.locator('.banner', { hasText: 'The server went away.' }).waitFor();
    assert.ok((await spec.has('solve-player .moves button')) > 0);
    const was = await spec.tiles();
    await spec.press('.');
    await spec.becomes(async () => (await spec.tiles()) !== was, true);
    const again = await serveNoyes(new URL(door.url).port);
    await page.locator('.engine[data-kind="server"]').waitFor();
    await page.locator('.banner').waitFor({ state: 'hidden' });
    await page.evaluate((board) => (location.hash = `#solve?board=${board}`), PUZZLE04);
    await page.locator('#solve', { hasText: /^Solve$/ }).waitFor();
    assert.equal(await spec.solve(), 4);
    again.close();
    await context.close();
  },
);
