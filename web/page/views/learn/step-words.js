/**
 * What a step of a search did, in words.
 *
 * @typedef {import('../../puzzle/traces.js').Trace} Trace
 */
import { texts } from '../../texts/en.js';

const t = texts.learn;

/**
 * @param {Trace} trace @param {Trace | null} twin @param {number} step
 * @returns {string[]} sentences
 */
export function stepWords(trace, twin, step) {
  if (step === 0) return [twin ? t.beginBoth : t.begin];
  const { dequeued, inserted, refused, bound, isGoal, iteration } = trace.steps[step - 1];
  const node = trace.nodes[dequeued];
  const words = [];
  const before = step > 1 ? trace.steps[step - 2].iteration : 0;
  if (bound !== null) words.push(iteration !== before ? t.newBound(bound) : t.bound(bound));
  words.push(isGoal ? t.goal(node.moves) : t.dequeued(node.moves, node.distance, node.priority));
  if (!isGoal) words.push(t.inserted(inserted.length));
  for (const why of new Set(refused.map((one) => one.why))) {
    const all = refused.filter((one) => one.why === why);
    words.push(t.refused(all.length, why, Math.min(...all.map(({ priority }) => priority))));
  }
  if (twin && isGoal) words.push(t.twinUnsolvable);
  if (twin?.solved && step === twin.steps.length) words.push(t.twinSolved);
  return words;
}
