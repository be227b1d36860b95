// Makes dist/ from page/: build.mjs MODULE NETS. See web/build.
//
// The modules are joined into a few files, without comments and indentation. The page learns that
// it is static, what it may load, what to fetch early, and what the service worker keeps.
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { bundle } from './bundle.mjs';

const [module, nets] = process.argv.slice(2);
const here = import.meta.dirname;
const page = join(here, 'page');
const dist = join(here, 'dist');
/**
 * The most bytes, compressed. An engine that is compiled in haste, for tests, is 1.37 times as
 * large (463,213 bytes against 337,451). Its budget was 468,000 before beams had points of tuples, and
 * has to come back to that: what the real engine has now was not measured.
 */
const BUDGETS = { page: 60_000, engine: { done: 350_000, hasty: 482_000, none: Infinity } };
/** What the server says in a header. */
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

/**
 * A module or style sheet without comments and indentation. It relies on a rule of page/: the signs
 * that open a comment stand in no text, and no text goes over several lines.
 * @param {string} text
 */
const bare = (text) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/^\s+|\s+$/gm, '') + '\n';

/** All files below a folder, as paths from it. @param {string} folder */
async function filesOf(folder) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

/** @param {string} path @param {string | Uint8Array} content */
async function put(path, content) {
  await mkdir(dirname(join(dist, path)), { recursive: true });
  await writeFile(join(dist, path), content);
}

await rm(dist, { recursive: true, force: true });
for (const path of await filesOf(page)) {
  if (path.endsWith('.css')) await put(path, bare(await readFile(join(page, path), 'utf8')));
  else if (/\.(svg|webmanifest)$/.test(path)) await put(path, await readFile(join(page, path)));
}
await cp(module, join(dist, 'noyes.wasm'));
await mkdir(join(dist, 'nets'));
for (const name of await readdir(nets)) {
  if (name.endsWith('.net')) await cp(join(nets, name), join(dist, 'nets', name));
}

const lazy = ['views/learn/learn-view.js', 'views/race/race-view.js'];
const scripts = new Map([
  ...(await bundle(page, { eager: ['main.js', 'embed.js'], lazy }, bare)),
  ...(await bundle(page, { eager: ['early.js'] }, bare)),
  ...(await bundle(page, { eager: ['engine/worker.js'] }, bare)),
]);
for (const [path, text] of scripts) await put(path, text);

const meta = [
  `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
  '<meta name="noyes-engine" content="worker">',
  '<link rel="modulepreload" href="shared.js">',
];
const early = [
  '<link rel="preload" href="noyes.wasm" as="fetch" type="application/wasm" crossorigin>',
  '<script type="module" src="early.js"></script>',
];
const frame = await readFile(join(page, 'frame.html'), 'utf8');
for (const name of ['index.html', 'embed.html']) {
  const lines = name === 'index.html' ? [...meta, ...early] : meta;
  const own = await readFile(join(page, name), 'utf8');
  // The policy stands before what it is about.
  const charset = '<meta charset="utf-8">';
  const head = frame.replace(charset, [charset, ...lines].join('\n'));
  await put(name, head.replace('<!-- own -->', () => own.trimEnd()).replace(/^ +/gm, ''));
}

const kept = (await filesOf(dist)).filter((path) => !path.startsWith('nets/'));
const hash = createHash('sha256');
for (const path of kept) hash.update(path).update(await readFile(join(dist, path)));
const version = `noyes-${hash.digest('hex').slice(0, 12)}`;
const worker = await readFile(join(page, 'sw.js'), 'utf8');
const files = JSON.stringify(['./', ...kept]);
await put('sw.js', bare(worker.replace("'VERSION'", `'${version}'`).replace("['FILES']", files)));

const sizes = { page: 0, engine: 0 };
for (const path of await filesOf(dist)) {
  const size = brotliCompressSync(await readFile(join(dist, path))).length;
  if (/\.(js|css)$/.test(path)) sizes.page += size;
  if (path.endsWith('.wasm')) sizes.engine += size;
}
const most = { page: BUDGETS.page, engine: BUDGETS.engine[process.env.ENGINE_BUDGET ?? 'done'] };
let broken = 0;
for (const [name, size] of Object.entries(sizes)) {
  console.log(`${name}: ${size} bytes compressed, at most ${most[name]}`);
  broken += Number(!(size <= most[name]));
}
console.log(`dist: ${version}`);
process.exit(broken ? 1 : 0);
