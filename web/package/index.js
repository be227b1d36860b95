/** noyes in a browser: the engine in a worker. */
import { WorkerEngine } from './page/engine/worker-engine.js';

export { Problem } from './page/engine/types.js';

/**
 * Opens an engine.
 *
 * `call(name, request)` answers `check`, `info`, `hint`, `scramble`, `compare`, `tree` and `render`;
 * `solve(request, onEvent, signal)` tells what it finds on the way. Requests and answers are those
 * of the HTTP API. `close()` ends its workers.
 *
 * @returns {Promise<WorkerEngine>}
 */
export async function openEngine() {
  const answer = await fetch(new URL('./noyes.wasm', import.meta.url));
  return new WorkerEngine(await WebAssembly.compile(await answer.arrayBuffer()));
}
