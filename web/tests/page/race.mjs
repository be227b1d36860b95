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
      await page.getByRole('checkbox', { name: 'Beams' }).check();
      await spec.becomes(() => spec.has('.lanes tbody tr'), 4);
      await page.waitForFunction(() => location.hash.includes('/beam'));
      const link = page.url();
      await spec.open(link.slice(spec.url.length));
      await spec.becomes(() => spec.has('.lanes tbody tr'), 4);
    },
  },
  {
    title: 'any algorithm runs with any heuristic, six at a time',
    async body(spec) {
      const { page } = spec;
      await spec.open('#race?board=8.1.3/4.0.2/7.6.5&racers=bfs');
      const enter = async (algorithm, heuristic) => {
        await page.getByLabel('Any other').selectOption(algorithm);
        if (heuristic) await page.getByLabel('Guided by').selectOption(heuristic);
        else assert.ok(await page.getByLabel('Guided by').isDisabled());
        await spec.button('Enter it').click();
      };
      await enter('SMA*', 'Euclidean');
      await enter('Iterative deepening');
      await enter('NBS', 'Manhattan');
      await enter('HDA*', 'linear conflict or walking distance');
      assert.ok(await page.getByRole('checkbox', { name: 'Beams' }).isEnabled());
      await enter('RBFS', 'Hamming');
      assert.ok(await page.getByRole('checkbox', { name: 'Beams' }).isDisabled());
      assert.ok(await spec.button('Enter it').isDisabled());
      await page.locator('#race').click();
      await spec.becomes(() => spec.has('.lanes tbody tr.done'), 6);
      const rows = await page.locator('.lanes tbody tr').allTextContents();
      for (const row of rows) assert.match(row, /14.*minimum proven/);
      assert.match(rows[1], /SMA\*, Euclidean/);
      await page.waitForFunction(() => location.hash.includes('/sma.euclidean/iddfs/nbs.'));
    },
  },
];
