/**
 * All texts of the page in English. A language is another file of this form.
 */

/** @type {Record<string, string>} */
const WAYS = { U: 'up', D: 'down', L: 'left', R: 'right' };

/** @param {number} count @param {string} one @param {string} [many] */
const plural = (count, one, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`;

/** @param {number} value */
const number = (value) => value.toLocaleString('en-GB');

/** @param {number} seconds */
const time = (seconds) =>
  seconds < 1 ? `${Math.max(1, Math.round(seconds * 1000))} ms` : `${seconds.toFixed(1)} s`;

/** The field's names of what found a solution or a bound. @type {Record<string, string>} */
const SOURCES = {
  start: 'the start',
  bfs: 'breadth-first search',
  astar: 'A*',
  ida: 'IDA*',
  'reverse-ida': 'IDA* from the goal',
  construct: 'row and column filling',
  beam: 'a beam search',
  'euler-beam': 'a narrow beam',
  'walking-distance': 'walking distance',
  windows: 'shortening windows of the path',
  'pattern-ida': 'IDA* with pattern tables',
  'compound-ida': 'IDA* with several pattern partitions',
  complete: 'a complete table',
  'multi-tile': 'the multi-tile solver',
  course: 'A* of the course',
  lockstep: 'lockstep A*',
  bidirectional: 'a search from both ends',
  rbfs: 'RBFS',
  sma: 'SMA*',
  mm: 'MM',
  nbs: 'NBS',
  hda: 'HDA*',
  ara: 'ARA*',
};

export const texts = {
  number,
  plural,
  time,
  way: (/** @type {string} */ letter) => WAYS[letter] ?? letter,
  source: (/** @type {string} */ name) => SOURCES[name] ?? name,
  title: 'noyes',
  motto: 'Sliding-tile puzzles, solved and proven',
  skip: 'Skip to the board',
  views: { solve: 'Solve', learn: 'Learn', race: 'Race' },
  engine: {
    label: 'Engine',
    opening: 'opening the engine…',
    server: 'solved by this server',
    worker: 'solved in this page',
    none: 'no engine',
    gone: 'the server is gone',
    title: {
      opening: 'The engine is being opened',
      server: 'noyes serve answers this page',
      worker: 'WebAssembly: nothing leaves your device',
      none: 'There is neither a server nor WebAssembly',
      gone: 'This page looks for the server',
    },
    /** What is said at the top of the page. @type {Record<string, string>} */
    banner: {
      none: 'There is no engine here: no server answers, and noyes.wasm could not be opened. You can play and learn, but not solve.',
      gone: 'The server went away. What was found is kept, and you can go on playing. To solve, start it again with “noyes serve”: this page will notice.',
    },
    goesOn: 'The server went away; this page goes on with its own engine.',
  },
  theme: { auto: 'Theme: as the device', light: 'Theme: light', dark: 'Theme: dark' },
  help: 'Keys and help',
  share: 'Share',
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  board: {
    label: (/** @type {number} */ rows, /** @type {number} */ cols) =>
      `Board of ${rows} rows and ${cols} columns`,
    tile: (
      /** @type {number} */ tile,
      /** @type {number} */ row,
      /** @type {number} */ col,
      /** @type {string} */ way,
    ) => `${tile}, row ${row}, column ${col}${way ? `, slides ${WAYS[way]}` : ''}`,
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    spoken: (/** @type {string[]} */ rows) =>
      rows.map((row, k) => `Row ${k + 1}: ${row}.`).join(' '),
    blank: 'blank',
  },
  input: {
    heading: 'Board',
    label: 'Type or paste a board, moves, or a link',
    placeholder: '8 1 3 / 4 0 2 / 7 6 5',
    forms: /** @type {Record<string, string>} */ ({
      slashes: 'rows split by /',
      course: 'n, then the tiles',
      sizes: 'rows and columns, then the tiles',
      line: 'all tiles on one line',
      rows: 'one row a line',
      json: 'JSON',
    }),
    understood: (
      /** @type {number} */ rows,
      /** @type {number} */ cols,
      /** @type {string} */ form,
      /** @type {string} */ blank,
    ) => `Understood: a ${rows}×${cols} board; ${form}; blank written ${blank}.`,
    moves: (/** @type {number} */ count, /** @type {number} */ rows, /** @type {number} */ cols) =>
      `Understood: ${plural(count, 'move')} that end on the solved ${rows}×${cols} board.`,
    replay: (/** @type {number} */ count) =>
      `Understood: a slidysim replay of ${plural(count, 'move')}. Step through it below.`,
    fromEngine: (/** @type {string} */ note) => `Understood: ${note}.`,
    nearMiss: (/** @type {{ twice?: number, missing: number, side: number }} */ miss) =>
      `${miss.side * miss.side} numbers are a ${miss.side}×${miss.side} board, but ${miss.missing} is missing${miss.twice !== undefined ? ` and ${miss.twice} is there twice` : ''}.`,
    reading: 'Reading…',
    none: 'This is no board: write the rows of tiles, 0 for the blank.',
    drop: 'Drop a file with a board',
    file: 'Open a file',
    scrambled: (/** @type {number} */ rows, /** @type {number} */ cols) =>
      `A random ${rows}×${cols} board.`,
    size: 'Size',
    difficulty: 'Difficulty',
    difficulties: { easy: 'Easy', medium: 'Medium', random: 'Random', hard: 'Hard' },
    scramble: 'New board',
    draw: 'Place numbers',
    notDraw: 'Stop placing',
    tooLarge: 'Numbers are placed by hand on boards up to 10×10. Type or paste larger ones.',
    otherSize: 'Other…',
  },
  size: {
    heading: 'Another size',
    rows: 'Rows',
    cols: 'Columns',
    choose: 'New board',
    limits: (/** @type {number} */ most) => `From 2×2 to ${most}×${most}, square or not.`,
  },
  draw: {
    cells: 'The board you enter',
    palette: 'Numbers',
    blank: 'Blank',
    ask: (/** @type {number} */ row, /** @type {number} */ col) =>
      `Which number stands in row ${row}, column ${col}? Pick it below, or type it.`,
    typing: (/** @type {string} */ typed) => `${typed}… Another digit, or Space if that is all.`,
    ready: 'Every number has its place.',
    cell: (
      /** @type {number} */ row,
      /** @type {number} */ col,
      /** @type {number | null} */ tile,
    ) => `Row ${row}, column ${col}: ${tile === null ? 'empty' : tile || 'blank'}`,
    done: 'Done',
    erase: 'Erase',
    fill: 'Begin with the board as it is',
    cancel: 'Cancel',
    entered: (/** @type {number} */ rows, /** @type {number} */ cols) =>
      `You placed the numbers of a ${rows}×${cols} board.`,
  },
  settings: {
    heading: 'Settings',
    goal: 'Goal',
    goals: {
      'blank-last': 'Blank last',
      'blank-first': 'Blank first',
      snail: 'Snail',
      custom: 'This board',
    },
    customGoal: 'Make this board the goal',
    metric: 'A move is',
    metrics: { single: 'one tile', multi: 'a push of several tiles' },
    colours: 'Colours',
    schemes: { plain: 'Wood', fringe: 'Fringe', grid: 'Grid' },
    hover: 'Move by pointing (hover)',
    image: 'Picture on the tiles',
    noImage: 'Remove the picture',
    spoken: 'Speak every move',
  },
  play: {
    moves: 'Moves',
    time: 'Time',
    pace: 'Moves/s',
    undo: 'Undo',
    redo: 'Redo',
    hint: 'Hint',
    solved: (/** @type {number} */ moves, /** @type {string} */ seconds) =>
      `Solved in ${plural(moves, 'move')} and ${seconds} s.`,
    best: (/** @type {string} */ best, /** @type {string} */ average) =>
      `Best ${best} s, average of the last 5 ${average} s.`,
    hinted: (/** @type {{ tile: number, direction: string }[]} */ slides) =>
      slides
        .map(({ tile, direction }, k) => `${k ? 'then' : 'Slide'} ${tile} ${WAYS[direction]}`)
        .join(', ') + '.',
  },
  verdict: {
    heading: 'Verdict',
    solved: 'This board is solved.',
    solvable: 'It can be solved.',
    unsolvable: 'It cannot be solved',
    why: (
      /** @type {{ inversions: number, blankRow: number, away: number, counts: boolean, cols: number, sum: number }} */ p,
    ) => {
      const pairs = `${plural(p.inversions, 'pair')} of tiles ${p.inversions === 1 ? 'stands' : 'stand'} in the wrong order`;
      return p.counts
        ? `${pairs}, and the blank is ${p.away ? `${plural(p.away, 'row')} from its goal` : 'in the row of its goal'}: together ${number(p.sum)}, an odd number. Sliding never changes that, and the goal is even.`
        : `${pairs}: an odd number. With ${p.cols} columns sliding never changes that, and the goal has none.`;
    },
    mend: (/** @type {number} */ a, /** @type {number} */ b) => `Exchange ${a} and ${b}`,
    mends: 'and it can be solved.',
    atLeast: (/** @type {number} */ bound, isSingle = true) =>
      `at least ${isSingle ? plural(bound, 'move') : plural(bound, 'push', 'pushes')}`,
    minimum: 'Minimum',
    proven: 'proven',
    interval: 'The minimum lies between',
    and: 'and',
    moves: 'moves',
    pushes: 'pushes',
    solve: 'Solve',
    stop: 'Stop',
    goOn: 'Keep improving',
    waiting: 'waiting for the engine…',
    table: (/** @type {string} */ name) => `preparing tables: ${name}`,
    searching: (/** @type {number} */ nodes, /** @type {number} */ seconds) =>
      `${number(nodes)} nodes · ${time(seconds)}`,
    done: (
      /** @type {number} */ nodes,
      /** @type {number} */ seconds,
      /** @type {string} */ source,
    ) =>
      `${source ? `Found by ${source}` : 'Searched'} in ${time(seconds)}, ${number(nodes)} nodes.`,
    endedBy: /** @type {Record<string, string>} */ ({
      time: 'The time was up before the interval closed.',
      interrupt: 'Stopped; the best solution is kept.',
      nodes: 'The limit of nodes was reached.',
      memory: 'The limit of memory was reached.',
      depth: 'The depth was limited.',
    }),
    spokenInterval: (
      /** @type {number} */ lower,
      /** @type {number | null} */ upper,
      /** @type {boolean} */ isSingle,
    ) => {
      const unit = isSingle ? 'move' : 'push';
      const many = isSingle ? 'moves' : 'pushes';
      return upper === null
        ? `The minimum is at least ${plural(lower, unit, many)}.`
        : lower >= upper
          ? `Proven: the minimum is ${plural(upper, unit, many)}.`
          : `The minimum is between ${number(lower)} and ${plural(upper, unit, many)}.`;
    },
    toGo: (/** @type {number} */ left) => `Proven: ${plural(left, 'move')} to go from here.`,
    chart: 'The interval over time: the best length above, the proven bound below',
  },
  player: {
    heading: 'Solution',
    headingLine: 'Moves',
    first: 'To the start',
    last: 'To the end',
    back: 'One move back',
    next: 'One move on',
    play: 'Play',
    pause: 'Pause',
    speed: 'Speed',
    speeds: { 1: '1 a second', 2: '2 a second', 4: '4 a second', 10: '10', 30: '30', 100: '100' },
    scrub: 'Position in the moves',
    notation: 'Notation',
    notations: { directions: 'R2U', letters: 'RRU', tiles: 'Tiles' },
    position: (/** @type {number} */ at, /** @type {number} */ of) =>
      `${number(at)} of ${number(of)}`,
    move: (/** @type {number} */ number, /** @type {string} */ text) => `Move ${number}: ${text}`,
    more: (/** @type {number} */ count) => `… and ${number(count)} more`,
    catchUp: 'You left the solution; it catches up.',
  },
  judge: {
    heading: 'Your moves, judged',
    judge: 'Judge my moves',
    judging: 'Judging…',
    none: 'Each of your moves keeps a shortest way, or wastes two moves. Which one it was can be told exactly.',
    noMoves: 'There are no moves of yours to judge.',
    tooLarge: 'Moves of one tile are judged, on boards of up to 16 cells.',
    good: 'best',
    bad: (/** @type {number} */ wasted) => `wastes ${wasted}`,
    better: (/** @type {number} */ left) => `Best: ${plural(left, 'move')} to go.`,
    worse: (/** @type {number} */ left) => `This wastes 2 moves: ${number(left)} to go.`,
    score: (/** @type {number} */ judged, /** @type {number} */ mistakes) =>
      mistakes
        ? `${plural(mistakes, 'mistake')} in ${plural(judged, 'move')}, ${mistakes * 2} moves wasted.`
        : `No mistake in ${plural(judged, 'move')}.`,
    timeline: 'Moves to go after each of your moves; mistakes are marked',
    review: 'Find them yourself',
    ask: (/** @type {number} */ k, /** @type {number} */ of) =>
      `Mistake ${k} of ${of}: find a better move.`,
    right: 'Right: that is a best move.',
    wrong: 'That wastes moves too. Try another.',
    next: 'Next',
    done: 'Done',
    moveLabel: (
      /** @type {number} */ number,
      /** @type {number} */ left,
      /** @type {boolean} */ bad,
    ) => `Move ${number}, ${left} to go${bad ? ', a mistake' : ''}`,
  },
  why: {
    heading: 'Why not shorter?',
    show: 'Show the bound',
    hide: 'Hide it',
    intro: 'No solution has fewer moves than any of these bounds; the longest bar tells most.',
    painted: 'On the tiles',
    kinds: /** @type {Record<string, string>} */ ({
      steps: 'Steps',
      conflicts: 'Lines',
      groups: 'Groups',
      patterns: 'Patterns',
    }),
    steps: (/** @type {number} */ sum) =>
      `On every tile: how many steps it is from home, if nothing were in its way. Together ${number(sum)}.`,
    conflicts:
      'Outlined: tiles that stand in their own row or column in the wrong order. Some must leave it and come back, two moves each.',
    noConflicts: 'No two tiles block each other in their own row or column.',
    groups: 'Outlined: few tiles that need more moves together than their steps.',
    noGroups: 'No group of few tiles is found that needs more than its steps.',
    group: (/** @type {number[]} */ tiles, /** @type {number} */ extra) =>
      `${tiles.join(', ')}: ${number(extra)} more`,
    conflict: (
      /** @type {string} */ line,
      /** @type {number} */ n,
      /** @type {number[]} */ tiles,
      /** @type {number} */ more,
    ) => `${tiles.join(', ')} in ${line} ${n}: ${number(more)} more`,
    patterns:
      'A pattern is a set of tiles. A table knows the fewest moves that bring them home with all others forgotten. It counts no moves but theirs, so the numbers may be added.',
    onePattern:
      'A table knows the fewest moves that bring all tiles of a board of this size home: its number is the minimum.',
    pattern: (/** @type {number[]} */ tiles, /** @type {number} */ steps) =>
      `${tiles.join(', ')} (steps alone: ${number(steps)})`,
    sum: (/** @type {number[]} */ parts, /** @type {number} */ sum) =>
      parts.length > 1
        ? `${parts.map(number).join(' + ')} = ${number(sum)}: no solution is shorter.`
        : `${number(sum)}: no solution is shorter.`,
    missing: (
      /** @type {string} */ reason,
      /** @type {number} */ rows,
      /** @type {number} */ cols,
    ) =>
      ({
        unsolvable: 'The board cannot be solved, so no number of moves is a bound.',
        size:
          rows * cols > 36
            ? 'There are no pattern tables for boards of more than 36 cells.'
            : 'The engine in this page has no pattern tables for boards of more than 25 cells. On a computer, “noyes serve” has them for up to 36.',
        'not-built': `No pattern tables for ${rows}×${cols} boards are here. On a computer, “noyes tables build ${rows}x${cols}” makes some, and “noyes serve” uses them.`,
        limits: 'The pattern tables could not be made ready in time.',
      })[reason] ?? '',
    names: /** @type {Record<string, string>} */ ({
      hamming: 'Tiles out of place',
      euclidean: 'Euclidean',
      manhattan: 'Manhattan',
      'linear-conflict': 'Linear conflict',
      'walking-distance': 'Walking distance',
      groups: 'Groups',
      pattern: 'Pattern tables',
      search: 'Proven by search',
    }),
  },
  keys: {
    heading: 'Keys',
    list: /** @type {[string, string][]} */ ([
      ['↑ ↓ ← →', 'slide a tile that way'],
      ['W A S D', 'the same'],
      ['Enter', 'solve, or stop'],
      ['U or Backspace', 'undo'],
      ['Y', 'redo'],
      ['H', 'hint: the next tiles'],
      ['N', 'a new random board'],
      ['Space', 'play the solution, or pause'],
      [', and .', 'one move back, one move on'],
      ['J', 'judge my moves'],
      ['B', 'say the board'],
      ['V', 'say the verdict and the interval'],
      ['M', 'say every move, or no longer'],
      ['1 2 3', 'the views Solve, Learn, Race'],
      ['P', 'paste: go to the text of the board'],
      ['+ and −', 'zoom a large board'],
      ['T', 'theme: as the device, light, dark'],
      ['?', 'this sheet'],
    ]),
    note: 'Tab reaches every button. In Learn the comma, the full stop and the arrows ← → step through the search.',
  },
  sharing: {
    heading: 'Share',
    link: 'Link to this page as it is',
    snippet: 'HTML for your own page',
    snippetOfBoard: 'HTML for your own page: the board alone, to play on and to solve',
    image: 'Picture',
    svg: 'Save as SVG',
    png: 'Save as PNG',
    gif: 'Save the moves as GIF',
    course: 'Board as text',
  },
  spoken: {
    opening: 'B says the board, V the verdict, M every move. Question mark: all keys.',
    moved: (/** @type {number} */ tile, /** @type {string} */ way) => `${tile} ${WAYS[way]}`,
    undone: (/** @type {number} */ tile) => `${tile} back`,
    stuck: (/** @type {string} */ way) => `No tile slides ${WAYS[way]} here`,
    moves: (/** @type {boolean} */ on) =>
      on ? 'Every move is said.' : 'Moves are no longer said.',
    solved: 'Solved.',
    wait: 'One moment…',
  },
  embed: { open: 'Open in noyes' },
  learn: {
    algorithm: 'Search',
    algorithms: { astar: 'A*', bfs: 'Breadth-first', greedy: 'Greedy best-first', ida: 'IDA*' },
    heuristic: 'Distance',
    heuristics: { manhattan: 'Manhattan', hamming: 'Hamming' },
    duplicates: 'Not enqueued',
    rules: {
      previous: 'the previous board',
      none: 'nothing is refused',
      chain: 'boards of the path',
      index: 'boards seen before',
    },
    boards: 'Searched',
    whichBoards: { board: 'the board', both: 'board and twin' },
    example: 'Board',
    thisBoard: 'This board',
    examples: {
      puzzle04: 'puzzle04',
      puzzle07: '7 moves',
      puzzle14: '14 moves',
      unsolvable: 'Unsolvable',
      tiny: '2×2',
    },
    quiz: 'Quiz me',
    tree: 'Game tree',
    twin: 'Game tree of the twin',
    scrub: 'Step of the search',
    back: 'One step back',
    next: 'One step on',
    goFurther: 'Search further',
    step: (/** @type {number} */ step, /** @type {number} */ of) => `step ${step} of ${of}`,
    caption: (/** @type {number} */ g, /** @type {number} */ h, /** @type {number} */ f) =>
      f === g + h ? `${g} + ${h} = ${f}` : `g ${g}  h ${h}`,
    sum: (/** @type {number} */ g, /** @type {number} */ h) => `g ${g} h ${h}`,
    nodeLabel: (/** @type {number} */ g, /** @type {number} */ h, /** @type {number} */ f) =>
      `Node with ${plural(g, 'move')} made, distance ${h}, priority ${f}`,
    queue: (/** @type {number} */ count) => `Priority queue (${count})`,
    twinQueue: (/** @type {number} */ count) => `Priority queue of the twin (${count})`,
    more: (/** @type {number} */ count) => `and ${count} more`,
    secret: 'The order is hidden during the quiz.',
    begin: 'The first board is in the queue. Step on: the node of the least priority is dequeued.',
    /** IDA* has no queue: it goes down the path it is on. */
    beginDepthFirst:
      'The first board is where every path begins. Step on: the search goes as deep as the bound lets it.',
    visited: (/** @type {number} */ g, /** @type {number} */ h, /** @type {number} */ f) =>
      `Visited: ${plural(g, 'move')} made + distance ${h} = priority ${f}.`,
    within: (/** @type {number} */ count) =>
      count ? `${plural(count, 'neighbour')} within the bound.` : 'No neighbour within the bound.',
    reached: (/** @type {number} */ moves) => `The goal is reached: ${plural(moves, 'move')}.`,
    stack: (/** @type {number} */ count) => `Still to visit (${count})`,
    dequeued: (/** @type {number} */ g, /** @type {number} */ h, /** @type {number} */ f) =>
      f === g + h
        ? `Dequeued: ${plural(g, 'move')} made + distance ${h} = priority ${f}.`
        : `Dequeued: ${plural(g, 'move')} made, distance ${h}, priority ${f}.`,
    inserted: (/** @type {number} */ count) =>
      count ? `${plural(count, 'neighbour')} enqueued.` : 'No neighbour enqueued.',
    refused: (
      /** @type {number} */ count,
      /** @type {string} */ why,
      /** @type {number} */ least,
    ) =>
      ({
        previous: 'The previous board is not enqueued again: the critical optimization.',
        chain: `${plural(count, 'board')} of the path not enqueued again.`,
        index: `${plural(count, 'board')} seen before with no more moves.`,
        bound: `${plural(count, 'neighbour')} above the bound (least ${least}).`,
      })[why] ?? why,
    goal: (/** @type {number} */ moves) => `The goal is dequeued: ${plural(moves, 'move')}.`,
    twinSolved: 'The twin is solved, so the board itself cannot be.',
    twinUnsolvable: 'So the twin, with two tiles exchanged, cannot be solved.',
    beginBoth:
      'The board and its twin, with two tiles exchanged, each have a queue. They step in turn; exactly one of them can be solved.',
    tooLarge: (/** @type {number} */ rows, /** @type {number} */ cols) =>
      `Learn draws boards of up to 5×5, and this one is ${rows}×${cols}. Choose another board above, or make a smaller one in Solve.`,
    bound: (/** @type {number} */ bound) => `Bound ${bound}.`,
    newBound: (/** @type {number} */ bound) =>
      `The bound rises to ${bound}, and the search begins again.`,
    ask: 'Which node is next? Click it.',
    right: 'Right.',
    wrong: (/** @type {number} */ least, /** @type {number} */ picked) =>
      picked > least
        ? `No: that has priority ${picked}, and another has ${least}.`
        : 'No: depth-first, the newest node comes first.',
    score: (/** @type {number} */ right, /** @type {number} */ asked) =>
      `${right} of ${asked} right.`,
  },
  race: {
    enter: (/** @type {number} */ most) => `Who runs (up to ${most})`,
    algorithm: 'Any other',
    heuristic: 'Guided by',
    add: 'Enter it',
    start: 'Start the race',
    nodes: 'nodes',
    running: 'running',
    ready: 'ready',
    stopped: 'stopped',
    proven: 'minimum proven',
    found: 'solution, no proof',
    unsolvable: 'This board cannot be solved.',
    tables: 'building tables',
    chart: 'Nodes generated over time',
    won: (/** @type {string} */ name, /** @type {number} */ seconds) =>
      `The race is over. First to prove the minimum: ${name}, ${time(seconds)}.`,
    halted: 'The race was stopped.',
    over: 'The race is over. Nobody has proven the minimum.',
    limits: /** @type {Record<string, string>} */ ({
      time: 'out of time',
      memory: 'out of memory',
      nodes: 'out of nodes',
      interrupt: 'stopped',
      depth: 'out of depth',
    }),
    columns: ['Algorithm', 'Nodes', 'Stored', 'Length', 'Bound', 'Time', 'State'],
    power: (/** @type {number} */ value) =>
      value >= 1e6 ? `${value / 1e6}M` : value >= 1000 ? `${value / 1000}k` : String(value),
    algorithms: /** @type {Record<string, string>} */ ({
      auto: 'noyes decides',
      bfs: 'Breadth-first',
      'uniform-cost': 'Uniform cost',
      iddfs: 'Iterative deepening',
      astar: 'A*',
      course: 'A* of the course',
      lockstep: 'Lockstep A*',
      bidirectional: 'Bidirectional A*',
      mm: 'MM',
      nbs: 'NBS',
      ida: 'IDA*',
      rbfs: 'RBFS',
      sma: 'SMA*',
      hda: 'HDA*',
      greedy: 'Greedy best-first',
      weighted: 'Weighted A*',
      'weighted-ida': 'Weighted IDA*',
      ara: 'ARA*',
      beam: 'Beams',
      construct: 'Rows and columns',
    }),
    heuristics: /** @type {Record<string, string>} */ ({
      hamming: 'Hamming',
      euclidean: 'Euclidean',
      manhattan: 'Manhattan',
      'linear-conflict': 'linear conflict',
      'walking-distance': 'walking distance',
      'lc-or-wd': 'linear conflict or walking distance',
      pattern: 'pattern tables',
    }),
  },
};
