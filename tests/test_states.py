"""`state`, `sample` and `where` against exponentials of matrices and integrations of their own."""

from __future__ import annotations

from math import log

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.linalg import expm

import runmec
from runmec.deck import loads
from runmec.deck.numbering import number_text
from runmec.diagnostics import DeckError
from runmec.engine.variable import Sample
from runmec.results.result import Result

METHODS = ("heun 1e-8", "dop853 1e-11", "radau 1e-10")


def simulated(text: str) -> Result:
    result = runmec.run(loads(text))
    assert result.failure is None, result.failure
    return result


def codes(text: str) -> list[str]:
    with pytest.raises(DeckError) as caught:
        loads(text)
    return [told.code for told in caught.value.diagnostics if told.level == "error"]


def guided(dynamics: str, moves: str, storage: str = "", start: str = "1.5", mass: str = "2", define: str = "") -> str:
    """A mass on a guide along x; its distance from the origin is the input."""
    return f"""DYN SIM ; mass on a guide
DEFINE
  r 0.5
{define}
GEOMETRY
  point O 0 0 fixed
  point A {start} 0 fixed y
TOPOLOGY
  elem s BIN O A free
  input s.lenl
DYNAMICS
  inertia A.x {mass}
{dynamics}
STORAGE
  bufinp s.lenl x
  bufdinp1 s.lenl v
{storage}
MOVEMENT
{moves}
END
"""


MOTOR = """DYN SIM ; disc on an axle, DC motor with current, PI loop of its speed
DEFINE
  J 0.0002
  R 2.0
  L 0.004
  k 0.06
  visc 5e-05
  Kp 0.1
  Ki 3.0
  ws 50.0
GEOMETRY
  point O 0 0 fixed
  point A 1 0
TOPOLOGY
  elem d BIN O A
  input d.angb
DYNAMICS
  inertia A (J)
  motor d.angb (k*cur - visc*dinp(d.angb))
  state cur 0 ((Kp*(ws-dinp(d.angb)) + Ki*err - R*cur - k*dinp(d.angb))/L)
  state err 0 (ws-dinp(d.angb))
STORAGE
  bufdinp1 d.angb w
  bufstate cur i
  bufstate err z
  bufcalc (2*cur - err) both
MOVEMENT
  integr {}
  tstepf 5 0.25 0
END
"""


@pytest.mark.parametrize("method", METHODS)
def test_a_speed_loop_is_the_exponential_of_its_matrix(method: str) -> None:
    """ω, i and the integral of the error: a linear system, exactly exp(At)."""
    J, R, L, k, visc, Kp, Ki, ws = 2e-4, 2.0, 0.004, 0.06, 5e-5, 0.1, 3.0, 50.0
    A = np.array([[-visc / J, k / J, 0, 0], [-(Kp + k) / L, -R / L, Ki / L, Kp * ws / L], [-1, 0, 0, ws], [0, 0, 0, 0]])
    result = simulated(MOTOR.format(method))
    exact = np.array([expm(A * t) @ [0.0, 0.0, 0.0, 1.0] for t in result.time]).T
    near = {"heun": 2e-4, "dop853": 1e-8, "radau": 1e-6}[method.split()[0]]
    np.testing.assert_allclose([result["w"], result["i"], result["z"]], exact[:3], atol=near)
    np.testing.assert_allclose(result["both"], 2 * result["i"] - result["z"], atol=1e-12)


def test_an_oil_column_knows_its_pressures_by_its_place() -> None:
    """p = p0 − β ln(x/x0) whatever the motion; x against an integration of its own."""
    beta, m, A, L, p0 = 1.4e9, 200.0, 0.002, 0.5, 5e6
    result = simulated(
        guided(
            f"  state pa {p0} (-{beta}/inp(s.lenl)*dinp(s.lenl))\n"
            f"  state pb {p0} ({beta}/({L}-inp(s.lenl))*dinp(s.lenl))\n  motor s.lenl ({A}*(pa-pb))",
            "  integr dop853 1e-10\n  tstepf 5 0.02 0.2",
            "  bufstate pa pa\n  bufstate pb pb",
            "0.25",
            "200",
        )
    )
    x = result["x"]
    np.testing.assert_allclose(result["pa"], p0 - beta * np.log(x / 0.25), atol=1e-6 * p0)
    np.testing.assert_allclose(result["pb"], p0 - beta * np.log((L - x) / 0.25), atol=1e-6 * p0)

    def rate(_: float, y: list[float]) -> list[float]:
        return [y[1], A * beta * (log((L - y[0]) / 0.25) - log(y[0] / 0.25)) / m]

    own = solve_ivp(rate, (0, 0.02), [0.25, 0.2], method="DOP853", rtol=1e-13, atol=1e-13, t_eval=result.time)
    np.testing.assert_allclose(x, own.y[0], atol=1e-10)
    drift, exchanged = result.energy_drifts[0]
    assert drift < 1e-6 * exchanged


def test_a_stiff_state_needs_radau() -> None:
    """A lag of a microsecond beside a second of motion."""
    deck = guided("  state u 0 ((sin(t) - u)/1e-6)\n  motor s.lenl (u)", "  integr radau\n  tstepf 10 1 0")
    result = simulated(deck)
    np.testing.assert_allclose(result["x"], 1.5 + 0.5 * (result.time - np.sin(result.time)), atol=1e-6)
    assert result.positions.simulated[0].account.evaluations < 3000


def test_states_rest_while_the_motion_is_given() -> None:
    moves = "  tstepf 2 0.5 0\n  tstepe 2 0.5 1 0\n  stepe 2 0.1\n  tstepf 2 0.5 0"
    result = simulated(guided("  state z 0.25 (2)", moves, "  bufstate z z"))
    np.testing.assert_allclose(result["z"], [0.25, 0.75, 1.25, 1.25, 1.25, 1.25, 1.25, 1.75, 2.25], atol=1e-12)
    assert "D346" in [told.code for told in result.deck.warnings]


def test_a_state_goes_on_where_all_inputs_are_given() -> None:
    result = simulated(guided("  state z 1 (-3*z)\n  motor s.lenl given 1 0", "  tstepf 4 1 0", "  bufstate z z"))
    np.testing.assert_allclose(result["z"], np.exp(-3 * result.time), atol=1e-7)


def test_the_error_of_a_state_does_not_depend_on_its_unit() -> None:
    """Pressures in Pa and lengths in nm are as exact as numbers about one."""
    errors = []
    for unit in ("1e-9", "1", "1e9"):
        result = simulated(guided(f"  state z {unit} (({unit})*cos(7*t))", "  tstepf 10 3 0", "  bufstate z z"))
        errors.append(np.max(np.abs(result["z"] / float(unit) - 1 - np.sin(7 * result.time) / 7)))
    assert max(errors) < 1e-7
    assert max(errors) < 2 * min(errors)


# ---- samples


DEAD_BEAT = """  sample (T0) u 0 (-2*((inp(s.lenl)-r)/T0^2 + 1.5*dinp(s.lenl)/T0))
  motor s.lenl (u)"""


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("rows", [8, 13])
def test_dead_beat_control_rests_after_two_samples(method: str, rows: int) -> None:
    """x'' = u/m held over T: from 1 m aside −200 N, 200 N, and rest for ever."""
    moves = f"  integr {method}\n  tstepf {rows} 0.4 0"
    result = simulated(guided(DEAD_BEAT, moves, "  bufstate u u", define="  T0 0.1"))
    t = result.time
    exact = np.where(t < 0.1, 1 - 50 * t**2, np.where(t < 0.2, 50 * (0.2 - t) ** 2, 0.0))
    np.testing.assert_allclose(result["x"] - 0.5, exact, atol=1e-7)
    u = np.where(t < 0.1 - 1e-12, -200, np.where(t < 0.2 - 1e-12, 200, 0))
    np.testing.assert_allclose(result["u"], u, atol=1e-4)


@pytest.mark.parametrize("move", ["tstepf 10 0.5 1", "tstepe 10 0.5 1 0"])
def test_samples_are_taken_at_their_instants(move: str) -> None:
    """x = 0.5 + t; rows of the instant show the new value, also those that miss it by rounding."""
    result = simulated(guided("  sample 0.1 z 3 (z + 0.1*(1-inp(s.lenl)))", f"  {move}", "  bufstate z z", "0.5"))
    values = [3.05, 3.09, 3.12, 3.14, 3.15, 3.15]
    np.testing.assert_allclose(result["z"], np.repeat(values, 2)[:11], atol=1e-8)


def test_samples_of_one_instant_are_taken_before_any_is_set() -> None:
    deck = guided("  sample 0.1 p 1 (q)\n  sample 0.1 q 0 (p)", "  tstepf 6 0.6 0", "  bufstate p p\n  bufstate q q")
    result = simulated(deck)
    np.testing.assert_array_equal(result["p"], [0, 1, 0, 1, 0, 1, 0])
    np.testing.assert_array_equal(result["q"], [1, 0, 1, 0, 1, 0, 1])


def test_samples_go_on_from_move_to_move() -> None:
    """Taken once where a move ends at an instant, and at instants within the next one."""
    moves = "  tstepf 2 0.2 0\n  tstepf 3 0.25 0\n  tstepf 1 0.05 0"
    result = simulated(guided("  sample 0.1 n 0 (n + 1)", moves, "  bufstate n n"))
    np.testing.assert_array_equal(result["n"], [1, 2, 3, 3, 4, 5, 6])


def test_a_deck_without_motion_has_its_first_sample() -> None:
    assert simulated(guided("  sample 0.1 n 5 (n + inp(s.lenl))", "", "  bufstate n n"))["n"] == pytest.approx([6.5])


def test_too_many_samples_are_too_much_work() -> None:
    result = runmec.run(loads(guided("  sample 1e-9 n 0 (n + 1)", "  tstepf 1 10 0", "  bufstate n n")))
    assert result.failure is not None
    assert result.failure.code in ("R411", "R408")


@pytest.mark.parametrize(("t", "due"), [(0.0, 0.1), (0.3, 0.4), (0.1 - 1e-12, 0.2), (1e12, 1e12 + 0.1)])
def test_the_next_instant_is_a_multiple_of_the_period(t: float, due: float) -> None:
    assert Sample(0.0, 0.1).due_after(t, 1e-11) == pytest.approx(due, rel=1e-15)


@pytest.mark.parametrize("period", [1e-300, 1e-16, 1e-13])
def test_instants_that_time_does_not_tell_apart_go_on(period: float) -> None:
    """From 1 on numbers are 2.2e-16 apart: no count of periods would ever pass 1 + 1e-12."""
    assert Sample(0.0, period).due_after(1.0, 1e-12) == pytest.approx(1.0 + 2e-12, rel=1e-15)


# ---- names


def test_where_calls_an_expression_by_name() -> None:
    """A force limited to 4 N against a displacement of 1 m with 40 N/m: bang, then a spring."""
    dynamics = (
        "  where wish (-40*(inp(s.lenl)-r) - 12*dinp(s.lenl))\n  where u (min(max(wish,-4),4))\n  motor s.lenl (u)"
    )
    result = simulated(guided(dynamics, "  integr dop853 1e-10\n  tstepf 20 2 0", "  bufcalc (u) u"))

    def rate(_: float, y: list[float]) -> list[float]:
        return [y[1], min(max(-40 * (y[0] - 0.5) - 12 * y[1], -4), 4) / 2]

    own = solve_ivp(rate, (0, 2), [1.5, 0.0], rtol=1e-11, atol=1e-12, max_step=1e-3, t_eval=result.time)
    np.testing.assert_allclose(result["x"], own.y[0], atol=1e-8)
    assert result["u"].min() == -4.0
    assert result.positions.simulated[0].account.kinks > 0


def test_limits_of_a_state_are_stepped_on() -> None:
    """An integral with a stop at 1: dz/dt is zero where it would pass."""
    result = simulated(guided("  state z 0 (3*step(1 - z))", "  tstepf 10 1 0", "  bufstate z z"))
    np.testing.assert_allclose(result["z"], np.minimum(3 * result.time, 1.0), atol=1e-7)


def test_names_go_before_units() -> None:
    result = simulated(guided("  state m 3 (0)\n  motor s.lenl (m)", "  tstepf 1 1 0"))
    assert result["x"][-1] == pytest.approx(1.5 + 0.5 * 3 / 2)


@pytest.mark.parametrize(
    ("dynamics", "code"),
    [
        ("  state t 0 (1)", "D340"),
        ("  where pi (2)", "D340"),
        ("  state r 0 (1)", "D341"),
        ("  state z 0 (1)\n  where z (2)", "D206"),
        ("  sample 0.1 z 0 (1)\n  state z 0 (1)", "D206"),
        ("  where u (w)\n  where w (t)", "D342"),
        ("  where u (u + 1)", "D342"),
        ("  sample 0 z 0 (1)", "D210"),
        ("  sample -1 z 0 (1)", "D210"),
        ("  state z 0 (1)\n  spring s.lenl (z) 0", "D116"),
        ("  state z 0 (nothing)", "D108"),
        ("  state z 0", "D110"),
        ("  state 3 0 (1)", "D121"),
        ("\n".join(["  where a0 (t)"] + [f"  where a{k} (a{k - 1}+a{k - 1})" for k in range(1, 40)]), "D343"),
    ],
)
def test_what_is_wrong_with_names_is_told(dynamics: str, code: str) -> None:
    assert code in codes(guided(dynamics, "  tstepf 1 1 0"))


def test_bufstate_is_of_states_and_samples() -> None:
    assert codes(guided("  where u (t)", "  tstepf 1 1 0", "  bufstate u b")) == ["D345"]
    assert codes(guided("  state u 0 (t)", "  tstepf 1 1 0", "  bufstate w b")) == ["D220"]


def test_states_belong_to_simulations() -> None:
    deck = guided("  state z 0 (1)", "  tstepe 1 1 1 0").replace("DYN SIM", "DYN ANA")
    assert codes(deck) == ["D344"]


def test_units_of_what_is_calculated_with_them() -> None:
    """A name of `where` has the dimension of its expression; that of a state is not known."""
    text = guided(
        "  state z 0 (1)\n  where way (2*inp(s.lenl))\n  where area (way*way)",
        "  tstepf 2 1 1",
        "  bufcalc (way) a\n  bufcalc (area/inp(s.lenl)+way) b\n  bufcalc (z) c\n  bufcalc (way*(1+z)) d",
    ).replace("DEFINE", "UNITS SI\nDEFINE")
    result = simulated(text)
    assert [result.unit(name).symbol for name in "abcd"] == ["m", "m", "", ""]


def test_where_serves_given_motion_too() -> None:
    deck = guided("  where u (-3*inp(s.lenl))\n  force A.x (u)", "  tstepe 2 1 1 0", "  bufdrive s.lenl M")
    result = simulated(deck.replace("DYN SIM", "DYN ANA"))
    np.testing.assert_allclose(result["M"], 3 * result["x"], atol=1e-12)


def test_a_deck_in_numbers_is_the_same() -> None:
    deck = loads(
        guided(
            DEAD_BEAT + "\n  where w (2*u)", "  tstepf 8 0.4 0", "  bufstate u u\n  bufcalc (w) w", define="  T0 0.1"
        )
    )
    again = loads(number_text(deck))
    one, other = runmec.run(deck), runmec.run(again)
    np.testing.assert_array_equal(list(one.buffers.values()), list(other.buffers.values()))


def test_results_are_pickled_with_their_states() -> None:
    import pickle

    result = simulated(MOTOR.format("dop853"))
    again = pickle.loads(pickle.dumps(result))
    np.testing.assert_array_equal(again["i"], result["i"])
    np.testing.assert_array_equal(again.quantity("bufstate", (1,)), result.quantity("bufstate", (1,)))


def test_a_name_of_define_that_is_a_word_now_hides_no_slip() -> None:
    deck = guided("  motor s.lenl (statte)", "  tstepf 1 1 0", define="  state 5")
    assert codes(deck) == ["D108"]


def test_a_damaged_line_is_told_once() -> None:
    assert codes(guided("  state\n  motor s.lenl (z + z)", "  tstepf 1 1 0", "  bufstate z b")) == ["D110"]


# ---- periodic


SHAFT = """DYN SIM ; a shaft whose moment falls with its speed, and a state that lags behind it
DEFINE
  M0 3
  d 0.2
  tau 0.05
GEOMETRY
  point O 0 0 fixed
  point A 1 0
TOPOLOGY
  elem s BIN O A
  input s.angb
DYNAMICS
  inertia A 0.5
{}
  motor s.angb (M0 - d*dinp(s.angb))
STORAGE
  bufinp s.angb phi
  bufdinp1 s.angb w
  bufstate lag z
MOVEMENT
  integr {}
  tcycle 8 (2*pi) 12
END
"""


@pytest.mark.parametrize("method", ["dop853 1e-10", "radau 1e-9"])
def test_a_period_closes_its_states_too(method: str) -> None:
    """ω = M0/d, z = (cos φ + τω sin φ)/(1 + τ²ω²)."""
    lag = "  state lag 0.2 ((cos(inp(s.angb)) - lag)/tau)"
    result = simulated(SHAFT.format(lag, method))
    np.testing.assert_allclose(result["w"], 15.0, rtol=1e-8)
    phi, turn = result["phi"], 0.05 * 15
    np.testing.assert_allclose(result["z"], (np.cos(phi) + turn * np.sin(phi)) / (1 + turn**2), atol=1e-7)
    assert result["z"][0] == pytest.approx(0.64, abs=1e-7)
    assert result["z"][2] == pytest.approx(0.48, abs=1e-7)


def test_of_a_family_of_states_the_nearest_is_taken() -> None:
    """dz/dφ = cos φ returns whatever it begins with: at z0."""
    result = simulated(SHAFT.format("  state lag 0.7 (dinp(s.angb)*cos(inp(s.angb)))", "dop853 1e-10"))
    np.testing.assert_allclose(result["z"], 0.7 + np.sin(result["phi"]), atol=1e-6)


SAMPLED = """DYN SIM ; a shaft that is driven, and one beside it that comes to rest
GEOMETRY
  point O 0 0 fixed
  point A 1 0
  point B 2 0
TOPOLOGY
  elem s BIN O A
  elem r BIN O B
  input s.angb r.angb
DYNAMICS
  inertia A 0.5
  inertia B 1
  motor s.angb given 10 0
  motor r.angb (-50*inp(r.angb) - 20*dinp(r.angb))
  sample {} u 1 (0.5*u + sin(inp(s.angb)))
STORAGE
  bufstate u z
MOVEMENT
  integr dop853 1e-10
  tcycle 8 (2*pi) 0
END
"""


def test_a_period_holds_whole_sampling_times() -> None:
    """Four samples in a turn: u = ½u₋ + sin φ, periodic."""
    result = simulated(SAMPLED.format("(0.05*pi)"))
    u = np.linalg.solve(np.eye(4) - 0.5 * np.roll(np.eye(4), -1, axis=1), np.sin(np.arange(4) * np.pi / 2))
    np.testing.assert_allclose(result["z"][::2], [*u, u[0]], atol=1e-7)
    assert codes(SAMPLED.format("0.1")) == ["D210"]
    assert codes(SHAFT.format("  sample 0.1 lag 1 (lag)", "dop853")) == ["D210"]
