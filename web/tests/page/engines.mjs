// The engine in the page: it is replaced when it dies, works offline, and keeps its tables.
import assert from 'node:assert/strict';
import { FIFTEEN, PUZZLE04, Spec } from './spec.mjs';

/** The tables among the files of the origin: their lengths, and some bytes near the end. */
const keptTables = (page) =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('noyes-tables', { create: true });
    const found = [];
    for await (const name of folder.keys()) {
      if (!name.endsWith('.table')) continue;
      try {
        const file = await (await folder.getFileHandle(name)).getFile();
        const bytes = new Uint8Array(await file.arrayBuffer());
        found.push(`${name} ${bytes.length} ${bytes.slice(-9000, -8990)}`);
      } catch {
        // It is just being replaced.
      }
    }
    return found.sort().join('\n');
  });

/** Solves an easy board with the larger tables; the names of what was built on the way. */
const builtTables = (page) =>
  page.evaluate(async () => {
    const { engine } = document.querySelector('noyes-app').game;
    const built = new Set();
    const board = '[[1,2,3,4],[5,6,7,8],[9,10,11,12],[13,14,0,15]]';
    const answer = await engine.solve({ board, tables: 'small', optimal: true }, (event) => {
      if (event.event === 'table') built.add(event.name);
    });
    return [answer.length, answer.tables, [...built].filter((name) => /\d/.test(name)).length];
  });

/** The bytes of tables in the database of the origin. */
const bytesInDatabase = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('noyes-tables', 1);
        opening.onupgradeneeded = () => opening.transaction.abort();
        opening.onerror = () => resolve(0);
        opening.onsuccess = () => {
          const files = opening.result.transaction('noyes-tables').objectStore('noyes-tables');
          files.getAll().onsuccess = ({ target }) => {
            resolve(target.result.reduce((sum, bytes) => sum + bytes.byteLength, 0));
            opening.result.close();
          };
        };
      }),
  );

/** A page in a browser that lacks something: these words run in a worker before its own. */
async function openWithout(spec, words) {
  const context = await spec.page.context().browser().newContext({ serviceWorkers: 'block' });
  await context.route('**/engine/worker.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${words}\n${await response.text()}` });
  });
  const other = new Spec(await context.newPage(), spec.url, spec.run);
  await other.open(`#solve?board=${PUZZLE04}`);
  return other;
}
const NO_FILES = 'delete FileSystemFileHandle.prototype.createWritable;';
const NO_DATABASE = "Object.defineProperty(self, 'indexedDB', { value: undefined });";

export default [
  {
    title: 'a worker that dies is replaced',
    engine: 'worker',
    async body(spec) {
      const { page } = spec;
      await spec.open(`#solve?board=${FIFTEEN}`);
      await spec.solve();
      const workers = page.workers();
      assert.ok(workers.length >= 1);
      for (const worker of workers) {
        await worker.evaluate(() => postMessage({ broken: 'a test ends it' }));
      }
      await spec.press('ArrowRight', 'ArrowDown');
      await spec.proven();
    },
  },
  {
    title: 'offline after the first visit',
    engine: 'worker',
    async body(spec) {
      const { page } = spec;
      await spec.open();
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.waitForFunction(() => navigator.serviceWorker.controller);
      await page.context().setOffline(true);
      await spec.open(`#solve?board=${PUZZLE04}`);
      assert.equal(await spec.solve(), 4);
      await page.context().setOffline(false);
    },
  },
  {
    title: 'large tables are kept; damaged ones are noticed, built again and replaced',
    engine: 'worker',
    async body(spec) {
      const { page } = spec;
      await spec.open();
      // A random board of another test may have been hard enough to build them.
      await page.evaluate(async () => {
        const root = await navigator.storage.getDirectory();
        await root.removeEntry('noyes-tables', { recursive: true });
      });
      await spec.open(`#solve?board=${PUZZLE04}`);
      const [length, tables, built] = await builtTables(page);
      assert.deepEqual([length, tables, built > 0], [1, 'small', true]);
      // Two tables of seven tiles and one of one tile, written after the answer.
      const bytes = async () => {
        const lines = (await keptTables(page)).split('\n');
        return lines.reduce((sum, line) => sum + Number(line.split(' ')[1] ?? 0), 0);
      };
      await spec.becomes(async () => (await bytes()) > 30_000_000, true);
      const whole = await keptTables(page);
      await spec.open(`#solve?board=${PUZZLE04}`);
      assert.deepEqual(await builtTables(page), [1, 'small', 0]);
      await page.evaluate(async () => {
        const root = await navigator.storage.getDirectory();
        const folder = await root.getDirectoryHandle('noyes-tables');
        for await (const [, handle] of folder.entries()) {
          const { size } = await handle.getFile();
          if (size < 1_000_000) continue;
          const writable = await handle.createWritable({ keepExistingData: true });
          await writable.write({ type: 'write', position: size - 9000, data: 'damage' });
          await writable.close();
        }
      });
      assert.notEqual(await keptTables(page), whole);
      await spec.open(`#solve?board=${PUZZLE04}`);
      assert.deepEqual((await builtTables(page)).slice(0, 2), [1, 'small']);
      await spec.becomes(() => keptTables(page), whole);
      await spec.open(`#solve?board=${PUZZLE04}`);
      assert.deepEqual(await builtTables(page), [1, 'small', 0]);
    },
  },
  {
    title: 'tables are kept in a database where there is no file system',
    engine: 'worker',
    async body(spec) {
      const other = await openWithout(spec, NO_FILES);
      const { page } = other;
      const [length, , built] = await builtTables(page);
      assert.deepEqual([length, built > 0], [1, true]);
      await other.becomes(async () => (await bytesInDatabase(page)) > 30_000_000, true);
      assert.equal(await keptTables(page), '');
      await other.open(`#solve?board=${PUZZLE04}`);
      assert.deepEqual(await builtTables(page), [1, 'small', 0]);
      await page.context().close();
    },
  },
  {
    title: 'tables last as long as the page where nothing can be kept',
    engine: 'worker',
    async body(spec) {
      const { page } = await openWithout(spec, NO_FILES + NO_DATABASE);
      const [length, , built] = await builtTables(page);
      assert.deepEqual([length, built > 0], [1, true]);
      assert.deepEqual(await builtTables(page), [1, 'small', 0]);
      assert.deepEqual([await keptTables(page), await bytesInDatabase(page)], ['', 0]);
      await page.context().close();
    },
  },
];
