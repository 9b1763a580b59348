"""Verbs about how a function touches memory: ``from grader import access``.

Theory of operation
-------------------
In the box the student's function runs on recording arrays; what comes back is a column of codes and
one of values. `log.decode` refuses numbers that name nothing, `replay.replay` carries the accesses
out again on values that we know. What is left is an `AccessLog`: a valid execution, whoever wrote
it. The verbs judge it and nothing else: no clock, no source, no names of the student. Each returns
None or raises `CheckFailed` with the rule, the first access that broke it and a picture of the
accesses around it.

`order`, `strides`, `counts`, `each`, `hoisted` and `written_before_read` look at one array, and
`inside` and `misses` at all of them. `explained` looks at an output and its inputs, `gemm` at a
whole matrix product. The compiled loops are in `kernels`, imported when the first record arrives.
`gpu` is about CUDA kernels, whose records have threads.
"""

from __future__ import annotations

from grader.checks.access import gemm, gpu
from grader.checks.access.cache import count_misses, misses
from grader.checks.access.counts import counts, each, hoisted, inside, written_before_read
from grader.checks.access.explained import explained
from grader.checks.access.log import AccessLog, Array, Forged, decode
from grader.checks.access.order import order, strides
from grader.checks.access.replay import replay, replayed

__all__ = [
    "AccessLog",
    "Array",
    "Forged",
    "count_misses",
    "counts",
    "decode",
    "each",
    "explained",
    "gemm",
    "gpu",
    "hoisted",
    "inside",
    "misses",
    "order",
    "replay",
    "replayed",
    "strides",
    "written_before_read",
]
