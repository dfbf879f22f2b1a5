"""Chains of many bars: what the accelerations of one position cost beside MuJoCo's `mj_forward` and Pinocchio's `aba`.

runmec's share is that of a simulation as a user runs it: the processor time that a longer run of the same motion takes
more, for each evaluation more, with positions, rows and error control. The peers' functions are called by themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from math import hypot, log, sin
from time import process_time
from typing import Any

import numpy as np

from runmec.calculate import run
from runmec.deck import loads
from tests.chains import arch, chain, spatial_chain

from .timing import table

SIZES = {"plane": (5, 10, 20, 40, 80, 160, 320, 640), "space": (5, 10, 20, 40, 80, 160)}
LENGTH, MASS = 0.1, 0.2
ROD = MASS * LENGTH**2 / 12
CENTRE = (0.05, 0.002, 0.001)
INERTIA = (1e-4, 3e-4, 2.5e-4, 1e-5, -2e-5, 1.5e-5)
ENOUGH = 0.3  # seconds of work that one measurement should have


def per_evaluation(text_of: Callable[[int, str], str], n: int) -> float:
    """Microseconds, the best of five."""
    time, found = 0.02, []
    begin = loads(text_of(n, "integr heun 1e-6\n  tstepf 2 1e-7"))
    while len(found) < 5:
        deck = loads(text_of(n, f"integr heun 1e-6\n  tstepf 2 {time!r}"))
        seconds, evaluations = _cost(deck)
        if seconds < ENOUGH and time < 2.0:
            time *= 2.0
            continue
        before, few = _cost(begin)
        found.append(1e6 * (seconds - before) / (evaluations - few))
    return min(found)


def _cost(deck: Any) -> tuple[float, int]:
    began = process_time()
    result = run(deck)
    return process_time() - began, sum(one.account.evaluations for one in result.positions.simulated)


def _best(action: Callable[[], Any]) -> float:
    """Microseconds of a function, the best of five."""
    many, found = 1, []
    while len(found) < 5:
        began = process_time()
        for _ in range(many):
            action()
        seconds = process_time() - began
        if seconds < 0.1 * ENOUGH:
            many *= 4
            continue
        found.append(1e6 * seconds / many)
    return min(found)


def _angles(n: int) -> list[float]:
    absolute = [-0.3 + 0.5 * sin(0.7 * k) for k in range(1, n + 1)]
    return [a - b for a, b in zip(absolute, [0.0, *absolute], strict=False)]


def mujoco(kind: str, n: int) -> float:
    import mujoco as mj

    spec = mj.MjSpec()
    spec.option.gravity = [0.0, -9.81, 0.0]
    spec.option.disableflags = mj.mjtDisableBit.mjDSBL_CONTACT
    spec.compiler.balanceinertia = False
    body = spec.worldbody
    for k in range(1, n + 1):
        body = body.add_body(pos=[LENGTH if k > 1 else 0.0, 0.0, 0.0], mass=MASS, explicitinertial=True)
        body.add_joint(type=mj.mjtJoint.mjJNT_HINGE, axis=[0.0, 0.0, 1.0] if kind == "plane" else list(_axis(k)))
        if kind == "plane":
            body.ipos, body.inertia = [LENGTH / 2, 0.0, 0.0], [1e-9, ROD, ROD]
        else:
            body.ipos, body.fullinertia = CENTRE, INERTIA
    model = spec.compile()
    data = mj.MjData(model)
    if kind == "plane":
        data.qpos[:] = _angles(n)
    return _best(lambda: mj.mj_forward(model, data))


def _axis(k: int) -> tuple[float, float, float]:
    return (0.0, 1.0, 0.0) if k % 2 else (0.2 / hypot(0.2, 1.0), 0.0, 1.0 / hypot(0.2, 1.0))


def pinocchio(kind: str, n: int) -> float:
    import pinocchio as pin

    model = pin.Model()
    model.gravity.linear = np.array([0.0, -9.81, 0.0])
    x, y, z, xy, xz, yz = INERTIA
    solid = pin.Inertia(MASS, np.array(CENTRE), np.array([[x, xy, xz], [xy, y, yz], [xz, yz, z]]))
    rod = pin.Inertia(MASS, np.array([LENGTH / 2, 0.0, 0.0]), np.diag([0.0, ROD, ROD]))
    parent = 0
    for k in range(1, n + 1):
        place = pin.SE3(np.eye(3), np.array([LENGTH if k > 1 else 0.0, 0.0, 0.0]))
        joint = pin.JointModelRZ() if kind == "plane" else pin.JointModelRevoluteUnaligned(*_axis(k))
        own = rod if kind == "plane" else solid
        parent = model.addJoint(parent, joint, place, f"j{k}")
        model.appendBodyToJoint(parent, own, pin.SE3.Identity())
    data, q, v = model.createData(), np.zeros(n), np.zeros(n)
    if kind == "plane":
        q[:] = _angles(n)
    return _best(lambda: pin.aba(model, data, q, v, v))


def _exponent(sizes: tuple[int, ...], costs: list[float]) -> str:
    return f"{log(costs[-1] / costs[-4]) / log(sizes[-1] / sizes[-4]):.2f}"


def chains() -> None:
    """Microseconds an evaluation, and how they grow over the last three doublings."""
    peers = {name: of for name, of in (("mujoco", mujoco), ("pinocchio", pinocchio)) if find_spec(name)}
    for kind, text_of in (("plane", lambda n, moves: chain(n, moves=moves)), ("space", spatial_chain)):
        sizes = SIZES[kind]
        costs = {"runmec": [per_evaluation(text_of, n) for n in sizes]}
        costs |= {name: [of(kind, n) for n in sizes] for name, of in peers.items()}
        shown = []
        for k, n in enumerate(sizes):
            ratios = "".join(f", {costs['runmec'][k] / costs[name][k]:.2f} × {name}" for name in peers)
            shown.append((f"N = {n}", f"{costs['runmec'][k]:.2f} µs{ratios}"))
        shown += [(f"exponent, {name}", _exponent(sizes, found)) for name, found in costs.items()]
        table(f"chains of N hinged bodies in the {kind}: one evaluation", shown)


def one_large_group() -> None:
    """A row of an arch whose bars determine each other all at once, forces included."""
    shown, before = [], None
    for bars in (11, 21, 41, 81, 161, 321, 641):
        few, many = (min(_row_seconds(loads(arch(bars, rows=rows))) for _ in range(3)) for rows in (4, 204))
        cost = 1e6 * (many - few) / 200
        growth = "" if before is None else f", exponent {log(cost / before) / log(2.0):.2f}"
        shown.append((f"{2 * (bars - 1)} unknowns", f"{cost:.0f} µs a row{growth}"))
        before = cost
    table("one group of many unknowns", shown)


def _row_seconds(deck: Any) -> float:
    began = process_time()
    run(deck)["s"]
    return process_time() - began


def beams_at_rest() -> None:
    """A cantilever of many beams under its weight, from the text to the deflection."""
    shown, before = [], None
    for n in (250, 500, 1000, 2000, 4000):
        began = process_time()
        run(loads(cantilever(n)))["w"]
        cost = process_time() - began
        growth = "" if before is None else f", exponent {log(cost / before) / log(2.0):.2f}"
        shown.append((f"{n} beams", f"{cost:.2f} s{growth}"))
        before = cost
    table("statics of many beams", shown)


def cantilever(n: int) -> str:
    lines = ["DYN ANA ; cantilever", "TOPOLOGY"]
    lines += [f"  elem b{k} BEAM P{k - 1} a{k - 1} P{k} a{k}" for k in range(1, n + 1)]
    lines += ["nr dof 0", "GEOMETRY", "  point P0 0 0 fixed", "  angle a0 0 fixed"]
    for k in range(1, n + 1):
        lines += [f"  point P{k} {k / n:.15g} 0", f"  angle a{k} 0"]
    lines += ["DYNAMICS", "  gravity 9.81 (-pi/2)"]
    for k in range(1, n + 1):
        lines += [f"  stiff b{k} 1e8 1e3", f"  uniform b{k} {1.0 / n:.12g}"]
    return "\n".join([*lines, f"  force P{n}.y -10", "STORAGE", f"  bufdisp P{n}.y w", "END", ""])
