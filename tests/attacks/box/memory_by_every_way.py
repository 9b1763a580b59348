"""Expect: ex=PASSED err=PASSED claim=PASSED cell=PASSED

More memory than allowed by mappings of every kind, by the break, by a moved mapping.
"""

import mmap
import resource

LARGE = TARGET["memory_bytes"] + (1 << 20)
attempt("private", lambda: mmap.mmap(-1, LARGE, mmap.MAP_PRIVATE))
attempt("shared", lambda: mmap.mmap(-1, LARGE, mmap.MAP_SHARED))
attempt("no reserve", lambda: mmap.mmap(-1, LARGE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000))
attempt("grow", lambda: mmap.mmap(-1, 1 << 20).resize(LARGE))
attempt("bytes", lambda: len(bytes(LARGE)))
libc.sbrk.restype = libc.malloc.restype = ctypes.c_void_p
attempt("break", lambda: 1 / (libc.sbrk(ctypes.c_long(LARGE)) + 1 & (1 << 64) - 1))
attempt("malloc", lambda: 1 / (libc.malloc(ctypes.c_size_t(LARGE)) or 0))
attempt("limit", lambda: resource.setrlimit(resource.RLIMIT_AS, (-1, -1)))
attempt("locked", lambda: call(SYSCALLS["mlockall"], 1))


def in_pieces():
    """Fill small pieces: they add up."""
    pieces = []
    for _ in range(LARGE >> 20):
        pieces.append(mmap.mmap(-1, 1 << 20))
    return len(pieces)


attempt("pieces", in_pieces)
