"""Puts the table in the browser into wheels and source distributions: it is built if it is missing."""

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUILDING = runpy.run_path(str(Path(__file__).parent / "web" / "build.py"))


class BuildTable(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the table in the browser once; whoever installs the wheel needs no Node.js."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """The package that carries Node.js, if it is needed and the machine has none."""
        if BUILDING["is_built"]():
            return []
        try:
            BUILDING["find_npm"]()
        except BUILDING["NoNode"]:
            return [BUILDING["PACKAGE"]]
        return []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Builds it; a clone that is installed to be worked on builds it when it is played."""
        if version == "editable" or BUILDING["is_built"]():
            return
        try:
            BUILDING["build"]()
        except BUILDING["NoNode"] as missing:
            raise SystemExit(str(missing)) from None
