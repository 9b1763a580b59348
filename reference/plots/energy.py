"""What a cluster uses in a year, and how much of it never reaches a chip."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure

from reference.models import energy
from reference.plots import style

KWH_PER_TWH = 1e9

TEXTS: style.Texts = {
    "title": {
        "zh": "IT 平均功率 {mw:g} MW × {hours:g} h：不同 PUE 下的用电量",
        "en": "average IT power {mw:g} MW × {hours:g} h: energy at several PUE",
    },
    "twh": {"zh": "电量（TWh，1 TWh = 10 亿度）", "en": "energy (TWh)"},
    "it": {"zh": "IT 设备", "en": "IT equipment"},
    "rest": {"zh": "制冷、供电等", "en": "cooling, power supply …"},
}


def facility(it_power_mw: float, hours: float, pues: Sequence[float], lang: str) -> Figure:
    """Draw the energy of a facility for each PUE, divided into IT equipment and the rest.

    Arguments and errors as `energy.facility_energy_kwh`, and `lang` as everywhere.
    """
    say = style.words(TEXTS, lang)
    it_twh = energy.energy_kwh(it_power_mw, hours) / KWH_PER_TWH
    totals = [energy.facility_energy_kwh(it_power_mw, hours, pue) / KWH_PER_TWH for pue in pues]
    rows = list(range(len(pues)))
    fig = style.figure(1.5 + style.ROW_IN * len(pues))
    axes = fig.subplots()
    axes.barh(rows, [it_twh] * len(rows), height=0.7, color=style.BLUE, label=say["it"])
    axes.barh(
        rows,
        [total - it_twh for total in totals],
        left=it_twh,
        height=0.7,
        color=style.ORANGE,
        hatch="//",
        edgecolor="white",
        label=say["rest"],
    )
    for row, total in zip(rows, totals, strict=True):
        axes.text(total, row, f" {total:.4g}", va="center", fontproperties=style.font())
    axes.set_yticks(rows, [f"PUE {pue:g}" for pue in pues])
    axes.invert_yaxis()
    axes.set_xlim(0, max(totals, default=0) * 1.12 or 1)
    style.headline(fig, say["title"].format(mw=it_power_mw, hours=hours))
    style.label(axes, x=say["twh"])
    style.legend(axes)
    return fig
