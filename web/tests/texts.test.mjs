// The page has a word for everything that the engine names, and for nothing else.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { texts } from '../page/texts/en.js';
import { BLIND, RACERS } from '../page/views/race/racers.js';

const described = join(import.meta.dirname, '../../crates/noyes-web/tests/openapi.json');
const { components } = JSON.parse(await readFile(described, 'utf8'));
const { algorithm, heuristic } = components.schemas.solve_request.properties;
/** @param {{ enum: (string | null)[] }} schema */
const namesOf = (schema) => schema.enum.filter((name) => name !== null).sort();

test('every algorithm and every heuristic can be entered in a race', () => {
  const { algorithms, heuristics } = texts.race;
  assert.deepEqual(Object.keys(algorithms).sort(), namesOf(algorithm));
  assert.deepEqual(['auto', ...Object.keys(heuristics)].sort(), namesOf(heuristic));
  for (const name of RACERS) {
    const [first, second] = name.split(' ');
    assert.ok(first in algorithms, name);
    assert.equal(second === undefined, BLIND.includes(first), name);
    assert.ok(second === undefined || second in heuristics, name);
  }
});

test('every bound of a board has a name', () => {
  // The larger of two bounds that have their own lines is not told.
  const told = namesOf(heuristic).filter((name) => name !== 'auto' && name !== 'lc-or-wd');
  assert.deepEqual(Object.keys(texts.why.names).sort(), [...told, 'groups', 'search'].sort());
});
