/**
 * The elements `<noyes-board>` and `<noyes-player>`, with the engine of this package. Link
 * `style.css` too.
 */
import { Engine } from './page/engine/engine.js';
import { NoyesPlayer } from './page/elements/noyes-player.js';

export { NoyesBoard } from './page/elements/noyes-board.js';
export { NoyesPlayer };

NoyesPlayer.makeEngine = () =>
  new Engine(() => {}, { base: new URL('./', import.meta.url), hasServer: false });
customElements.define('noyes-player', NoyesPlayer);
