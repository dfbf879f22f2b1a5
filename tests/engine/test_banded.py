"""Groups in space: the zeros are left out, the numbers stay."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from librt.vecs import vec
from mypy_extensions import i64

import runmec
from runmec.engine.banded import Banded, factor_banded
from runmec.engine.elimination import factor
from runmec.engine.group import Dense
from tests.test_spatial_beams import cantilever


@pytest.mark.parametrize("seed", range(6))
def test_the_numbers_are_those_of_the_full_matrix(seed: int) -> None:
    """To the last bit, with rows that change places and zeros inside the band."""
    rng = np.random.default_rng(seed)
    n, wide = 12, 2 + seed % 3
    M = np.where(np.abs(np.subtract.outer(np.arange(n), np.arange(n))) <= wide, rng.normal(size=(n, n)), 0.0)
    M[rng.random(size=M.shape) < 0.2] = 0.0
    M += np.diag(rng.uniform(0.01, 0.1, size=n))
    widths = [1 + max(np.flatnonzero(row)) for row in M]
    full, order = vec[float](M.ravel().tolist()), vec[i64](range(n))
    band, other, starts, ends = vec[float](M.ravel().tolist()), vec[i64](range(n)), vec[i64]([n] * n), vec[i64](widths)
    assert factor_banded(band, n, other, starts, ends) == factor(full, n, order)
    np.testing.assert_array_equal(list(band), list(full))
    assert list(other) == list(order)
    left = np.reshape(list(band), (n, n))
    for i in range(n):  # behind the ends and before the starts there is nothing
        assert not left[i, ends[i] :].any()
        assert not left[i, : min(starts[i], i)].any()


def test_bricards_chain_is_solved_as_by_the_full_matrix_with_a_fraction_of_the_work() -> None:
    text = Path("inputs/bricard.mec").read_text().replace("tstepf 25 2.5 0", "tstepf 3 0.3 0").replace(" 11 16", "")
    group = max(runmec.run(runmec.loads(text)).mechanism.kinematics.groups, key=lambda g: g.n)
    assert isinstance(group, Banded)
    same = Dense(0, group.forms, group.columns)
    same.measure_by(group.scale, group.unit)
    for g in (group, same):
        g.evaluate()
    assert (group.sign, group.quality) == (same.sign, same.quality)
    found = []
    for g in (group, same):
        for k, form in enumerate(g.forms):
            form.right = 0.1 * (k - 5)
        g.solve()
        found.append([c.u for c in g.columns])
    assert found[0] == found[1]
    entries = sum(group.ends[i] - min(group.starts[i], i) for i in range(group.n))
    assert entries < 0.45 * group.n**2


def test_the_forms_of_a_beam_look_at_its_ends_once() -> None:
    result = runmec.run(runmec.loads(cantilever(2, "  force P2 0 0 -1")))
    forms = result.mechanism.kinematics.forms
    assert len({id(form.ends) for form in forms}) == 2  # type: ignore[attr-defined]  # forms of beams have ends
