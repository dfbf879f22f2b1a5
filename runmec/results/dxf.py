"""The profile of a cam as a DXF drawing, by ezdxf (extra `cad`)."""

from __future__ import annotations

import logging
from importlib.util import find_spec
from io import StringIO
from typing import Any

from .profiles import Cam
from .result import Result

_METRES = 6  # $INSUNITS


def profile_dxf(result: Result, cam: Cam) -> str | None:
    """Profile, pitch curve and centre on layers of their own, in the lengths of the deck; None without ezdxf."""
    if find_spec("ezdxf") is None:
        return None
    import ezdxf

    logging.getLogger("ezdxf").setLevel(logging.WARNING)  # it tells every table that it makes
    document: Any = ezdxf.new("R2010")  # type: ignore[attr-defined]  # ezdxf does not export it
    document.header["$INSUNITS"] = _METRES if result.deck.units else 0
    for layer, colour in (("PROFILE", 7), ("PITCH", 8), ("CENTRE", 1)):
        document.layers.add(layer, color=colour)
    space = document.modelspace()
    rows = slice(cam.turn.start, cam.turn.stop - 1) if cam.is_closed else cam.turn
    for layer, places in (("PROFILE", cam.profile[rows]), ("PITCH", cam.pitch[rows])):
        corners = [(z.real, z.imag) for z in places.tolist()]
        space.add_lwpolyline(corners, close=cam.is_closed, dxfattribs={"layer": layer})
    space.add_point((0.0, 0.0), dxfattribs={"layer": "CENTRE"})
    file = StringIO()
    document.write(file)
    return file.getvalue()
