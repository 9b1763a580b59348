"""Expect: values=FORBIDDEN rules=FORBIDDEN host=FORBIDDEN

Renames source lines with terminal escapes, HTML and 10 kB of text.
"""

from numba import cuda

sites = cuda.shared.array.__globals__["sites"]
HOSTILE = "\x1b[2J<script>alert(1)</script>\u202e"
sites.text = lambda code, at: (HOSTILE * 300, HOSTILE)
