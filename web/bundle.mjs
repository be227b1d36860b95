// Joins the modules of a page into a few files, so that it opens with few requests and compresses
// well.
//
// A module becomes a function that returns its exports; names inside stay as they are. It reads the
// plain modules of page/ and no others: named imports, and exports of declarations, each at the
// beginning of a line.
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path/posix';

/**
 * @typedef {object} Module
 * @property {string} id the name of its exports in the joined files
 * @property {string} text
 * @property {{ names: string, path: string }[]} imports
 * @property {string[]} exports
 */

const IMPORT = /^import \{([^}]*)\} from '(\.[^']+)';$/gm;
const EXPORT = /^export (?=(?:const|class|function|async function) (\w+))/gm;

/**
 * The joined files by their paths.
 *
 * What several eager entries need goes into `shared`; what one of them needs goes with it. Lazy
 * entries are fetched later, by a page that has an eager one already: they bring the rest.
 *
 * @param {string} folder
 * @param {{ eager: string[], lazy?: string[], shared?: string }} entries
 * @param {(text: string) => string} bare how a text is shortened
 * @returns {Promise<Map<string, string>>}
 */
export async function bundle(folder, { eager, lazy = [], shared = 'shared.js' }, bare) {
  /** @type {Map<string, Module>} In an order in which every module comes after what it imports. */
  const modules = new Map();
  /** @type {Map<string, Set<string>>} The entries that need a module. */
  const users = new Map();
  for (const entry of [...eager, ...lazy]) await collect(folder, entry, entry, modules, users, []);
  const homes = new Map([...users].map(([path, by]) => [path, homeOf(by, eager, lazy, shared)]));
  const files = [...new Set(homes.values())];
  return new Map(files.map((file) => [file, bare(joined(file, modules, homes))]));
}

/**
 * Reads a module and all that it imports.
 * @param {string} folder @param {string} path @param {string} entry
 * @param {Map<string, Module>} modules @param {Map<string, Set<string>>} users
 * @param {string[]} above the modules that import this one
 */
async function collect(folder, path, entry, modules, users, above) {
  if (above.includes(path)) throw new Error(`modules import each other: ${[...above, path]}`);
  if (users.get(path)?.has(entry)) return;
  users.set(path, (users.get(path) ?? new Set()).add(entry));
  const text = await readFile(join(folder, path), 'utf8');
  const imports = [...text.matchAll(IMPORT)].map(([, names, from]) => ({
    names: names.replaceAll(' as ', ': '),
    path: join(dirname(path), from),
  }));
  for (const { path: next } of imports) {
    await collect(folder, next, entry, modules, users, [...above, path]);
  }
  if (modules.has(path)) return;
  const exports = [...text.matchAll(EXPORT)].map(([, name]) => name);
  modules.set(path, { id: `m${modules.size}`, text, imports, exports });
}

/**
 * The file that a module goes into.
 * @param {Set<string>} by @param {string[]} eager @param {string[]} lazy @param {string} shared
 */
function homeOf(by, eager, lazy, shared) {
  const early = eager.filter((entry) => by.has(entry));
  if (early.length) return early.length > 1 ? shared : early[0];
  const late = lazy.filter((entry) => by.has(entry));
  return late.length > 1 ? eager[0] : late[0];
}

/**
 * @param {string} file @param {Map<string, Module>} modules @param {Map<string, string>} homes
 */
function joined(file, modules, homes) {
  const inside = [...modules].filter(([path]) => homes.get(path) === file);
  /** @type {Map<string, Set<string>>} What is imported from other files. */
  const foreign = new Map();
  for (const { path } of inside.flatMap(([, module]) => module.imports)) {
    const home = /** @type {string} */ (homes.get(path));
    const { id } = /** @type {Module} */ (modules.get(path));
    if (home !== file) foreign.set(home, (foreign.get(home) ?? new Set()).add(id));
  }
  const imports = [...foreign].map(
    ([home, ids]) => `import { ${[...ids].join(', ')} } from '${between(file, home)}';`,
  );
  const bodies = inside.map(([path, module]) => wrapped(path, module, modules, file));
  const own = modules.get(file);
  const names = own?.exports.length
    ? [`export const { ${own.exports.join(', ')} } = ${own.id};`]
    : [];
  const ids = `export { ${inside.map(([, { id }]) => id).join(', ')} };`;
  return [...imports, ...bodies, ...names, ids].join('\n');
}

/**
 * A module as a function that is called at once.
 * @param {string} path @param {Module} module @param {Map<string, Module>} modules
 * @param {string} file
 */
function wrapped(path, { id, text, imports, exports }, modules, file) {
  const heads = imports.map(
    ({ names, path: from }) => `const {${names}} = ${modules.get(from)?.id};`,
  );
  // A path from the module becomes one from the file that it is in.
  const moved = (/** @type {string} */ to) => between(file, join(dirname(path), to));
  const body = text
    .replace(IMPORT, '')
    .replace(EXPORT, '')
    .replace(/\bimport\('(\.[^']+)'\)/g, (_, to) => `import('${moved(to)}')`)
    .replace(
      /new URL\('(\.[^']+)', import\.meta/g,
      (_, to) => `new URL('${moved(to)}', import.meta`,
    );
  const ending = `return { ${exports.join(', ')} };`;
  return [`const ${id} = (() => {`, ...heads, body, ending, '})();'].join('\n');
}

/** A relative path from one file to another. @param {string} from @param {string} to */
function between(from, to) {
  const path = relative(dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}
