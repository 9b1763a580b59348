"""Expect: ex=CRASHED err=CRASHED claim=CRASHED cell=PASSED

Modules, builtins and types that the next student uses, changed for good: one's own box
cannot go on, the next is as ever.
"""

import builtins
import math

import numpy as np

math.sqrt = np.sum = np.array_equal = lambda *a, **k: True
builtins.sum = builtins.sorted = lambda *a, **k: "small"
np.set_printoptions(precision=1)
np.seterr(all="raise")
sys.setrecursionlimit(200)
sys.setswitchinterval(100)
sys.modules["random"] = None
os.environ.clear()
os.umask(0o777)
