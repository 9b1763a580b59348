"""Expect: ex=PASSED prop=PASSED err=PASSED trace=PASSED

One walk over the chain that checks each operator and counts its arrays.
"""


def chain_traffic_bytes(n, ops, itemsize, outputs, fused):
    if n < 0 or itemsize < 1 or len(ops) == 0:
        raise ValueError("n, itemsize or ops out of range")
    produced, done, external, arrays = [op[2] for op in ops], [], [], 0
    for _, inputs, result in ops:
        for name in inputs:
            if name not in produced:
                if name not in external:
                    external.append(name)
            elif name not in done:
                raise ValueError("read before it is produced: " + name)
        if result in done:
            raise ValueError("produced twice: " + result)
        done.append(result)
        arrays += len(set(inputs)) + 1
    for name in outputs:
        if name not in done:
            raise ValueError("nobody produces " + name)
    if done[-1] not in outputs:
        raise ValueError("the last result is not in outputs")
    return n * itemsize * (len(external) + len(outputs) if fused else arrays)
