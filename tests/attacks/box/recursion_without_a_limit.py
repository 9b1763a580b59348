"""Expect: ex=CRASHED err=CRASHED claim=CRASHED cell=PASSED

The recursion limit raised, then recursion in C until the stack is used up.
"""

sys.setrecursionlimit(10**9)


class Tall:
    def __repr__(self):
        return repr(self)


def room_for(people):
    return repr(Tall())


price = room_for
