// Runs two notebooks in JupyterLab, plays with the widgets and looks at what comes of it.
//
//   node check.mjs URL TOKEN FOLDER
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';

const require = createRequire(new URL('../../web/package.json', import.meta.url));
const { chromium } = require('playwright-core');
const [url, token, folder] = process.argv.slice(2);

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ['--no-sandbox'],
});
const page = await browser.newPage({ viewport: { width: 1200, height: 1400 } });
const troubles = [];
page.on('pageerror', (error) => troubles.push(String(error)));

/** Opens a notebook and waits for its kernel. */
async function open(name) {
  await page.goto(`${url}/lab/tree/${name}?token=${token}&reset`);
  await page.locator('.jp-NotebookPanel:visible .jp-Notebook').waitFor({ timeout: 120_000 });
  await page.waitForFunction(
    () => {
      const panel = globalThis.jupyterapp?.shell.currentWidget;
      return panel?.sessionContext?.session?.kernel?.status === 'idle';
    },
    undefined,
    { timeout: 120_000 },
  );
}

/** Runs a command of JupyterLab. */
const run = (command) => page.evaluate((name) => globalThis.jupyterapp.commands.execute(name), command);

/** What a cell shows, by its number. */
const output = (number) =>
  page.locator('.jp-NotebookPanel:visible .jp-Cell.jp-CodeCell').nth(number).locator('.jp-OutputArea');

/** Saves a picture of what is on the page, from the first cell to the last. */
async function picture(name) {
  const height = await page.evaluate(() => {
    const cells = document.querySelector('.jp-NotebookPanel:not(.lm-mod-hidden) .jp-WindowedPanel-outer');
    return Math.min(cells?.scrollHeight ?? 1400, 8000) + 120;
  });
  await page.setViewportSize({ width: 1200, height });
  await page.waitForTimeout(500);
  await page.screenshot({ path: `${folder}/${name}.png` });
  await page.setViewportSize({ width: 1200, height: 1400 });
}

// The notebook of the documentation.
await open('notebook.ipynb');
await run('notebook:run-all-cells');
await page.locator('.jp-NotebookPanel:visible').getByText('the minimum is at least').last().waitFor();
const shown = page.locator('.jp-NotebookPanel:visible .jp-OutputArea-output');
await page.waitForFunction(
  () => document.querySelectorAll('.jp-CodeCell .jp-InputPrompt').length > 0 &&
    [...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')].every((prompt) => /\[\d+\]/.test(prompt.textContent)),
  undefined,
  { timeout: 120_000 },
);
const pictures = await shown.locator('svg, img').count();
assert.ok(pictures >= 6, `${pictures} pictures`);
assert.equal(await page.locator('.jp-OutputArea-output[data-mime-type*="stderr"]').count(), 0);
await picture('notebook');

// The widgets, played with.
await open('widgets.ipynb');
await run('notebook:run-all-cells');
const player = output(1).getByRole('group', { name: /a 3 by 3 board/ });
await player.waitFor({ timeout: 60_000 });
const status = output(1).locator('[aria-live]');
assert.equal(await status.textContent(), '0 of 4 moves');
const chart = output(2).locator('svg[aria-label]');
const words = new Set();
await chart.waitFor();
const until = Date.now() + 120_000;
while (![...words].some((text) => text.includes('ended'))) {
  assert.ok(Date.now() < until, `the search does not end: ${[...words].at(-1)}`);
  words.add(await chart.getAttribute('aria-label'));
  await page.waitForTimeout(100);
}
const running = [...words].filter((text) => text.includes('running'));
assert.ok(running.length >= 2, `live: ${[...words].join(' | ')}`);
console.log(`the interval, live: ${running.length} states, the first and the last:`);
console.log(`  ${running[0]}\n  ${[...words].at(-1)}`);
await picture('widgets-before');

/** Runs the last cell and returns what it prints. */
async function told() {
  const cell = page.locator('.jp-NotebookPanel:visible .jp-Cell.jp-CodeCell').nth(3);
  await cell.locator('.cm-content').click();
  await page.keyboard.press('Control+Enter');
  await page.waitForTimeout(1500);
  return (await output(3).textContent()).trim();
}
assert.equal(await told(), '0 1 3/4 2 5/7 8 6 False 0');
await player.getByRole('button', { name: '1', exact: true }).click();
assert.equal(await told(), '1 0 3/4 2 5/7 8 6 False 0');
await player.focus();
await page.keyboard.press('ArrowRight');
assert.equal(await told(), '0 1 3/4 2 5/7 8 6 False 0');
// The solution is stepped through from its first board, not from what was played.
await player.getByRole('button', { name: '4', exact: true }).click();
assert.equal(await told(), '4 1 3/0 2 5/7 8 6 False 0');
await output(1).getByRole('slider').fill('4');
assert.equal(await status.textContent(), '4 of 4 moves, solved');
assert.equal(await told(), '1 2 3/4 5 6/7 8 0 True 4');
await picture('widgets-after');
assert.deepEqual(troubles, []);
await browser.close();
console.log(`${pictures} pictures in the notebook; player and interval answer; pictures in ${folder}`);
