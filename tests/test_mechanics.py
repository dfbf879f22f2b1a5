"""Laws that hold for every mechanism: derivatives, balances, invariance."""

from __future__ import annotations

import random

import numpy as np
import pytest

from runmec.calculate import run
from runmec.deck import loads
from runmec.dynamics import DAMPER
from runmec.results.result import Result

from .linkages import fourbar, random_sixbar
from .positions import of_coordinates, of_parameters

SEEDS = range(12)


def grashof(seed: int) -> dict[str, float]:
    """Shortest plus longest less than the others; the crank is shortest."""
    rng = random.Random(seed)
    while True:
        lengths = [rng.uniform(0.05, 0.3) for _ in range(4)]
        crank, *others = sorted(lengths)
        if crank + others[2] < 0.92 * (others[0] + others[1]):
            rng.shuffle(others)
            return {"crank": crank, "coupler": others[0], "rocker": others[1], "frame": others[2]}


@pytest.mark.parametrize("seed", SEEDS)
def test_random_fourbars_turn_round(seed: int) -> None:
    result = run(loads(fourbar(**grashof(seed), start=random.Random(seed).uniform(-3, 3), moves="stepe 90 (4*pi)")))
    assert result.complete
    np.testing.assert_allclose(result.positions.x[:, 0], result.positions.x[:, -1], atol=1e-13)
    np.testing.assert_allclose(result.positions.x[:, 0], result.positions.x[:, 45], atol=1e-13)
    rocker = result["e-2"]
    assert np.max(np.abs(np.diff(rocker))) < 1.0  # never the other branch


@pytest.mark.parametrize("seed", SEEDS)
def test_random_sixbars_keep_all_balances(seed: int) -> None:
    result = run(loads(random_sixbar(seed)))
    assert result.complete
    assert result.trust.worst < 1e-9


@pytest.mark.parametrize("seed", range(4))
def test_transfer_functions_against_differences(seed: int) -> None:
    """x', x'' and those of parameters against central differences of positions 1e-4 rad apart."""
    h = 1e-4
    result = run(loads(random_sixbar(seed, moves=f"stepe 2 {2 * h}")))
    x, names = result.positions.x, result.mechanism.numbers
    x1, x2 = of_coordinates(result, "bufx1"), of_coordinates(result, "bufx2")
    np.testing.assert_allclose(x1[:, 1], (x[:, 2] - x[:, 0]) / (2 * h), atol=2e-7)
    np.testing.assert_allclose(x2[:, 1], (x[:, 2] - 2 * x[:, 1] + x[:, 0]) / h**2, atol=3e-6)
    e, e1, e2 = (of_parameters(result, word) for word in ("bufe0", "bufe1", "bufe2"))
    np.testing.assert_allclose(e1[:, 1], (e[:, 2] - e[:, 0]) / (2 * h), atol=2e-7)
    np.testing.assert_allclose(e2[:, 1], (e[:, 2] - 2 * e[:, 1] + e[:, 0]) / h**2, atol=3e-6)
    assert names == tuple(sorted(names))


@pytest.mark.parametrize("seed", range(4))
def test_velocities_accelerations_and_energy_against_differences_in_time(seed: int) -> None:
    """Power of the drive and of the force, less the dampers' loss, is the change of energy."""
    h = 1e-4
    result = run(loads(random_sixbar(seed, moves=f"tstepe 2 {2 * h} 9 20").replace("flex 2 1e-6\n       6 2e-6", "")))
    x = result.positions.x
    dx1, dx2 = of_coordinates(result, "bufdx1"), of_coordinates(result, "bufdx2")
    np.testing.assert_allclose(dx1[:, 1], (x[:, 2] - x[:, 0]) / (2 * h), rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(dx2[:, 1], (x[:, 2] - 2 * x[:, 1] + x[:, 0]) / h**2, rtol=1e-4, atol=2e-3)
    energy = result["ekin"] + result["epot"]
    damper = result.deck.of(DAMPER)[0]
    loss = damper.numbers[0] * result[f"de {damper.subject}"] ** 2
    force = 3 * np.sin(5 * result.time) - 2 * result["dx 14"] + result["x13"]
    slope = (energy[2] - energy[0]) / (2 * h)
    assert result["power 1"][1] + force[1] * result["dx 14"][1] - loss[1] == pytest.approx(slope, rel=1e-5)
    assert loss[1] > 0


def test_drive_follows_from_reduced_inertia() -> None:
    """σ^m = −(J_red ε̈ + ½J_red′ ε̇² − Q) for a conservative deck with one input."""
    extra = "uniform 1 1\n 2 2\n 3 1.5\ngravity 9.81 (-pi/2)\nspring -2 3 1"
    h = 1e-4
    deck = loads(fourbar(extra=extra, moves=f"tstepe 2 {h} 20 15", stores="bufjred 1\nbufepot 2"))
    result = run(deck)
    inputs = result.positions.inputs[0]
    J, V = result.buffer(1), result.buffer(2)
    slope_J = (J[2] - J[0]) / (inputs[2] - inputs[0])
    Q = -(V[2] - V[0]) / (inputs[2] - inputs[0])
    velocity = 20 + 15 * h / 2
    expected = -(J[1] * 15 + 0.5 * slope_J * velocity**2 - Q)
    assert result["sigma 4"][1] == pytest.approx(expected, rel=1e-6)


def test_turning_everything_changes_no_force() -> None:
    """The same six-bar turned by 0.4 and by 2.5 rad, gravity and input angle with it."""
    one, other = (run(loads(random_sixbar(5, turn=turn))) for turn in (0.4, 2.5))
    for parameter in (1, 2, 3, 4, 5, 6, 7, 8, 9, -1, -2):
        sigma = one[f"sigma {parameter}"]
        np.testing.assert_allclose(other[f"sigma {parameter}"], sigma, atol=1e-9 * np.max(np.abs(sigma)) + 1e-9)


def test_support_forces_are_the_change_of_momentum() -> None:
    """Without gravity: Σ frame forces = d(Σ m v)/dt, by the trapezoid rule over 400 steps."""
    deck = loads(fourbar(extra="uniform 1 1\n 2 2\n 3 1.5", moves="tstepe 400 0.3 20 0"))
    result = run(deck)
    for axis in (0, 1):
        force = sum(result[f"reac {c}"] for c in ((1, 3) if axis == 0 else (2, 4)))
        momentum = _momentum(result, axis)
        impulse = np.concatenate([[0], np.cumsum((force[1:] + force[:-1]) / 2 * np.diff(result.time))])
        np.testing.assert_allclose(momentum - momentum[0], impulse, atol=2e-4 * np.max(np.abs(momentum)))


def _momentum(result: Result, axis: int) -> np.ndarray:
    masses = {1: 1.0, 2: 2.0, 3: 1.5}
    total = np.zeros(len(result))
    for element in result.deck.elements:
        P, Q = element.coordinates[axis], element.coordinates[2 + axis]
        total += masses[element.number] * (result[f"dx {P}"] + result[f"dx {Q}"]) / 2
    return total


def test_elastic_deviation_is_the_derivative_to_the_lengths() -> None:
    """bufdisp against a second run in which the lengths are changed by bufdef (8.6.3)."""
    result = run(loads(fourbar(extra="force 7 500\n8 -800\nflex 1 1e-9\n2 2e-9\n3 3e-9", moves="")))
    changes = [float(result[f"def {p}"][0]) for p in (1, 2, 3)]
    assert max(map(abs, changes)) > 1e-7
    lengths = {
        name: value + change
        for (name, value), change in zip({"crank": 0.04, "coupler": 0.12, "rocker": 0.08}.items(), changes, strict=True)
    }
    moved = run(loads(fourbar(**lengths, moves="")))
    for c in (5, 6, 7, 8):
        assert result[f"disp {c}"][0] == pytest.approx(moved[f"x{c}"][0] - result[f"x{c}"][0], rel=1e-4, abs=1e-12)
