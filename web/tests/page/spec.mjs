// What the parts of the specification share: boards, and what can be seen and done on a page.
import assert from 'node:assert/strict';

export const PUZZLE04 = '0.1.3/4.2.5/7.8.6';
export const FIFTEEN = '15.8.5.2/7.13.11.12/4.1.6.10/14.9.0.3';
export const SIX = [
  '31.25.8.12.33.1/14.28.20.5.2.30/27.9.34.0.17.22',
  '4.15.32.10.7.35/24.3.29.18.11.26/16.21.6.13.19.23',
].join('/');

/** Generous, since a busy machine may need it; nothing waits longer than it must. */
const PATIENCE = 60_000;

/** A page of one run. */
export class Spec {
  /** @param {import('playwright-core').Page} page @param {string} url @param {any} run */
  constructor(page, url, run) {
    this.page = page;
    this.url = url;
    this.run = run;
    page.setDefaultTimeout(PATIENCE);
    this.headline = page.locator('solve-verdict .headline');
    this.count = page.locator('.figures dd').first();
    this.live = page.locator('#live');
    this.nodes = page.locator('learn-tree').first().locator('.node');
  }

  /** Opens the page anew, and waits until its view is there. */
  async open(hash = '') {
    await this.page.goto('about:blank');
    await this.page.goto(this.url + hash);
    await this.page.locator('noyes-app main > *').first().waitFor();
  }

  /** Asks until the answer is the wanted one. */
  async becomes(ask, wanted) {
    const end = Date.now() + PATIENCE;
    let seen = await ask();
    while (seen !== wanted && Date.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 30));
      seen = await ask();
    }
    assert.equal(seen, wanted);
  }

  tiles() {
    return this.page.evaluate(() => document.querySelector('noyes-board').board.tiles.join(' '));
  }

  tilesBecome(wanted) {
    return this.becomes(() => this.tiles(), wanted);
  }

  /** The numbers of the verdict. */
  async figures() {
    const figures = await this.headline.locator('.figure').allTextContents();
    return figures.map((text) => Number(text.replace(/\D/g, '')));
  }

  /** Waits for the proof, and tells the minimum. */
  async proven() {
    await this.headline.locator('.stamp').waitFor();
    return (await this.figures())[0];
  }

  async solve() {
    await this.page.locator('#solve').click();
    return this.proven();
  }

  /**
   * Stops the search. A click waits until the button stands still for two frames, which on a busy
   * machine takes longer than the search.
   */
  stop() {
    return this.page.locator('#solve', { hasText: 'Stop' }).dispatchEvent('click');
  }

  says(text) {
    return this.page.getByText(text).first().waitFor();
  }

  press(...keys) {
    return keys.reduce(
      (before, key) => before.then(() => this.page.keyboard.press(key)),
      Promise.resolve(),
    );
  }

  button(name) {
    return this.page.getByRole('button', { name });
  }

  /** A click, or a tap where there are fingers. */
  touch(locator) {
    return this.run.size === 'phone' ? locator.tap() : locator.click();
  }

  /** The names of elements that are on the page. */
  has(selector) {
    return this.page.locator(selector).count();
  }

  /** What a button saves as a file. */
  async saved(name) {
    const download = this.page.waitForEvent('download');
    await this.page.getByRole('button', { name }).click();
    const stream = await (await download).createReadStream();
    const parts = [];
    for await (const part of stream) parts.push(part);
    return Buffer.concat(parts);
  }

  state(name) {
    return this.page.evaluate((key) => document.querySelector('noyes-app').game.state[key], name);
  }
}
