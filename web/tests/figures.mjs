// How soon the page opens, proves, stops and paints: node tests/figures.mjs [ROUNDS]
//
// Measured in Chromium on the static files; a quiet machine is a condition of the figures.
import { launch, SIZES } from './browser.mjs';
import { serveDist } from './pages.mjs';
import { SIX } from './page/spec.mjs';

const rounds = Number(process.argv[2] ?? 5);
const door = await serveDist();
const browser = await launch();
const seen = { interactive: [], proven: [], stop: [], paint: [] };

for (let round = 0; round < rounds; round++) {
  // A new context has no cache, no service worker and no tables.
  const context = await browser.newContext(SIZES.desktop);
  const page = await context.newPage();
  await page.addInitScript(() => {
    const times = (globalThis.times = {});
    new MutationObserver(() => {
      times.interactive ??= document.querySelector('#solve') ? performance.now() : undefined;
      times.proven ??= document.querySelector('.stamp') ? performance.now() : undefined;
      const button = document.querySelector('#solve');
      if (times.interactive && !times.asked && button && !button.hidden) {
        times.asked = true;
        button.click();
      }
    }).observe(document, { subtree: true, childList: true });
  });
  // A random board, asked to be solved as soon as there is a button.
  await page.goto(door.url);
  await page.waitForFunction(() => globalThis.times.proven);
  const { interactive, proven } = await page.evaluate(() => globalThis.times);
  seen.interactive.push(interactive);
  seen.proven.push(proven);

  const other = await context.newPage();
  await other.goto(`${door.url}#solve?board=${SIX}`);
  await other.locator('#solve').click();
  await other.waitForFunction(
    () => document.querySelectorAll('solve-verdict .figure').length === 2,
  );
  // From the click to the end of the work in the worker, seen from the page.
  seen.stop.push(
    await other.evaluate(async () => {
      const { game } = document.querySelector('noyes-app');
      const engine = await game.engine.opened;
      const started = performance.now();
      document.querySelector('#solve').click();
      await engine.last;
      return performance.now() - started;
    }),
  );
  await other.locator('solve-input select').first().selectOption('127x127');
  await other.locator('canvas.large').waitFor();
  seen.paint.push(
    await other.evaluate(() => {
      const element = document.querySelector('noyes-board');
      const started = performance.now();
      element.show();
      // Reading a pixel waits for the drawing.
      element.querySelector('canvas').getContext('2d').getImageData(0, 0, 1, 1);
      return performance.now() - started;
    }),
  );
  await context.close();
}
await browser.close();
door.close();
const words = {
  interactive: 'from opening to the first button, ms',
  proven: 'from opening to the proof of a random 4×4, ms',
  stop: 'from Stop to the end of the search of a 6×6, ms',
  paint: '127×127 painted, ms',
};
for (const [name, times] of Object.entries(seen)) {
  const sorted = times.map(Math.round).sort((a, b) => a - b);
  console.log(`${words[name]}: ${sorted.join(' ')}`);
}
