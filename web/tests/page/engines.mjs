// The engine in the page: it is replaced when it dies, and works offline.
import assert from 'node:assert/strict';
import { FIFTEEN, PUZZLE04 } from './spec.mjs';

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
];
