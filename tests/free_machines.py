"""Random planar machines twice: as a deck, and as free bodies. Cranks, cylinders, dyads, sliders, slotted levers,
telescopes, gears, planets, racks, triangles of bars, springs; weight and inertia on all of them."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from math import asin, atan2, cos, hypot, pi, sin

import runmec

from .free_bodies import GROUND, Body, Cylinder, Drive, Gears, Lock, Model, Pin, Rack, Situation, Slot, Spring, Vector

ROWS = 4
TIME = 0.1


@dataclass
class Machine:
    rng: random.Random
    model: Model = field(default_factory=Model)
    points: dict[str, Vector] = field(default_factory=dict)
    angles: dict[str, float] = field(default_factory=dict)
    topology: list[str] = field(default_factory=list)
    geometry: list[str] = field(default_factory=list)
    dynamics: list[str] = field(default_factory=list)
    drive: str = ""
    #: element by which a link is called, joint, body
    pins: list[tuple[str, str, Body]] = field(default_factory=list)
    #: moving points that may carry more, and the bodies that have them
    ends: list[tuple[str, Body]] = field(default_factory=list)
    #: bodies that turn by an angle about a point of the frame
    wheels: list[Body] = field(default_factory=list)
    motion: Vector = (0.0, 0.0)
    count: int = 0

    # ---- names and places

    def name(self, kind: str) -> str:
        self.count += 1
        return f"{kind}{self.count}"

    def point(self, kind: str, x: float, y: float, how: str = "") -> str:
        name = self.name(kind)
        self.points[name] = (x, y)
        self.geometry.append(f"point {name} {x!r} {y!r} {how}")
        return name

    def beside(self, point: str, kind: str, how: str = "", least: float = 0.25, most: float = 0.5) -> str:
        """A point somewhere around another one."""
        x, y = self.points[point]
        far, way = self.rng.uniform(least, most), self.rng.uniform(0.0, 2.0 * pi)
        return self.point(kind, x + far * cos(way), y + far * sin(way), how)

    def angle(self, value: float, how: str = "") -> str:
        name = self.name("b")
        self.angles[name] = value
        self.geometry.append(f"angle {name} {value!r} {how}")
        return name

    # ---- bodies

    def body(self, element: str, at: str, towards: str = "", angle: str = "") -> Body:
        """With mass: on an element with two points, whose axis is that of the body."""
        rng = self.rng
        mass, J = rng.uniform(0.5, 5.0), rng.uniform(0.01, 0.2)
        u, v = rng.uniform(-0.1, 0.3), rng.uniform(-0.1, 0.1)
        found = Body(at, towards, angle, mass, (u, v), J)
        self.model.bodies.append(found)
        self.dynamics.append(f"body {element} {mass!r} {u!r} {v!r} {J!r}")
        return found

    def arm(self, at: str, kind: str, angle: str = "") -> tuple[str, str, Body]:
        """A link with an angle of its own about a point, and a second point: its name, angle, body."""
        b = angle or self.angle(self.rng.uniform(-pi, pi))
        x, y = self.points[at]
        far = self.rng.uniform(0.1, 0.3)
        end = self.point("E", x + far * cos(self.angles[b]), y + far * sin(self.angles[b]))
        element, heavy = self.name(kind), self.name("heavy")
        self.topology += [f"elem {element} TR1 {at} {b} {end}", f"elem {heavy} BIN {at} {end} free"]
        self.geometry.append(f"para {element}.lenv 0")
        body = self.body(heavy, at, angle=b)
        self.ends.append((end, body))
        return element, b, body

    def pin(self, point: str, a: Body, on_a: str, b: Body = GROUND, on_b: str = "") -> None:
        self.model.joints.append(Pin(a, b, point))
        self.pins.append((on_a, point, a))
        if on_b:
            self.pins.append((on_b, point, b))

    def felt(self, element: str, point: str, body: Body) -> None:
        self.pins.append((element, point, body))

    # ---- drives

    def crank(self) -> None:
        rate = self.rng.choice([-1.0, 1.0]) * self.rng.uniform(1.0, 5.0)
        given = self.rng.uniform(-20.0, 20.0)
        O = self.point("O", 0.0, 0.0, "fixed")
        kind = self.rng.choice(["bar", "wheel", "wheel", "cylinder"])
        if kind == "wheel":
            element, _, body = self.arm(O, "crank")
            self.wheels.append(body)
        else:
            A = self.beside(O, "A", least=0.15, most=0.3)
            element = self.name("crank")
            self.topology.append(f"elem {element} BIN {O} {A}")
            body = self.body(element, O, A)
            self.ends.append((A, body))
        self.pin(O, body, element)
        if kind == "cylinder":
            C = self.beside(A, "C", "fixed")
            self.telescope(C, A, body, element, rate * 0.2, given * 0.1)
        else:
            self.model.joints.append(Drive(body, GROUND, rate, given))
            self.drive = f"input {element}.angb"
        self.motion = rate * (0.2 if kind == "cylinder" else 1.0), given * (0.1 if kind == "cylinder" else 1.0)

    def telescope(self, C: str, A: str, carried: Body, on: str, rate: float | None = None, given: float = 0.0) -> None:
        """Barrel about a fixed point, rod to a moving one."""
        barrel, rod = self.name("barrel"), self.name("rod")
        self.topology += [f"elem {barrel} BIN {C} {A} free", f"elem {rod} BIN {A} {C} free"]
        outer, inner = self.body(barrel, C, A), self.body(rod, A, C)
        self.pin(C, outer, barrel)
        self.model.joints += [Pin(inner, carried, A), Slot(inner, A, outer, C, is_felt=False), Lock(inner, outer)]
        self.felt(rod, A, inner)
        if rate is not None:
            self.felt(on, A, carried)
            self.model.joints.append(Cylinder(outer, inner, C, A, rate, given))
            self.drive = f"input {barrel}.lenl"
        elif self.rng.random() < 0.5:
            stiffness = self.rng.uniform(100.0, 2000.0)
            self.dynamics.append(f"spring {barrel}.lenl {stiffness!r} 0")
            self.model.springs.append(Spring(outer, inner, (C, A), stiffness, 0.0, is_inner=True))

    # ---- what hangs on it

    def dyad(self) -> None:
        A, carrier = self.rng.choice(self.ends)
        B = self.beside(A, "B")
        G = self.beside(B, "G", "fixed")
        coupler, rocker = self.name("coupler"), self.name("rocker")
        kind = self.rng.choice(["bar", "plate", "triangle"])
        self.topology.append(f"elem {coupler} {'TR2' if kind == 'plate' else 'BIN'} {A} {B}")
        body = self.body(coupler, A, B)
        if kind != "bar":
            E = self.beside(B, "E")
            self.ends.append((E, body))
            if kind == "plate":
                self.topology[-1] += f" {E}"
            else:
                self.topology += [f"elem {self.name('stay')} BIN {B} {E}", f"elem {self.name('stay')} BIN {E} {A}"]
        self.topology.append(f"elem {rocker} BIN {G} {B}")
        swing = self.body(rocker, G, B)
        self.model.joints.append(Pin(body, carrier, A))
        self.felt(coupler, A, body)
        self.pin(B, body, coupler, swing, rocker)
        self.pin(G, swing, rocker)
        self.ends.append((B, swing))

    def slider(self) -> None:
        """On a guide along x, or on one that leans."""
        A, carrier = self.rng.choice(self.ends)
        x, y = self.points[A]
        leans = self.rng.random() < 0.5
        B = self.point("B", x + 0.5, y + self.rng.uniform(-0.2, 0.2), "" if leans else "fixed y")
        rod = self.name("rod")
        self.topology.append(f"elem {rod} BIN {A} {B}")
        body = self.body(rod, A, B)
        if leans:
            way = self.rng.uniform(-1.0, 1.0)
            block = Body(B, angle=self.angle(way, "fixed"))
            guide, rail = self.name("guide"), self.point("R", *self.points[B], "fixed")
            self.topology.append(f"elem {guide} TR1 {rail} {block.angle} {B} lenv")
            self.geometry.append(f"para {guide}.lenv 0")
            self.felt(guide, B, block)
        else:
            way, rail, mass = 0.0, B, self.rng.uniform(0.5, 5.0)
            block = Body(B, mass=mass)
            self.dynamics.append(f"inertia {B} {mass!r}")
        self.model.bodies.append(block)
        self.model.joints += [
            Pin(body, carrier, A),
            Slot(block, B, GROUND, rail, way, is_felt=False),
            Lock(block, GROUND),
        ]
        self.felt(rod, A, body)
        self.pin(B, body, rod, block)

    def lever(self) -> None:
        A, carrier = self.rng.choice(self.ends)
        L = self.beside(A, "L", "fixed")
        (x, y), (px, py) = self.points[A], self.points[L]
        lever, b, body = self.arm(L, "lever", self.angle(atan2(y - py, x - px) + self.rng.uniform(-0.3, 0.3)))
        slot = self.name("slot")
        self.topology.append(f"elem {slot} TR1 {L} {b} {A} lenv")
        self.model.joints.append(Slot(carrier, A, body, L))
        self.felt(slot, A, body)
        self.pin(L, body, lever)
        self.wheels.append(body)

    def reach(self) -> None:
        A, carrier = self.rng.choice(self.ends)
        self.telescope(self.beside(A, "C", "fixed"), A, carrier, "")

    def pair(self) -> None:
        """A wheel of the frame that meshes with another one."""
        if not self.wheels:
            return
        turning = self.rng.choice(self.wheels)
        Q = self.beside(turning.at, "Q", "fixed")
        wheel, b, body = self.arm(Q, "wheel")
        far = _distance(self.points[Q], self.points[turning.at])
        r1 = far * self.rng.choice([self.rng.uniform(0.2, 0.8), self.rng.uniform(1.5, 3.0)])
        self.mesh(turning, body, r1, far - r1)
        self.pin(Q, body, wheel)
        self.wheels.append(body)
        self.turn(body, b)

    def mesh(self, a: Body, b: Body, r1: float, r2: float) -> None:
        alpha = self.rng.choice([0.0, pi / 9.0, 0.4])
        teeth = self.name("teeth")
        self.topology.append(f"elem {teeth} GEAR {a.at} {a.angle} {b.at} {b.angle}")
        self.geometry.append(f"gear {teeth} {r1!r} {r2!r} {alpha!r}")
        self.model.joints.append(Gears(a, b, r1, r2, alpha))

    def turn(self, body: Body, b: str) -> None:
        moment = self.rng.uniform(-20.0, 20.0)
        self.dynamics.append(f"force {b} {moment!r}")
        self.model.moments.append((body, moment))

    def planet(self) -> None:
        """About a sun that stands still; perhaps in a ring that turns."""
        found = [(end, body) for end, body in self.ends if body.at.startswith("O")]
        A, carrier = self.rng.choice(found)
        O = carrier.at
        b = self.angle(self.rng.uniform(-pi, pi))
        planet, _, body = self.arm(A, "planet", b)
        sun = Body(O, angle=self.angle(0.0, "fixed"))
        self.model.bodies.append(sun)
        far = _distance(self.points[A], self.points[O])
        r1 = far * self.rng.uniform(0.3, 0.7)
        self.model.joints += [Pin(sun, GROUND, O), Lock(sun, GROUND), Pin(body, carrier, A)]
        self.mesh(sun, body, r1, far - r1)
        self.felt(planet, A, body)
        if self.rng.random() < 0.5:
            ring = Body(O, angle=self.angle(0.0))
            self.model.bodies.append(ring)
            self.mesh(body, ring, far - r1, r1 - 2.0 * far)
            self.model.joints.append(Pin(ring, GROUND, O))
            self.turn(ring, ring.angle)

    def swinging_rack(self) -> None:
        """On a moving point, past a wheel of the frame that it turns."""
        A, carrier = self.rng.choice(self.ends)
        G = self.beside(A, "G", "fixed")
        wheel, b, body = self.arm(G, "gear")
        r = 0.2 * _distance(self.points[A], self.points[G])
        side = self.rng.choice([-1.0, 1.0])
        (x, y), (gx, gy) = self.points[A], self.points[G]
        far = hypot(gx - x, gy - y)
        lean = atan2(gy - y, gx - x) - side * asin(r / far)
        bar, c, rack = self.arm(A, "rack", self.angle(lean))
        guide, teeth = self.name("guide"), self.name("teeth")
        self.topology += [f"elem {guide} TR1 {A} {c} {G} lenv", f"elem {teeth} RACK {G} {b} {A} {c}"]
        self.geometry += [f"gear {teeth} {r!r} 0.35"]
        self.model.joints += [Pin(rack, carrier, A), Slot(GROUND, G, rack, A), Rack(body, rack, r, 0.35)]
        self.felt(bar, G, rack)
        self.felt(bar, A, rack)
        self.pin(G, body, wheel)
        self.turn(body, b)

    def sliding_rack(self) -> None:
        """On a guide of the frame, beside a wheel that moves it."""
        if not self.wheels:
            return
        turning = self.rng.choice(self.wheels)
        x, y = self.points[turning.at]
        way, r = self.rng.uniform(-pi, pi), self.rng.uniform(0.1, 0.2)
        b = self.angle(way, "fixed")
        F = self.point("F", x + r * sin(way), y - r * cos(way), "fixed")
        R = self.point("R", self.points[F][0] + 0.3 * cos(way), self.points[F][1] + 0.3 * sin(way))
        bar, _, rack = self.arm(R, "rack", b)
        guide, teeth = self.name("guide"), self.name("teeth")
        wheel = f"{turning.at} {turning.angle}"
        self.topology += [f"elem {guide} TR1 {F} {b} {R} lenv", f"elem {teeth} RACK {wheel} {R} {b}"]
        self.geometry += [f"para {guide}.lenv 0", f"gear {teeth} {r!r} 0.3"]
        self.model.joints += [Slot(rack, R, GROUND, F, way), Lock(rack, GROUND), Rack(turning, rack, r, 0.3)]
        self.felt(bar, R, rack)

    def spring(self) -> None:
        A, carrier = self.rng.choice(self.ends)
        G = self.beside(A, "S", "fixed")
        stiffness, at_zero = self.rng.uniform(100.0, 2000.0), self.rng.uniform(-100.0, 100.0)
        element = self.name("spring")
        self.topology.append(f"elem {element} BIN {G} {A} free")
        self.dynamics.append(f"spring {element}.lenl {stiffness!r} {at_zero!r}")
        self.model.springs.append(Spring(GROUND, carrier, (G, A), stiffness, at_zero))

    def situation(self, result: runmec.Result, row: int) -> Situation:
        """Where everything is in a row: places are the program's."""
        points = {name: (float(x), float(y)) for name in self.points for x, y in [result[name][:, row]]}
        angles = {name: float(result[name][row]) for name in self.angles}
        return Situation(points, angles, float(result.time[row]))

    def deck(self) -> str:
        rate, given = self.motion
        lines = ["DYN ANA ; a random machine", "TOPOLOGY", *self.topology, self.drive, "GEOMETRY", *self.geometry]
        lines += ["DYNAMICS", *self.dynamics, "gravity 9.81 -80deg", "MOVEMENT"]
        return "\n".join([*lines, f"tstepe {ROWS} {TIME} {rate!r} {given!r}", "END", ""])


def machine(seed: int) -> Machine:
    """A drive and one to four things that hang on it."""
    found = Machine(random.Random(seed))
    found.model.gravity = 9.81 * cos(-80.0 * pi / 180.0), 9.81 * sin(-80.0 * pi / 180.0)
    found.crank()
    kinds = [
        *[found.dyad] * 4,
        found.slider,
        found.lever,
        found.reach,
        found.pair,
        found.planet,
        found.swinging_rack,
        found.sliding_rack,
        found.spring,
    ]
    for make in found.rng.choices(kinds, k=found.rng.randint(1, 5)):
        make()
    return found


def _distance(a: Vector, b: Vector) -> float:
    return hypot(b[0] - a[0], b[1] - a[1])
