/**
 * The state in the address: `#solve?board=8.1.3/4.0.2/7.6.5&moves=L2U&at=1`.
 *
 * Rows are split by `/` and tiles by `.`, so that a link stays readable.
 *
 * @typedef {import('./state.js').State} State
 */
import { goalBoard, slide } from '../puzzle/board.js';
import { compressed, readMoves } from '../puzzle/moves.js';
import { readBoard } from '../puzzle/reading.js';
import { initialState } from './state.js';

/** @param {import('../puzzle/board.js').Board} board */
const written = ({ rows, cols, tiles }) =>
  Array.from({ length: rows }, (_, row) =>
    tiles.slice(row * cols, (row + 1) * cols).join('.'),
  ).join('/');

/** @param {string} text */
const boardOf = (text) => readBoard(text.replaceAll('.', ' '))?.board ?? null;

/** The part of the address after `#`. @param {State} state */
export function writeAddress(state) {
  const { view, start, goal, line, whose, at, metric, scheme, learn, racers } = state;
  /** @type {Record<string, string>} */
  const fields = { board: written(start) };
  if (goal !== 'blank-last') {
    fields.goal = goal.includes('/') ? written(goalBoard(start.rows, start.cols, goal)) : goal;
  }
  if (view === 'solve') {
    if (line) Object.assign(fields, { moves: compressed(line), at: String(at) });
    // Whose moves they are, as lengths of stretches, yours first.
    if (whose.includes('e')) fields.by = stretches(whose).join('.');
    if (metric !== 'single') fields.metric = metric;
    if (scheme !== 'plain') fields.colours = scheme;
  } else if (view === 'learn') {
    const { algorithm, heuristic, duplicates, boards, step } = learn;
    Object.assign(fields, { algorithm, heuristic, duplicates, step: String(step) });
    if (boards !== 'board') fields.boards = boards;
  } else {
    fields.racers = racers.map((racer) => racer.replaceAll(' ', '.')).join('/');
  }
  return `#${view}?${Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')}`;
}

/** @param {string} whose */
function stretches(whose) {
  const lengths = (whose.match(/y+|e+/g) ?? []).map((part) => part.length);
  return whose.startsWith('y') ? lengths : [0, ...lengths];
}

/**
 * The state of an address; fields that it does not name are absent. Wrong ones are left out.
 * @param {URL} url @returns {Partial<State>}
 */
export function readAddress(url) {
  const [view, query = ''] = decodeURI(url.hash.slice(1)).split('?');
  const fields = new Map(
    query
      .split('&')
      .map(
        (field) =>
          /** @type {[string, string]} */ ([
            field.split('=')[0],
            field.slice(field.indexOf('=') + 1),
          ]),
      ),
  );
  const text = (/** @type {string} */ name) => fields.get(name) ?? '';
  /** @type {Partial<State>} */
  const state = {};
  if (view === 'solve' || view === 'learn' || view === 'race') state.view = view;
  const start = boardOf(text('board'));
  if (!start) return state;
  state.start = start;
  const goal = text('goal');
  const goalTiles = goal.includes('/') ? boardOf(goal) : null;
  if (goalTiles && goalTiles.rows === start.rows && goalTiles.cols === start.cols)
    state.goal = goal.replaceAll('.', ' ');
  else state.goal = goal === 'blank-first' || goal === 'snail' ? goal : 'blank-last';
  const line = readMoves(text('moves')) ?? '';
  if (line && slide(start, line)) {
    const lengths = text('by').split('.').map(Number);
    const whose = text('by')
      ? lengths.map((length, k) => (k % 2 ? 'e' : 'y').repeat(length || 0)).join('')
      : '';
    state.line = line;
    state.whose = whose.length === line.length ? whose : 'y'.repeat(line.length);
    state.at = Math.max(0, Math.min(line.length, Number(text('at')) || 0));
  }
  if (text('metric') === 'multi') state.metric = 'multi';
  const colours = text('colours');
  if (colours === 'fringe' || colours === 'grid') state.scheme = colours;
  const { learn } = initialState();
  if (view === 'learn') {
    state.learn = {
      algorithm: text('algorithm') || learn.algorithm,
      heuristic: text('heuristic') || learn.heuristic,
      duplicates: text('duplicates') || learn.duplicates,
      boards: text('boards') || learn.boards,
      step: Math.max(0, Number(text('step')) || 0),
    };
  }
  if (text('racers'))
    state.racers = text('racers')
      .split('/')
      .map((racer) => racer.replaceAll('.', ' '));
  return state;
}
