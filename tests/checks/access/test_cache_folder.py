"""The compiled loops where no folder for machine code may be written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

READ = """
import numba.core.caching as caching
caching.CacheImpl._locator_classes = []
from grader.checks.access import kernels
import numpy as np
found = kernels.unpack(np.array([0], np.uint64), np.array([1]))
print(found[-1])
"""


def test_a_machine_without_a_cache_folder_grades_all_the_same(tmp_path: Path) -> None:
    """numba refuses to decorate a function that it can't cache."""
    env = dict(os.environ, HOME=str(tmp_path))
    done = subprocess.run([sys.executable, "-c", READ], env=env, capture_output=True, text=True)
    assert (done.stdout.strip(), done.returncode) == ("-1", 0), done.stderr
