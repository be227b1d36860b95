/**
 * `<noyes-player board="8 1 3/4 0 2/7 6 5" moves="LURD" goal="snail">`: a board to play on and to
 * solve, with its moves to watch.
 *
 * The attributes count where no game is given. `page` is the address of a whole page, which a link
 * then leads to. Who uses the element defines it, once it has said where the engine is.
 */
import { Engine } from '../engine/engine.js';
import { parity } from '../puzzle/board.js';
import { readAddress, writeAddress } from '../state/address.js';
import { Game } from '../state/game.js';
import { initialState } from '../state/state.js';
import { Store } from '../state/store.js';
import { texts } from '../texts/en.js';
import { NoyesBoard } from './noyes-board.js';
import { GameElement, ICONS, h, icon, iconButton, tell } from './dom.js';

export class NoyesPlayer extends GameElement {
  /** How the engine of an element is made that was given no game. */
  static makeEngine = () => new Engine(() => {});

  /** @type {URL | null} */
  page = null;

  connectedCallback() {
    this.game ??= this.ownGame();
    super.connectedCallback();
  }

  /** @private */
  ownGame() {
    const fields = ['board', 'moves', 'goal'].map(
      (name) => `${name}=${(this.getAttribute(name) ?? '').trim().replaceAll(' ', '.')}`,
    );
    const address = new URL(`#solve?${fields.join('&')}`, document.baseURI);
    /** @type {Store<import('../state/state.js').State>} */
    const store = new Store({ ...initialState(), ...readAddress(address) });
    return new Game(store, NoyesPlayer.makeEngine());
  }

  build() {
    const { game } = this;
    this.board = new NoyesBoard();
    this.board.addEventListener('slide', (event) =>
      game.play(/** @type {CustomEvent} */ (event).detail),
    );
    this.words = h('span', { class: 'count', role: 'status' });
    this.playButton = iconButton(
      'play',
      texts.player.play,
      () => (game.state.playing ? game.pause() : game.run()),
      { bare: true },
    );
    this.solve = h(
      'button',
      {
        type: 'button',
        class: 'button small',
        onclick: () => (game.searching.isRunning ? game.searching.stop() : game.searching.solve()),
      },
      texts.verdict.solve,
    );
    this.link = h('a', { target: '_blank', rel: 'noopener' }, texts.embed.open);
    this.append(
      h(
        'div',
        { class: 'player' },
        this.board,
        h(
          'div',
          { class: 'row' },
          iconButton('back', texts.player.back, () => game.undo(), { bare: true }),
          this.playButton,
          iconButton('next', texts.player.next, () => game.redo(), { bare: true }),
          this.words,
          this.solve,
        ),
        h('p', { class: 'count' }, this.link),
      ),
    );
  }

  /** @param {import('./dom.js').State} state */
  update(state) {
    const { game } = this;
    const { search, line, at, playing } = state;
    const board = game.board();
    Object.assign(/** @type {NoyesBoard} */ (this.board), {
      board,
      goal: game.goal,
      scheme: state.scheme,
    });
    this.board?.show();
    const isSolvable = parity(board, game.goal).solvable;
    tell(
      this.words,
      !isSolvable
        ? texts.verdict.unsolvable
        : search?.running
          ? texts.verdict.spokenInterval(search.lower, search.upper, state.metric === 'single')
          : line
            ? texts.player.position(at, line.length)
            : '',
    );
    this.playButton?.replaceChildren(
      icon(playing ? ICONS.pause : ICONS.play),
      h('span', { class: 'unseen' }, playing ? texts.player.pause : texts.player.play),
    );
    if (this.solve) {
      this.solve.hidden = !isSolvable || game.isSolved();
      this.solve.replaceChildren(search?.running ? texts.verdict.stop : texts.verdict.solve);
    }
    if (this.link) {
      this.link.hidden = !this.page;
      const address = writeAddress({ ...state, view: 'solve' });
      if (this.page) this.link.href = new URL(`./${address}`, this.page).href;
    }
  }
}
