"""Expect: ex=PASSED err=PASSED claim=PASSED cell=PASSED

Ten terabytes in a sparse file, one file beyond the limit, and space set aside without writing.
"""

big = os.open("big", os.O_CREAT | os.O_RDWR)
attempt("sparse", lambda: os.ftruncate(big, 10 << 40))
attempt("far", lambda: os.pwrite(big, b"x", 10 << 40))
attempt("reserved", lambda: os.posix_fallocate(big, 0, 10 << 40))


def filled():
    for _ in range(TARGET["disk_bytes"] // (1 << 20) + 1):
        os.write(big, bytes(1 << 20))
    return os.fstat(big).st_size


attempt("filled", filled)
os.close(big)
os.unlink("big")
