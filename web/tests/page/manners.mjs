// What holds for the whole page: keys, speech, sharing, pictures, embeds, large boards, axe.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { PUZZLE04 } from './spec.mjs';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** A picture of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export default [
  {
    title: 'share the address and open it again',
    async body(spec) {
      const { page } = spec;
      await spec.open(`#solve?board=${PUZZLE04}&goal=blank-last`);
      await spec.solve();
      await spec.press('.');
      await page.locator('solve-player .count', { hasText: '1 of 4' }).waitFor();
      await page.waitForFunction(() => location.hash.includes('moves=LULU&at=1'));
      await spec.button('Share').click();
      const link = await page.locator('dialog textarea').first().inputValue();
      const snippet = await page.locator('dialog textarea').nth(1).inputValue();
      assert.match(snippet, /^<iframe src="http[^"]+embed[^"]+board=0\.1\.3/);
      await spec.press('Escape');
      await page.goto('about:blank');
      await page.goto(link);
      await page.locator('solve-player .count', { hasText: '1 of 4' }).waitFor();
      await spec.tilesBecome('1 0 3 4 2 5 7 8 6');
    },
  },
  {
    title: 'a picture on the tiles; the board saved as SVG, PNG and GIF',
    async body(spec) {
      const { page } = spec;
      await spec.open(`#solve?board=${PUZZLE04}&moves=LULU`);
      await page.locator('solve-settings summary').click();
      const chooser = page.waitForEvent('filechooser');
      await spec.button('Picture on the tiles').click();
      const buffer = Buffer.from(PIXEL, 'base64');
      await (await chooser).setFiles({ name: 'dot.png', mimeType: 'image/png', buffer });
      await spec.becomes(() => spec.has('.tile .picture'), 8);
      await spec.button('Share').click();
      assert.match(String(await spec.saved('Save as SVG')), /^<svg .*<text.*>8<\/text>/s);
      assert.equal((await spec.saved('Save as PNG')).subarray(1, 4).toString(), 'PNG');
      assert.equal((await spec.saved('Save the moves as GIF')).subarray(0, 6).toString(), 'GIF89a');
    },
  },
  {
    title: '127×127 is drawn and played',
    async body(spec) {
      const { page } = spec;
      await spec.open();
      await page.locator('solve-input select').first().selectOption('127x127');
      await page.locator('canvas.large').waitFor();
      const was = await spec.tiles();
      for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
        await spec.press(key);
        if ((await spec.tiles()) !== was) break;
      }
      assert.notEqual(await spec.tiles(), was);
      await spec.button('Zoom in').click();
      assert.ok(await page.evaluate(() => document.querySelector('noyes-board').canvas.zoom > 1));
    },
  },
  {
    title: 'thirty embeds on a page',
    async body(spec) {
      const { page } = spec;
      await spec.open();
      await page.evaluate(async (src) => {
        const make = () => Object.assign(document.createElement('iframe'), { src, width: 200 });
        const frames = Array.from({ length: 30 }, make);
        document.body.append(...frames);
        const loaded = (frame) => new Promise((resolve) => (frame.onload = resolve));
        await Promise.all(frames.map(loaded));
      }, `embed.html#solve?board=${PUZZLE04}&moves=LULU`);
      const frames = page.frames().slice(1);
      assert.equal(frames.length, 30);
      for (const frame of frames) await frame.locator('.tile').first().waitFor();
      const last = frames[29];
      await last.evaluate(() => document.querySelector('.tile[data-tile="1"]').click());
      await last.getByText('1 of 4').waitFor();
    },
  },
  {
    title: 'with the keyboard alone, and spoken',
    async body(spec) {
      const { page, live } = spec;
      await spec.open(`#solve?board=${PUZZLE04}`);
      await spec.press('b');
      const board = 'Row 1: blank, 1, 3. Row 2: 4, 2, 5. Row 3: 7, 8, 6.';
      await spec.becomes(() => live.textContent(), board);
      await spec.press('Enter');
      await live
        .filter({ hasText: 'Proven: the minimum is 4 moves.' })
        .waitFor({ state: 'attached' });
      await spec.press('.');
      await page.locator('solve-player .count', { hasText: '1 of 4' }).waitFor();
      // Along the solution it is the board as it is now that is spoken of.
      const spoken = [
        ['v', 'Proven: 3 moves to go from here.'],
        ['j', 'There are no moves of yours to judge.'],
        ['m', 'Every move is said.'],
        ['w', '2 up'],
        ['u', '2 back'],
        ['ArrowDown', 'No tile slides down here'],
        ['m', 'Moves are no longer said.'],
      ];
      for (const [key, words] of spoken) {
        await spec.press(key);
        await spec.becomes(async () => (await live.textContent()).trim(), words);
      }
      await spec.press('?');
      const sheet = page.getByRole('dialog', { name: 'Keys' });
      await sheet.waitFor();
      await spec.press('Escape');
      await sheet.waitFor({ state: 'detached' });
      await spec.press('2');
      await page.locator('learn-tree').first().waitFor();
      await spec.press('1');
      await page.locator('solve-view').waitFor();
      await spec.press('Tab');
      assert.equal(await page.evaluate(() => document.activeElement.className), 'skip');
    },
  },
  {
    title: 'more contrast, and the colours of a system that forces them',
    always: true,
    async body(spec) {
      const { page } = spec;
      await page.emulateMedia({ contrast: 'more' });
      for (const hash of [`#solve?board=${PUZZLE04}`, `#learn?board=${PUZZLE04}&step=3`]) {
        await spec.open(hash);
        if (hash.startsWith('#solve')) await spec.solve();
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() =>
          globalThis.axe.run({ runOnly: ['color-contrast-enhanced'] }),
        );
        assert.deepEqual(
          violations.flatMap(({ nodes }) => nodes.map(({ html }) => html.slice(0, 120))),
          [],
        );
      }
      await page.emulateMedia({ contrast: 'no-preference', forcedColors: 'active' });
      await spec.open(`#solve?board=${PUZZLE04}`);
      await spec.press('h');
      await page.locator('.tile.hinted').waitFor();
      const [canvas, text, tile, number, hinted] = await page.evaluate(() => {
        const colourOf = (element, before, name) => getComputedStyle(element, before)[name];
        const probe = document.body.appendChild(document.createElement('p'));
        probe.style.cssText = 'forced-color-adjust: none; background: Canvas; color: CanvasText';
        const [plain] = document.querySelectorAll('.tile:not(.hinted)');
        return [
          colourOf(probe, null, 'backgroundColor'),
          colourOf(probe, null, 'color'),
          colourOf(plain, '::before', 'backgroundColor'),
          colourOf(plain.querySelector('.number'), null, 'color'),
          colourOf(document.querySelector('.tile.hinted'), '::before', 'backgroundColor'),
        ];
      });
      assert.deepEqual([tile, number], [canvas, text]);
      assert.notEqual(hinted, canvas);
      await page.emulateMedia({ forcedColors: 'none' });
    },
  },
  {
    title: 'axe finds nothing, and nothing is too wide',
    always: true,
    async body(spec) {
      const { page } = spec;
      const hashes = [
        `#solve?board=8.1.3/4.0.2/7.6.5&moves=LURD&at=2`,
        '#solve?board=1.2.3/4.5.6/8.7.0',
        `#learn?board=${PUZZLE04}&step=3&boards=both`,
        `#race?board=${PUZZLE04}`,
      ];
      for (const hash of hashes) {
        await spec.open(hash);
        if (hash === hashes[0]) {
          await spec.solve();
          await page.locator('#why').click();
          await page.locator('.bounds').waitFor();
        }
        if (hash === hashes[1]) {
          await page.locator('#draw').click();
          await page.locator('.cell.next').waitFor();
        }
        // The page forbids scripts of others in its document: axe runs in the page's own world.
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => globalThis.axe.run());
        const found = violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`,
        );
        assert.deepEqual(found, []);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        assert.ok(overflow <= 0, `${hash} is ${overflow} pixels too wide`);
      }
    },
  },
];
