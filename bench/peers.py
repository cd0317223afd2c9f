"""Random playouts of connect four: Quincunx beside OpenSpiel, Pgx and PettingZoo, all measured in one run.

    python bench/peers.py [--seconds 5] [--repeats 1] [--json FILE] [--device cpu|cuda] [--env DIR] [--no-install]

The peers live in a virtual environment of their own, made on the first run from bench/peers-requirements.txt in the
user's cache folder (or DIR); --no-install takes them from the current interpreter instead. Each measurement is a fresh
process. On the CPU it is held to one core and judged by CPU time (time.process_time, which counts every thread); on a
GPU it is judged by the wall clock. Importing, compiling and warming up are not counted. With --repeats every line is
measured so many times, in turn, and the median kept. A peer that cannot be installed or run is shown as
"not available" with the reason, and left out of the JSON rows.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median_low
from typing import Any

BENCH = Path(__file__).resolve().parent
REQUIREMENTS = BENCH / "peers-requirements.txt"
GAME = "connect_four"
STAMP = "quincunx-peers.json"
STARTING_SECONDS = 600  # what a measurement may take beyond its counted time: imports, compiling, probing
THREAD_LIMITS = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
    "JAX_PLATFORMS": "cpu",
}

Result = dict[str, Any]  # what a worker prints: "moves", "cpu_seconds", "wall_seconds", "detail"; or "error"


@dataclass(frozen=True)
class Contender:
    """One line of the table: a library, how it is driven, its worker and the packages it stands on."""

    name: str
    how: str
    worker: str
    needs: tuple[str, ...] = ()
    devices: tuple[str, ...] = ("cpu",)


OURS = Contender("Quincunx", "compiled", "quincunx", devices=("cpu", "cuda"))
CONTENDERS = (
    OURS,
    Contender("OpenSpiel", "C++, MCTS rollouts", "open_spiel_rollouts", ("open_spiel",)),
    Contender("OpenSpiel", "C++, random bots", "open_spiel_bots", ("open_spiel",)),
    Contender("OpenSpiel", "from Python", "open_spiel_python", ("open_spiel",)),
    Contender("Pgx", "jitted batches, tuned", "pgx_tuned", ("jax", "pgx"), ("cpu", "cuda")),
    Contender("Pgx", "jitted batches, as documented", "pgx_documented", ("jax", "pgx"), ("cpu", "cuda")),
    Contender("PettingZoo", "from Python, no wrappers", "pettingzoo_raw", ("pettingzoo", "pygame")),
    Contender("PettingZoo", "from Python, as documented", "pettingzoo_env", ("pettingzoo", "pygame")),
)


# The peers' environment


def package_of(line: str) -> str:
    """The package a requirement line names, without its extras and version."""
    for mark in "[=<>~!; ":
        line = line.split(mark)[0]
    return line


def requirement_lines(device: str) -> list[str]:
    """The requirement lines, with jax's CUDA build asked for where the device is a GPU."""
    lines = [line.split("#")[0].strip() for line in REQUIREMENTS.read_text(encoding="utf-8").splitlines()]
    lines = [line for line in lines if line]
    if device == "cuda":
        lines = [line.replace("jax", "jax[cuda12]", 1) if package_of(line) == "jax" else line for line in lines]
    return lines


def cache_folder() -> Path:
    """The user's cache folder, as the system at hand names it."""
    if os.environ.get("XDG_CACHE_HOME"):
        return Path(os.environ["XDG_CACHE_HOME"])
    if sys.platform == "win32" and os.environ.get("LOCALAPPDATA"):
        return Path(os.environ["LOCALAPPDATA"])
    return Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")


def default_environment(lines: list[str]) -> Path:
    """The environment's folder: one for each Python version and list of requirements."""
    digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()[:10]
    return cache_folder() / "quincunx" / f"peers-py{sys.version_info[0]}{sys.version_info[1]}-{digest}"


def last_words(text: str) -> str:
    """The line of a failed command's output that says most: its last error line, or its last line."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if "error" in line.lower()]
    return (errors or lines or ["no message"])[-1][:200]


def install(python: Path, lines: list[str]) -> dict[str, str]:
    """Install the lines together; where that fails, one by one. Returns the reason for each package left out."""
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if subprocess.run([*command, *lines], capture_output=True).returncode == 0:
        return {}
    failed = {}
    for line in lines:
        done = subprocess.run([*command, line], capture_output=True, text=True)
        if done.returncode:
            failed[package_of(line)] = f"{line} did not install ({last_words(done.stderr)})"
    return failed


def prepare_environment(folder: Path, lines: list[str]) -> tuple[Path, dict[str, str]]:
    """Make the peers' environment unless it is there and complete; returns its Python and what did not install."""
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = folder / STAMP
    if python.exists() and stamp.exists() and json.loads(stamp.read_text(encoding="utf-8")) == lines:
        return python, {}
    print(f"Installing the peers into {folder} (first run only) ...", file=sys.stderr, flush=True)
    if not python.exists():
        done = subprocess.run([sys.executable, "-m", "venv", str(folder)], capture_output=True, text=True)
        if done.returncode:
            reason = f"no virtual environment ({last_words(done.stdout + done.stderr)})"
            return python, {package_of(line): reason for line in lines}
    failed = install(python, lines)
    if not failed:
        stamp.write_text(json.dumps(lines), encoding="utf-8")
    return python, failed


# The measurements


def worker_environment(device: str, own_python: bool) -> dict[str, str]:
    """The environment variables of a measurement: one thread on the CPU, and no strange paths in the peers' Python."""
    variables = dict(os.environ)
    if not own_python:
        variables.pop("PYTHONPATH", None)
    if device == "cpu":
        variables.update(THREAD_LIMITS)
    return variables


def measure(contender: Contender, python: Path, seconds: float, device: str) -> Result:
    """Run one contender in a fresh process; returns what it measured, or {"error": reason}."""
    own_python = contender is OURS or python == Path(sys.executable)
    script = [BENCH / "_peer_quincunx.py"] if contender is OURS else [BENCH / "_peer_workers.py", contender.worker]
    interpreter = sys.executable if contender is OURS else python
    command = [interpreter, *script, "--seconds", seconds, "--device", device]
    try:
        done = subprocess.run(
            [str(part) for part in command],
            capture_output=True,
            text=True,
            cwd=BENCH.parent,
            env=worker_environment(device, own_python),
            timeout=STARTING_SECONDS + 3 * seconds,
        )
    except subprocess.TimeoutExpired as late:
        return {"error": f"no result after {late.timeout:.0f} s"}
    try:
        result: Result = json.loads(done.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        return {"error": f"exit status {done.returncode}: {last_words(done.stderr)}"}
    return result


def reason_to_skip(contender: Contender, device: str, failed: dict[str, str]) -> str | None:
    """Why a contender is not to be run at all, if it is not."""
    if device not in contender.devices:
        return "it runs on the CPU only"
    return next((failed[package] for package in contender.needs if package in failed), None)


def middle(results: list[Result], device: str) -> Result:
    """The run of median speed; a run that failed speaks for all."""
    for result in results:
        if "error" in result:
            return result
    middle_rate = median_low(rate(result, device) for result in results)
    return next(result for result in results if rate(result, device) == middle_rate)


def measure_all(python: Path, failed: dict[str, str], args: argparse.Namespace) -> list[tuple[Contender, Result]]:
    """Measure every contender that can run, turn by turn, and keep each one's median."""
    results: dict[Contender, list[Result]] = {contender: [] for contender in CONTENDERS}
    for turn in range(args.repeats):
        for contender, done in results.items():
            reason = reason_to_skip(contender, args.device, failed)
            if reason:
                done.append({"error": reason})
            elif not (done and "error" in done[-1]):
                print(f"[{turn + 1}/{args.repeats}] {contender.name}, {contender.how}", file=sys.stderr, flush=True)
                done.append(measure(contender, python, args.seconds, args.device))
    return [(contender, middle(done, args.device)) for contender, done in results.items()]


# The report


def seconds_of(result: Result, device: str) -> float:
    """The seconds a result is judged by: CPU time on the CPU, wall time on a GPU."""
    return float(result["cpu_seconds" if device == "cpu" else "wall_seconds"])


def rate(result: Result, device: str) -> float:
    """Moves per second of that clock."""
    return float(result["moves"]) / seconds_of(result, device)


def our_rate(results: list[tuple[Contender, Result]], device: str) -> float | None:
    """Quincunx's own rate, if it could be measured."""
    return next((rate(result, device) for who, result in results if who is OURS and "error" not in result), None)


def table(results: list[tuple[Contender, Result]], device: str) -> str:
    """The results as aligned text, the reasons for what is missing, and a note on each measurement."""
    clock = "CPU" if device == "cpu" else "wall"
    ours = our_rate(results, device)
    head = ("peer", "how driven", "moves", f"{clock} seconds", f"moves per {clock} second", "quincunx/peer")
    rows: list[tuple[str, ...]] = [head]
    notes = []
    for contender, result in results:
        if "error" in result:
            rows.append((contender.name, contender.how, f"not available: {result['error']}"))
            continue
        speed = rate(result, device)
        ratio = f"{ours / speed:,.2f}" if ours else "-"
        counted = f"{seconds_of(result, device):.2f}"
        rows.append((contender.name, contender.how, f"{result['moves']:,}", counted, f"{speed:,.0f}", ratio))
        if result.get("detail"):
            notes.append(f"  {contender.name}, {contender.how}: {result['detail']}")
    return "\n".join([*aligned(rows), *([""] if notes else []), *notes])


def aligned(rows: list[tuple[str, ...]]) -> list[str]:
    """Rows padded into columns: two of words to the left, numbers to the right; a short row's end is left as is."""
    full = [row for row in rows if len(row) == len(rows[0])]
    widths = [max(len(row[column]) for row in full) for column in range(len(rows[0]))]
    widths[:2] = [max(len(row[column]) for row in rows) for column in (0, 1)]
    lines = []
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row[:2], widths[:2], strict=True)]
        numbers = row[2:] if len(row) < len(widths) else map(str.rjust, row[2:], widths[2:])
        lines.append("  ".join([*cells, *numbers]).rstrip())
    return [lines[0], "-" * sum([*widths, 2 * len(widths) - 2]), *lines[1:]]


def json_rows(results: list[tuple[Contender, Result]], device: str) -> list[dict[str, Any]]:
    """The results as {"game", "measure", "value", "unit"} rows: each one's speed, and our speed over each peer's."""
    ours = our_rate(results, device)
    unit = "moves per CPU second" if device == "cpu" else "moves per second"
    rows = []
    for contender, result in results:
        if "error" in result:
            continue
        label = f"{contender.name}, {contender.how}, {device}"
        speed = rate(result, device)
        rows.append({"game": GAME, "measure": f"random playouts: {label}", "value": round(speed), "unit": unit})
        if ours and contender is not OURS:
            ratio = float(f"{ours / speed:.4g}")
            rows.append({"game": GAME, "measure": f"quincunx over {label}", "value": ratio, "unit": "times"})
    return rows


def parse_arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=5.0, help="counted seconds of each measurement (default 5)")
    parser.add_argument("--repeats", type=int, default=1, help="measurements of each line; the median is kept")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the results there as JSON rows")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--env", type=Path, metavar="DIR", help="the peers' virtual environment (made if missing)")
    parser.add_argument("--no-install", action="store_true", help="use the current interpreter for the peers")
    args = parser.parse_args()
    if args.seconds <= 0 or args.repeats < 1:
        parser.error("--seconds and --repeats must be positive")
    return args


def main() -> None:
    """Prepare the peers, measure everything and report."""
    args = parse_arguments()
    failed: dict[str, str] = {}
    if args.no_install:
        python = Path(sys.executable)
    else:
        lines = requirement_lines(args.device)
        python, failed = prepare_environment(args.env or default_environment(lines), lines)
    results = measure_all(python, failed, args)
    print(f"Random playouts of {GAME}, device {args.device}\n")
    print(table(results, args.device))
    if args.json:
        args.json.write_text(json.dumps(json_rows(results, args.device), indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
