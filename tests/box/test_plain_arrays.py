"""Plain arrays in a trace box: assignments as always, and reads of what was recorded.

In a process of its own, because the class `np.ndarray` is changed for good.
"""

from __future__ import annotations

import subprocess
import sys

ORDINARY = """
import numpy as np
from grader.box.inside import plain_arrays
from grader.box.inside.recording import Recorder, record

plain_arrays.install()
plain_arrays.install()
a = np.zeros((2, 3))
a[0] = 1; a[1, 2] = 5; a[:, 0] = [7, 8]; a[a > 6] = 0
assert a.tolist() == [[0, 1, 1], [0, 0, 5]]
a[...] = np.arange(6).reshape(2, 3)
assert a.sum() == 15
for key, value, error in ((9, 0, IndexError), (0, "x", ValueError), ((0, 0, 0), 1, IndexError)):
    try:
        a[key] = value
    except error:
        pass
    else:
        raise SystemExit(f"{key} was accepted")
try:
    del a[0]
except ValueError:
    pass

class Own(np.ndarray):
    def __setitem__(self, key, value):
        super().__setitem__(key, 2 * value)

own = np.zeros(2).view(Own)
own[0] = 4
assert own.tolist() == [8, 0]
masked = np.ma.array([1, 2])
masked[0] = np.ma.masked
assert masked.mask.tolist() == [True, False]

recorder = Recorder(("x",))
x = record(np.arange(3.0), 0, recorder)
a[1] = x
assert a[1].tolist() == [0, 1, 2]
assert [int(code) >> 16 for code in recorder.log()[0]] == [0, 1, 2]
print("as always")
"""


def test_assignments_are_as_always_and_read_what_was_recorded() -> None:
    done = subprocess.run([sys.executable, "-c", ORDINARY], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("as always\n", "")
