"""Fork, spawn and signals, each in a process of its own, none of which may hang."""

import subprocess
import sys
import textwrap

MOST_SECONDS = 120


def run(code, **options):
    code = textwrap.dedent(code)
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=MOST_SECONDS, **options
    )


def test_after_a_fork_it_raises_with_the_remedy():
    done = run("""
        import os, noyes
        assert noyes.solve("1 2/0 3").length == 1
        child = os.fork()
        if child == 0:
            for use in (lambda: noyes.solve("1 2/0 3"), lambda: noyes.distances([[[1, 2], [0, 3]]]),
                        lambda: list(noyes.solve_many(["1 2/0 3"])), lambda: noyes.info("1 2/0 3"),
                        lambda: noyes.start("1 2/0 3"), lambda: noyes.dataset(3, 1),
                        lambda: noyes.prove(noyes.collection("korf50")[0].board)):
                try:
                    use()
                except RuntimeError as error:
                    assert "spawn" in str(error)
                else:
                    os._exit(1)
            # What needs no threads still works.
            os._exit(0 if noyes.Board("1 2/0 3").manhattan() == 1 else 2)
        _, status = os.waitpid(child, 0)
        assert os.waitstatus_to_exitcode(status) == 0
        assert noyes.solve("1 2/0 3").length == 1
    """)
    assert done.returncode == 0, done.stderr


def test_a_fork_while_threads_search_and_build_raises_as_well():
    done = run("""
        import os, tempfile, threading, time, noyes
        os.environ["NOYES_TABLES"] = tempfile.mkdtemp()
        hard = noyes.collection("korf50")[0].board
        search = noyes.start(hard, optimal=True)
        batch = noyes.solve_many(noyes.scramble(4, count=500, seed=1))
        threading.Thread(target=noyes.distances, args=([[[1, 2, 3], [4, 5, 6], [7, 0, 8]]],)).start()
        for _ in range(10):
            time.sleep(0.05)
            child = os.fork()
            if child == 0:
                try:
                    noyes.solve("1 2/0 3")
                except RuntimeError as error:
                    os._exit(0 if "spawn" in str(error) else 1)
                os._exit(2)
            _, status = os.waitpid(child, 0)
            assert os.waitstatus_to_exitcode(status) == 0
        search.stop()
        batch.stop()
    """)
    assert done.returncode == 0, done.stderr


def test_a_fork_before_the_first_use_is_fine():
    done = run("""
        import os, noyes
        child = os.fork()
        if child == 0:
            os._exit(0 if noyes.solve("8 1 3/4 0 2/7 6 5").length == 14 else 1)
        _, status = os.waitpid(child, 0)
        assert os.waitstatus_to_exitcode(status) == 0
    """)
    assert done.returncode == 0, done.stderr


def test_pools_that_fork_and_that_spawn(tmp_path):
    script = tmp_path / "pools.py"
    script.write_text(textwrap.dedent("""
        import multiprocessing
        from concurrent.futures import ProcessPoolExecutor
        import noyes

        def main():
            boards = [noyes.Board("8 1 3/4 0 2/7 6 5")] * 20
            for method in ("fork", "spawn", "forkserver"):
                context = multiprocessing.get_context(method)
                with ProcessPoolExecutor(2, mp_context=context) as pool:
                    assert [s.length for s in noyes.solve_many(boards, pool)] == [14] * 20
            assert noyes.solve(boards[0]).length == 14
            with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("fork")) as pool:
                try:
                    list(noyes.solve_many(boards, pool))
                except RuntimeError as error:
                    assert "spawn" in str(error)
                else:
                    raise SystemExit("a forked worker answered")

        if __name__ == "__main__":
            main()
    """))
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=MOST_SECONDS
    )
    assert done.returncode == 0, done.stderr


def test_a_search_left_behind_does_not_hold_the_exit():
    done = run("""
        import noyes
        board = noyes.collection("korf50")[0].board
        search = noyes.start(board, optimal=True, tables="none")
        print(search.lower_bound >= 0)
    """)
    assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr


def test_importing_is_light():
    done = run("""
        import sys, noyes
        assert not {"numpy", "anywidget", "gymnasium", "distributed"} & set(sys.modules)
    """)
    assert done.returncode == 0, done.stderr
