/** The page: header, three views, and what they share. */
import { Engine } from './engine/engine.js';
import { Game } from './state/game.js';
import { readAddress } from './state/address.js';
import { initialState } from './state/state.js';
import { Store } from './state/store.js';
import { NoyesApp } from './elements/noyes-app.js';
import { gameElement } from './elements/dom.js';
import { readReplay, replayPart } from './puzzle/replay.js';
import { goalBoard } from './puzzle/board.js';
import { texts } from './texts/en.js';

const url = new URL(location.href);
const address = readAddress(url);
/** @type {Store<import('./state/state.js').State>} */
const store = new Store({ ...initialState(), ...address });
const engine = new Engine((kind) => store.set({ engine: kind }), {
  goneWords: texts.engine.banner.gone,
});
const game = new Game(store, engine);

if (!address.start) game.scramble(4, 4);
// The engine is fetched and makes its first tables while the page is being built.
engine.warm(game.searching.near());
document.querySelector('main')?.replaceWith(gameElement(NoyesApp, game));

// After the first paint: tables, where the engine of the page was not the first choice, and a replay
// that the address names.
requestAnimationFrame(() =>
  setTimeout(async () => {
    game.searching.prepare();
    const part = replayPart(url.search);
    const replay = part && (await readReplay(part));
    if (replay)
      game.load(replay.board, {
        line: replay.moves,
        note: texts.input.replay(replay.moves.length),
        goal: 'blank-last',
      });
  }),
);

addEventListener('hashchange', () => {
  const {
    start = goalBoard(4, 4, 'blank-last'),
    view,
    learn,
    racers,
    ...rest
  } = readAddress(new URL(location.href));
  game.load(start, rest);
  store.set({ ...(view && { view }), ...(learn && { learn }), ...(racers && { racers }) });
});

if ('serviceWorker' in navigator && document.querySelector('meta[name="noyes-engine"]')) {
  navigator.serviceWorker.register(new URL('sw.js', document.baseURI)).catch(() => {});
}
