/**
 * Tables that outlast a visit: files of the origin's private file system, else of IndexedDB.
 *
 * A file is there whole or not at all. The engine checks what it is given and builds a damaged table
 * again, which then replaces the file. Without storage, tables last as long as the worker.
 *
 * @typedef {object} TableFiles
 * @property {() => Promise<string[]>} names
 * @property {(name: string) => Promise<ArrayBuffer | null>} read null if it cannot be read
 * @property {(name: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>} write
 */

const FOLDER = 'noyes-tables';

/** @returns {Promise<TableFiles | null>} */
export async function openTables() {
  try {
    return 'createWritable' in FileSystemFileHandle.prototype
      ? await inFileSystem()
      : await inDatabase();
  } catch {
    return inDatabase().catch(() => null);
  }
}

/** @returns {Promise<TableFiles>} */
async function inFileSystem() {
  const root = await navigator.storage.getDirectory();
  const folder = /** @type {any} */ (await root.getDirectoryHandle(FOLDER, { create: true }));
  return {
    async names() {
      const names = [];
      for await (const name of folder.keys()) names.push(name);
      return names;
    },
    async read(name) {
      try {
        return await (await (await folder.getFileHandle(name)).getFile()).arrayBuffer();
      } catch {
        return null;
      }
    },
    async write(name, bytes) {
      const file = await folder.getFileHandle(name, { create: true });
      // What is written shows only once it is closed.
      const writable = await file.createWritable();
      await writable.write(bytes);
      await writable.close();
    },
  };
}

/** @returns {Promise<TableFiles>} */
async function inDatabase() {
  const opening = indexedDB.open(FOLDER, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(FOLDER);
  const database = await settled(opening);
  const files = (/** @type {IDBTransactionMode} */ mode) =>
    database.transaction(FOLDER, mode).objectStore(FOLDER);
  return {
    names: async () => (await settled(files('readonly').getAllKeys())).map(String),
    read: async (name) => (await settled(files('readonly').get(name))) ?? null,
    write: async (name, bytes) => {
      await settled(files('readwrite').put(bytes.buffer, name));
    },
  };
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const settled = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
