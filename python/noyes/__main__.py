"""The command ``noyes``: the same program as the compiled one."""

import sys

from noyes._noyes import run_command


def main() -> int:
    """Runs the command with the arguments of the process and returns its exit code."""
    return run_command(["noyes", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
