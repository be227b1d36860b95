/** The board as a picture: SVG as text, PNG from a canvas. Nothing is fetched. */
import { cellsOf } from '../puzzle/board.js';
import { faceOf } from './board-canvas.js';

const CELL = 100;

/** @param {import('../state/game.js').Game} game */
function tilesOf(game) {
  const { rows, cols, tiles } = game.board();
  const home = cellsOf(game.goal);
  const { scheme } = game.state;
  const size = Math.min(0.46, 1.3 / String(tiles.length - 1).length) * CELL;
  const all = tiles.map((tile, cell) => ({
    tile,
    x: (cell % cols) * CELL,
    y: Math.floor(cell / cols) * CELL,
    face: faceOf(home[tile], cols, scheme, game.goal),
  }));
  return { width: cols * CELL, height: rows * CELL, size, tiles: all.filter(({ tile }) => tile) };
}

/** @param {import('../state/game.js').Game} game */
export function boardSvg(game) {
  const { width, height, size, tiles } = tilesOf(game);
  const drawn = tiles.map(
    ({ tile, x, y, face }) =>
      `<rect x="${x + 3}" y="${y + 3}" width="${CELL - 6}" height="${CELL - 6}" rx="9" fill="${face}"/>` +
      `<text x="${x + CELL / 2}" y="${y + CELL / 2}">${tile}</text>`,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 ${width + 16} ${height + 16}">` +
    `<rect x="-8" y="-8" width="${width + 16}" height="${height + 16}" rx="16" fill="#2b2620"/>` +
    `<g font-family="system-ui, sans-serif" font-weight="600" font-size="${size}" fill="#2a241b" text-anchor="middle" dominant-baseline="central">` +
    `${drawn.join('')}</g></svg>\n`
  );
}

/** @param {import('../state/game.js').Game} game @returns {Promise<Blob>} */
export function boardPng(game) {
  const { width, height, size, tiles } = tilesOf(game);
  const scale = Math.min(1, 4000 / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = (width + 16) * scale;
  canvas.height = (height + 16) * scale;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.scale(scale, scale);
  context.fillStyle = '#2b2620';
  context.fillRect(0, 0, width + 16, height + 16);
  context.translate(8, 8);
  context.font = `600 ${size}px system-ui, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const { tile, x, y, face } of tiles) {
    context.fillStyle = face;
    context.beginPath();
    context.roundRect(x + 3, y + 3, CELL - 6, CELL - 6, 9);
    context.fill();
    context.fillStyle = '#2a241b';
    context.fillText(String(tile), x + CELL / 2, y + CELL / 2);
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('no picture could be made'))),
      'image/png',
    );
  });
}
