"""The small system N = |base + A N|: as many solutions as all branches together have, and exactly these."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from runmec.dynamics.separation import Separation
from runmec.engine.coordinate import Coordinate
from runmec.engine.form import Held
from runmec.engine.reactive import Reactions
from runmec.engine.status import FINE, LOCKED


def system(base: np.ndarray, A: np.ndarray) -> Reactions:
    """Loads on forms of their own, with one normal force each; influences as given."""
    n = len(base)
    forms = [Held(Coordinate(k, 0.0, True, 0)) for k in range(2 * n)]
    reactions = Reactions([Separation(forms[k], 1.0, [forms[n + k]], [1.0]) for k in range(n)])
    for k in range(n):
        forms[n + k].sigma = float(base[k])
    reactions.note_base()
    for j in range(n):
        for k in range(n):
            forms[n + k].sigma = float(base[k] + reactions.unit * A[k, j])
        reactions.note(j)
    return reactions


def solutions(base: np.ndarray, A: np.ndarray) -> list[np.ndarray]:
    """By trying every combination of signs."""
    found: list[np.ndarray] = []
    for signs in itertools.product((1.0, -1.0), repeat=len(base)):
        U = np.diag(signs)
        N = np.linalg.solve(np.eye(len(base)) - U @ A, U @ base)
        if np.allclose(N, np.abs(base + A @ N), rtol=1e-9, atol=1e-12) and not any(
            np.allclose(N, old) for old in found
        ):
            found.append(N)
    return found


@pytest.mark.parametrize("size", [0.2, 0.8, 2.0])
@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_one_solution_is_found_none_or_many_are_told(n: int, size: float) -> None:
    random = np.random.default_rng(n)
    for _ in range(60):
        base, A = random.normal(size=n), size * random.normal(size=(n, n))
        expected = solutions(base, A)
        reactions = system(base, A)
        status = reactions.solve()
        assert status == (FINE if len(expected) == 1 else LOCKED)
        N = np.array([load.N for load in reactions.loads])
        if status == FINE:
            np.testing.assert_allclose(N, expected[0], rtol=1e-9, atol=1e-11)
        else:
            assert np.isnan(N).all()


def test_one_load_has_none_or_two_solutions_beyond_its_limit() -> None:
    """N = |b + a N|: one for |a| < 1; beyond, none where a and b agree in sign, two where they do not."""
    for a, b, count in ((0.9, 1.0, 1), (-0.9, 1.0, 1), (1.1, 1.0, 0), (1.1, -1.0, 2), (-1.1, 1.0, 2), (-1.1, -1.0, 0)):
        assert system(np.array([b]), np.array([[a]])).count(1.0) == count


def test_two_components_solve_their_quadratic_equation() -> None:
    """N² = |b + a N|²: (1 − |a|²)N² − 2(a·b)N − |b|² = 0, whose root above zero is the only one for |a| < 1."""
    random = np.random.default_rng(4)
    for _ in range(50):
        a, b = random.normal(size=2), random.normal(size=2)
        a *= random.uniform(0.1, 0.98) / np.hypot(*a)
        form = Held(Coordinate(0, 0.0, True, 0))
        x, y = (Held(Coordinate(k, 0.0, True, 0)) for k in (1, 2))
        load = Separation(form, 1.0, [x, y], [1.0, 1.0])
        load.starts = [0, 1]
        reactions = Reactions([load])
        x.sigma, y.sigma = map(float, b)
        reactions.note_base()
        x.sigma, y.sigma = map(float, b + reactions.unit * a)
        reactions.note(0)
        assert reactions.solve() == FINE
        rest = 1 - a @ a
        root = (a @ b + np.sqrt((a @ b) ** 2 + rest * (b @ b))) / rest
        assert pytest.approx(root, rel=1e-12) == load.N
