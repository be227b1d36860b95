"""Prints the licences of the crates in THIRD-PARTY.md, as their own sources have them.

    python3 release/licences.py > THIRD-PARTY-LICENSES.txt

It fails if a crate has none. It needs cargo and nothing but Python.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
NAMES = re.compile(r"(licen[cs]e|copying|unlicense|notice)", re.IGNORECASE)


def main() -> None:
    listed = re.findall(r"^\| ([\w-]+) \| (\S+) \| (.+) \|$", (ROOT / "THIRD-PARTY.md").read_text(), re.MULTILINE)
    made = subprocess.run(["cargo", "metadata", "--format-version", "1", "--locked"], cwd=ROOT, check=True,
                          capture_output=True, text=True)
    packages = {(one["name"], one["version"]): one for one in json.loads(made.stdout)["packages"]}
    without = []
    texts: dict[str, list[str]] = {}
    for name, version, licence in listed:
        if (name, version) not in packages:
            continue
        folder = Path(packages[name, version]["manifest_path"]).parent
        files = sorted(path for path in folder.iterdir() if path.is_file() and NAMES.match(path.name))
        if not files:
            without.append(f"{name} {version} ({licence})")
        for path in files:
            # The same text, such as Apache-2.0, is printed once, with everyone it belongs to.
            texts.setdefault(path.read_text(encoding="utf-8", errors="replace").strip(), []).append(
                f"{name} {version}: {path.name}")
    for text, owners in texts.items():
        print("=" * 80, *owners, "=" * 80, "", text, "", sep="\n")
    if without:
        print("=" * 80, "No file of a licence in their sources; the licence is the one named in THIRD-PARTY.md:",
              *without, sep="\n")
        print("without a licence file: " + ", ".join(without), file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
