/** The page for other sites: one board with its moves. The engine is opened only if it is asked. */
import { Engine } from './engine/engine.js';
import { NoyesPlayer } from './elements/noyes-player.js';
import { gameElement } from './elements/dom.js';
import { readAddress } from './state/address.js';
import { Game } from './state/game.js';
import { initialState } from './state/state.js';
import { Store } from './state/store.js';

customElements.define('noyes-player', NoyesPlayer);

/** @type {Store<import('./state/state.js').State>} */
const store = new Store({ ...initialState(), ...readAddress(new URL(location.href)) });
const game = new Game(store, new Engine((kind) => store.set({ engine: kind })));
const player = gameElement(NoyesPlayer, game);
player.page = new URL('.', document.baseURI);
document.querySelector('main')?.replaceChildren(player);
