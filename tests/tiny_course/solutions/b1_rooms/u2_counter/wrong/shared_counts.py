"""Expect: ex=PASSED prop=WRONG err=PASSED"""

_counts = {}


class Counter:
    def add(self, key):
        if not key:
            raise ValueError
        _counts[key] = _counts.get(key, 0) + 1
        return _counts[key]
