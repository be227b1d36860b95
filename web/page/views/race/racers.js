/**
 * The contestants of a race: an algorithm and what guides it.
 *
 * @typedef {import('../../engine/types.js').EngineEvent} EngineEvent
 * @typedef {import('../../engine/types.js').Door} Door
 *
 * @typedef {object} Lane how one contestant stands
 * @property {string} name
 * @property {'ready' | 'running' | 'done'} stage
 * @property {number} seconds
 * @property {number} nodes generated
 * @property {number} stored
 * @property {number} lower
 * @property {number | null} length
 * @property {boolean} optimal
 * @property {string} words what it does or why it ended
 * @property {{ seconds: number, nodes: number }[]} history
 */
import { isAbort } from '../../engine/types.js';
import { texts } from '../../texts/en.js';

/** Algorithms that no heuristic guides, or that choose their own. */
export const BLIND = ['auto', 'bfs', 'uniform-cost', 'iddfs', 'beam', 'construct'];

/** What is offered; any other pair of an algorithm and a heuristic can be entered too. */
export const RACERS = [
  'auto',
  'bfs',
  'astar hamming',
  'astar manhattan',
  'astar linear-conflict',
  'lockstep manhattan',
  'bidirectional linear-conflict',
  'ida manhattan',
  'ida linear-conflict',
  'ida walking-distance',
  'ida pattern',
  'weighted manhattan',
  'beam',
  'construct',
];

const TIME = '20s';
/** What a tab can give to all contestants, in megabytes: a phone has little. */
const MEMORY = 240;
const MEMORY_OF_PHONES = 4;

/** @param {string} name @returns {Lane} */
export const laneOf = (name) => ({
  name,
  stage: 'ready',
  seconds: 0,
  nodes: 0,
  stored: 0,
  lower: 0,
  length: null,
  optimal: false,
  words: '',
  history: [],
});

/** @param {string} name */
export function nameOf(name) {
  const [algorithm, heuristic] = name.split(' ');
  const words = texts.race.algorithms[algorithm] ?? algorithm;
  return heuristic ? `${words}, ${texts.race.heuristics[heuristic] ?? heuristic}` : words;
}

/**
 * Runs one contestant to its end.
 * @param {Door} door @param {string} name @param {{ board: string, goal: string }} position
 * @param {(patch: Partial<Lane>, nodes?: number) => void} tell @param {AbortSignal} signal
 * @param {number} rivals how many run at one time
 */
export async function run(door, name, position, tell, signal, rivals) {
  const [algorithm, heuristic] = name.split(' ');
  const request = {
    ...position,
    algorithm,
    ...(heuristic && { heuristic }),
    time_limit: TIME,
    memory_limit: memoryFor(door, rivals),
  };
  tell({ stage: 'running', words: '' });
  // Events count the nodes of the search that runs; an algorithm may run several.
  let [before, last] = [0, 0];
  const onEvent = (/** @type {EngineEvent} */ event) => {
    const generated = event.generated ?? last;
    if (generated < last) before += last;
    last = generated;
    tell({ ...patchOf(event), nodes: before + last }, before + last);
  };
  try {
    const answer = await door.solve(request, onEvent, signal);
    tell(
      {
        stage: 'done',
        seconds: answer.seconds,
        stored: answer.stored,
        nodes: Math.max(answer.generated, before + last),
        lower: answer.lower_bound ?? 0,
        length: answer.length,
        optimal: answer.optimal,
        words: wordsOf(answer),
      },
      Math.max(answer.generated, before + last),
    );
  } catch (error) {
    const words = isAbort(error)
      ? texts.race.stopped
      : String(error instanceof Error ? error.message : error);
    tell({ stage: 'done', words });
  } finally {
    door.close();
  }
}

/** @param {Door} door @param {number} rivals */
function memoryFor(door, rivals) {
  const isAmple = door.kind === 'server' || !isShort();
  return `${Math.floor(isAmple ? MEMORY / 2 : MEMORY / rivals)}MB`;
}

/** Whether this device is short of memory, or does not say how much it has. */
export function isShort() {
  const { deviceMemory = 0 } = /** @type {{ deviceMemory?: number }} */ (navigator);
  return deviceMemory <= MEMORY_OF_PHONES;
}

/** @param {EngineEvent} event @returns {Partial<Lane>} */
function patchOf(event) {
  return {
    seconds: event.seconds,
    ...(event.stored !== undefined && { stored: event.stored }),
    ...(event.lower_bound !== undefined && { lower: event.lower_bound }),
    ...(event.event === 'improved' && event.length !== undefined && { length: event.length }),
    words: event.event === 'table' ? texts.race.tables : '',
  };
}

/** @param {import('../../engine/types.js').SolveAnswer} answer */
function wordsOf({ solvable, optimal, length, stop }) {
  if (!solvable) return texts.race.unsolvable;
  if (optimal) return texts.race.proven;
  if (length !== null && !stop) return texts.race.found;
  return texts.race.limits[stop ?? ''] ?? texts.race.stopped;
}
