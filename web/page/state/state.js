/**
 * The state of the page: one board, one line of moves, and what is known about them.
 *
 * @typedef {import('../puzzle/board.js').Board} Board
 * @typedef {import('../puzzle/colours.js').Scheme} Scheme
 * @typedef {import('../engine/engine.js').EngineKind} EngineKind
 *
 * @typedef {'solve' | 'learn' | 'race'} View
 *
 * @typedef {object} Point a moment of a search
 * @property {number} seconds
 * @property {number} lower
 * @property {number | null} upper
 *
 * @typedef {object} Search a search for a solution from one position of the line
 * @property {number} index the position: the number of moves of the line before it
 * @property {string} prefix those moves
 * @property {boolean} running
 * @property {number} lower no solution is shorter
 * @property {number | null} upper the length of the best solution in hand
 * @property {string | null} path that solution
 * @property {boolean} optimal
 * @property {Point[]} history
 * @property {number} seconds
 * @property {number} expanded
 * @property {string} source who found the solution
 * @property {string} doing what goes on, if it is not the search itself
 * @property {string} ended why it ended before a proof; empty if it did not
 *
 * @typedef {object} Slide
 * @property {number} tile
 * @property {string} direction
 *
 * @typedef {object} Review the mistakes of the player, one after another
 * @property {number[]} mistakes positions before a wasted move
 * @property {number} current index into them
 * @property {'asking' | 'right' | 'wrong'} stage
 *
 * @typedef {'steps' | 'conflicts' | 'groups' | 'patterns'} Painted
 *
 * @typedef {object} State
 * @property {View} view
 * @property {Board} start the first board of the line
 * @property {string} goal
 * @property {string} line the moves, as letters
 * @property {string} whose for every move `y` (yours) or `e` (the engine's)
 * @property {number} at how many moves of the line are made
 * @property {string} note what was understood
 * @property {string} trouble what is wrong with the text, or what went wrong
 * @property {Search | null} search
 * @property {number} learned changes whenever something is learned about a position
 * @property {number | null} startedAt when the first own move was made
 * @property {number | null} endedAt when the board was solved by hand
 * @property {boolean} playing
 * @property {number} speed moves a second of the player
 * @property {Slide[] | null} hint
 * @property {Review | null} review
 * @property {boolean} judging
 * @property {any} why the answer of `info`, while the bound is shown on the tiles
 * @property {Painted} painted which part of the bound is on the tiles then
 * @property {'single' | 'multi'} metric
 * @property {string} notation
 * @property {Scheme} scheme
 * @property {boolean} hover
 * @property {import('../puzzle/drawing.js').Drawing | null} drawing a board that is being entered
 * @property {boolean} spoken
 * @property {'auto' | 'light' | 'dark'} theme
 * @property {ImageBitmap | null} image
 * @property {EngineKind} engine
 * @property {LearnChoice} learn
 * @property {string[]} racers
 *
 * @typedef {object} LearnChoice
 * @property {string} algorithm
 * @property {string} heuristic
 * @property {string} duplicates
 * @property {string} boards `board`, or `both` for the board and its twin
 * @property {number} step
 */
import { goalBoard } from '../puzzle/board.js';

/** @returns {State} */
export const initialState = () => ({
  view: 'solve',
  start: goalBoard(4, 4, 'blank-last'),
  goal: 'blank-last',
  line: '',
  whose: '',
  at: 0,
  note: '',
  trouble: '',
  search: null,
  learned: 0,
  startedAt: null,
  endedAt: null,
  playing: false,
  speed: 4,
  hint: null,
  review: null,
  judging: false,
  why: null,
  painted: 'groups',
  metric: 'single',
  notation: 'directions',
  scheme: 'plain',
  hover: false,
  drawing: null,
  spoken: false,
  theme: 'auto',
  image: null,
  engine: 'opening',
  learn: {
    algorithm: 'astar',
    heuristic: 'manhattan',
    duplicates: 'previous',
    boards: 'board',
    step: 0,
  },
  racers: ['bfs', 'astar manhattan', 'ida linear-conflict', 'auto'],
});
