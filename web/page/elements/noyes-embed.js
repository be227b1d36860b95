/** `<noyes-embed>`: a board to play on, its moves to watch, and a way to the whole page. */
import { parity } from '../puzzle/board.js';
import { writeAddress } from '../state/address.js';
import { texts } from '../texts/en.js';
import { NoyesBoard } from './noyes-board.js';
import { GameElement, ICONS, h, icon, iconButton } from './dom.js';

export class NoyesEmbed extends GameElement {
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
        'main',
        {},
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
    this.words?.replaceChildren(
      !isSolvable
        ? texts.verdict.unsolvable
        : search?.running
          ? texts.verdict.spokenInterval(search.lower, search.upper)
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
    if (this.link)
      this.link.href = new URL(
        `./${writeAddress({ ...state, view: 'solve' })}`,
        document.baseURI,
      ).href;
  }
}

customElements.define('noyes-embed', NoyesEmbed);
