// Makes dist/ from page/: build.mjs MODULE NETS. See web/build.
//
// The modules are those of page/ without comments and indentation. The page learns that it is
// static, which modules to fetch early, and what the service worker keeps.
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const [module, nets] = process.argv.slice(2);
const here = import.meta.dirname;
const dist = join(here, 'dist');
/** The most bytes, compressed. */
const BUDGETS = { page: 60_000, engine: 350_000 };

await rm(dist, { recursive: true, force: true });
await cp(join(here, 'page'), dist, { recursive: true });
await cp(module, join(dist, 'noyes.wasm'));
await mkdir(join(dist, 'nets'));
for (const name of await readdir(nets)) {
  if (name.endsWith('.net')) await cp(join(nets, name), join(dist, 'nets', name));
}

/**
 * A module or style sheet without comments and indentation. It relies on a rule of page/: the signs
 * that open a comment stand in no text, and no text goes over several lines.
 */
const bare = (text) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '').replace(/^\s+|\s+$/gm, '') + '\n';

/** All files below a folder, as paths from dist. */
async function filesOf(folder) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(dist, join(entry.parentPath, entry.name)).replaceAll('\\', '/')).sort();
}

/** The modules that a module imports at its beginning, and theirs. */
async function importsOf(path, found = new Set()) {
  for (const [, name] of (await readFile(join(dist, path), 'utf8')).matchAll(/^(?:import|export) [^;]*?from '(\.[^']+)';/gm)) {
    const next = relative(dist, join(dist, path, '..', name)).replaceAll('\\', '/');
    if (!found.has(next)) {
      found.add(next);
      await importsOf(next, found);
    }
  }
  return found;
}

for (const [page, main] of [['index.html', 'main.js'], ['embed.html', 'embed.js']]) {
  const early = [...await importsOf(main)].map((path) => `  <link rel="modulepreload" href="${path}">\n`).join('');
  const wasm = page === 'index.html' ? '  <link rel="preload" href="noyes.wasm" as="fetch" type="application/wasm" crossorigin>\n' : '';
  const text = await readFile(join(dist, page), 'utf8');
  await writeFile(join(dist, page), text.replace('</head>', `  <meta name="noyes-engine" content="worker">\n${early}${wasm}</head>`));
}

for (const path of await filesOf(dist)) {
  if (/\.(js|css)$/.test(path)) await writeFile(join(dist, path), bare(await readFile(join(dist, path), 'utf8')));
}

const kept = (await filesOf(dist)).filter((path) => path !== 'sw.js' && !path.startsWith('nets/'));
const hash = createHash('sha256');
for (const path of kept) hash.update(path).update(await readFile(join(dist, path)));
const version = `noyes-${hash.digest('hex').slice(0, 12)}`;
const worker = await readFile(join(dist, 'sw.js'), 'utf8');
await writeFile(join(dist, 'sw.js'), worker.replace("'VERSION'", `'${version}'`).replace("['FILES']", JSON.stringify(['./', ...kept])));

const sizes = { page: 0, engine: 0 };
for (const path of await filesOf(dist)) {
  const size = brotliCompressSync(await readFile(join(dist, path))).length;
  if (/\.(js|css)$/.test(path)) sizes.page += size;
  if (path.endsWith('.wasm')) sizes.engine += size;
}
// An engine that is compiled in haste, for tests, is larger.
const checked = process.env.ENGINE_BUDGET === 'none' ? ['page'] : ['page', 'engine'];
let broken = 0;
for (const [name, size] of Object.entries(sizes)) {
  console.log(`${name}: ${size} bytes compressed, at most ${BUDGETS[name]}`);
  broken += Number(checked.includes(name) && size > BUDGETS[name]);
}
console.log(`dist: ${version}`);
process.exit(broken ? 1 : 0);
