/**
 * Times of solves by hand, kept on this device, by the size of the board.
 *
 * @typedef {import('./state.js').State} State
 * @typedef {{ seconds: number, moves: number }} Result
 */
import { texts } from '../texts/en.js';

const KEPT = 100;

/** @param {State} state */
const keyOf = ({ start }) => `noyes results ${start.rows}x${start.cols}`;

/** @param {State} state @returns {Result[]} */
function resultsOf(state) {
  try {
    return JSON.parse(localStorage.getItem(keyOf(state)) ?? '[]');
  } catch {
    return [];
  }
}

/** @param {State} state @param {number} moves */
export function remember(state, moves) {
  const { startedAt, endedAt } = state;
  if (startedAt === null || endedAt === null) return;
  const results = [...resultsOf(state), { seconds: (endedAt - startedAt) / 1000, moves }].slice(
    -KEPT,
  );
  try {
    localStorage.setItem(keyOf(state), JSON.stringify(results));
  } catch {
    // Without storage there are no averages.
  }
}

/**
 * The best time and the average of five: the best and the worst are left out.
 * @param {State} state
 */
export function average(state) {
  const times = resultsOf(state).map(({ seconds }) => seconds);
  if (times.length < 5) return '';
  const [, ...middle] = times.slice(-5).sort((a, b) => a - b);
  const mean = middle.slice(0, 3).reduce((sum, seconds) => sum + seconds, 0) / 3;
  return texts.play.best(Math.min(...times).toFixed(2), mean.toFixed(2));
}
