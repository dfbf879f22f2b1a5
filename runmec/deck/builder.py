"""A deck built in Python with the words of the language: what is built is the text of a deck, and read as one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from numbers import Real
from typing import Any, Literal, TypeAlias

from . import loads
from .expression import FUNCTIONS, REDUCTIONS, THROUGH_POINTS
from .kinds import KINDS
from .layout import format_text
from .model import Deck
from .nearest import nearest
from .quotes import comment_of, unclosed
from .vocabulary import RECORDS, SECTIONS

Value: TypeAlias = "float | str | Formula"


_SUM, _PRODUCT, _ATOM = 0, 1, 2  # how tightly an expression holds together


class Formula:
    """An expression of a deck: names of DEFINE, quantities of the motion and what is calculated from them."""

    def __init__(self, text: str, tight: int = _ATOM) -> None:
        self.text, self.tight = text, tight

    def __str__(self) -> str:
        return f"({self.text})"

    def __add__(self, other: Any) -> Formula:
        return _joined(self, "+", other, _SUM)

    def __radd__(self, other: Any) -> Formula:
        return _joined(other, "+", self, _SUM)

    def __sub__(self, other: Any) -> Formula:
        return _joined(self, "-", other, _SUM)

    def __rsub__(self, other: Any) -> Formula:
        return _joined(other, "-", self, _SUM)

    def __mul__(self, other: Any) -> Formula:
        return _joined(self, "*", other, _PRODUCT)

    def __rmul__(self, other: Any) -> Formula:
        return _joined(other, "*", self, _PRODUCT)

    def __truediv__(self, other: Any) -> Formula:
        return _joined(self, "/", other, _PRODUCT)

    def __rtruediv__(self, other: Any) -> Formula:
        return _joined(other, "/", self, _PRODUCT)

    def __pow__(self, other: Any) -> Formula:
        return Formula(f"{_operand(self, _ATOM)}^{_operand(other, _ATOM)}", _PRODUCT)

    def __neg__(self) -> Formula:
        return Formula(f"-{_operand(self, _ATOM)}", _SUM)


def _joined(left: Any, sign: str, right: Any, tight: int) -> Formula:
    return Formula(f"{_operand(left, tight)}{sign}{_operand(right, tight + 1)}", tight)


def _operand(value: Any, tight: int) -> str:
    """In parentheses where it holds together less tightly."""
    if isinstance(value, Formula):
        return value.text if value.tight >= tight else str(value)
    written = _word(value)
    return f"({written})" if written.startswith("-") else written


class Name:
    """Something that the deck calls by name: `C.x`, `crank.angb`, a buffer."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._text!r})"


class BuiltPoint(Name):
    @property
    def x(self) -> Name:
        return Name(f"{self}.x")

    @property
    def y(self) -> Name:
        return Name(f"{self}.y")


class BuiltElement(Name):
    """An element; its form parameters are attributes, `crank.angb`."""

    def __init__(self, text: str, kind: str) -> None:
        super().__init__(text)
        self._kind = kind

    def __getattr__(self, form: str) -> Name:
        forms = KINDS[self._kind].forms if self._kind in KINDS else {}
        if form not in forms:
            raise AttributeError(f"a {self._kind} has no `{form}`; it has {' '.join(forms)}")
        return Name(f"{self}.{form}")


class Functions:
    """Functions of expressions: `m.function.sqrt(f)`; in figures `m.function.peak("drive")`."""

    def __getattr__(self, name: str) -> Callable[..., Formula]:
        if name not in (*FUNCTIONS, *REDUCTIONS, *THROUGH_POINTS):
            raise AttributeError(f"expressions have no function `{name}`")
        return lambda *arguments: Formula(f"{name}({', '.join(_inside(a) for a in arguments)})")


def _inside(value: Any) -> str:
    return value.text if isinstance(value, Formula) else _word(value)


class Model:
    """A mechanism in the making. Every item of the language is a method of the same name with the same values.

    Examples
    --------
    >>> m = runmec.Model("pendulum")
    >>> O, A = m.point("O", 0, 0, fixed=True), m.point("A", 0, -1)
    >>> rod = m.elem("rod", "BIN", O, A)
    >>> m.input(rod.angb)
    >>> m.uniform(rod, 2.5)
    >>> print(m.deck())
    DYN ANA  ; pendulum
    UNITS SI
    TOPOLOGY
      elem rod BIN O A
      input rod.angb
    GEOMETRY
      point O 0  0 fixed
      point A 0 -1
    DYNAMICS
      uniform rod 2.5
    END
    <BLANKLINE>
    """

    t = Formula("t")
    pi = Formula("pi")
    function = Functions()

    def __init__(self, title: str = "", job: str = "DYN ANA", units: str = "SI") -> None:
        self._head = [f"{_line(job)} ; {_line(title)}" if title else _line(job)] + ([f"UNITS {units}"] if units else [])
        self._sections: dict[str, list[str]] = {section: [] for section in SECTIONS}
        self._output: list[str] = []

    # what has a name

    def define(self, name: str, value: Value) -> Formula:
        """Gives a value a name.

        Parameters
        ----------
        name : str
            The name of DEFINE.
        value : float, str or Formula
            A number, one with its unit ("30mm"), or what is calculated from other names.

        Returns
        -------
        Formula
            To calculate with: values that follow from it stay open for variants.

        Examples
        --------
        >>> m = runmec.Model()
        >>> a = m.define("a", "30mm")
        >>> print(m.point("A", 2 * a, 0))
        A
        """
        self._sections["DEFINE"].append(f"{_line(name)} {_word(value)}")
        return Formula(name)

    def point(self, name: str, x: Value, y: Value, fixed: bool | Literal["x", "y"] = False) -> BuiltPoint:
        """Gives a point its place, or an estimate of it.

        Parameters
        ----------
        name : str
            What the deck calls it.
        x, y : float, str or Formula
            Fixed values, or starting estimates.
        fixed : bool or "x" or "y", default False
            Whether it is held, or in which direction.

        Returns
        -------
        Point
            Its co-ordinates are ``.x`` and ``.y``.

        Examples
        --------
        >>> slider = runmec.Model().point("B", 0.25, 0, fixed="y")
        >>> str(slider.x)
        'B.x'
        """
        held = ["fixed"] * bool(fixed) + ([fixed] if isinstance(fixed, str) else [])
        self._add("point", name, x, y, *held)
        return BuiltPoint(name)

    def angle(self, name: str, value: Value, fixed: bool = False) -> Name:
        """Gives an angular co-ordinate its value, or an estimate of it.

        Parameters
        ----------
        name : str
            What the deck calls it.
        value : float, str or Formula
            Radians, or with a unit.
        fixed : bool, default False
            Whether it is held.

        Returns
        -------
        Name
            To stand on, in elements.

        Examples
        --------
        >>> m = runmec.Model()
        >>> arm = m.elem("arm", "TR1", m.point("O", 0, 0, fixed=True), m.angle("turn", "30deg"), m.point("R", 1, 0))
        >>> str(arm.lenu)
        'arm.lenu'
        """
        self._add("angle", name, value, *["fixed"] * fixed)
        return Name(name)

    def elem(
        self,
        name: str,
        kind: str,
        *nodes: Any,
        free: bool = False,
        rigid: bool = False,
        elastic: bool = False,
        forms: Iterable[str] = (),
        **values: Value,
    ) -> BuiltElement:
        """Makes an element; it is rigid, unless it is `free` or its forms are listed.

        Parameters
        ----------
        name : str
            What the deck calls it.
        kind : str
            The type, ``BIN``.
        *nodes : Point, Name or str
            What it stands on, in the order of the type.
        free : bool, default False
            Prescribes nothing.
        rigid : bool, default False
            Prescribes what is rigid without a list, beside the forms that are listed or have values.
        elastic : bool, default False
            What has stiffness moves by its own elasticity; values are those without deformation.
        forms : iterable of str
            Prescribes these.
        **values : float, str or Formula
            Prescribes these forms, with their values: ``lenl="250mm"``.

        Returns
        -------
        Part
            Its form parameters are attributes, ``crank.angb``.

        Examples
        --------
        >>> m = runmec.Model()
        >>> O, A = m.point("O", 0, 0, fixed=True), m.point("A", 1, 0)
        >>> rod = m.elem("rod", "BIN", O, A, lenl="1.2m")
        >>> spring = m.elem("s", "BIN", O, A, free=True)
        >>> m.spring(spring.lenl, 200, -50)
        """
        how = ["free"] * free + ["rigid"] * rigid + ["elastic"] * elastic
        given = [word for form, value in values.items() for word in (form, value)]
        self._add("elem", name, kind, *nodes, *how, *forms, *given)
        return BuiltElement(name, kind.upper())

    def param(self, name: str, *terms: Any, fixed: bool = False) -> Name:
        """Makes a composed parameter, the sum of form parameters times factors.

        Parameters
        ----------
        name : str
            What the deck calls it.
        *terms : Name, float
            Form parameter, factor, form parameter, factor …
        fixed : bool, default False
            Whether it is prescribed.

        Returns
        -------
        Name
            To be an input, or to carry springs.

        Examples
        --------
        >>> m = runmec.Model()
        >>> O, A, B = m.point("O", 0, 0, fixed=True), m.point("A", 1, 0), m.point("B", 0, 2)
        >>> pinion, wheel = m.elem("pinion", "BIN", O, A), m.elem("wheel", "BIN", O, B)
        >>> str(m.param("mesh", pinion.angb, 20, wheel.angb, 40, fixed=True))
        'mesh'
        """
        self._add("param", name, *terms, *["fixed"] * fixed)
        return Name(name)

    # expressions

    def x(self, coordinate: Any) -> Formula:
        return Formula(f"x({coordinate})")

    def dx(self, coordinate: Any) -> Formula:
        return Formula(f"dx({coordinate})")

    def e(self, parameter: Any) -> Formula:
        return Formula(f"e({parameter})")

    def de(self, parameter: Any) -> Formula:
        return Formula(f"de({parameter})")

    def inp(self, input: Any) -> Formula:
        return Formula(f"inp({input})")

    def dinp(self, input: Any) -> Formula:
        return Formula(f"dinp({input})")

    def buf(self, buffer: Any) -> Formula:
        return Formula(f"buf({buffer})")

    # all other words

    def __getattr__(self, word: str) -> Callable[..., None]:
        spoken = word.replace("_", " ")
        if spoken not in RECORDS:
            near = nearest(spoken, RECORDS)
            raise AttributeError(
                f"no item `{spoken}`" + (f"; did you mean `{near.replace(' ', '_')}`?" if near else "")
            )
        return lambda *values, remark="": self._add(spoken, *values, remark=remark)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(word.replace(" ", "_") for word in RECORDS)]

    def picture(
        self, *curves: tuple[Any, Any], positions: Iterable[int] = (), frame: Iterable[float] = (), remark: str = ""
    ) -> None:
        """Asks for a picture.

        Parameters
        ----------
        *curves : tuple
            Two buffers each, x and y.
        positions : iterable of int
            Where the mechanism is drawn; 1 is the start.
        frame : iterable of float
            Six numbers: width and height in cm, origin, scales.
        remark : str
            Its comment.

        Examples
        --------
        >>> m = runmec.Model()
        >>> m.picture(("x", "y"), positions=[1, 31], remark="coupler curve")
        """
        self._output.append("BEGINPIC" + (f" ; {_line(remark)}" if remark else ""))
        self._output += [f"  plotcurv {_word(bx)} {_word(by)}" for bx, by in curves]
        drawn = " ".join(map(_word, positions))
        self._output += [f"  drawmech {drawn}"] if drawn else []
        self._output.append(" ".join(["ENDPIC", *map(_word, frame)]))

    def _add(self, word: str, *values: Any, remark: str = "") -> None:
        record = RECORDS[word]
        line = " ".join([record.word, *map(_word, values)]) + (f" ; {_line(remark)}" if remark else "")
        self._sections.get(record.section, self._output).append(line)

    # results

    def deck(self) -> str:
        """The deck as a text.

        Returns
        -------
        str
            In aligned columns.

        Raises
        ------
        DeckError
            Where the writing is wrong.

        Examples
        --------
        >>> print(runmec.Model("nothing yet", job="KIN ANA").deck())
        KIN ANA  ; nothing yet
        UNITS SI
        TOPOLOGY
          nr dof 0
        END
        <BLANKLINE>
        """
        return format_text(self._text())

    def read(self) -> Deck:
        """The deck, checked.

        Returns
        -------
        Deck
            As of `runmec.loads`.

        Raises
        ------
        DeckError
            With all faults.

        Examples
        --------
        >>> m = runmec.Model(job="KIN ANA")
        >>> crank = m.elem("crank", "BIN", m.point("O", 0, 0, fixed=True), m.point("A", 1, 0))
        >>> m.input(crank.angb)
        >>> m.read()
        <runmec deck: KIN ANA, 1 element, 1 input, 1 position>
        """
        return loads(self._text(), "model")

    def run(self, **options: Any) -> Any:
        """Calculates it.

        Parameters
        ----------
        **options : Any
            As of `runmec.run`.

        Returns
        -------
        Result
            As of `runmec.run`.

        Examples
        --------
        >>> m = runmec.Model(job="KIN ANA")
        >>> crank = m.elem("crank", "BIN", m.point("O", 0, 0, fixed=True), m.point("A", 1, 0))
        >>> m.input(crank.angb)
        >>> m.stepe(4, m.pi)
        >>> m.run()["A.x"].round(3).tolist()
        [1.0, 0.707, 0.0, -0.707, -1.0]
        """
        import runmec

        return runmec.run(self.read(), **options)

    def _text(self) -> str:
        lines = list(self._head)
        topology = self._sections["TOPOLOGY"]
        has_inputs = any(line.startswith(("input ", "nr dof ")) for line in topology)
        sections = self._sections | ({} if has_inputs else {"TOPOLOGY": [*topology, "nr dof 0"]})
        for section in ("DEFINE", "TOPOLOGY", "GEOMETRY", "DYNAMICS", "STORAGE"):
            lines += [section, *(f"  {line}" for line in sections[section])] if sections[section] else []
        lines += self._output
        for section in ("MOVEMENT", "STUDY"):
            lines += [section, *(f"  {line}" for line in sections[section])] if sections[section] else []
        return "\n".join([*lines, "END"]) + "\n"


def _word(value: Any) -> str:
    """A value as a deck writes it; numbers with all their digits."""
    if isinstance(value, bool):
        raise TypeError(f"{value} is neither a number nor a name")
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Real):
        number = float(value)
        return str(int(number)) if number == int(number) and abs(number) < 1e15 else repr(number)
    return _line(str(value))


def _line(text: str) -> str:
    if not text.isprintable() or comment_of(text) or unclosed(text) >= 0:
        raise ValueError(f"{text!r} does not fit into a line of a deck")
    return text
