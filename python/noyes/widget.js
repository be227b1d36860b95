// The widgets of noyes: a board to play on, and the interval of a search.

const SIDE = 52;
const EDGE = 3;

/** The colour of a tile, by its goal cell, as pictures of boards have it. */
function color(home, rows, cols) {
  const [down, right] = [Math.floor(home / cols) / (rows - 1), (home % cols) / (cols - 1)];
  return `oklch(${0.87 - 0.08 * right} 0.105 ${255 - 232 * down})`;
}

/** The tiles after a slide of the tile in a cell into the blank, or null if it is not beside it. */
function slid(tiles, cols, cell) {
  const blank = tiles.indexOf(0);
  const apart =
    Math.abs(Math.floor(blank / cols) - Math.floor(cell / cols)) + Math.abs((blank % cols) - (cell % cols));
  if (apart !== 1) return null;
  const after = [...tiles];
  [after[blank], after[cell]] = [after[cell], 0];
  return after;
}

/** The cell whose tile slides with a letter. */
function source(tiles, rows, cols, letter) {
  const blank = tiles.indexOf(0);
  const [row, col] = [Math.floor(blank / cols), blank % cols];
  const [down, right] = { U: [1, 0], D: [-1, 0], L: [0, 1], R: [0, -1] }[letter];
  const [r, c] = [row + down, col + right];
  return r < 0 || r >= rows || c < 0 || c >= cols ? null : r * cols + c;
}

function player({ model, el }) {
  const rows = model.get("rows");
  const cols = model.get("cols");
  const goal = model.get("goal");
  const board = document.createElement("div");
  board.tabIndex = 0;
  board.setAttribute("role", "group");
  board.setAttribute("aria-label", `a ${rows} by ${cols} board; the arrow keys slide tiles`);
  board.style.cssText = `position:relative;width:${cols * SIDE}px;height:${rows * SIDE}px;padding:${EDGE}px;background:#ecf0f3;border:1px solid #52606d;border-radius:8px`;
  const buttons = new Map();
  for (const tile of goal) {
    if (tile === 0) continue;
    const button = document.createElement("button");
    button.textContent = tile;
    button.style.cssText = `position:absolute;width:${SIDE - 4}px;height:${SIDE - 4}px;margin:2px;border:0;border-radius:5px;color:#14181d;font:700 20px system-ui;transition:left .15s,top .15s;cursor:pointer;background:${color(goal.indexOf(tile), rows, cols)}`;
    button.addEventListener("click", () => move(model.get("tiles").indexOf(tile)));
    buttons.set(tile, button);
    board.append(button);
  }
  const status = document.createElement("div");
  status.setAttribute("aria-live", "polite");
  status.style.cssText = "font:14px system-ui;margin-top:6px";
  const slider = document.createElement("input");
  slider.type = "range";
  slider.min = 0;
  slider.style.cssText = `margin:8px 0 0;width:${cols * SIDE + 2 * EDGE}px`;
  slider.setAttribute("aria-label", "step of the solution");
  slider.addEventListener("input", () => goTo(Number(slider.value)));
  el.replaceChildren(board, slider, status);

  function move(cell) {
    const after = slid(model.get("tiles"), cols, cell);
    if (!after) return;
    model.set("tiles", after);
    model.save_changes();
  }

  /** Shows the board after some moves of the solution, whatever was played meanwhile. */
  function goTo(step) {
    let tiles = model.get("first");
    let at = 0;
    for (const letter of model.get("moves").slice(0, step)) {
      const cell = source(tiles, rows, cols, letter);
      if (cell === null) break;
      tiles = slid(tiles, cols, cell);
      at += 1;
    }
    model.set("tiles", tiles);
    model.set("step", at);
    model.save_changes();
  }

  board.addEventListener("keydown", (event) => {
    const letter = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R" }[event.key];
    if (!letter) return;
    event.preventDefault();
    const cell = source(model.get("tiles"), rows, cols, letter);
    if (cell !== null) move(cell);
  });

  function draw() {
    const tiles = model.get("tiles");
    tiles.forEach((tile, cell) => {
      const button = buttons.get(tile);
      if (!button) return;
      button.style.left = `${(cell % cols) * SIDE + EDGE}px`;
      button.style.top = `${Math.floor(cell / cols) * SIDE + EDGE}px`;
    });
    const moves = model.get("moves");
    slider.style.display = moves.length ? "block" : "none";
    slider.max = moves.length;
    slider.value = model.get("step");
    const solved = tiles.every((tile, cell) => tile === goal[cell]);
    const step = moves.length ? `${model.get("step")} of ${moves.length} moves` : "";
    status.textContent = [step, solved && "solved"].filter(Boolean).join(", ");
  }

  for (const name of ["tiles", "moves", "step"]) model.on(`change:${name}`, draw);
  draw();
}

function watch({ model, el }) {
  // The picture has a style sheet, which must not hold for the rest of the page.
  const root = el.shadowRoot ?? el.attachShadow({ mode: "open" });
  const draw = () => {
    root.innerHTML = model.get("picture");
  };
  model.on("change:picture", draw);
  draw();
}

export default {
  render(context) {
    return context.model.get("kind") === "watch" ? watch(context) : player(context);
  },
};
