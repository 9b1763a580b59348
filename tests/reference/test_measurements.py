"""The measured table is whole, and one of mixed conditions is refused."""

import pytest

from reference import measurements
from reference.models import measurement

FIVE = ("i-j-k", "i-k-j", "tiled, T = 16", "tiled, T = 32", "tiled, T = 64")
"""The versions of the lecture's table."""


def test_the_lecture_s_five_versions_were_measured_five_times():
    table = measurements.read()
    assert set(FIVE) <= set(table.runs_s)
    assert {len(runs) for runs in table.runs_s.values()} == {5}
    assert all(time_s > 0 for runs in table.runs_s.values() for time_s in runs)
    assert table.N == 512
    assert "numba" in table.compiler
    assert table.machine


def test_the_table_feeds_the_model_of_q24():
    ratios = measurement.median_ratio(measurements.read().runs_s, "i-k-j")
    assert ratios["i-k-j"] == 1
    assert set(FIVE) <= set(ratios)


@pytest.mark.parametrize("second", ["", "b,c,p,i-k-j,512,,1.0\n", "m,c,p,i-k-j,256,,1.0\n"])
def test_a_table_of_mixed_conditions_or_none_is_refused(tmp_path, second):
    rows = "m,c,p,i-j-k,512,,2.0\n" + second if second else ""
    file = tmp_path / "table.csv"
    file.write_text("machine,compiler,protocol,version,N,T,time_s\n" + rows, "utf-8")
    with pytest.raises(ValueError, match=r"table\.csv must hold one set of conditions"):
        measurements.read(file)
