"""What a line of STORAGE is about, in the names of its deck: the parts that labels are put together from."""

from __future__ import annotations

from .model import Deck, Store


def parameter_name(deck: Deck, parameter: int) -> str:
    """`angb of element 3`, or a sum such as `angb of element 3 − 2·angb of element 5`; with names `crank.angb`."""
    parts = []
    for form in deck.forms:
        if form.parameter == parameter:
            size = abs(form.factor)
            factor = "" if size == 1 else f"{size:g}·"
            sign = "−" if form.factor < 0 else "+"
            named = deck.names.has("element", form.element)
            element = deck.names.element(form.element)
            what = f"{element}.{form.form}" if named else f"{form.form} of element {element}"
            parts.append(f"{sign} {factor}{what}")
    for couple in deck.couples:
        if couple.parameter == parameter:
            times = "" if abs(couple.factor) == 1 else f"{abs(couple.factor):g}·"
            of = f"{deck.names.program(couple.program)}({deck.names.parameter(couple.other)})"
            parts.append(f"{'−' if couple.factor < 0 else '+'} {times}{of}")
    return " ".join(parts).removeprefix("+ ").replace("− ", "−", 1 if parts and parts[0][0] == "−" else 0)


class SaidOfStore:
    def __init__(self, deck: Deck, store: Store) -> None:
        self._deck, self._store, self._names = deck, store, deck.names

    @property
    def first(self) -> int:
        return self._store.subject[0]

    @property
    def coordinate(self) -> str:
        return self._coordinate(self.first)

    @property
    def last_coordinate(self) -> str:
        return self._coordinate(self._store.subject[-1])

    def _coordinate(self, number: int) -> str:
        return self._names.coordinate(number) if self._names.has("coordinate", number) else f"x{number}"

    @property
    def parameter(self) -> str:
        name = self._names.parameter(self.first)
        return name if self._is_named else f"parameter {name}"

    @property
    def made_of(self) -> str:
        """Of a parameter without a name, behind its number."""
        return "" if self._is_named else f" ({parameter_name(self._deck, self.first)})"

    @property
    def _is_named(self) -> bool:
        return self._names.has("parameter", self.first) and not self._names.parameter(self.first).isdigit()

    @property
    def input(self) -> str:
        """Where a motor sits: an input, or a dependent parameter."""
        return self.parameter if self.first < 0 else f"input {self._names.input(self.first)}"

    @property
    def input_made_of(self) -> str:
        if self.first < 0:
            return self.made_of
        if self._names.has("input", self.first):
            return ""
        return f" ({parameter_name(self._deck, self._deck.input_parameter(self.first))})"

    @property
    def inputs(self) -> str:
        return " ".join(map(self._names.input, self._store.inputs))

    @property
    def variable(self) -> str:
        return f"state {self._names.of('variable', self.first)}"

    @property
    def element(self) -> str:
        return self._element(self.first)

    def _element(self, number: int) -> str:
        return self._names.element(number) if self._names.has("element", number) else f"element {number}"

    @property
    def node(self) -> str:
        return self._names.turn(self._store.subject[-1])

    @property
    def about(self) -> str:
        """Of a component of a vector at a turning node."""
        return f" about {'xyz'[self._store.inputs[0] - 1]}" if self._store.is_vector and not self.is_size else ""

    @property
    def is_size(self) -> bool:
        return self._store.is_size

    @property
    def is_vector(self) -> bool:
        return self._store.is_vector

    @property
    def is_moment(self) -> bool:
        """On an angle."""
        return self._is_of_angle()

    @property
    def axis(self) -> str:
        return "xyzxyz"[self._store.axis]

    @property
    def is_turning(self) -> bool:
        return self._store.is_turning

    @property
    def is_second(self) -> bool:
        """Of two buffers."""
        return self._store.axis == 1

    @property
    def about_point(self) -> str:
        """The axis of a moment, and the point about which it is if that is not the origin."""
        at = ", ".join(f"{value:g}" for value in self._store.values)
        return (f" about {self.axis}" if self._deck.is_spatial else "") + (f" at ({at})" if at else "")

    @property
    def relative(self) -> str:
        """`coupler`, or `coupler against rocker`."""
        k, l = self._store.subject[:2]
        return f"{self._element(k)} against {self._element(l)}" if l else self._element(k)

    @property
    def lines(self) -> str:
        """`rocker and coupler`, or `rocker and the x-axis`."""
        k, l = self._store.subject[:2]
        return f"{self._element(k)} and {self._element(l) if l else 'the x-axis'}"

    @property
    def point(self) -> str:
        numbers = self._store.subject[not self._store.kind.of_pair :]
        return self._names.point(*numbers) or " ".join(map(self._coordinate, numbers))

    @property
    def expression(self) -> str:
        assert self._store.expression is not None
        return self._store.expression.text.strip().removeprefix("(").removesuffix(")")

    @property
    def effort(self) -> str:
        """What acts on a co-ordinate, or drives an input: a force on a length."""
        return "moment" if self._is_of_angle() else "force"

    def _is_of_angle(self) -> bool:
        kinds = {element.number: self._deck.kinds[element.kind] for element in self._deck.elements}
        if self._store.kind.of in ("input", "driven"):
            parameter = self._deck.input_parameter(self.first) if self.first > 0 else self.first
            lines = [form for form in self._deck.forms if form.parameter == parameter]
            return not any(kinds[line.element].is_length(line.form) for line in lines)
        last = self._store.subject[-1]
        return any(
            number == last and name[0] == "b"
            for element in self._deck.elements
            for name, number in zip(kinds[element.number].coordinates, element.coordinates, strict=False)
        )


def store_name(deck: Deck, store: Store) -> str:
    """What a buffer holds, in words: `σ of parameter 8 (lenu of element 6)`, `σ of rocker.lenu`."""
    return store.kind.label(SaidOfStore(deck, store))
