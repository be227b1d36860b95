// Pictures of every view at both sizes and in both themes, to be looked at: node tests/shots.mjs
//
// They go to shots/. With --docs, the three of the README are written to docs/book/pictures.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { launch, SIZES } from './browser.mjs';
import { serveDist } from './pages.mjs';
import { FIFTEEN, PUZZLE04, Spec } from './page/spec.mjs';

const folder = join(import.meta.dirname, '../shots');
const docs = join(import.meta.dirname, '../../docs/book/pictures');
const isForDocs = process.argv.includes('--docs');

const proven = async (spec) => {
  await spec.solve();
  for (let k = 0; k < 12; k++) await spec.press('.');
};
const raced = async (spec) => {
  await spec.page.locator('#race').click();
  await spec.page.locator('#race', { hasText: 'Start' }).waitFor();
};

/** What is shown, and what is done before. */
const VIEWS = {
  opened: { hash: `#solve?board=${FIFTEEN}` },
  solved: { hash: `#solve?board=${FIFTEEN}`, act: proven, docs: 'page-solve.jpg' },
  unsolvable: { hash: '#solve?board=1.2.3.4/5.6.7.8/9.10.11.12/13.15.14.0' },
  drawing: {
    hash: `#solve?board=${FIFTEEN}`,
    async act(spec) {
      await spec.page.locator('#draw').click();
      for (const tile of [15, 8, 5, 2, 7])
        await spec.page.locator(`[data-tile="${tile}"]`).last().click();
    },
  },
  judged: {
    hash: `#solve?board=8.1.3/4.0.2/7.6.5&moves=LURDLURDL&at=9`,
    async act(spec) {
      await spec.button('Judge my moves').click();
      await spec.says(/moves wasted/);
      await spec.page.locator('#why').click();
      await spec.page.locator('.bounds').waitFor();
    },
  },
  large: {
    hash: '',
    async act(spec) {
      await spec.page.locator('solve-input select').first().selectOption('127x127');
      await spec.page.locator('canvas.large').waitFor();
    },
  },
  learn: { hash: '#learn?board=8.1.3/4.0.2/7.6.5&step=12', docs: 'page-learn.jpg' },
  twin: { hash: `#learn?board=${PUZZLE04}&boards=both&step=4` },
  race: {
    hash: '#race?board=8.6.7/2.5.4/3.0.1&racers=bfs/astar.manhattan/ida.linear-conflict/auto',
    act: raced,
    docs: 'page-race.jpg',
  },
  keys: { hash: `#solve?board=${PUZZLE04}`, act: (spec) => spec.press('?') },
  share: {
    hash: `#solve?board=${PUZZLE04}&moves=LULU`,
    act: (spec) => spec.button('Share').click(),
  },
};

await mkdir(folder, { recursive: true });
const door = await serveDist();
const browser = await launch();
for (const size of ['desktop', 'phone']) {
  for (const colorScheme of ['light', 'dark']) {
    const context = await browser.newContext({
      ...SIZES[size],
      colorScheme,
      reducedMotion: 'reduce',
    });
    for (const [name, { hash, act, docs: file }] of Object.entries(VIEWS)) {
      if (isForDocs && (!file || size !== 'desktop' || colorScheme !== 'light')) continue;
      const spec = new Spec(await context.newPage(), door.url, { engine: 'worker', size });
      await spec.open(hash);
      await act?.(spec);
      await spec.page.waitForTimeout(200);
      const path = isForDocs
        ? join(docs, file)
        : join(folder, `${name}-${size}-${colorScheme}.png`);
      await spec.page.screenshot({ path, fullPage: size === 'phone' });
      await spec.page.close();
    }
    await context.close();
  }
}
await browser.close();
door.close();
