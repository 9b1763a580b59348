"""Expect: ex=PASSED prop=PASSED err=PASSED claim=PASSED

Lists what is harmless instead of what is not.
"""

HARMLESS = {"loop_order_ij_changed", "tile_size_changed", "more_threads_over_ij", "a_hoisted"}


def same_bits_guaranteed(change):
    return all(name in HARMLESS for name in change if change[name])
