"""The functions that the synthetic class is asked for: plain Python, as a first week has them.

Each is written three times: as the model solution, in another way that is right too (other
roundings, tuples for lists), and with one mistake. All three are source text, because it is text
that students hand in.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple


class Function(NamedTuple):
    """One function, its three versions, and what it is tried on."""

    name: str
    parameters: str
    solution: str
    other: str
    """As right as the solution, and not the same."""
    wrong: str
    strategy: str
    """Hypothesis source: a dictionary of arguments."""
    examples: tuple[dict[str, Any], ...]
    """Arguments of the asserts that courses write by hand."""
    compare: str = "close"
    """The verb of grader that compares its value."""

    def source(self, version: str) -> str:
        """Return its definition: "solution", "other", "wrong", "raising" or "stub"."""
        bodies = {"raising": "return undefined_name", "stub": "raise NotImplementedError"}
        body = bodies.get(version) or getattr(self, version)
        lines = "\n".join(f"    {line}" if line else "" for line in body.strip().split("\n"))
        return f"def {self.name}({self.parameters}):\n{lines}\n"

    def calls(self) -> list[tuple[str, str]]:
        """Return the examples as source: a call, and the value of the model solution."""
        scope: dict[str, Any] = {}
        exec(self.source("solution"), scope)
        function = scope[self.name]
        return [
            (f"{self.name}({', '.join(f'{k}={v!r}' for k, v in args.items())})", f"{value!r}")
            for args in self.examples
            for value in [function(**json.loads(json.dumps(args)))]
        ]


FUNCTIONS = (
    Function(
        "transfer_s",
        "total_bytes, messages, latency_s, bytes_per_s",
        "return messages * latency_s + total_bytes / bytes_per_s",
        """
one = latency_s + total_bytes / messages / bytes_per_s
return messages * one
""",
        "return latency_s + total_bytes / bytes_per_s",
        """st.fixed_dictionaries({
    "total_bytes": st.floats(1, 1e12), "messages": st.integers(1, 10**6),
    "latency_s": st.floats(1e-7, 1), "bytes_per_s": st.floats(1e3, 1e12)})""",
        (
            {"total_bytes": 1e6, "messages": 1, "latency_s": 1e-5, "bytes_per_s": 2e10},
            {"total_bytes": 1e6, "messages": 10, "latency_s": 1e-5, "bytes_per_s": 2e10},
            {"total_bytes": 8.0, "messages": 2, "latency_s": 1.0, "bytes_per_s": 4.0},
        ),
    ),
    Function(
        "speedup",
        "serial, workers",
        "return 1 / (serial + (1 - serial) / workers)",
        "return workers / (serial * workers + 1 - serial)",
        "return workers * (1 - serial)",
        """st.fixed_dictionaries({
    "serial": st.floats(0.01, 1), "workers": st.integers(1, 4096)})""",
        (
            {"serial": 0.5, "workers": 2},
            {"serial": 0.1, "workers": 8},
            {"serial": 1.0, "workers": 9},
        ),
    ),
    Function(
        "attainable",
        "intensity, flops_per_s, bytes_per_s",
        "return min(flops_per_s, intensity * bytes_per_s)",
        """
roof = bytes_per_s * intensity
if roof < flops_per_s:
    return roof
return flops_per_s
""",
        "return max(flops_per_s, intensity * bytes_per_s)",
        """st.fixed_dictionaries({
    "intensity": st.floats(1e-3, 1e3), "flops_per_s": st.floats(1e9, 1e14),
    "bytes_per_s": st.floats(1e9, 1e12)})""",
        (
            {"intensity": 0.25, "flops_per_s": 1e12, "bytes_per_s": 1e11},
            {"intensity": 10.0, "flops_per_s": 1e12, "bytes_per_s": 1e11},
            {"intensity": 100.0, "flops_per_s": 1e12, "bytes_per_s": 1e11},
        ),
    ),
    Function(
        "chunks",
        "n, parts",
        """
short, longer = divmod(n, parts)
bounds, start = [], 0
for i in range(parts):
    stop = start + short + (i < longer)
    bounds.append([start, stop])
    start = stop
return bounds
""",
        "return tuple((i * (n // parts) + min(i, n % parts), "
        "(i + 1) * (n // parts) + min(i + 1, n % parts)) for i in range(parts))",
        "return [[i * (n // parts), (i + 1) * (n // parts)] for i in range(parts)]",
        """st.fixed_dictionaries({
    "n": st.integers(0, 1000), "parts": st.integers(1, 12)})""",
        ({"n": 10, "parts": 2}, {"n": 10, "parts": 3}, {"n": 2, "parts": 4}),
        "exact",
    ),
    Function(
        "prefix_sums",
        "values",
        """
sums, total = [], 0
for value in values:
    total += value
    sums.append(total)
return sums
""",
        """
from itertools import accumulate
return tuple(accumulate(values))
""",
        """
sums, total = [], 0
for value in values:
    sums.append(total)
    total += value
return sums
""",
        """st.fixed_dictionaries({
    "values": st.lists(st.integers(-100, 100), max_size=12)})""",
        ({"values": [1, 2, 3]}, {"values": []}, {"values": [5, -5, 5]}),
        "exact",
    ),
    Function(
        "waves",
        "rows, columns",
        "return [min(d + 1, rows, columns, rows + columns - 1 - d) "
        "for d in range(rows + columns - 1)]",
        """
sizes = [0] * (rows + columns - 1)
for i in range(rows):
    for j in range(columns):
        sizes[i + j] += 1
return sizes
""",
        "return [min(d + 1, rows, columns) for d in range(rows + columns - 1)]",
        """st.fixed_dictionaries({
    "rows": st.integers(1, 12), "columns": st.integers(1, 12)})""",
        ({"rows": 1, "columns": 1}, {"rows": 2, "columns": 3}, {"rows": 4, "columns": 4}),
        "exact",
    ),
    Function(
        "conflicts",
        "addresses, banks",
        """
most = 0
for bank in range(banks):
    words = {a // 4 for a in addresses if a // 4 % banks == bank}
    most = max(most, len(words))
return most
""",
        """
from collections import Counter
words = {a // 4 for a in addresses}
return max(Counter(word % banks for word in words).values(), default=0)
""",
        "return max([sum(a // 4 % banks == b for a in addresses) for b in range(banks)])",
        """st.fixed_dictionaries({
    "addresses": st.lists(st.integers(0, 255), max_size=16),
    "banks": st.sampled_from((4, 8, 32))})""",
        (
            {"addresses": [0, 4, 8], "banks": 32},
            {"addresses": [0, 128, 256], "banks": 32},
            {"addresses": [0, 0, 0], "banks": 32},
        ),
        "exact",
    ),
    Function(
        "misses",
        "lines, capacity",
        """
kept, missed = [], 0
for line in lines:
    if line in kept:
        kept.remove(line)
    else:
        missed += 1
    kept.append(line)
    if len(kept) > capacity:
        kept.pop(0)
return missed
""",
        """
from collections import OrderedDict
kept, missed = OrderedDict(), 0
for line in lines:
    missed += line not in kept
    kept[line] = True
    kept.move_to_end(line)
    while len(kept) > capacity:
        kept.popitem(last=False)
return missed
""",
        """
kept, missed = [], 0
for line in lines:
    if line not in kept:
        missed += 1
        kept.append(line)
        if len(kept) > capacity:
            kept.pop(0)
return missed
""",
        """st.fixed_dictionaries({
    "lines": st.lists(st.integers(0, 5), max_size=24), "capacity": st.integers(1, 4)})""",
        (
            {"lines": [0, 1, 0, 1], "capacity": 1},
            {"lines": [0, 1, 0, 1], "capacity": 2},
            {"lines": [0, 1, 0, 2, 0], "capacity": 2},
        ),
        "exact",
    ),
    Function(
        "product_bytes",
        "m, n, k, tile",
        """
row_tiles, column_tiles = -(-m // tile), -(-n // tile)
return 4 * (column_tiles * m * k + row_tiles * k * n + m * n)
""",
        """
import math
return 4 * (math.ceil(n / tile) * m * k + math.ceil(m / tile) * k * n + m * n)
""",
        "return 4 * (n // tile * m * k + m // tile * k * n + m * n)",
        """st.fixed_dictionaries({
    "m": st.integers(1, 300), "n": st.integers(1, 300), "k": st.integers(1, 300),
    "tile": st.sampled_from((8, 16, 32))})""",
        (
            {"m": 32, "n": 32, "k": 32, "tile": 32},
            {"m": 64, "n": 32, "k": 8, "tile": 16},
            {"m": 33, "n": 1, "k": 2, "tile": 32},
        ),
        "exact",
    ),
    Function(
        "pipeline_s",
        "stages_s, items",
        "return sum(stages_s) + (items - 1) * max(stages_s)",
        """
import math
return math.fsum([*stages_s, *[max(stages_s)] * (items - 1)])
""",
        "return sum(stages_s) * items",
        """st.fixed_dictionaries({
    "stages_s": st.lists(st.floats(1e-6, 1e3), min_size=1, max_size=6),
    "items": st.integers(1, 100)})""",
        (
            {"stages_s": [1.0], "items": 3},
            {"stages_s": [1.0, 2.0], "items": 1},
            {"stages_s": [1.0, 2.0, 0.5], "items": 4},
        ),
    ),
)
