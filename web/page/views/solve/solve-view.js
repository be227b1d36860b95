/** The view *Solve*: a board to play on, its verdict, its solution, and your moves judged. */
import { GameElement, gameElement, h } from '../../elements/dom.js';
import { SolveDraw } from './solve-draw.js';
import { SolveInput } from './solve-input.js';
import { SolveJudge } from './solve-judge.js';
import { SolvePlay } from './solve-play.js';
import { SolvePlayer } from './solve-player.js';
import { SolveSettings } from './solve-settings.js';
import { SolveVerdict } from './solve-verdict.js';
import { SolveWhy } from './solve-why.js';

export class SolveView extends GameElement {
  build() {
    const { game } = this;
    this.input = gameElement(SolveInput, game);
    const card = (/** @type {HTMLElement} */ element) => {
      element.classList.add('card');
      return element;
    };
    const play = gameElement(SolvePlay, game);
    play.addEventListener('scramble', () => this.input?.scramble());
    this.append(
      h('div', { class: 'stage' }, play, gameElement(SolveDraw, game)),
      h(
        'div',
        { class: 'panels' },
        card(gameElement(SolveVerdict, game)),
        card(gameElement(SolvePlayer, game)),
        card(gameElement(SolveJudge, game)),
        card(this.input),
        card(gameElement(SolveWhy, game)),
        card(gameElement(SolveSettings, game)),
      ),
    );
  }
}

customElements.define('solve-view', SolveView);
