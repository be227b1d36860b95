// What the browser tests run against: the server and the static files, at two sizes, in two themes.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { request as ask } from 'node:http';
import { join } from 'node:path';
import { SIZES } from './browser.mjs';
import { serveFolder } from './static-server.mjs';

const here = import.meta.dirname;

/** `noyes serve`, on a free port if none is given. */
export async function serveNoyes(port = 0) {
  const command = process.env.NOYES ?? join(here, '../../target/release/noyes');
  const child = spawn(command, ['serve', '--port', String(port)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const url = await new Promise((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (data) => {
      said += data;
      const found = /listening on (http:\S+)/.exec(said);
      if (found) resolve(found[1]);
    });
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`noyes serve ended with ${code}: ${said}`)));
  });
  return { url: url.endsWith('/') ? url : `${url}/`, close: () => child.kill('SIGKILL') };
}

/**
 * A server that has the page's own engine beside it: the files of dist/ as a server has them, and
 * the calls passed on to `noyes serve`.
 */
export async function serveBoth() {
  const noyes = await serveNoyes();
  const files = await serveFolder(join(here, '../dist'), 0, async (request, response) => {
    const { pathname } = new URL(request.url, 'http://x');
    if (pathname === '/') {
      const page = await readFile(join(here, '../dist/index.html'), 'utf8');
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(page.replace(/<meta name="noyes-engine"[^>]*>/, ''));
      return true;
    }
    if (pathname !== '/healthz' && !pathname.startsWith('/api/')) return false;
    const { host } = new URL(noyes.url);
    const headers = { ...request.headers, host, origin: `http://${host}` };
    const passed = ask(
      new URL(request.url, noyes.url),
      { method: request.method, headers },
      (answer) => {
        response.writeHead(answer.statusCode, { ...answer.headers, 'noyes-engine': 'noyes.wasm' });
        answer.pipe(response);
      },
    );
    passed.on('error', () => response.destroy());
    request.pipe(passed);
    return true;
  });
  return {
    url: files.url,
    close: () => {
      files.close();
      noyes.close();
    },
  };
}

export const serveDist = () => serveFolder(join(here, '../dist'));

/**
 * Both engines with the whole specification, and what depends on size and theme in the other two.
 */
export const RUNS = [
  { engine: 'worker', size: 'desktop', theme: 'light', whole: true },
  { engine: 'server', size: 'phone', theme: 'dark', whole: true },
  { engine: 'worker', size: 'phone', theme: 'dark', whole: process.env.WHOLE === '1' },
  { engine: 'server', size: 'desktop', theme: 'light', whole: process.env.WHOLE === '1' },
];

/**
 * A page that notes what must not happen: errors, and requests to anywhere else.
 * @param {import('playwright-core').Browser} browser @param {{ size: string, theme: string }} run
 * @param {string} origin
 */
export async function openContext(browser, { size, theme }, origin) {
  const context = await browser.newContext({
    ...SIZES[size],
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const troubles = [];
  context.on('console', (message) => {
    // A text that is no board is refused with 422, and a server that is busy answers 503 and is
    // asked again: the browser tells both as errors.
    const isRefusal = message.text().match(/status of (422|503)/);
    if (message.type() === 'error' && !isRefusal) troubles.push(message.text());
  });
  context.on('weberror', (error) => troubles.push(String(error.error())));
  context.on('request', (request) => {
    if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(origin))
      troubles.push(`asked ${request.url()}`);
  });
  return { context, troubles };
}
