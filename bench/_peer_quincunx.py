"""Quincunx's own line of bench/peers.py: compiled random playouts of examples/connect_four.py.

Run by bench/peers.py in a fresh process of the current interpreter. Prints one JSON object as its last line:
``{"moves", "cpu_seconds", "wall_seconds"}`` (and ``"detail"``, if any), or ``{"error": reason}``.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


def measure_quincunx(seconds: float, device: str) -> dict[str, Any]:
    """Play random games of connect four for about ``seconds``, compiling and warm-up not counted.

    Returns ``moves``, ``cpu_seconds`` (time.process_time: all threads) and, where the playouts give it,
    ``wall_seconds``; a run on a GPU is compared by the wall clock, so there ``wall_seconds`` must be given.
    """
    import quincunx.lab.bench

    result = quincunx.lab.bench.playouts("examples/connect_four.py", seconds=seconds, device=device)
    if device != "cpu" and "wall_seconds" not in result:
        raise RuntimeError("the playouts gave no wall_seconds, which a GPU run is compared by")
    return {key: result[key] for key in ("moves", "cpu_seconds", "wall_seconds", "detail") if key in result}


def pin_to_one_cpu(device: str) -> None:
    """Keep a CPU measurement on one core, where the system lets a process choose."""
    if device == "cpu" and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def main() -> None:
    """Measure once and print the result as JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    args = parser.parse_args()
    os.chdir(ROOT)
    sys.path[1:1] = [str(folder) for folder in (ROOT, ROOT / "src") if (folder / "quincunx").is_dir()]
    pin_to_one_cpu(args.device)
    try:
        result = measure_quincunx(args.seconds, args.device)
    except Exception as error:
        result = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(result))


if __name__ == "__main__":
    main()
