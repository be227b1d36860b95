#!/usr/bin/env node
// Loads a server on the loopback, and prints what its clients saw.
//
//   load.mjs [--seconds 180] [--clients 300] [--noyes COMMAND] [-- OPTIONS OF noyes serve]
//
// Clients solve random boards of 3×3 to 8×8, each within 2 s, and check every answer; after a 503
// they wait as long as Retry-After says. Beside them some ask for hints, some read very slowly, some
// send half a head and stop, and some leave within a second. Exits with 1 if an answer was lost or
// wrong. Needs Node.js and Linux.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { Agent, request as ask } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '180' },
    clients: { type: 'string', default: '300' },
    noyes: { type: 'string', default: join(import.meta.dirname, '../../target/release/noyes') },
  },
});
const HINTERS = 4;
const SLOW = 10;
const HALF_OPEN = 10;
const VANISHING = 10;

const child = spawn(values.noyes, ['serve', '--port', '0', ...positionals], {
  stdio: ['ignore', 'ignore', 'pipe'],
});
const port = await new Promise((resolve, reject) => {
  child.stderr.on('data', (data) => {
    const found = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(String(data));
    if (found) resolve(Number(found[1]));
  });
  child.on('exit', (code) => reject(new Error(`noyes serve ended with ${code}`)));
});
const end = Date.now() + Number(values.seconds) * 1000;
const isOver = () => Date.now() >= end;
const sleep = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
const seen = {
  solved: 0,
  proven: 0,
  refused: 0,
  lost: 0,
  hints: 0,
  hintsLost: 0,
  slow: 0,
  halfOpen: 0,
  left: 0,
  most: 0,
};
const hintTimes = [];
const refusalTimes = [];
const solveTimes = [];
const troubles = new Set();
// With a time of its own, Node.js heeds `Keep-Alive: timeout=…` of the server too.
const agent = new Agent({ keepAlive: true, maxSockets: Infinity, timeout: 600_000 });
let open = 0;

/** A random solvable board: a walk from the goal. */
function board() {
  const side = 3 + Math.floor(Math.random() * 6);
  const tiles = Array.from({ length: side * side }, (_, k) => (k + 1) % (side * side));
  let blank = side * side - 1;
  for (let k = 0; k < 40 * side * side; k++) {
    const step = [1, -1, side, -side][Math.floor(Math.random() * 4)];
    const next = blank + step;
    const isNear = Math.abs(step) > 1 || Math.floor(next / side) === Math.floor(blank / side);
    if (next < 0 || next >= side * side || !isNear) continue;
    [tiles[blank], tiles[next]] = [tiles[next], tiles[blank]];
    blank = next;
  }
  return {
    side,
    tiles,
    rows: Array.from({ length: side }, (_, row) => tiles.slice(row * side, (row + 1) * side)),
  };
}

/** Whether the moves (R2U…) solve the board. */
function solves({ side, tiles }, directions) {
  const now = [...tiles];
  let blank = now.indexOf(0);
  for (const [, way, count] of directions.matchAll(/([UDLR])(\d*)/g)) {
    for (let k = 0; k < Number(count || 1); k++) {
      const from = blank + { U: side, D: -side, L: 1, R: -1 }[way];
      [now[blank], now[from]] = [now[from], now[blank]];
      blank = from;
    }
  }
  return now.every((tile, cell) => tile === (cell + 1) % now.length);
}

/** A POST; the response as soon as its head is there. */
function post(name, body, more = {}) {
  const text = JSON.stringify(body);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  return new Promise((resolve, reject) => {
    const sent = ask({
      host: '127.0.0.1',
      port,
      path: `/api/v1/${name}`,
      method: 'POST',
      headers,
      agent,
      ...more,
    });
    sent.on('response', resolve);
    sent.on('error', reject);
    sent.end(text);
  });
}

async function textOf(response) {
  let text = '';
  for await (const part of response.setEncoding('utf8')) text += part;
  return text;
}

/** Counts a refusal, and waits as it asks for. */
async function refused(response, started) {
  seen.refused += 1;
  refusalTimes.push(performance.now() - started);
  const wait = Number(response.headers['retry-after']);
  if (!wait) troubles.add('a 503 without Retry-After');
  await textOf(response);
  await sleep((wait || 1) * (1 + Math.random()));
}

async function solver() {
  while (!isOver()) {
    const wanted = board();
    const started = performance.now();
    try {
      const response = await post('solve', { board: wanted.rows, time_limit: '2s' });
      if (response.statusCode === 503) {
        await refused(response, started);
        continue;
      }
      seen.most = Math.max(seen.most, ++open);
      const text = await textOf(response).finally(() => (open -= 1));
      const last = text.trim().split('\n').at(-1);
      const answer = JSON.parse(last.replace(/^data: ?/, ''));
      if (answer.event !== 'result' || !solves(wanted, answer.directions ?? ''))
        throw new Error(last.slice(0, 200));
      seen.solved += 1;
      seen.proven += Number(answer.optimal);
      solveTimes.push(performance.now() - started);
    } catch (error) {
      seen.lost += 1;
      troubles.add(String(error));
      await sleep(0.2);
    }
  }
}

async function hinter() {
  while (!isOver()) {
    const started = performance.now();
    try {
      const response = await post('hint', { board: '15 8 5 2/7 13 11 12/4 1 6 10/14 9 0 3' });
      const answer = JSON.parse(await textOf(response));
      if (response.statusCode !== 200 || !answer.next.length)
        throw new Error(`hint ${response.statusCode}`);
      seen.hints += 1;
      hintTimes.push(performance.now() - started);
    } catch (error) {
      seen.hintsLost += 1;
      troubles.add(String(error));
    }
    await sleep(0.3);
  }
}

/** Reads twenty bytes ten times a second. */
async function slowReader() {
  while (!isOver()) {
    try {
      const response = await post(
        'solve',
        { board: board().rows, time_limit: '2s' },
        { agent: false },
      );
      if (response.statusCode === 503) {
        response.destroy();
        await sleep(1);
        continue;
      }
      seen.slow += 1;
      for (let k = 0; k < 200 && !isOver() && !response.readableEnded; k++) {
        response.read(20);
        await sleep(0.1);
      }
      response.destroy();
    } catch {
      await sleep(0.5);
    }
  }
}

async function halfOpen() {
  while (!isOver()) {
    seen.halfOpen += 1;
    await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write('POST /api/v1/solve HTTP/1.1\r\nhost: 127'),
      );
      socket.on('close', resolve).on('error', () => {});
      setTimeout(
        () => socket.destroy(),
        1000 * Math.min(25, 1 + Math.max(0, (end - Date.now()) / 1000)),
      ).unref();
    });
  }
}

async function vanishing() {
  while (!isOver()) {
    seen.left += 1;
    const control = new AbortController();
    setTimeout(() => control.abort(), Math.random() * 1000);
    const { signal } = control;
    await post(
      'solve',
      { board: board().rows, optimal: true, time_limit: '60s' },
      { agent: false, signal },
    )
      .then(textOf)
      .catch(() => {});
    await sleep(0.1);
  }
}

async function memory(field) {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)[1]) / 1000;
}

const times = (count, work) => Array.from({ length: count }, work);
await Promise.all([
  ...times(Number(values.clients), solver),
  ...times(HINTERS, hinter),
  ...times(SLOW, slowReader),
  ...times(HALF_OPEN, halfOpen),
  ...times(VANISHING, vanishing),
]);
const peak = await memory('VmHWM');
await sleep(3);
const after = await memory('VmRSS');
const ended = new Promise((resolve) => child.removeAllListeners('exit').on('exit', resolve));
const stopping = performance.now();
child.kill('SIGINT');
const code = await ended;
const part = (list, p) =>
  Math.round(
    list.sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * p))] ?? 0,
  );
console.log(`| What | Seen |
|---|---|
| clients, seconds, options | ${values.clients}, ${values.seconds}, ${positionals.join(' ') || 'defaults'} |
| streams open at one time, most | ${seen.most} |
| solves with a right answer | ${seen.solved}, ${seen.proven} of them proven |
| time of a solve, median and 99th percentile | ${part(solveTimes, 0.5)} ms, ${part(solveTimes, 0.99)} ms |
| refused with 503 and Retry-After | ${seen.refused} |
| time of a refusal, median and 99th percentile | ${part(refusalTimes, 0.5)} ms, ${part(refusalTimes, 0.99)} ms |
| lost, or answered otherwise | ${seen.lost} |
| hints answered | ${seen.hints} of ${seen.hints + seen.hintsLost} |
| time of a hint, median and 99th percentile | ${part(hintTimes, 0.5)} ms, ${part(hintTimes, 0.99)} ms |
| clients that read slowly, were half open, left | ${seen.slow}, ${seen.halfOpen}, ${seen.left} |
| memory of the server, peak and 3 s after | ${Math.round(peak)} MB, ${Math.round(after)} MB |
| end by Ctrl-C | exit ${code} after ${Math.round(performance.now() - stopping)} ms |`);
for (const trouble of troubles) console.log(`trouble: ${trouble}`);
process.exit(seen.lost || seen.hintsLost || troubles.size ? 1 : 0);
