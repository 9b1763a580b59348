"""Expect: ex=WRONG err=WRONG claim=WRONG cell=PASSED

Not-a-numbers with words in their bits, of both signs, alone and as a key.
"""

import numpy as np


def room_for(people):
    return np.frombuffer(bytes.fromhex("efbeadde0000f47f"), "f8")[0]


def price(hours):
    return {float("nan"): -float("nan")}
