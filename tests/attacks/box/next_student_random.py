"""Expect: ex=PASSED err=PASSED claim=PASSED cell=PASSED

The state of every generator moved on, and its seeding made a no-op.
"""

import random

import numpy as np

random.seed(7)
np.random.seed(7)
np.random.rand(1000)
random.seed = np.random.seed = lambda *a: None
random.Random.random = lambda self: 0.5
