"""Machines: what their files say, what is refused, and the measurement of the one we run on."""

import itertools
import re

import msgspec
import pytest

from reference import measure
from reference.machine import FORMATS, MachineError, check, load_machine, names, parse_machine

ANY = """
name = "any"
kind = "gpu"
[[dense]]
format = "fp16"
engine = "matrix"
value = 100
unit = "TFLOP/s"
source = "a data sheet"
date = "2024-05"
[[sparse]]
format = "fp16"
engine = "matrix"
value = 0.2
unit = "PFLOP/s"
source = "a data sheet"
date = "2024-05"
[memory]
technology = "HBM"
[memory.bandwidth]
value = 4.1
unit = "TB/s"
source = "a data sheet"
date = "2024"
[memory.capacity]
value = 80
unit = "GB"
source = "a data sheet"
date = "2024-05-17"
[[cache]]
level = "L2"
per = "chip"
value = 1.5
unit = "MiB"
source = "a data sheet"
date = "2024"
"""


def test_the_machines_of_the_course_are_there():
    wanted = {"h200", "h100", "a100_80", "v100", "rtx4090", "m1_max", "epyc_9654_core"}
    assert wanted | {"ascend_910b"} == set(names())


@pytest.mark.parametrize("name", names())
def test_every_machine_loads(name):
    machine = load_machine(name)
    assert machine.memory.bandwidth.bytes_per_s > 1e9
    assert {peak.format for peak in machine.dense} <= set(FORMATS)


def test_the_h200_is_the_lecture_s():
    h200 = load_machine("h200")
    [fp32] = h200.peaks("fp32")
    assert fp32.per_s == 67e12
    assert h200.memory.bandwidth.bytes_per_s == 4.8e12
    assert fp32.per_s / h200.memory.bandwidth.bytes_per_s == pytest.approx(13.958, abs=5e-4)


@pytest.mark.parametrize(
    ("name", "format", "dense", "sparse"),
    [
        ("h200", "bf16", 989.5e12, 1979e12),
        ("h100", "fp8", 1978.9e12, 3957.8e12),
        ("a100_80", "tf32", 156e12, 312e12),
        ("rtx4090", "int8", 660.6e12, 1321.2e12),
    ],
)
def test_the_sparse_peak_is_another_and_twice_the_dense_one(name, format, dense, sparse):
    machine = load_machine(name)
    assert machine.peaks(format, "matrix")[0].per_s == pytest.approx(dense)
    assert machine.peaks(format, "matrix", sparse=True)[0].per_s == pytest.approx(sparse)


def test_the_highest_peak_comes_first_and_an_engine_may_be_chosen():
    h200 = load_machine("h200")
    assert [peak.engine for peak in h200.peaks("fp64")] == ["matrix", "vector"]
    assert [peak.per_s for peak in h200.peaks("fp64", "vector")] == [34e12]
    assert h200.peaks("fp32", sparse=True) == []


def test_units_become_plain_numbers():
    machine = parse_machine(ANY)
    assert machine.dense[0].per_s == 1e14
    assert machine.sparse[0].per_s == 2e14
    # 4.1 * 10**12 is 4099999999999.9995 in double precision.
    assert machine.memory.bandwidth.bytes_per_s == 4.1e12
    assert machine.memory.capacity.bytes == 80 * 10**9
    assert machine.cache[0].bytes == 3 * 2**19


def test_a_record_is_frozen():
    with pytest.raises(AttributeError):
        parse_machine(ANY).name = "other"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('kind = "gpu"', 'kind = "toaster"', "kind"),
        ('kind = "gpu"', 'kind = "gpu"\ncolour = "red"', "colour"),
        ("name = ", "nme = ", "nme"),
        ('name = "any"', 'name = " "', "name: must not be empty"),
        ("value = 100", 'value = "100"', "float"),
        ("value = 100", "value = 0", "dense fp16 matrix: value must be finite and above 0"),
        ("value = 100", "value = inf", "dense fp16 matrix: value must be finite and above 0"),
        ("value = 4.1", "value = nan", "memory.bandwidth: value must be finite and above 0"),
        ("TFLOP/s", "TFLOPS", "dense fp16 matrix: unit must be one of FLOP/s"),
        ("TFLOP/s", "TB/s", "dense fp16 matrix: unit must be one of FLOP/s"),
        ('"TB/s"', '"Tb/s"', "memory.bandwidth: unit must be one of B/s"),
        ('"GB"', '"GB/s"', "memory.capacity: unit must be one of B"),
        ('"MiB"', '"TB/s"', "cache L2: unit must be one of B"),
        ("value = 1.5", "value = 1.0000001", "cache L2: must be a whole number of bytes"),
        ('source = "a data sheet"', 'source = ""', "source must not be empty"),
        ('source = "a data sheet"\n', "", "source"),
        ('date = "2024-05"\n', 'date = "May 2024"\n', "date must be YYYY"),
        ("[[dense]]", "[[spare]]", "spare"),
        ("value = 0.2", "value = 0.1", "sparse fp16 matrix: must be above the dense peak"),
        ('"fp16"\nengine = "matrix"\nvalue = 100', '"fp8"\nengine = "matrix"\nvalue = 100',
         "sparse fp16 matrix: give the dense peak too"),
        ('format = "fp16"', 'format = "fp4"', "format must be one of fp64"),
        ('format = "fp16"', 'format = "int8"', "unit must be one of OP/s"),
        ("[memory]", "[memory", "line"),
    ],
)  # fmt: skip
def test_a_broken_file_is_refused(old, new, message):
    assert old in ANY
    with pytest.raises(MachineError, match=re.escape(message)):
        parse_machine(ANY.replace(old, new, 1))


def test_nothing_may_be_given_twice():
    machine = parse_machine(ANY)
    with pytest.raises(MachineError, match="dense fp16 matrix: given twice"):
        check(msgspec.structs.replace(machine, dense=machine.dense * 2))
    with pytest.raises(MachineError, match="a level is given twice"):
        check(msgspec.structs.replace(machine, cache=machine.cache * 2))
    with pytest.raises(MachineError, match="at least one peak"):
        check(msgspec.structs.replace(machine, dense=(), sparse=()))


def test_a_file_of_your_own_is_loaded_and_named_when_it_is_wrong(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(ANY)
    assert load_machine(file).name == "any"
    file.write_text(ANY.replace("TFLOP/s", "mph"))
    with pytest.raises(MachineError, match=r"^mine\.toml: dense fp16"):
        load_machine(file)
    file.write_bytes(b"\xff")
    with pytest.raises(MachineError, match=r"^mine\.toml: "):
        load_machine(file)
    with pytest.raises(FileNotFoundError):
        load_machine(tmp_path / "none.toml")


# A clock that advances by its step at each look: a call between two looks takes one step.
def ticking(step):
    ticks = itertools.count()
    return lambda: next(ticks) * step


def test_the_triad_computes_and_its_three_arrays_are_counted():
    import numpy as np

    triad, _ = measure.kernels()
    a, b, c = np.zeros(5), np.arange(5.0), np.full(5, 2.0)
    triad(a, b, c, 3.0)
    assert a.tolist() == [6, 7, 8, 9, 10]
    assert measure.triad_bytes_per_s(8000, 2, ticking(0.5)) == 3 * 8000 / 0.5


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_the_peak_kernel_computes_and_counts_two_flop_an_addition(dtype):
    import numpy as np

    _, multiply_add = measure.kernels()
    x = np.arange(4, dtype=dtype)
    multiply_add(x, x.dtype.type(1), x.dtype.type(1), 3)
    assert x.tolist() == [i + 3 * measure.FMA_CHAIN for i in range(4)]
    flop = 2 * measure.FMA_CHAIN * measure.FMA_ITEMS * 5
    assert measure.fma_flop_per_s(dtype, 5, 2, ticking(0.25)) == flop / 0.25


def test_the_best_time_counts_and_the_first_call_does_not():
    looks = iter([0.0, 5.0, 10.0, 12.0, 20.0, 23.0])
    calls = []
    assert measure.best_seconds(lambda: calls.append(1), 3, lambda: next(looks)) == 2.0
    assert len(calls) == 4


def test_a_clock_that_stands_still_is_no_measurement():
    with pytest.raises(RuntimeError, match="too coarse"):
        measure.best_seconds(lambda: None, 2, lambda: 1.0)


def test_this_machine_is_a_machine():
    machine = measure.this_machine(triad_bytes=8000, sweeps=3, repeats=2, clock=ticking(2**-10))
    check(machine)
    assert [peak.format for peak in machine.dense] == ["fp64", "fp32"]
    assert machine.memory.bandwidth.bytes_per_s == 3 * 8000 * 2**10
    assert machine.name == f"{measure.processor_name()}, one thread"


class _Processor(dict):
    """What llvmlite says of a processor."""

    def flatten(self):
        return ",".join(f"+{name}" for name, there in self.items() if there)


@pytest.mark.parametrize(
    ("there", "imported", "set_to", "wide"),
    [
        (True, False, "+avx512f,-prefer-256-bit", True),
        (True, True, None, False),  # too late, and said so
        (False, False, None, True),  # nothing wider to use
    ],
)
def test_the_widest_vectors_are_chosen_before_numba_is_there(
    there, imported, set_to, wide, monkeypatch
):
    """LLVM's preference for 256 bits halved the peak, and put fast kernels above the roof."""
    from llvmlite import binding

    monkeypatch.setattr(binding, "get_host_cpu_features", lambda: _Processor(avx512f=there))
    monkeypatch.setattr(measure.sys, "modules", {"numba": None} if imported else {})
    monkeypatch.setattr(measure.os, "environ", {})
    measure.use_widest_vectors()
    assert measure.uses_widest_vectors() is wide
    assert measure.os.environ.get("NUMBA_CPU_FEATURES") == set_to


def test_a_choice_of_the_user_stays(monkeypatch):
    from llvmlite import binding

    monkeypatch.setattr(binding, "get_host_cpu_features", lambda: _Processor(avx512f=True))
    monkeypatch.setattr(measure.sys, "modules", {})
    monkeypatch.setattr(measure.os, "environ", {"NUMBA_CPU_FEATURES": "+avx2"})
    measure.use_widest_vectors()
    assert measure.uses_widest_vectors() is False
    assert measure.os.environ == {"NUMBA_CPU_FEATURES": "+avx2"}
