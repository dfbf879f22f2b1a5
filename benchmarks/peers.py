"""The published benchmarks in other programs, where they are installed: each as its own manual would have it.

A linkage is a list of bars of 1 m and 1 kg between numbered joints. Every function takes one and a step size, and
gives seconds of the solve, times, the track of one joint (x, y), and the largest drift of energy (not a number where it
was not asked for).
"""

from __future__ import annotations

from itertools import pairwise
from math import atan2, pi
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

Track = tuple[float, np.ndarray, np.ndarray, np.ndarray, float]
GRAVITY = 9.81


class Linkage(NamedTuple):
    joints: list[tuple[float, float]]
    velocities: list[float]  # in x, at the start
    fixed: int  # the first so many joints
    bars: list[tuple[int, int]]  # those that carry a joint for the first time come first for it
    track: int
    duration: float


def row_of_fourbars(N: int) -> Linkage:
    joints = [(float(i), 0.0) for i in range(N + 1)] + [(float(i), 1.0) for i in range(N + 1)]
    bars = [(i, N + 1 + i) for i in range(N + 1)] + [(N + 1 + i, N + 2 + i) for i in range(N)]
    return Linkage(joints, [0.0] * (N + 1) + [1.0] * (N + 1), N + 1, bars, N + 1, 20.0)


def grid_of_fourbars(reading: str) -> Linkage:
    up, w = (1.0 if reading == "S" else -1.0), 2.0 * pi / 3.0
    joints = [(float(i), up * j) for j in range(6) for i in range(6)]
    speed = {"H": [0.0] + [w] * 5, "R": [w * j for j in range(6)], "S": [0.0] * 5 + [-w]}[reading]
    bars = []
    for j in range(1, 6):
        bars += [(6 * j - 6 + i, 6 * j + i) for i in range(6)] + [(6 * j + i, 6 * j + i + 1) for i in range(5)]
    return Linkage(joints, [speed[j] for j in range(6) for _ in range(6)], 6, bars, 35, 10.0)


class _Tree(NamedTuple):
    """The same as a tree of hinged bars with loops to be closed at bar ends."""

    parent: list[int]  # bar, or −1 for the frame
    origin: list[tuple[float, float]]
    angle: list[float]  # relative to the parent
    rate: list[float]
    loops: list[tuple[int, int]]
    track: int


def _tree(linkage: Linkage) -> _Tree:
    carried: dict[int, int] = {}  # joint -> bar that carries it at its end
    absolute, rates = [], []
    tree = _Tree([], [], [], [], [], 0)
    for number, (a, b) in enumerate(linkage.bars):
        (xa, ya), (xb, yb) = linkage.joints[a], linkage.joints[b]
        angle = atan2(yb - ya, xb - xa)
        rate = -(linkage.velocities[b] - linkage.velocities[a]) * (yb - ya)
        parent = carried.get(a, -1)
        tree.parent.append(parent)
        tree.origin.append((xa, ya) if parent < 0 else (1.0, 0.0))
        tree.angle.append(angle - (absolute[parent] if parent >= 0 else 0.0))
        tree.rate.append(rate - (rates[parent] if parent >= 0 else 0.0))
        absolute.append(angle)
        rates.append(rate)
        if b in carried:
            tree.loops.append((number, carried[b]))
        else:
            carried[b] = number
    return tree._replace(track=carried[linkage.track])


def _end(tree: _Tree, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The end of the tracked bar for joint angles q (samples, bars)."""
    chain, bar = [], tree.track
    while bar >= 0:
        chain.append(bar)
        bar = tree.parent[bar]
    x, y = (np.full(len(q), value) for value in tree.origin[chain[-1]])
    angle = np.zeros(len(q))
    for bar in reversed(chain):
        angle = angle + q[:, bar]
        x, y = x + np.cos(angle), y + np.sin(angle)
    return x, y


def _drift(tree: _Tree, q: np.ndarray, v: np.ndarray) -> float:
    """Largest change of kinetic and potential energy, for joint angles and rates (samples, bars)."""
    count, bars = q.shape
    angle, rate, x, y, vx, vy = (np.zeros((bars, count)) for _ in range(6))
    energy = np.zeros(count)
    for bar, parent in enumerate(tree.parent):
        if parent < 0:
            angle[bar], rate[bar] = q[:, bar], v[:, bar]
            x0, y0 = (np.full(count, value) for value in tree.origin[bar])
            u0 = w0 = np.zeros(count)
        else:
            angle[bar], rate[bar] = angle[parent] + q[:, bar], rate[parent] + v[:, bar]
            x0, y0, u0, w0 = x[parent], y[parent], vx[parent], vy[parent]
        c, s = np.cos(angle[bar]), np.sin(angle[bar])
        x[bar], y[bar] = x0 + c, y0 + s
        vx[bar], vy[bar] = u0 - s * rate[bar], w0 + c * rate[bar]
        energy += (u0 * u0 + u0 * vx[bar] + vx[bar] ** 2 + w0 * w0 + w0 * vy[bar] + vy[bar] ** 2) / 6.0
        energy += GRAVITY * (y0 + 0.5 * s)
    return float(np.max(np.abs(energy - energy[0])))


def mujoco(linkage: Linkage, h: float) -> Track:
    """Hinges, loops by stiff equality constraints, RK4."""
    import mujoco as mj

    tree = _tree(linkage)
    children: dict[int, list[int]] = {}
    for bar, parent in enumerate(tree.parent):
        children.setdefault(parent, []).append(bar)

    def body(bar: int) -> str:
        x, y = tree.origin[bar]
        inside = "".join(body(child) for child in children.get(bar, []))
        inertia = f'<inertial pos="0.5 0 0" mass="1" diaginertia="1e-4 {1 / 12} {1 / 12}"/>'
        return f'<body name="b{bar}" pos="{x} {y} 0"><joint name="j{bar}" axis="0 0 1"/>{inertia}{inside}</body>'

    solref = f'solref="{2 * h} 1" solimp="0.9999 0.9999 0.001 0.5 2"'
    loops = "".join(f'<connect body1="b{a}" body2="b{b}" anchor="1 0 0" {solref}/>' for a, b in tree.loops)
    option = f'timestep="{h}" gravity="0 -{GRAVITY} 0" integrator="RK4" solver="Newton" tolerance="1e-12"'
    bodies = "".join(body(bar) for bar in children[-1])
    model = mj.MjModel.from_xml_string(
        f'<mujoco><compiler angle="radian"/><option {option}><flag refsafe="disable" contact="disable"/></option>'
        f"<worldbody>{bodies}</worldbody><equality>{loops}</equality></mujoco>"
    )
    data = mj.MjData(model)
    places = [int(model.joint(f"j{bar}").qposadr[0]) for bar in range(len(tree.parent))]
    data.qpos[places], data.qvel[places] = tree.angle, tree.rate
    each = max(1, round(0.05 / h))
    samples = round(linkage.duration / (each * h))
    q, v = np.empty((2, samples + 1, len(places)))
    q[0], v[0] = data.qpos[places], data.qvel[places]
    began = perf_counter()
    for k in range(samples):
        mj.mj_step(model, data, nstep=each)
        q[k + 1], v[k + 1] = data.qpos[places], data.qvel[places]
    seconds = perf_counter() - began
    return seconds, np.arange(samples + 1) * each * h, *_end(tree, q), _drift(tree, q, v)


def pinocchio(linkage: Linkage, h: float) -> Track:
    """Revolute joints, loops by constraintDynamics with Baumgarte's correction, RK4."""
    import pinocchio as pin

    tree = _tree(linkage)
    model: Any = pin.Model()
    model.gravity = pin.Motion(np.array([0.0, -GRAVITY, 0.0]), np.zeros(3))
    inertia = pin.Inertia(1.0, np.array([0.5, 0.0, 0.0]), np.diag([1e-6, 1 / 12, 1 / 12]))
    joint: dict[int, int] = {}
    pending = [bar for bar, parent in enumerate(tree.parent) if parent < 0][::-1]
    while pending:  # depth first, as subtrees must be contiguous
        bar = pending.pop()
        place = pin.SE3(np.eye(3), np.array([*tree.origin[bar], 0.0]))
        joint[bar] = model.addJoint(joint.get(tree.parent[bar], 0), pin.JointModelRZ(), place, f"j{bar}")
        model.appendBodyToJoint(joint[bar], inertia, pin.SE3.Identity())
        pending += [child for child, parent in enumerate(tree.parent) if parent == bar][::-1]
    end = pin.SE3(np.eye(3), np.array([1.0, 0.0, 0.0]))
    models, datas = pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
    for a, b in tree.loops:
        loop = pin.RigidConstraintModel(
            pin.ContactType.CONTACT_3D, model, joint[a], end, joint[b], end, pin.ReferenceFrame.LOCAL
        )
        loop.setBaumgarteCorrectorParameters(pin.BaumgarteCorrectorParameters(400.0, 40.0))
        models.append(loop)
        datas.append(loop.createData())
    data = model.createData()
    pin.initConstraintDynamics(model, data, models, datas)
    settings, nothing = pin.ProximalSettings(1e-12, 1e-10, 10), np.zeros(model.nv)

    def acceleration(q: np.ndarray, v: np.ndarray) -> np.ndarray:
        return pin.constraintDynamics(model, data, q, v, nothing, models, datas, settings).copy()

    places = np.array([model.idx_qs[joint[bar]] for bar in range(len(tree.parent))])
    q, v = np.zeros(model.nq), np.zeros(model.nv)
    q[places], v[places] = tree.angle, tree.rate
    found, speeds = [q[places]], [v[places]]
    steps = round(linkage.duration / h)
    began = perf_counter()
    for _ in range(steps):
        a1 = acceleration(q, v)
        v2 = v + 0.5 * h * a1
        a2 = acceleration(q + 0.5 * h * v, v2)
        v3 = v + 0.5 * h * a2
        a3 = acceleration(q + 0.5 * h * v2, v3)
        v4 = v + h * a3
        a4 = acceleration(q + h * v3, v4)
        q = q + h / 6.0 * (v + 2.0 * v2 + 2.0 * v3 + v4)
        v = v + h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4)
        found.append(q[places])
        speeds.append(v[places])
        if not np.abs(v).max() < 1e4:
            break
    seconds = perf_counter() - began
    drift = _drift(tree, np.array(found), np.array(speeds))
    return seconds, np.arange(len(found)) * h, *_end(tree, np.array(found)), drift


def exudyn(linkage: Linkage, h: float) -> Track:
    """Rigid bodies in the plane, revolute joints, generalized α."""
    import exudyn as exu
    from exudyn import itemInterface

    items: Any = itemInterface

    container = exu.SystemContainer()
    system = container.AddSystem()
    ground = system.AddObject(items.ObjectGround())
    at: dict[int, list[Any]] = {j: [] for j in range(len(linkage.joints))}
    for j in range(linkage.fixed):
        place = [*linkage.joints[j], 0.0]
        at[j].append(system.AddMarker(items.MarkerBodyPosition(bodyNumber=ground, localPosition=place)))
    sensor = None
    for a, b in linkage.bars:
        (xa, ya), (xb, yb) = linkage.joints[a], linkage.joints[b]
        va, vb = linkage.velocities[a], linkage.velocities[b]
        angle, turn = atan2(yb - ya, xb - xa), -(vb - va) * (yb - ya)
        start = [(xa + xb) / 2, (ya + yb) / 2, angle]
        node = system.AddNode(
            items.NodeRigidBody2D(referenceCoordinates=start, initialVelocities=[(va + vb) / 2, 0.0, turn])
        )
        body = system.AddObject(items.ObjectRigidBody2D(nodeNumber=node, physicsMass=1.0, physicsInertia=1 / 12))
        mass = system.AddMarker(items.MarkerBodyMass(bodyNumber=body))
        system.AddLoad(items.LoadMassProportional(markerNumber=mass, loadVector=[0.0, -GRAVITY, 0.0]))
        for joint, side in ((a, -0.5), (b, 0.5)):
            marker = items.MarkerBodyPosition(bodyNumber=body, localPosition=[side, 0.0, 0.0])
            at[joint].append(system.AddMarker(marker))
        if b == linkage.track and sensor is None:
            sensor = system.AddSensor(
                items.SensorBody(
                    bodyNumber=body,
                    localPosition=[0.5, 0.0, 0.0],
                    storeInternal=True,
                    outputVariableType=exu.OutputVariableType.Position,
                )
            )
    for markers in at.values():
        for one, other in pairwise(markers):
            system.AddObject(items.ObjectJointRevolute2D(markerNumbers=[one, other]))
    system.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = linkage.duration
    settings.timeIntegration.numberOfSteps = round(linkage.duration / h)
    settings.timeIntegration.verboseMode = 0
    settings.timeIntegration.newton.useModifiedNewton = True
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.95
    settings.solutionSettings.writeSolutionToFile = False
    settings.solutionSettings.sensorsWritePeriod = max(h, 0.01)
    settings.linearSolverType = exu.LinearSolverType.EigenSparse
    began = perf_counter()
    system.SolveDynamic(settings)
    seconds = perf_counter() - began
    stored = np.asarray(system.GetSensorStoredData(sensor))
    return seconds, stored[:, 0], stored[:, 1], stored[:, 2], float("nan")


PEERS = {"mujoco": mujoco, "pinocchio": pinocchio, "exudyn": exudyn}
