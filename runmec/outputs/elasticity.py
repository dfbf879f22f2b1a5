"""Small deformations of parameters, and what they displace."""

from __future__ import annotations

from typing import Any

from ..dimensions import PRESSURE
from .kind import OutputKind, Site


def _strain(site: Site) -> Any:
    from ..engine.quantities import Strain

    site.replay.wants_strains = True
    # dependent ones follow the co-ordinates, and so do inputs that motors elsewhere carry
    site.replay.wants_displacements |= site.subject[0] < 0 or site.replay.carriers is not None
    return Strain(site.parameter())


def _displacement(site: Site) -> Any:
    from ..engine.quantities import Displacement, WayFromStart

    if site.replay.loading is not None:
        return WayFromStart(site.coordinate())

    site.replay.wants_strains = site.replay.wants_displacements = True
    return Displacement(site.at(), site.replay)


STRESS = OutputKind(
    "bufstress", "element k, buffer b",
    "largest stress in element k with a `section`, along its length: |N|/A + |M|/W by its normal force and the moments "
    "at its ends; of BEAMS |My|/Wy + |Mz|/Wz, of round sections √(My² + Mz²)/W. Shear and torsion are left aside",
    "2 210", of="element", needs_forces=True, make=lambda site: site.stress(),
    label=lambda s: f"stress in {s.element}", measure=lambda _: PRESSURE, of_section=True,
)  # fmt: skip
ELASTICITY = (
    OutputKind("bufdef", "parameter p, buffer b", "deformation of parameter p by its force (8.34)", "3 208",
               of="parameter", needs_forces=True, make=_strain, label=lambda s: f"deformation of {s.parameter}",
               measure=lambda w: w.own),
    OutputKind("bufdisp", "coordinate c, buffer b",
               "displacement of co-ordinate c by all deformations (8.6.3); STA ANA: from the assembled start",
               "16 209", of="coordinate", needs_forces=True, of_points=True, make=_displacement,
               label=lambda s: f"displacement of {s.coordinate}", measure=lambda w: w.own),
    STRESS,
)  # fmt: skip
