"""Expect: ex=PASSED err=PASSED claim=PASSED cell=PASSED

Forty-six families, four types: no socket, and no pair but one of streams connected to itself.
"""

for family in range(46):
    for kind in (1, 2, 3, 5):
        attempt(f"socket {family} {kind}", lambda: call(SYSCALLS["socket"], family, kind, 0))
        if (family, kind) != (1, 1):
            attempt(
                f"pair {family} {kind}",
                lambda: call(SYSCALLS["socketpair"], family, kind, 0, bytes(8)),
            )
