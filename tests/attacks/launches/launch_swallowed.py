"""Expect: values=ERROR rules=ERROR host=WRONG

The kernel answers to brackets with a function that does nothing.
"""


class Silent:
    def __getitem__(self, configuration):
        return lambda *args: None


gemm = Silent()
