"""Decks of the published benchmarks of four-bars in a row (A02) and in a grid (5×5), written by code.

`python -m benchmarks.grids` writes those of inputs/ anew.
"""

from __future__ import annotations

from pathlib import Path

A02_HEAD = """\
DYN SIM ; A02, the {N} four-bar benchmark of IFToMM
; {links} links of 1 m and 1 kg: uprights on hinges at (i, 0), couplers between their tops. All stand upright
; at the start, the first top B0 moves at 1 m/s to the right; they fall over, swing through below and come up again.
; Look at: 20 passages of the flat position, in which all couplers and uprights are in line; the energy.
; Source: IFToMM Technical Committee for Multibody Dynamics, library of computational benchmark problems. Closed form:
; every upright is a pendulum, θ'' = k sin θ with k = g((N+1)/2 + N)/((N+1)/3 + N).
"""

GRID_HEAD = """\
DYN SIM ; the 5×5 multiple four-bar mechanism, {title}
; Five rows of six uprights and five horizontals, 55 bars of 1 m and 1 kg, five degrees of freedom: the angles of
; the first upright of every row. {start}
; Look at: the far corner A; the energy, which must not drift by more than 1 J in 10 s.
; Source: A. Callejo and others; the figure of the start is lost, this is one of three readings of it.
"""
_STARTS = {
    "H": ("hanging, the first row turning", "It hangs; only the first row turns, at 2π/3 rad/s."),
    "R": ("hanging, all rows turning", "It hangs; all rows turn at 2π/3 rad/s."),
    "S": ("standing, the top row turning", "It stands; only the top row turns, at 2π/3 rad/s. The motion is chaotic."),
}


def _section(word: str, lines: list[str]) -> list[str]:
    """`elem 1 …`, and the lines after it without their word."""
    return [f"  {word} {lines[0]}", *(f"  {'':{len(word)}} {line}" for line in lines[1:])]


def _deck(
    head: str,
    bars: list[str],
    inputs: list[int],
    fixed: list[str],
    moving: list[str],
    stores: list[str],
    movement: list[str],
) -> str:
    count = len(bars)
    forms = [f"{k} lenl {k} {k} 1" for k in range(1, count + 1)]
    forms += [f"{count + k} angb {bar} {count + k} 1" for k, bar in enumerate(inputs, 1)]
    lines = ["TOPOLOGY", *_section("elem", [f"{k} BIN {bar}" for k, bar in enumerate(bars, 1)])]
    lines += [*_section("form", forms), f"  nr dof {len(inputs)}", "GEOMETRY", *_section("xfix", fixed)]
    lines += [*_section("xmov", moving), "DYNAMICS", *_section("uniform", [f"{k} 1" for k in range(1, count + 1)])]
    lines += ["  gravity 9.81 (-pi/2)", "STORAGE", *stores, *movement, "END"]
    return head + "\n".join(lines) + "\n"


def a02(N: int, steps: int = 400, duration: float = 20.0, integrator: str = "dop853 1e-9") -> str:
    """N four-bars in a row; co-ordinates 3 and 4 are those of B0."""
    uprights = [f"{4 * i + 1} {4 * i + 2} {4 * i + 3} {4 * i + 4}" for i in range(N + 1)]
    couplers = [f"{4 * i + 3} {4 * i + 4} {4 * i + 7} {4 * i + 8}" for i in range(N)]
    fixed = [line for i in range(N + 1) for line in (f"{4 * i + 1} {i}", f"{4 * i + 2} 0")]
    moving = [line for i in range(N + 1) for line in (f"{4 * i + 3} {i}", f"{4 * i + 4} 1")]
    stores = ["  buftime 100", "  bufx0 3 101 ; B0", "        4 102", "  bufinp 1 103 ; angle of the first upright"]
    stores += ["  bufdinp1 1 104", "  bufekin 105", "  bufepot 106"]
    output = ["ANIMATE film", "BEGINPIC", "  plotcurv 100 101", "  plotcurv 100 102", "ENDPIC", "BEGINPIC"]
    output += ["  plotcurv 100 105", "  plotcurv 100 106", "ENDPIC"]
    movement = [*output, "MOVEMENT", f"  integr {integrator}", f"  tstepf {steps} {duration:g} -1"]
    return _deck(A02_HEAD.format(N=N, links=2 * N + 1), uprights + couplers, [1], fixed, moving, stores, movement)


def grid(reading: str, steps: int = 1000, duration: float = 10.0, integrator: str = "dop853 1e-9") -> str:
    """The 5×5 grid in one of its readings H, R, S; co-ordinates 71 and 72 are those of the far corner."""
    up = 1 if reading == "S" else -1
    at = {(j, i): 12 * j + 2 * i + 1 for j in range(6) for i in range(6)}

    def bar(a: int, b: int) -> str:
        return f"{a} {a + 1} {b} {b + 1}"

    bars, inputs = [], []
    for j in range(1, 6):
        inputs.append(len(bars) + 1)
        bars += [bar(at[j - 1, i], at[j, i]) for i in range(6)]
        bars += [bar(at[j, i], at[j, i + 1]) for i in range(5)]
    fixed = [line for i in range(6) for line in (f"{at[0, i]} {i}", f"{at[0, i] + 1} 0")]
    moving = [line for j in range(1, 6) for i in range(6) for line in (f"{at[j, i]} {i}", f"{at[j, i] + 1} {up * j}")]
    speed = "(2*pi/3)"
    speeds = {"H": [speed, *"0000"], "R": [speed] * 5, "S": [*"0000", speed]}[reading]
    corner = at[5, 5]
    stores = ["  buftime 100", f"  bufx0 {corner} 101 ; the far corner A", f"        {corner + 1} 102"]
    stores += [f"  bufinp {k} {110 + k}" for k in range(1, 6)] + ["  bufekin 105", "  bufepot 106"]
    output = ["ANIMATE film", "BEGINPIC", "  plotcurv 101 102", "  drawmech 1", "ENDPIC"]
    movement = [*output, "MOVEMENT", f"  integr {integrator}", f"  tstepf {steps} {duration:g} {' '.join(speeds)}"]
    title, start = _STARTS[reading]
    return _deck(GRID_HEAD.format(title=title, start=start), bars, inputs, fixed, moving, stores, movement)


def closed_form(N: int, t: float) -> tuple[float, float]:
    """B0 of A02 at time t, by Jacobi's elliptic functions."""
    from scipy.special import ellipj, ellipkm1

    k = 9.81 * ((N + 1) / 2 + N) / ((N + 1) / 3 + N)
    # from the lowest position, where the speed squared is W² = 1 + 4k: φ' = W dn(W t/2 …)
    W2 = 1.0 + 4.0 * k
    K = float(ellipkm1(1.0 / W2))
    u = W2**0.5 * t / 2.0 - K
    u -= 2.0 * K * round(u / (2.0 * K))
    sn, cn, _, _ = ellipj(u, 4.0 * k / W2)
    return float(-2.0 * sn * cn), float(sn * sn - cn * cn)


if __name__ == "__main__":
    inputs_folder = Path(__file__).parent.parent / "inputs" / "benchmarks"
    for count in (2, 10, 40):
        (inputs_folder / f"a02_n{count}.mec").write_text(a02(count), encoding="utf-8")
    for name in "HRS":
        (inputs_folder / f"grid_5x5_{name.lower()}.mec").write_text(grid(name), encoding="utf-8")
