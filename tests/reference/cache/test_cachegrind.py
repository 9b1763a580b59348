"""The simulated cache misses as often as cachegrind's first data cache on a compiled loop.

cachegrind sees the real addresses of a real program: that tests what no model of ours can, the step
from loops to a trace.
"""

import re
import shutil
import subprocess

import numpy as np
import pytest

from reference.cache.lru import simulate

N = 80
LINES, WAYS, LINE_BYTES = 512, 8, 64
C_LOOP = r"""
#include <stdio.h>
#include <stdlib.h>
static double a[N][N], b[N][N], c[N][N];
int main(int argc, char **argv) {
    int repeats = atoi(argv[1]);
    for (int r = 0; r < repeats; r++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                double sum = 0;
                for (int k = 0; k < N; k++) sum += a[i][k] * b[k][j];
                c[i][j] = sum;
            }
    printf("%llu %llu %llu\n", (unsigned long long)a, (unsigned long long)b, (unsigned long long)c);
    return (int)c[N - 1][N - 1];
}
"""
needs_cachegrind = pytest.mark.skipif(
    not (shutil.which("gcc") and shutil.which("valgrind")), reason="gcc and valgrind are needed"
)


def loop_trace(a, b, c):
    """Return addresses and writes of the C loop: two loads a step, one store a sum."""
    i, j, k = np.indices((N, N, N))
    loads = np.stack((a + 8 * (i * N + k), b + 8 * (k * N + j)), axis=-1).reshape(N, N, 2 * N)
    stores = c + 8 * np.arange(N * N).reshape(N, N, 1)
    addresses = np.concatenate((loads, stores), axis=-1).reshape(-1)
    return addresses, np.arange(addresses.size) % (2 * N + 1) == 2 * N


def cachegrind(program, repeats):
    """Return (misses of reads and writes together, the addresses that the program printed)."""
    done = subprocess.run(
        [
            "valgrind",
            "--tool=cachegrind",
            "--cache-sim=yes",
            "--cachegrind-out-file=/dev/null",
            f"--D1={LINES * LINE_BYTES},{WAYS},{LINE_BYTES}",
            str(program),
            str(repeats),
        ],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    misses = re.search(r"D1\s+misses:\s+([\d,]+)", done.stderr)
    assert misses, done.stderr
    return int(misses[1].replace(",", "")), [int(word) for word in done.stdout.split()]


@needs_cachegrind
def test_misses_of_a_compiled_product_within_two_percent(tmp_path):
    source, program = tmp_path / "loop.c", tmp_path / "loop"
    source.write_text(C_LOOP)
    # -O1 keeps the order of the loops and leaves two loads in the innermost one.
    subprocess.run(
        ["gcc", "-O1", f"-DN={N}", "-o", str(program), str(source)], check=True, timeout=60
    )
    start_up, _ = cachegrind(program, 0)
    seen, bases = cachegrind(program, 1)
    addresses, writes = loop_trace(*bases)
    got = simulate(addresses, writes, lines=LINES, line_bytes=LINE_BYTES, ways=WAYS)
    assert got.misses == pytest.approx(seen - start_up, rel=0.02)
    assert got.misses > 20 * N * N * N // 1000  # the loop does miss: not two small numbers alike
