// Solvers of npm: `node npm_driver.js sliding-puzzle-solver|node-sliding-puzzle-solver [shortest]`.
// Boards come as lines, answers go as lines of JSON; processor time is counted, not the clock's.
// What a solver prints itself goes to standard error.
const { createRequire } = require("node:module");
const readline = require("node:readline");

const [name, mode] = process.argv.slice(2);
const solvers = createRequire(`${process.cwd()}/`);
const opposite = { U: "D", D: "U", L: "R", R: "L" };

const solve = {
  // The blank is the empty string; the answer names the ways of the blank, false after 200,000 boards.
  "sliding-puzzle-solver": (rows) => {
    const { Grid, Solver } = solvers(name);
    const sign = (tile) => (tile === 0 ? "" : tile);
    const tiles = rows.flat().map(sign);
    const goal = rows.flat().map((_, cell) => sign((cell + 1) % tiles.length));
    const found = new Solver(new Grid(tiles, tiles.indexOf(""), goal)).solve();
    if (!found) throw new Error("it gives up after 200,000 boards");
    return found.map((way) => opposite[way[0]]).join("");
  },
  "node-sliding-puzzle-solver": (rows) => {
    const { Puzzle, Solver } = solvers(name);
    const solver = new Solver(new Puzzle(rows.length, rows.flat()), mode === "shortest");
    return solver.getPath().map((way) => opposite[way]).join("");
  },
}[name];

const seconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const say = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);
for (const word of ["log", "time", "timeEnd"]) console[word] = () => {};

say({ ready: seconds() });
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const rows = line.trim().split("/").map((row) => row.trim().split(/\s+/).map(Number));
  const begun = seconds();
  try {
    say({ moves: solve(rows), seconds: seconds() - begun });
  } catch (error) {
    say({ error: String(error.message ?? error) });
  }
});
