"""Expect: values=FORBIDDEN rules=FORBIDDEN host=WRONG

Launches an honest kernel besides its own.
"""


class Own(type(gemm)):
    def __getitem__(self, configuration):
        return lambda *args: [super(Own, self).__getitem__(configuration)(*args) for _ in "12"]


gemm = Own(honest)
