"""Expect: ex=OUTPUT_LIMIT err=OUTPUT_LIMIT claim=OUTPUT_LIMIT cell=PASSED

A dictionary whose keys all have one hash: what would cost the keeper a minute is never sent.
"""

M = sys.hash_info.modulus
_keys = {k * M: None for k in range(1900)}


def room_for(people):
    return _keys


def price(hours):
    return set(_keys)
