/**
 * What a step of a search did, in words.
 *
 * @typedef {import('../../puzzle/traces.js').Trace} Trace
 */
import { texts } from '../../texts/en.js';

const t = texts.learn;

/** Whether a search goes depth first under a bound, as IDA* does. @param {Trace} trace */
export const hasBound = (trace) => (trace.steps[0]?.bound ?? null) !== null;

/**
 * @param {Trace} trace @param {Trace | null} twin @param {number} step
 * @returns {string[]} sentences
 */
export function stepWords(trace, twin, step) {
  const isDepthFirst = hasBound(trace);
  if (step === 0) return [twin ? t.beginBoth : isDepthFirst ? t.beginDepthFirst : t.begin];
  const { dequeued, inserted, refused, bound, isGoal, iteration } = trace.steps[step - 1];
  const node = trace.nodes[dequeued];
  const words = [];
  const before = step > 1 ? trace.steps[step - 2].iteration : 0;
  if (bound !== null) words.push(iteration !== before ? t.newBound(bound) : t.bound(bound));
  const { goal, taken, more } = isDepthFirst
    ? { goal: t.reached, taken: t.visited, more: t.within }
    : { goal: t.goal, taken: t.dequeued, more: t.inserted };
  words.push(isGoal ? goal(node.moves) : taken(node.moves, node.distance, node.priority));
  if (!isGoal) words.push(more(inserted.length));
  for (const why of new Set(refused.map((one) => one.why))) {
    const all = refused.filter((one) => one.why === why);
    words.push(t.refused(all.length, why, Math.min(...all.map(({ priority }) => priority))));
  }
  if (twin && isGoal) words.push(t.twinUnsolvable);
  if (twin?.solved && step === twin.steps.length) words.push(t.twinSolved);
  return words;
}
