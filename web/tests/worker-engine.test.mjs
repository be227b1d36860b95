// The page's own engine with workers that a test plays: who is asked, who is stopped, who is ended.
import { test } from 'node:test';
import assert from 'node:assert/strict';

const { Suspending, promising } = WebAssembly;

/** The module as it is where WebAssembly can be suspended, or cannot. */
async function engineModule(canSuspend) {
  Object.assign(WebAssembly, { Suspending: class {}, promising() {} });
  if (!canSuspend) for (const name of ['Suspending', 'promising']) delete WebAssembly[name];
  const found = await import(`../page/engine/worker-engine.js?suspends=${canSuspend}`);
  Object.assign(WebAssembly, { Suspending, promising });
  return found;
}

/** A worker that notes what it is told. */
class PlayedWorker {
  told = [];
  isEnded = false;

  postMessage(message) {
    this.told.push(message);
  }

  terminate() {
    this.isEnded = true;
  }

  /** The questions that it was asked. */
  get asked() {
    return this.told.filter(({ name }) => name);
  }

  /** It has been loaded and has the module. */
  opens() {
    this.onmessage({ data: { module: {} } });
  }

  answer(answer) {
    this.onmessage({ data: { id: this.asked.at(-1).id, answer } });
  }
}

async function open(canSuspend) {
  const { WorkerEngine } = await engineModule(canSuspend);
  const workers = [];
  const engine = new WorkerEngine({}, () => {
    workers.push(new PlayedWorker());
    return workers.at(-1);
  });
  const control = new AbortController();
  const solve = () => engine.solve({ board: 'x' }, () => {}, control.signal).catch((e) => e.name);
  return { engine, workers, control, solve };
}

/** Lets everything run that waits for nothing outside. */
const settled = async () => {
  for (let turn = 0; turn < 20; turn++) await null;
};

test('a search that does not stop when told is ended after 50 ms', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { workers, control, solve } = await open(true);
  const ended = solve();
  await settled();
  control.abort();
  assert.deepEqual(workers[0].told.at(-1), { stop: workers[0].asked[0].id });
  t.mock.timers.tick(49);
  assert.equal(workers.length, 1);
  t.mock.timers.tick(1);
  // Another one is ready first.
  assert.deepEqual([workers.length, workers[0].isEnded], [2, false]);
  workers[1].opens();
  assert.equal(await ended, 'AbortError');
  assert.equal(workers[0].isEnded, true);
});

test('a worker whose search stops when told is kept', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { workers, control, solve } = await open(true);
  const ended = solve();
  await settled();
  control.abort();
  workers[0].answer({ stop: 'interrupt' });
  assert.equal(await ended, 'AbortError');
  t.mock.timers.tick(1000);
  assert.deepEqual([workers.length, workers[0].isEnded], [1, false]);
});

test('where WebAssembly cannot be suspended a search is ended at once', async () => {
  const { engine, workers, control, solve } = await open(false);
  const ended = solve();
  await settled();
  const hint = engine.call('hint', {});
  workers[1].opens();
  workers[1].answer('a hint');
  await hint;
  // The other worker, which is idle, takes its place.
  control.abort();
  assert.equal(await ended, 'AbortError');
  assert.deepEqual([workers.length, workers[0].isEnded], [2, true]);
});

test('a search that stops while another worker is loaded keeps its own', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { workers, control, solve } = await open(true);
  const ended = solve();
  await settled();
  control.abort();
  t.mock.timers.tick(50);
  workers[0].answer({ stop: 'interrupt' });
  assert.equal(await ended, 'AbortError');
  workers[1].opens();
  await settled();
  assert.deepEqual(
    workers.map(({ isEnded }) => isEnded),
    [false, true],
  );
});

test('where no other worker can be loaded the one that is there is kept', async () => {
  const { engine, workers, control, solve } = await open(false);
  const ended = solve();
  await settled();
  control.abort();
  workers[1].onerror({ message: 'no server', preventDefault() {} });
  await settled();
  assert.equal(workers[0].isEnded, false);
  // Short questions wait for it now, and it searches again.
  const hint = engine.call('hint', {});
  workers[0].onmessage({ data: { id: workers[0].asked[0].id, answer: 'unheard' } });
  assert.equal(await ended, 'AbortError');
  workers[0].answer('a hint');
  assert.equal(await hint, 'a hint');
  const solved = engine.solve({ board: 'y' }, () => {});
  await settled();
  workers[0].answer('a solution');
  assert.equal(await solved, 'a solution');
});

test('a question during a search goes to another worker', async () => {
  const { engine, workers, solve } = await open(true);
  const solved = solve();
  await settled();
  const hint = engine.call('hint', {});
  assert.deepEqual(
    workers.map(({ asked }) => asked.map(({ name }) => name)),
    [['solve'], ['hint']],
  );
  workers[1].answer('a hint');
  assert.equal(await hint, 'a hint');
  workers[0].answer('a solution');
  assert.equal(await solved, 'a solution');
});

test('a question while tables are prepared waits for the worker that has them', async () => {
  const { engine, workers } = await open(true);
  const prepared = engine.prepare({ board: 'near' });
  await settled();
  const hint = engine.call('hint', {});
  assert.deepEqual(
    workers.map(({ asked }) => asked.map(({ name }) => name)),
    [['solve', 'hint']],
  );
  workers[0].answer('a hint');
  assert.equal(await hint, 'a hint');
  workers[0].onmessage({ data: { id: workers[0].asked[0].id, answer: 'ready' } });
  await prepared;
});

test('nothing is prepared when something was asked for already', async () => {
  const { engine, workers, solve } = await open(true);
  solve();
  await engine.prepare({ board: 'near' });
  await settled();
  assert.equal(workers[0].asked.length, 1);
  // A question is then no reason to wait for the search.
  engine.call('hint', {});
  assert.equal(workers[1].asked.length, 1);
});

test('an engine that rests ends its idle workers and starts others when it is asked', async () => {
  const { engine, workers, solve } = await open(true);
  engine.rest();
  assert.equal(workers[0].isEnded, true);
  const solved = solve();
  await settled();
  // One that works is not ended.
  engine.rest();
  assert.deepEqual([workers.length, workers[1].isEnded], [2, false]);
  workers[1].answer('a solution');
  assert.equal(await solved, 'a solution');
});

test('what is asked before the module is there waits in the worker that fetches it', async () => {
  const { WorkerEngine } = await engineModule(true);
  const workers = [];
  const spawn = () => {
    workers.push(new PlayedWorker());
    return workers.at(-1);
  };
  const engine = new WorkerEngine(null, spawn, 'noyes.wasm');
  // Asked at once: the page may be busy for a while now.
  engine.prepare({ board: '[[1,2],[3,0]]' });
  assert.deepEqual(workers[0].told[0], { fetch: 'noyes.wasm' });
  assert.deepEqual(
    workers[0].asked.map(({ name }) => name),
    ['solve'],
  );
  const fetched = engine.searcher.module;
  workers[0].onmessage({ data: { module: 'the module' } });
  assert.equal(await fetched, 'the module');
});

test('a module that cannot be fetched ends the engine', async () => {
  const { WorkerEngine } = await engineModule(true);
  const worker = new PlayedWorker();
  const engine = new WorkerEngine(null, () => worker, 'noyes.wasm');
  const solved = engine.solve({ board: 'x' }, () => {}).catch((error) => error.constructor.name);
  await settled();
  worker.onmessage({ data: { broken: 'noyes.wasm: 404' } });
  assert.equal(await solved, 'Gone');
  await assert.rejects(engine.searcher.module, /noyes.wasm: 404/);
});
