"""Motors: driving force M = −σ of an input (8.5.3), or of a dependent parameter: a cylinder, a motor between links."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from ..engine.driver import Driver
from ..engine.expression import Node
from ..engine.form import Form
from .kind import Fault, LineOfDynamics, Made, MotorKind, Site

USUAL_KAPPA: Final = 2.0


class Motor(Driver):
    """A driving force by its numbers, which motors know what to make of; by itself a constant one."""

    __slots__ = ()

    def drive(self) -> float:
        return self.numbers[0]


class SpringMotor(Motor):
    """σ = c·ε + s0 of its parameter."""

    __slots__ = ()

    def drive(self) -> float:
        return -(self.numbers[0] * self.on.value + self.numbers[1])


class AsynchronousMotor(Motor):
    """M = 2κ·Mmax·s/(1 + κ²s²), s = 1 − ω/ω0 (8.29): the slip is above zero below synchronous speed."""

    __slots__ = ("kappa", "most", "synchronous")

    def __init__(self, on: Form, numbers: list[float]) -> None:
        """Mmax, ω0 and, if not 2, κ."""
        super().__init__(on, numbers)
        self.most: float = 0.0
        self.synchronous: float = 0.0
        self.kappa: float = USUAL_KAPPA
        self.take()

    def take(self) -> None:
        self.most = self.numbers[0]
        self.synchronous = self.numbers[1]
        if len(self.numbers) > 2:
            self.kappa = self.numbers[2]

    def drive(self) -> float:
        slip = self.kappa * (1.0 - self.on.rate / self.synchronous)
        return 2.0 * self.most * slip / (1.0 + slip * slip)


class WrittenMotor(Motor):
    """A driving force by expression."""

    __slots__ = ("program",)

    def __init__(self, on: Form, program: Node) -> None:
        super().__init__(on, [])
        self.program: Node = program

    def drive(self) -> float:
        return self.program.value()

    def witness(self) -> None:
        self.program.value()


class MotorModel:
    """A word behind `motor q`: what it takes, what it means, and the motor that its numbers make."""

    __slots__ = ("make", "sentence", "signature", "word")

    def __init__(
        self, word: str, signature: str, sentence: str, make: Callable[[Form, list[float]], Motor] | None = None
    ) -> None:
        self.word: str = word
        self.signature: str = signature
        self.sentence: str = sentence
        self.make: Callable[[Form, list[float]], Motor] | None = make


GIVEN: Final = MotorModel("given", "value v:speed, value a:acceleration",
                          "the input moves with velocity v and acceleration a")  # fmt: skip
WRITTEN: Final = MotorModel("(expression)", "", "driving force by expression")
ASYNC: Final = MotorModel(
    "async", "value Mmax:effort, value w0:speed, [value κ:number]",
    "asynchronous motor: M = 2κ·Mmax·s/(1+κ²s²), s = 1 − ω/w0, κ = 2 unless given", AsynchronousMotor,
)  # fmt: skip
MODELS: dict[str, MotorModel] = {
    model.word: model
    for model in (
        MotorModel("zero", "", "no driving force"),
        MotorModel("const", "value M:effort", "constant driving force M", Motor),
        MotorModel("spring", "value c:stiffness, value s0:effort", "σ = c·ε + s0 of its parameter", SpringMotor),
        ASYNC,
        GIVEN,
        WRITTEN,
    )
}


def _make(site: Site, line: LineOfDynamics) -> Made:
    on = site.input(line.subject) if line.subject > 0 else site.parameter(line.subject)
    if line.choice == WRITTEN.word:
        return WrittenMotor(on, site.expression(line.values[0]))
    make = MODELS[line.choice].make
    return make(on, [float(value) for value in line.values]) if make is not None else None


def model_faults(line: LineOfDynamics) -> Iterator[Fault]:
    values: Sequence[Any] = line.values
    if line.choice == GIVEN.word and line.subject < 0:
        yield Fault(
            -1,
            "`given` moves an input; a dependent parameter follows from the inputs",
            "make it an input by `input`, or take a motor of another kind",
            "D331",
        )
    if line.choice == ASYNC.word:
        if values[1] == 0:
            yield Fault(1, "the synchronous speed is zero")
        if len(values) > 2 and values[2] == 0:
            yield Fault(2, "κ is zero: the motor would have no moment")


MOTOR = MotorKind("motor", "driven q, <motor>",
                  "what drives q in DYN SIM and STA ANA, an input or a dependent parameter: M = −σ",
                  "motor 1 async 12 157", make=_make, once="motor of {}",
                  choices={model.word: (model.signature, model.sentence) for model in MODELS.values()})  # fmt: skip
