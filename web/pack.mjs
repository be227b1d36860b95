// Makes the npm package: pack.mjs MODULE NETS FOLDER. See web/pack.
//
// It has the page's own modules, the engine and its nets, types made from the comments, and one
// style sheet that touches nothing but the package's elements.
import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const [module, nets, folder] = process.argv.slice(2);
const here = import.meta.dirname;
const made = join(folder, 'package');
const page = join(made, 'page');
/** What an application does not need. */
const NOT_PART = /^(\w+\.html|main\.js|embed\.js|sw\.js|icon\.svg|views|style|noyes\.wasm)$/;

await rm(made, { recursive: true, force: true });
await mkdir(page, { recursive: true });
for (const name of await readdir(join(here, 'page'))) {
  if (!NOT_PART.test(name))
    await cp(join(here, 'page', name), join(page, name), { recursive: true });
}
for (const name of ['index.js', 'node.js', 'node-worker.js', 'elements.js', 'README.md']) {
  await cp(join(here, 'package', name), join(made, name));
}
await cp(module, join(made, 'noyes.wasm'));
await mkdir(join(page, 'nets'));
for (const name of await readdir(nets)) {
  if (name.endsWith('.net')) await cp(join(nets, name), join(page, 'nets', name));
}
for (const name of ['LICENSE-MIT', 'LICENSE-APACHE'])
  await cp(join(here, '..', name), join(made, name));

const style = async (name) => readFile(join(here, 'page/style', name), 'utf8');
const scoped = async (name) => {
  const rules = (await style(name)).replaceAll(':root', ':scope');
  return `@scope (noyes-player, noyes-board) {\n${rules}}\n`;
};
const sheets = [
  await scoped('base.css'),
  await style('board.css'),
  await style('player.css'),
  await scoped('contrast.css'),
];
await writeFile(join(made, 'style.css'), sheets.join(''));

const [, version] = /^version = "([^"]+)"/m.exec(
  await readFile(join(here, '../Cargo.toml'), 'utf8'),
);
const description = {
  name: 'noyes',
  version,
  description: 'Solves sliding-tile puzzles, with proof: WebAssembly in a worker, and two elements',
  license: '(MIT OR Apache-2.0)',
  keywords: ['sliding-puzzle', '15-puzzle', '8-puzzle', 'solver', 'web-components', 'wasm'],
  type: 'module',
  engines: { node: '>=20' },
  sideEffects: ['./elements.js', './page/elements/*.js', './page/engine/worker.js', './*.css'],
  exports: {
    '.': {
      types: './types/index.d.ts',
      node: './node.js',
      default: './index.js',
    },
    './elements': { types: './types/elements.d.ts', default: './elements.js' },
    './style.css': './style.css',
    './noyes.wasm': './noyes.wasm',
    './package.json': './package.json',
  },
};
await writeFile(join(made, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);

const tsc = join(here, 'node_modules/.bin/tsc');
const options = '--allowJs --declaration --emitDeclarationOnly --skipLibCheck --target es2024';
const modules = '--module esnext --moduleResolution bundler --lib es2024,dom,dom.iterable';
execFileSync(
  tsc,
  [...`${options} ${modules} --rootDir . --outDir types`.split(' '), 'index.js', 'elements.js'],
  { cwd: made, stdio: 'inherit' },
);
const [{ filename, size, unpackedSize }] = JSON.parse(
  execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', folder], {
    cwd: made,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }),
);
console.log(`${join(folder, filename)}: ${size} bytes, ${unpackedSize} unpacked`);
