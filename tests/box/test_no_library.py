"""Each way to a library product is refused or remembered while armed, and works otherwise.

What `install` changes stays changed, so all of it happens in one process that ends afterwards.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SETUP = """
import copy, ctypes, functools, glob, importlib, itertools, json, operator, os, sys, warnings
import numba
import numpy as np
from llvmlite.binding import address_of_symbol as symbol
from numba._helperlib import c_helpers as helpers
import scipy.linalg.blas
from numpy import dot as dot_from_before
from grader.box.inside import no_library, recording
matmul_from_before = np.matmul
method_from_before = np.ones(2).dot
bundled = os.path.join(os.path.dirname(np.__file__), "..", "numpy.libs", "libscipy_openblas*")
for install in (no_library.install, recording.install, no_library.install):
    install()
from scipy.signal import convolve
from numpy import dot, matmul as times
A, B = np.arange(6.0).reshape(2, 3), np.arange(6.0).reshape(3, 2)
u, v = np.arange(3.0), np.ones(3)
recorder = recording.Recorder()
R, S = recording.record(A, 0, recorder), recording.record(B, 1, recorder)
@numba.njit
def in_numba(a):
    total = 0.0
    for x in np.nditer(a):
        total += x.item()
    return total + np.array([1.0, 2.0]).sum() + np.asarray(a).sum() + np.outer(a, a)[1, 1]
def refused_iterator(**settings):
    try:
        np.nditer([R, None], **settings)
    except recording.EscapedRecording as error:
        return str(error)
class Wrapped(np.ndarray):
    pass
W = A.view(Wrapped)
def caught():
    try:
        return A @ B
    except Exception:
        return "hidden"
def by_ctypes():
    library = ctypes.CDLL(glob.glob(bundled)[0])
    function = library.scipy_cblas_ddot64_
    function.restype = ctypes.c_double
    pointer = ctypes.POINTER(ctypes.c_double)
    n, one = ctypes.c_int64(3), ctypes.c_int64(1)
    return function(n, u.ctypes.data_as(pointer), one, v.ctypes.data_as(pointer), one)
def by_loops(a, b):
    c = np.zeros((2, 2))
    for i, j, k in itertools.product(range(2), range(2), range(3)):
        c[i, j] += a[i, k] * b[k, j]
    return c
def by_blocks(a, b):
    c = np.zeros((2, 2))
    for k in range(0, 3, 2):
        left, right = np.array(a[:, k:k + 2]), np.array(b[k:k + 2])
        c += np.add.reduce(left[:, :, None] * right[None], axis=1)
    return c
"""

RUN = """
def outcome(source):
    recorder.library = ""
    try:
        value = eval(source)
        return {"raised": "", "value": repr(value), "library": recorder.library}
    except Exception as error:
        return {"raised": type(error).__name__, "value": "", "library": recorder.library}
warnings.simplefilter("ignore")
answers = {}
for source in json.load(sys.stdin):
    free = outcome(source)
    no_library.arm(recorder)
    armed = outcome(source)
    no_library.disarm()
    answers[source] = {"before": free, "armed": armed, "after": outcome(source)}
print(json.dumps(answers))
"""

PRODUCTS = [
    "A @ B",
    "A @ u",
    "A.tolist() @ B",
    "A.T @ A",
    "A.astype(np.float32) @ B.astype(np.float32)",
    "A.astype(int) @ B.astype(int)",
    "np.matmul(A, B)",
    "np.matmul(A, B, out=np.empty((2, 2)))",
    "np.matmul.__call__(A, B)",
    "getattr(np, 'mat' + 'mul')(A, B)",
    "times(A, B)",
    "matmul_from_before(A, B)",
    "operator.matmul(A, B)",
    "operator.imatmul(np.eye(2), np.eye(2))",
    "A.__matmul__(B)",
    "np.ndarray.__matmul__(A, B)",
    "B.__rmatmul__(A)",
    "W @ B",
    "functools.reduce(operator.matmul, [A, B, A])",
    "np.dot(A, B)",
    "dot(A, B)",
    "dot_from_before(A, B)",
    "functools.partial(np.dot, A)(B)",
    "list(map(np.dot, A, B.T))",
    "np.dot.__wrapped__(A, B)",
    "vars(np)['dot'](A, B)",
    "A.dot(B)",
    "W.dot(B)",
    "np.ndarray.dot(A, B)",
    "getattr(A, 'dot')(B)",
    "A[0].dot(B[:, 0])",
    "np._core.multiarray.dot(A, B)",
    "np._core._multiarray_umath.dot(A, B)",
    "np._core.umath.matmul(A, B)",
    "importlib.import_module('numpy').dot(A, B)",
    "sys.modules['numpy'].inner(A, A)",
    "np.inner(A, A)",
    "np.vdot(A, A)",
    "np.vecdot(A, A)",
    "np.matvec(A, u)",
    "np.vecmat(u, B)",
    "np.einsum('ij,jk->ik', A, B)",
    "np.einsum('ij,jk', A, B, optimize=True)",
    "np._core.einsumfunc.c_einsum('ij,jk', A, B)",
    "np.tensordot(A, B, 1)",
    "np.apply_along_axis(np.dot, 0, B, A.T[:, 0])",
    "np.vectorize(np.dot, signature='(n),(n)->()')(A, A)",
    "np.matrix(A) * np.matrix(B)",
    "np.matrix(np.eye(2)) ** 3",
    "np.ma.dot(A, B)",
    "np.ma.array(A).dot(B)",
    "np.ma.inner(A, A)",
    "np.linalg.multi_dot([A, B, A])",
    "np.linalg.matmul(A, B)",
    "np.linalg.matrix_power(np.eye(2), 3)",
    "np.linalg.tensordot(A, B, axes=1)",
    "np.linalg.vecdot(A, A)",
    "np.linalg.solve(np.eye(2), A)",
    "np.linalg.inv(np.eye(2))",
    "np.linalg._umath_linalg.inv(np.eye(2))",
    "np.linalg.norm(A)",
    "np.convolve(u, v)",
    "np.correlate(u, v)",
    "np._core.multiarray.correlate(u, v)",
    "np.polymul(u, v)",
    "np.poly1d(u) * np.poly1d(v)",
    "np.cov(A)",
    "np._core._umath_tests.matrix_multiply(A, B)",
    "np._core._umath_tests.inner1d(u, v)",
    "scipy.linalg.blas.dgemm(1.0, A, B)",
    "convolve(u, v)",
    "caught()",
    "by_ctypes()",
    "R @ S",
    "R @ B",
    "A @ S",
    "R.dot(S)",
    "R[0].dot(S[:, 0])",
    "np.dot(R, S)",
    "np.einsum('ij,jk', R, S)",
    "np.linalg.multi_dot([R, S])",
]

ALLOWED = [
    "by_loops(A, B)",
    "by_loops(R, S)",
    "by_blocks(A, B)",
    "by_blocks(R, S)",
    "np.add.reduce(np.multiply.outer(A[:, 0], B[0]))",
    "(A[0] * B[:, 0]).sum()",
    "np.sum(R[0] * S[:, 0])",
    "sum(x * y for x, y in zip(A[0], B[:, 0]))",
    "np.outer(u, v)",
    "np.linalg.outer(u, v)",
    "np.kron(u, v)",
    "np.cumsum(u * v)",
    "in_numba(u)",
    "np.array([[1.0, 2.0], list(R[0, :2])])",
    "np.asarray(R[0]).tolist()",
    "np.ascontiguousarray(R[:, 0])",
    "np.array([R[0], R[1]])",
    "[x.item() for x in np.nditer(R[1])]",
    "[(x.item(), i.multi_index) for i in [np.nditer(S, ['multi_index'])] for x in i]",
    "[x.item() + y.item() for x, y in np.nditer([R, B.T], op_flags=['readonly'])]",
    "refused_iterator(op_flags=[['readonly'], ['writeonly', 'allocate']])",
    "list(np.ndindex(2, 1))",
    "np.asanyarray(R) is R",
    "np.asanyarray(R, np.float32)[1, 1]",
    "np.vectorize(abs)(R[1])",
    "copy.copy(np.matmul) is np.matmul",
    "isinstance(np.matmul, np.ufunc)",
]

BORROWED = "np.ufunc.__call__(np.matmul, A, B)"
SYMBOLS = "[symbol('numba_' + n) != helpers[n] for n in ('xxdot', 'xxgemv', 'xxgemm')]"

# What the tests' environment has not: enough of SciPy to be imported before and after.
SCIPY = {
    "__init__.py": "__version__ = '1.17.0'",
    "linalg/__init__.py": "",
    "linalg/blas.py": "def dgemm(alpha, a, b):\n    return (alpha * a[:, :, None] * b).sum(1)\n",
    "signal.py": "def convolve(a, b):\n    return a[:1] * b[:1]\n",
}


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What each source gave before, while and after products were refused."""
    folder = tmp_path_factory.mktemp("modules")
    (folder / "scipy" / "linalg").mkdir(parents=True)
    for name, text in SCIPY.items():
        (folder / "scipy" / name).write_text(text)
    script = f"import sys\nsys.path[:0] = [{str(folder)!r}, {str(Path.cwd())!r}]\n{SETUP}{RUN}"
    done = subprocess.run(
        [sys.executable, "-c", script],
        input=json.dumps([*PRODUCTS, *ALLOWED, BORROWED, SYMBOLS]),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("source", PRODUCTS)
def test_a_product_is_refused_and_remembered(outcomes: Any, source: str) -> None:
    armed = outcomes[source]["armed"]
    assert armed["library"]
    assert armed["raised"] == "LibraryProduct" or armed["value"] == "'hidden'"


@pytest.mark.parametrize("source", PRODUCTS)
def test_a_product_works_as_usual_otherwise(outcomes: Any, source: str) -> None:
    before, after = outcomes[source]["before"], outcomes[source]["after"]
    assert before == after
    assert not before["raised"]
    assert not before["library"]


@pytest.mark.parametrize("source", ALLOWED)
def test_element_wise_work_is_no_product(outcomes: Any, source: str) -> None:
    assert outcomes[source]["armed"] == outcomes[source]["before"]
    assert not outcomes[source]["armed"]["raised"]
    assert not outcomes[source]["armed"]["library"]


def test_the_call_of_the_class_cannot_be_borrowed(outcomes: Any) -> None:
    assert outcomes[BORROWED]["before"]["value"] == outcomes["A @ B"]["before"]["value"]
    assert outcomes[BORROWED]["armed"]["raised"] == "TypeError"
    assert outcomes[BORROWED]["after"] == outcomes[BORROWED]["before"]


def test_compiled_code_finds_our_function_in_place_of_blas(outcomes: Any) -> None:
    assert outcomes[SYMBOLS]["armed"]["value"] == "[True, True, True]"


def test_results_are_right(outcomes: Any) -> None:
    product = "array([[10., 13.],\n       [28., 40.]])"
    for source in ("A @ B", "np.einsum('ij,jk', R, S)", "by_loops(R, S)", "by_blocks(R, S)"):
        assert outcomes[source]["before"]["value"] == product
    assert outcomes["by_ctypes()"]["before"]["value"] == "3.0"
    assert outcomes["[x.item() for x in np.nditer(R[1])]"]["armed"]["value"] == "[3.0, 4.0, 5.0]"
    assert outcomes["np.array([R[0], R[1]])"]["armed"]["value"] == (
        "array([[0., 1., 2.],\n       [3., 4., 5.]])"
    )
