// The view Solve: boards come in, are played, solved and judged.
import assert from 'node:assert/strict';
import { FIFTEEN, PUZZLE04, SIX } from './spec.mjs';

const ARROWS = { U: 'ArrowUp', D: 'ArrowDown', L: 'ArrowLeft', R: 'ArrowRight' };

export default [
  {
    title: 'paste and solve',
    always: true,
    async body(spec) {
      const { page } = spec;
      await spec.open();
      await page.locator('#board-text').fill('3\n 8  1  3 \n 4  0  2 \n 7  6  5 \n');
      await spec.says('Understood: a 3×3 board; n, then the tiles; blank written 0.');
      assert.equal(await spec.solve(), 14);
      const door = spec.run.engine === 'server' ? 'server' : 'in this page';
      await page.locator('.engine', { hasText: door }).waitFor();
      await page.locator('#board-text').fill('8 1 3/4 0 2/7 6 6');
      await spec.says('5 is missing and 6 is there twice');
      await page.locator('#board-text').fill('8 1 3 4 five 2 7 6 5');
      await page.locator('.note.trouble', { hasText: 'five' }).waitFor();
    },
  },
  {
    title: 'pasted anywhere, dropped as a file or as moves, it is understood',
    async body(spec) {
      const { page } = spec;
      await spec.open(`#solve?board=${FIFTEEN}`);
      await page.evaluate(() => navigator.clipboard.writeText('8 1 3\n4 _ 2\n7 6 5'));
      await spec.press('ControlOrMeta+v');
      await spec.says('one row a line; blank written _');
      await spec.tilesBecome('8 1 3 4 0 2 7 6 5');
      await page.evaluate((text) => {
        const data = new DataTransfer();
        data.items.add(new File([text], 'puzzle04.txt', { type: 'text/plain' }));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
      }, '3\n0 1 3\n4 2 5\n7 8 6\n');
      await spec.tilesBecome('0 1 3 4 2 5 7 8 6');
      // An array of Java, which only the engine reads.
      await page.evaluate(() => navigator.clipboard.writeText('{{8, 1, 3}, {4, 0, 2}, {7, 6, 5}}'));
      await spec.press('ControlOrMeta+v');
      await spec.tilesBecome('8 1 3 4 0 2 7 6 5');
      await page.locator('#board-text').fill('LULU');
      await spec.says('4 moves that end on the solved 3×3 board');
    },
  },
  {
    title: 'an unsolvable board is explained, and one click mends it',
    async body(spec) {
      await spec.open('#solve?board=1.2.3/4.5.6/8.7.0');
      await spec.says('It cannot be solved');
      await spec.says('1 pair of tiles stands in the wrong order');
      await spec.page.locator('#mend', { hasText: 'Exchange 8 and 7' }).click();
      await spec.says('This board is solved.');
    },
  },
  {
    title: 'a board is entered by placing its numbers, with fingers and with keys',
    always: true,
    async body(spec) {
      const { page } = spec;
      await spec.open(`#solve?board=${PUZZLE04}`);
      await spec.touch(page.locator('#draw'));
      await spec.says('Which number stands in row 1, column 1?');
      const number = (tile) => page.locator(`.palette [data-tile="${tile}"]`);
      for (const tile of [8, 1, 3]) await spec.touch(number(tile));
      // The centre first, then the cells that are left, in order; the last number comes by itself.
      await spec.touch(page.locator('.cell').nth(4));
      for (const tile of [0, 2, 7, 6]) await spec.touch(number(tile));
      await spec.touch(number(4));
      await spec.says('Every number has its place.');
      await spec.touch(page.locator('#drawn'));
      await spec.says('You placed the numbers of a 3×3 board.');
      await spec.tilesBecome('8 1 3 5 0 2 7 6 4');
      await page.locator('solve-input select').first().selectOption('4x4');
      await page.locator('#draw').click();
      await page.locator('.cell.next:focus').waitFor();
      // Typed: two digits are one number, Space ends a 1, Backspace takes back.
      await spec.press('1', '5', '1', 'Space', '9', 'Backspace', '2', '3', '4', '5', '6', '7', '8');
      await spec.press('9', '1', '0', '1', '1', '1', '2', '1', '3', '1', '4');
      await spec.says('Every number has its place.');
      await spec.press('Enter');
      await spec.tilesBecome('15 1 2 3 4 5 6 7 8 9 10 11 12 13 14 0');
    },
  },
  {
    title: 'a size that is not in the list is asked for, and refused if it is none',
    always: true,
    async body(spec) {
      const { page } = spec;
      await spec.open(`#solve?board=${PUZZLE04}`);
      const was = await spec.tiles();
      const size = page.locator('solve-input select').first();
      await size.selectOption('other');
      const dialog = page.getByRole('dialog', { name: 'Another size' });
      assert.equal(await dialog.getByLabel('Rows').inputValue(), '3');
      // Nothing sticks out of it, on a phone either.
      assert.ok(await dialog.evaluate((sheet) => sheet.scrollWidth <= sheet.clientWidth));
      // Left without an answer, everything is as it was.
      await spec.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      assert.deepEqual([await spec.tiles(), await size.inputValue()], [was, '3x3']);
      await size.selectOption('other');
      await dialog.getByLabel('Rows').fill('128');
      await dialog.getByLabel('Columns').fill('5');
      await dialog.getByRole('button', { name: 'New board' }).click();
      assert.equal(
        await dialog.getByLabel('Rows').evaluate((input) => input.matches(':invalid')),
        true,
      );
      await dialog.getByLabel('Rows').fill('2');
      await spec.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await spec.says('A random 2×5 board.');
      assert.equal((await spec.tiles()).split(' ').length, 10);
      assert.equal(await size.inputValue(), '2x5');
    },
  },
  {
    title: 'scramble and solve a 4×4 with proof',
    async body(spec) {
      const { page } = spec;
      await spec.open();
      const first = await spec.tiles();
      await spec.press('n');
      await spec.becomes(async () => (await spec.tiles()) !== first, true);
      const minimum = await spec.solve();
      assert.ok(minimum > 20 && minimum <= 80);
      await page.locator('solve-player .count', { hasText: `0 of ${minimum}` }).waitFor();
      await spec.button('To the end').click();
      await spec.tilesBecome('1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0');
    },
  },
  {
    title: 'play with keys, clicks and a drag or touch; undo and redo',
    always: true,
    async body(spec) {
      const { page } = spec;
      await spec.open(`#solve?board=${PUZZLE04}`);
      await spec.press('ArrowLeft', 'w');
      await spec.tilesBecome('1 2 3 4 0 5 7 8 6');
      await spec.becomes(() => spec.count.textContent(), '2');
      await spec.press('u', 'u');
      await spec.tilesBecome('0 1 3 4 2 5 7 8 6');
      await spec.press('y');
      await spec.tilesBecome('1 0 3 4 2 5 7 8 6');
      await spec.touch(page.locator('.tile[data-tile="2"]'));
      await spec.tilesBecome('1 2 3 4 0 5 7 8 6');
      const five = await page.locator('.tile[data-tile="5"]').boundingBox();
      const [x, y] = [five.x + five.width / 2, five.y + five.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x - five.width, y, { steps: 4 });
      await page.mouse.up();
      await spec.tilesBecome('1 2 3 4 5 0 7 8 6');
      await spec.press('ArrowUp');
      await spec.says('Solved in 4 moves');
    },
  },
  {
    title: 'pointing is enough in hover mode',
    async body(spec) {
      const { page } = spec;
      await spec.open(`#solve?board=${PUZZLE04}`);
      await page.locator('solve-settings summary').click();
      await page.getByLabel('Move by pointing (hover)').check();
      await page.locator('noyes-board').scrollIntoViewIfNeeded();
      const one = await page.locator('.tile[data-tile="1"]').boundingBox();
      await page.mouse.move(one.x + one.width / 2, one.y + one.height / 2);
      await spec.tilesBecome('1 0 3 4 2 5 7 8 6');
    },
  },
  {
    title: 'a hint shows the next tiles',
    async body(spec) {
      await spec.open(`#solve?board=${PUZZLE04}`);
      await spec.button('Hint').click();
      await spec.says('Slide 1 left, then 2 up, then 5 left.');
      assert.equal(await spec.page.locator('.tile.hinted').getAttribute('data-tile'), '1');
    },
  },
  {
    title: 'stop keeps the best, and the interval has two ends',
    async body(spec) {
      const { page } = spec;
      await spec.open(`#solve?board=${SIX}`);
      await page.locator('#solve').click();
      await spec.becomes(() => spec.has('solve-verdict .figure'), 2);
      await spec.stop();
      await spec.says('Stopped; the best solution is kept.');
      const [lower, upper] = await spec.figures();
      assert.ok(lower > 50 && lower < upper);
      assert.ok(await spec.has('noyes-interval .upper'));
      await page.locator('solve-player .count', { hasText: `0 of ${upper}` }).waitFor();
    },
  },
  {
    title: 'leave the solution: it catches up, and the move is judged',
    async body(spec) {
      await spec.open(`#solve?board=${FIFTEEN}`);
      const minimum = await spec.solve();
      const line = await spec.state('line');
      const best = line[0];
      await spec.press(ARROWS[best]);
      await spec.says(`Best: ${minimum - 1} moves to go.`);
      const start = await spec.tiles();
      await spec.press('u');
      await spec.becomes(async () => (await spec.tiles()) !== start, true);
      const before = await spec.tiles();
      for (const way of ['U', 'D', 'L', 'R'].filter((one) => one !== best)) {
        await spec.press(ARROWS[way]);
        if ((await spec.tiles()) !== before) break;
      }
      await spec.page.locator('solve-play .message', { hasText: 'to go' }).waitFor();
      const now = await spec.proven();
      assert.ok(now === minimum - 1 || now === minimum + 1, `${minimum} then ${now}`);
      // The search began again where the solution was left.
      await spec.becomes(async () => (await spec.state('search')).index, 1);
      await spec.becomes(async () => (await spec.state('search')).optimal, true);
      const wasted = await spec.page.getByText('This wastes 2 moves').count();
      assert.equal(wasted, now === minimum + 1 ? 1 : 0);
    },
  },
  {
    title: 'moves are judged on a timeline, and mistakes are reviewed without the answer',
    async body(spec) {
      await spec.open(`#solve?board=${PUZZLE04}&moves=LRLULU&at=6`);
      await spec.button('Judge my moves').click();
      await spec.says('1 mistake in 6 moves, 2 moves wasted.');
      assert.equal(await spec.has('.timeline .bar.bad'), 1);
      // What is known of a position is its verdict too.
      await spec.press('u', 'u');
      await spec.says('Minimum');
      assert.equal(await spec.proven(), 2);
      await spec.press('y', 'y');
      await spec.page.locator('#review').click();
      await spec.says('Mistake 1 of 1: find a better move.');
      assert.ok(await spec.page.locator('solve-player').isHidden());
      await spec.press('ArrowRight');
      await spec.says('That wastes moves too.');
      await spec.press('ArrowUp');
      await spec.says('Right: that is a best move.');
      // A move that no solution has made known is judged by itself.
      await spec.open(`#solve?board=${PUZZLE04}&moves=LR&at=2`);
      await spec.button('Judge my moves').click();
      await spec.says('1 mistake in 2 moves, 2 moves wasted.');
      await spec.press('ArrowUp');
      await spec.says('This wastes 2 moves: 5 to go.');
    },
  },
  {
    title: 'why not shorter: the bound on the tiles',
    async body(spec) {
      const { page } = spec;
      await spec.open('#solve?board=8.1.3/4.0.2/7.6.5');
      await page.locator('#why').click();
      await page.locator('.bounds', { hasText: 'Manhattan' }).waitFor();
      assert.equal(await spec.has('.tile.toned'), 8);
      assert.ok((await spec.has('.tile[data-badge]:not([data-badge=""])')) >= 5);
    },
  },
  {
    title: 'why not shorter: every kind of reason adds up to its bound',
    always: true,
    async body(spec) {
      const { page } = spec;
      await spec.open(`#solve?board=${FIFTEEN}`);
      await page.locator('#why').click();
      const kind = (name) => page.locator('solve-why').getByRole('button', { name, exact: true });
      const bound = async (name) => {
        const row = page.locator('.bounds tr', { hasText: name });
        return Number(await row.locator('.amount').textContent());
      };
      const sum = async () => {
        const words = await page.locator('.reasons p').last().textContent();
        const numbers = words.match(/\d+/g).map(Number);
        assert.equal(
          numbers.at(-1),
          numbers.slice(0, -1).reduce((all, one) => all + one, 0),
        );
        return numbers.at(-1);
      };
      await kind('Patterns').click();
      // Every tile bears the letter of its pattern, and the patterns are listed with their moves.
      await spec.becomes(() => spec.has('.tile.pattern'), 15);
      const letters = await page
        .locator('.tile.pattern')
        .evaluateAll((tiles) => [...new Set(tiles.map((tile) => tile.dataset.badge))].sort());
      const signs = await page.locator('.patterns .sign').allTextContents();
      assert.deepEqual(letters, signs);
      assert.equal(await sum(), await bound('Pattern tables'));
      await kind('Groups').click();
      assert.equal(await sum(), await bound('Groups'));
      assert.equal(await spec.has('.tile.pattern'), 0);
      await kind('Steps').click();
      await spec.says(`Together ${await bound('Manhattan')}.`);
      assert.equal(await spec.has('.tile.mark'), 0);
      // Where there are no tables, it says so.
      const seven = Array.from({ length: 7 }, (_, row) =>
        Array.from({ length: 7 }, (_, col) => (row * 7 + col + 1) % 49).join('.'),
      );
      await spec.open(`#solve?board=${seven.join('/')}`);
      await page.locator('#why').click();
      await kind('Patterns').click();
      await spec.says('There are no pattern tables for boards of more than 36 cells.');
      await page.locator('#why').click();
      await spec.becomes(() => spec.has('solve-why .content:not([hidden])'), 0);
    },
  },
  {
    title: 'goals, pushes, colours and a replay link',
    async body(spec) {
      const { page } = spec;
      await spec.open('#solve?board=8.1.2/7.0.6/5.4.3&goal=snail&metric=multi&colours=fringe');
      assert.equal(await spec.has('.tile.hued'), 8);
      await spec.solve();
      assert.match(await spec.headline.textContent(), /pushes/);
      await page.locator('solve-settings summary').click();
      await page.getByLabel('Colours').selectOption('grid');
      await spec.becomes(() => spec.has('.tile.hued'), 8);
      const fields = JSON.stringify(['LULU', 5000, '0 1 3/4 2 5/7 8 6', -1]);
      const replay = await page.evaluate(async (text) => {
        const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate'));
        const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
        return encodeURIComponent(btoa(String.fromCharCode(...bytes)));
      }, fields);
      await spec.open(`?r=${replay}`);
      await spec.says('a slidysim replay of 4 moves');
    },
  },
  {
    title: 'any board is a goal',
    async body(spec) {
      const { page } = spec;
      await spec.open(`#solve?board=${PUZZLE04}`);
      await page.locator('solve-settings summary').click();
      await page.getByLabel('Goal').selectOption('custom');
      await spec.says('This board is solved.');
      await spec.press('ArrowLeft', 'ArrowLeft');
      await spec.says('at least 2 moves');
      assert.equal(await spec.solve(), 2);
    },
  },
];
