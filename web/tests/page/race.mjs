// The view Race: algorithms side by side.
import assert from 'node:assert/strict';

const RACE = '#race?board=8.1.3/4.0.2/7.6.5&racers=bfs/astar.manhattan/ida.linear-conflict';

export default [
  {
    title: 'a race has a winner, a chart and a link',
    async body(spec) {
      const { page } = spec;
      await spec.open(RACE);
      await page.locator('#race').click();
      await spec.becomes(() => spec.has('.lanes tbody tr.done'), 3);
      for (const row of await page.locator('.lanes tbody tr').allTextContents()) {
        assert.match(row, /14.*minimum proven/);
      }
      assert.ok((await spec.has('.lanes tr.first')) >= 1);
      assert.equal(await spec.has('race-chart .lane'), 3);
      await page.getByLabel('Beams').check();
      await spec.becomes(() => spec.has('.lanes tbody tr'), 4);
      await page.waitForFunction(() => location.hash.includes('/beam'));
      const link = page.url();
      await spec.open(link.slice(spec.url.length));
      await spec.becomes(() => spec.has('.lanes tbody tr'), 4);
    },
  },
];
