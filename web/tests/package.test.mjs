// The npm package: installed from its archive into an empty folder, used in Node.js, by
// TypeScript and in a browser. PACKAGE names the archive.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from './browser.mjs';
import { serveFolder } from './static-server.mjs';

const archive =
  process.env.PACKAGE ?? join(import.meta.dirname, '../../target/npm/noyes-0.1.0.tgz');
let folder = '';

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noyes-package-'));
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const options = ['--offline', '--no-audit', '--no-fund', '--silent'];
  execFileSync('npm', ['install', ...options, archive], { cwd: folder });
});

after(() => rm(folder, { recursive: true, force: true }));

/** A program that does not end is a failure. */
const run = (command, ...args) =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', timeout: 120_000 });

test('it solves, hints, refuses and stops in Node.js, and lets the program end', async () => {
  await writeFile(
    join(folder, 'solve.js'),
    `import { openEngine } from 'noyes';
    const engine = await openEngine();
    const events = new Set();
    const answer = await engine.solve({ board: '8 1 3/4 0 2/7 6 5' }, ({ event }) => events.add(event));
    const { next } = await engine.call('hint', { board: '0 1 3/4 2 5/7 8 6' });
    const refused = await engine.solve({ board: '1 2 3' }, () => {}).catch((error) => error.name);
    const control = new AbortController();
    const board = '31 25 8 12 33 1/14 28 20 5 2 30/27 9 34 0 17 22/4 15 32 10 7 35/24 3 29 18 11 26/16 21 6 13 19 23';
    const long = engine.solve({ board }, ({ event }) => {
      if (event === 'improved') control.abort();
    }, control.signal).catch((error) => error.name);
    console.log(JSON.stringify([answer.length, answer.optimal, events.has('improved'), next[0], refused, await long]));`,
  );
  const [length, optimal, isTold, next, refused, stopped] = JSON.parse(run('node', 'solve.js'));
  assert.deepEqual([length, optimal, isTold], [14, true, true]);
  assert.deepEqual(next, { tile: 1, direction: 'L' });
  assert.deepEqual([refused, stopped], ['Problem', 'AbortError']);
});

test('its types hold under tsc --strict', async () => {
  await writeFile(
    join(folder, 'typed.ts'),
    `import { openEngine } from 'noyes';
    import { NoyesPlayer } from 'noyes/elements';
    const engine = await openEngine();
    const { length, optimal } = await engine.solve({ board: '8 1 3/4 0 2/7 6 5' }, (event) => event.seconds);
    const sum: number = (length ?? 0) + Number(optimal);
    const player: HTMLElement = new NoyesPlayer();
    // @ts-expect-error A request has a board.
    engine.solve({});
    console.log(sum, player);`,
  );
  const tsc = join(import.meta.dirname, '../node_modules/.bin/tsc');
  const modules = ['--module', 'esnext', '--moduleResolution', 'bundler', '--target', 'es2024'];
  run(tsc, '--strict', '--noEmit', ...modules, '--lib', 'es2024,dom', '--types', '', 'typed.ts');
});

test('its player plays and solves on a page of its own', async () => {
  const { exports } = JSON.parse(
    await readFile(join(folder, 'node_modules/noyes/package.json'), 'utf8'),
  );
  const at = (/** @type {string} */ path) => `./node_modules/noyes/${path.slice(2)}`;
  const imports = { 'noyes/elements': at(exports['./elements'].default) };
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><title>x</title><link rel="stylesheet" href="${at(exports['./style.css'])}">
    <script type="importmap">${JSON.stringify({ imports })}</script>
    <script type="module">import 'noyes/elements';</script>
    <h1>Mine</h1><noyes-player board="8 1 3/4 0 2/7 6 5" style="width: 300px"></noyes-player>`,
  );
  const server = await serveFolder(folder);
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(server.url);
    await page.locator('.tile[data-tile="2"]').click();
    await page.getByText('1 of 1').waitFor();
    await page.getByRole('button', { name: 'One move back' }).click();
    await page.getByRole('button', { name: 'Solve' }).click();
    await page.getByText('0 of 14').waitFor();
    // Its style reaches its own elements and nothing else.
    const [own, theirs] = await page.evaluate(() => [
      getComputedStyle(document.querySelector('noyes-player .button')).borderRadius,
      getComputedStyle(document.querySelector('h1')).margin,
    ]);
    assert.equal(own, '10px');
    assert.notEqual(theirs, '0px');
  } finally {
    await browser.close();
    server.close();
  }
});
