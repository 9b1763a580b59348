"""What an emulated machine said: the steps it took, each with its exit code and its lines.

The machine has one wire to us, its console, and the kernel and every program write to it. So the
first process marks where a step begins and ends with a word that was drawn for this run. The mark's
last word is the machine's clock, for who reads the console.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

_OUTCOME = re.compile(r"^(tests/[\w/]+\.py)::.* (PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)\b")


@dataclass(frozen=True)
class Step:
    """One command and what came of it."""

    name: str
    code: int
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """Return all that it wrote."""
        return "\n".join(self.lines)


def read_console(text: str, word: str) -> dict[str, Step]:
    """Return the steps that ended, by name; of one that was cut off there is no trace."""
    steps: dict[str, Step] = {}
    lines: list[str] = []
    for line in text.replace("\r", "").split("\n"):
        # A program may have left a line unfinished.
        before, marked, after = line.partition(f"{word} ")
        if not marked:
            lines.append(line)
            continue
        match after.split():
            case ["begin", _, _]:
                lines = []
            case ["end", name, code, _]:
                said = (*lines, before) if before else tuple(lines)
                steps[name] = Step(name, int(code), tuple(said))
            case _:
                lines.append(line)
    return steps


def stopped(step: Step) -> dict[str, tuple[int, int]]:
    """Return, for each rung that holds by `doctor --json`, how many attacks of how many failed."""
    reports: list[dict[str, Any]] = json.loads(step.text[step.text.index("[") :])
    return {
        report["rung"]: (sum(a["blocked"] for a in report["attacks"]), len(report["attacks"]))
        for report in reports
        if report["holds"]
    }


def outcomes(step: Step) -> Counter[tuple[str, str]]:
    """Return how many tests came out how, by (file, outcome), from what `pytest -v` wrote."""
    found = (_OUTCOME.match(line) for line in step.lines)
    return Counter((match[1], match[2].lower()) for match in found if match)
