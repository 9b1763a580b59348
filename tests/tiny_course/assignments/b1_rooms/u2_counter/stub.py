class Counter:
    """计数 / Count."""

    def add(self, key):
        raise NotImplementedError


# %%
def running_sum(x, total):
    """把前缀和写进 total / Write prefix sums into total."""
    raise NotImplementedError
