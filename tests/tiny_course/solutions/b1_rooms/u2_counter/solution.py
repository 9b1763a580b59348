class Counter:
    def __init__(self):
        self.counts = {}

    def add(self, key):
        if not key:
            raise ValueError("an empty key")
        self.counts[key] = self.counts.get(key, 0) + 1
        return self.counts[key]


def running_sum(x, total):
    if len(x) != len(total):
        raise ValueError("different lengths")
    so_far = 0.0
    for i in range(len(x)):
        so_far += x[i]
        total[i] = so_far
