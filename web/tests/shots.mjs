// Pictures of every view at both sizes and in both themes, to be looked at: node tests/shots.mjs
//
// They go to shots/. With --docs, the three of the README are written to docs/book/pictures. A word
// takes only the pictures whose name has it.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { launch, SIZES } from './browser.mjs';
import { serveDist } from './pages.mjs';
import { FIFTEEN, PUZZLE04, SIX, Spec } from './page/spec.mjs';

const folder = join(import.meta.dirname, '../shots');
const docs = join(import.meta.dirname, '../../docs/book/pictures');
const isForDocs = process.argv.includes('--docs');
const word = process.argv.slice(2).find((argument) => !argument.startsWith('-')) ?? '';

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
  review: {
    hash: `#solve?board=8.1.3/4.0.2/7.6.5&moves=LURDLURDL&at=9`,
    async act(spec) {
      await spec.button('Judge my moves').click();
      await spec.says(/moves wasted/);
      await spec.button(/Find it yourself|Find them yourself/).click();
    },
  },
  steps: { hash: `#solve?board=${FIFTEEN}`, act: (spec) => whyOf(spec, 'Steps') },
  groups: { hash: `#solve?board=${FIFTEEN}`, act: (spec) => whyOf(spec, 'Groups') },
  patterns: { hash: `#solve?board=${FIFTEEN}`, act: (spec) => whyOf(spec, 'Patterns') },
  untabled: { hash: `#solve?board=${SIX}`, act: (spec) => whyOf(spec, 'Patterns') },
  closing: {
    hash: `#solve?board=${SIX}`,
    async act(spec) {
      await spec.page.locator('#solve').click();
      await spec.page.locator('.headline .figure').nth(1).waitFor();
      await spec.page.waitForTimeout(3000);
    },
  },
  hint: {
    hash: `#solve?board=${FIFTEEN}&colours=fringe`,
    async act(spec) {
      await spec.press('h');
      await spec.page.locator('.tile.hinted').waitFor();
    },
  },
  settings: {
    hash: `#solve?board=${FIFTEEN}&goal=snail&metric=multi&colours=grid`,
    act: (spec) => spec.page.locator('solve-settings summary').click(),
  },
  sizes: {
    hash: '',
    act: (spec) => spec.page.locator('solve-input select').first().selectOption('other'),
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
  quiz: {
    hash: '#learn?board=8.1.3/4.0.2/7.6.5&step=3',
    async act(spec) {
      await spec.page.locator('#quiz').click();
      await spec.page.locator('.node.asking').first().click();
    },
  },
  ida: { hash: '#learn?board=8.1.3/4.0.2/7.6.5&algorithm=ida&step=9' },
  entries: { hash: `#race?board=${FIFTEEN}` },
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

async function whyOf(spec, kind) {
  await spec.page.locator('#why').click();
  await spec.page.locator('solve-why').getByRole('button', { name: kind, exact: true }).click();
  await spec.page.locator('.reasons p').first().waitFor();
  if (spec.run.size === 'desktop') await spec.page.locator('.reasons').scrollIntoViewIfNeeded();
}

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
      if (!name.includes(word)) continue;
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
