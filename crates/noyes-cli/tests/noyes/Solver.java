import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Scanner;
import java.util.Set;

/** Breadth-first search: slow and short, good enough for small boards. */
public class Solver {
    final int n;
    final int[] tiles;
    final Solver previous;

    Solver(int n, int[] tiles, Solver previous) {
        this.n = n;
        this.tiles = tiles;
        this.previous = previous;
    }

    boolean isGoal() {
        for (int cell = 0; cell < tiles.length - 1; cell++) {
            if (tiles[cell] != cell + 1) {
                return false;
            }
        }
        return true;
    }

    /** The boards one slide away. */
    List<Solver> neighbors() {
        int blank = 0;
        while (tiles[blank] != 0) {
            blank++;
        }
        List<Solver> all = new ArrayList<>();
        for (int[] step : new int[][] {{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
            int row = blank / n + step[0];
            int col = blank % n + step[1];
            if (row >= 0 && row < n && col >= 0 && col < n) {
                int[] next = tiles.clone();
                next[blank] = next[row * n + col];
                next[row * n + col] = 0;
                all.add(new Solver(n, next, this));
            }
        }
        return all;
    }

    static Solver solve(Solver start) {
        Set<String> seen = new HashSet<>();
        ArrayDeque<Solver> queue = new ArrayDeque<>();
        queue.add(start);
        seen.add(Arrays.toString(start.tiles));
        while (!queue.isEmpty()) {
            Solver board = queue.remove();
            if (board.isGoal()) {
                return board;
            }
            for (Solver next : board.neighbors()) {
                if (seen.add(Arrays.toString(next.tiles))) {
                    queue.add(next);
                }
            }
        }
        return null;
    }

    public static void main(String[] args) throws Exception {
        System.out.println("Reading " + args[0] + " ...");
        Scanner in = new Scanner(Files.newInputStream(Paths.get(args[0])));
        int n = in.nextInt();
        int[] tiles = new int[n * n];
        for (int cell = 0; cell < tiles.length; cell++) {
            tiles[cell] = in.nextInt();
        }
        Solver end = solve(new Solver(n, tiles, null));
        if (end == null) {
            System.out.println("No solution possible");
            return;
        }
        List<Solver> way = new ArrayList<>();
        for (Solver board = end; board != null; board = board.previous) {
            way.add(0, board);
        }
        System.out.println("Minimum number of moves = " + (way.size() - 1));
        for (Solver board : way) {
            System.out.println(n);
            for (int cell = 0; cell < tiles.length; cell++) {
                System.out.printf("%2d ", board.tiles[cell]);
                if (cell % n == n - 1) {
                    System.out.println();
                }
            }
            System.out.println();
        }
        System.out.println("Done");
    }
}
