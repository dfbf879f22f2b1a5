"""Linkages in space in other programs, where they are installed: each as its own manual would have it.

A linkage is a list of rigid bodies at rest and of joints between them. Every function takes one, a step size and the
time between samples, and gives seconds of the solve, times, and the track of one point.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

Track = tuple[float, np.ndarray, np.ndarray]
FRAME = -1


class Body(NamedTuple):
    origin: np.ndarray
    axes: np.ndarray  # columns, along x y z
    mass: float
    centre: tuple[float, float, float]  # in these axes, from the origin
    inertia: tuple[float, float, float]  # about the centre, along these axes


class Joint(NamedTuple):
    one: int  # body, or the frame
    other: int
    at: np.ndarray
    axle: np.ndarray | None = None  # none: a ball
    closes: bool = False  # the bodies hang on other joints already
    tilts: int = 2  # held by a hinge; one less where a loop is held too often


class Linkage(NamedTuple):
    bodies: list[Body]
    joints: list[Joint]
    track: tuple[int, tuple[float, float, float]]  # body, point in its axes
    gravity: tuple[float, float, float]
    duration: float


def _axes(x: Any, y: Any) -> np.ndarray:
    return np.column_stack([x, y, np.cross(x, y)]).astype(float)


def rssr(phi: float, r: float, s: float, A0: Any, B0: Any, B: Any) -> Linkage:
    """The four-bar of inputs/space/rssr_free_fall.mec: crank about z, rocker about y, rods of 0.8, 1.1 and 1.5 kg."""
    A0, B0, B = (np.array(point, dtype=float) for point in (A0, B0, B))
    along = np.array([np.cos(phi), np.sin(phi), 0.0])
    A = A0 + r * along
    l = float(np.linalg.norm(B - A))
    up, to_B = (B - B0) / s, (B - A) / l
    side = np.cross(to_B, [0.0, 0.0, 1.0])
    rods = [
        (A0, _axes(along, np.cross([0, 0, 1], along)), 0.8, r),
        (B0, _axes(up, [0, 1, 0]), 1.1, s),
        (A, _axes(to_B, side / np.linalg.norm(side)), 1.5, l),
    ]
    # a little inertia about their own lines, about which none of them turns
    bodies = [
        Body(at, axes, m, (long / 2, 0, 0), (1e-4 * m * long**2, m * long**2 / 12, m * long**2 / 12))
        for at, axes, m, long in rods
    ]
    joints = [
        Joint(FRAME, 0, A0, np.array([0.0, 0, 1])),
        Joint(FRAME, 1, B0, np.array([0.0, 1, 0])),
        Joint(0, 2, A),
        Joint(2, 1, B, closes=True),
    ]
    return Linkage(bodies, joints, (1, (s, 0.0, 0.0)), (0.0, 0.0, -9.81), 1.0)


def bricard() -> Linkage:
    """Five rods on the edges of a cube, as in inputs/space/bricard.mec."""
    corners = np.array([[0, 0, 0], [1, 0, 0], [1, -1, 0], [1, -1, 1], [0, -1, 1], [0, 0, 1]], dtype=float)
    axles = np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 0]], dtype=float)
    bodies, joints = [], []
    for k in range(5):
        bodies.append(
            Body(
                corners[k],
                _axes(corners[k + 1] - corners[k], axles[k]),
                1.0,
                (0.5, 0, 0),
                (0.01 / 6, 1.01 / 12, 1.01 / 12),
            )
        )
        joints.append(Joint(k - 1, k, corners[k], axles[k]))
    joints.append(Joint(4, FRAME, corners[5], axles[5], closes=True, tilts=1))
    return Linkage(bodies, joints, (2, (1.0, 0.0, 0.0)), (0.0, -9.81, 0.0), 2.5)


def _quaternion(R: np.ndarray) -> np.ndarray:
    import mujoco as mj

    found = np.empty(4)
    mj.mju_mat2Quat(found, np.ascontiguousarray(R).ravel())
    return found


def _words(numbers: Any) -> str:
    return " ".join(repr(float(number)) for number in numbers)


def mujoco(linkage: Linkage, h: float, each: float) -> Track:
    """Hinges and balls, loops by stiff equality constraints, RK4."""
    import mujoco as mj

    bodies, joints = linkage.bodies, linkage.joints
    solref = f'solref="{2 * h} 1" solimp="0.9999 0.9999 0.001 0.5 2"'

    def body(number: int, joint: Joint) -> str:
        own = bodies[number]
        base, R = (np.zeros(3), np.eye(3)) if joint.one == FRAME else (bodies[joint.one].origin, bodies[joint.one].axes)
        place, quat = R.T @ (own.origin - base), _quaternion(R.T @ own.axes)
        at = f'pos="{_words(own.axes.T @ (joint.at - own.origin))}"'
        kind = "ball" if joint.axle is None else f'hinge" axis="{_words(own.axes.T @ joint.axle)}'
        inside = "".join(body(j.other, j) for j in joints if j.one == number and not j.closes)
        return (
            f'<body name="b{number}" pos="{_words(place)}" quat="{_words(quat)}"><joint type="{kind}" {at}/>'
            f'<inertial pos="{_words(own.centre)}" mass="{own.mass}" diaginertia="{_words(own.inertia)}"/>'
            f"{inside}</body>"
        )

    def loop(joint: Joint) -> str:
        """A ball is one point that both bodies share; a hinge is two of them on its axle."""
        own = bodies[joint.one]
        points = [joint.at] if joint.axle is None else [joint.at, joint.at + 0.2 * joint.axle]
        to = "" if joint.other == FRAME else f'body2="b{joint.other}"'
        return "".join(
            f'<connect body1="b{joint.one}" {to} anchor="{_words(own.axes.T @ (at - own.origin))}" {solref}/>'
            for at in points
        )

    option = f'timestep="{h}" gravity="{_words(linkage.gravity)}" integrator="RK4" solver="Newton" tolerance="1e-12"'
    tree = "".join(body(joint.other, joint) for joint in joints if joint.one == FRAME)
    loops = "".join(loop(joint) for joint in joints if joint.closes)
    model = mj.MjModel.from_xml_string(
        f'<mujoco><compiler angle="radian"/><option {option}><flag refsafe="disable" contact="disable"/></option>'
        f"<worldbody>{tree}</worldbody><equality>{loops}</equality></mujoco>"
    )
    data = mj.MjData(model)
    many, samples = max(1, round(each / h)), round(linkage.duration / each)
    held, local = linkage.track
    number = int(model.body(f"b{held}").id)
    q = np.empty((samples + 1, model.nq))
    q[0] = data.qpos
    began = perf_counter()
    for k in range(samples):
        mj.mj_step(model, data, nstep=many)
        q[k + 1] = data.qpos
    seconds = perf_counter() - began
    track = np.empty((samples + 1, 3))
    for k in range(samples + 1):
        data.qpos = q[k]
        mj.mj_kinematics(model, data)
        track[k] = data.xpos[number] + data.xmat[number].reshape(3, 3) @ np.array(local)
    return seconds, np.arange(samples + 1) * each, track


def exudyn(linkage: Linkage, h: float, each: float) -> Track:
    """Rigid bodies, spherical, revolute and generic joints, generalized α."""
    import exudyn as exu
    from exudyn import itemInterface, rigidBodyUtilities

    items: Any = itemInterface
    container = exu.SystemContainer()
    system: Any = container.AddSystem()
    ground = system.AddObject(items.ObjectGround())
    made = []
    for body in linkage.bodies:
        inertia: Any = rigidBodyUtilities.RigidBodyInertia(
            mass=body.mass, com=[0, 0, 0], inertiaTensor=np.diag(body.inertia)
        )
        made.append(
            system.CreateRigidBody(
                inertia=inertia,
                gravity=list(linkage.gravity),
                referencePosition=body.origin + body.axes @ np.array(body.centre),
                referenceRotationMatrix=body.axes,
            )
        )
    for joint in linkage.joints:
        pair = [ground if number == FRAME else made[number] for number in (joint.one, joint.other)]
        if joint.axle is None:
            system.CreateSphericalJoint(itemNumbers=pair, position=joint.at, show=False)
        elif joint.tilts == 2:
            system.CreateRevoluteJoint(
                itemNumbers=pair, position=joint.at, axis=joint.axle, useGlobalFrame=True, show=False
            )
        else:
            side = np.roll(joint.axle, 1)
            axes = np.column_stack([side, np.cross(joint.axle, side), joint.axle])
            system.CreateGenericJoint(
                itemNumbers=pair,
                position=joint.at,
                rotationMatrixAxes=axes,
                constrainedAxes=[1, 1, 1, 1, 0, 0],
                useGlobalFrame=True,
                show=False,
            )
    held, local = linkage.track
    from_centre = np.array(local) - np.array(linkage.bodies[held].centre)
    sensor = system.AddSensor(
        items.SensorBody(
            bodyNumber=made[held],
            localPosition=from_centre,
            storeInternal=True,
            outputVariableType=exu.OutputVariableType.Position,
        )
    )
    system.Assemble()
    settings: Any = exu.SimulationSettings()
    settings.timeIntegration.endTime = linkage.duration
    settings.timeIntegration.numberOfSteps = round(linkage.duration / h)
    settings.timeIntegration.verboseMode = 0
    settings.timeIntegration.newton.useModifiedNewton = True
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.95
    settings.solutionSettings.writeSolutionToFile = False
    settings.solutionSettings.sensorsWritePeriod = each
    began = perf_counter()
    system.SolveDynamic(settings)
    seconds = perf_counter() - began
    stored = np.asarray(system.GetSensorStoredData(sensor))
    return seconds, stored[:, 0], stored[:, 1:4]


PEERS = {"mujoco": mujoco, "exudyn": exudyn}
