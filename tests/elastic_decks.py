"""Decks of beams in a row, by their number: columns and arms that turn."""

from __future__ import annotations


def row_of_beams(count: int, EA: float, EI: float, mass: float, clamped: bool) -> tuple[str, str, str]:
    """TOPOLOGY, GEOMETRY and DYNAMICS of beams e0 … from P0 at the origin to the tip at (1, 0)."""
    topology = "".join(f"elem e{i} BEAM P{i} b{i} P{i + 1} b{i + 1}\n" for i in range(count))
    geometry = "point P0 0 0 fixed\n" + ("angle b0 0 fixed\n" if clamped else "angle b0 0\n")
    geometry += "".join(f"point P{i} {i / count!r} 0\nangle b{i} 0\n" for i in range(1, count + 1))
    dynamics = "".join(f"stiff e{i} {EA!r} {EI!r}\n" for i in range(count))
    dynamics += "".join(f"uniform e{i} {mass / count!r}\n" for i in range(count) if mass)
    return topology, geometry, dynamics


def column(count: int, EI: float = 1.0, load: float = 0.0, mass: float = 0.0, more: str = "", store: str = "") -> str:
    """A cantilever of length 1 along x, pressed by `load` at its tip."""
    topology, geometry, dynamics = row_of_beams(count, 0.0, EI, mass, clamped=True)
    return (
        f"DYN ANA\nTOPOLOGY\n{topology}nr dof 0\nGEOMETRY\n{geometry}DYNAMICS\n{dynamics}"
        f"force P{count}.x {-load!r}\n{more}STORAGE\n{store}END\n"
    )


def pinned_column(count: int, load: float) -> str:
    """On a pin and a slider along x; EI and length are 1. Its first angle is what the other pin determines."""
    topology, geometry, dynamics = row_of_beams(count, 0.0, 1.0, 0.0, clamped=False)
    geometry = geometry.replace(f"point P{count} 1.0 0\n", f"point P{count} 1.0 0 fixed y\n")
    return (
        f"DYN ANA\nTOPOLOGY\n{topology}nr dof 0\nGEOMETRY\n{geometry}DYNAMICS\n{dynamics}"
        f"force P{count}.x {-load!r}\nSTORAGE\nbufbuck 1 first\nEND\n"
    )


def turning_arm(count: int, speed: float, job: str) -> str:
    """A uniform arm (EI, mass and length 1) that turns about its root in its plane."""
    topology, geometry, dynamics = row_of_beams(count, 0.0, 1.0, 1.0, clamped=False)
    inputs, motor, move = "hub.angb", "", f"tstepe 1 0.1 {speed!r} 0\n"
    if job == "DYN SIM":
        inputs += "".join(f" e{i}.angp e{i}.angq" for i in range(count))
        motor, move = f"motor hub.angb given {speed!r} 0\n", f"tstepf 1 0.1 {speed!r}{' 0' * (2 * count)}\n"
    return (
        f"{job}\nTOPOLOGY\n{topology}elem hub TR1 P0 b0 P1 free\ninput {inputs}\nGEOMETRY\n{geometry}"
        f"DYNAMICS\n{dynamics}{motor}STORAGE\nbufeig 1 first\nMOVEMENT\n{move}END\n"
    )
