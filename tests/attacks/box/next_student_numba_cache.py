"""Expect: ex=PASSED err=PASSED claim=PASSED cell=PASSED

A compiled function stored for whoever compiles the same text next: there is no common store.
"""

import numba

os.environ["NUMBA_CACHE_DIR"] = os.getcwd()


def stored():
    with open("poison.py", "w") as file:
        file.write(
            "import numba\n@numba.njit('int64(int64)', cache=True)\ndef f(n):\n    return n\n"
        )
    sys.path.insert(0, os.getcwd())
    import poison

    return [p for p in poison.f._cache.cache_path.split(":") if not p.startswith(os.getcwd())][0]


attempt("a store outside", stored)
attempt(
    "a store in the installation", lambda: open(os.path.dirname(numba.__file__) + "/x.nbi", "w")
)
attempt("a store at home", lambda: os.makedirs("/home/x/.cache/numba"))
