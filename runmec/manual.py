"""The paragraphs of the documentation: shown by `runmec explain`, written into docs/."""

from __future__ import annotations

from .deck.expression import FUNCTIONS, QUANTITIES, THROUGH_POINTS
from .deck.kinds import FORMS, KINDS
from .deck.nearest import nearest
from .deck.records import node_name
from .deck.vocabulary import CHOICES, JOBS, RECORDS, SECTIONS, usage, usage_of_point
from .glossary import GLOSSARY, NAMES
from .messages import MESSAGES
from .words import columns

_OTHER = {
    "BEGINPIC": "`BEGINPIC` … `ENDPIC` is one picture: any number of `plotcurv` and `drawmech` lines between them.",
    "ENDPIC": "Ends a picture. On its line or the next six numbers may follow: width and height in cm, origin x and "
    "y, scale x and y. A scale above zero is units per cm, -1 automatic, -2 true distance (both axes alike). "
    "Without them everything is automatic.\n\n    ENDPIC\n      18 15 0 0 -1 -2",
    "END": "Ends the deck; what follows it is ignored.",
}
_RULES = """\
- Blank lines, tabs and Windows' line ends are fine. After `ENDPIC` its six numbers may stand on a line of their own.
- `--set name=value` on the command line replaces a value of DEFINE.
- Text in double quotes is one word, taken as it stands; it ends on its line, and a quote cannot stand in it.
- `"force.csv" u y`, a file with two columns by their heads, or `"force.csv"` with its first two, stands wherever points
  stand: `law i points`, `freepoints`, `program S points`, and `table(x, "force.csv", u, y)`, `curve(…)` in expressions.
  The file lies in the deck's folder or below it. Heads may have a unit in brackets, `F [kN]`.
- Elements that name the same co-ordinate share it. Prescribed parameters are numbered 1 … n without gaps; there are as
  many of them as moving co-ordinates. The last `nr dof` of them are the inputs.
- Before any movement the mechanism is assembled on the branch nearest to the estimates of `xmov`. A prescribed
  parameter without `para` takes its value from them. Angles are followed turn after turn.
- An input with `flex` or `stiff` and without motor is a dynamic degree of freedom in DYN SIM: its elasticity drives it,
  about its `para` value.
- Moves run one after the other, each from where the last one ended; n steps give n rows after the start row. Without
  MOVEMENT there is the start position only. In `stepe` time stands still and velocities are zero.
- Without `integr` the method is `dop853`. A tolerance that is written is the error allowed per step, in inputs and
  their velocities. Without one it is 1e-6, 1e-8, 1e-7 (heun, dop853, radau) in units of the mechanism: times U for an
  input and times U·ν for its velocity, U being 1 for an angle and the size of the mechanism for a length, ν the largest
  of |v|/2πU and √(|a|/U)/2π of any free input since the start of the move."""
_EXPRESSIONS = (
    "Wherever a value stands, an expression in parentheses may stand: `(2*pi/30)`. It knows `+ - * / ^`, the "
    f"functions {' '.join(f'`{name}`' for name in FUNCTIONS)}, "
    f"{', '.join(f'`{name}(u, u1,y1, …)` ({meaning})' for name, meaning in THROUGH_POINTS.items())}, "
    "`pi`, and the names of DEFINE. `step(u)` is 0 below zero and 1 from zero on; `log` is the "
    "natural logarithm; `-2^2` is −4. In `force` and `motor` it may use the time `t` and "
    f"{', '.join(f'`{name}(…)`' for name in QUANTITIES if name != 'buf')}: inputs, co-ordinates and parameters with "
    "their velocities, by number or name; in `bufcalc` also `buf(…)`, another buffer. Units are factors: `(40*deg)`, "
    "unless DEFINE has the name; or they stand behind a number, `(30mm+a)`."
)


def explain(subject: str) -> str | None:
    """The paragraph on a code or a word, or None."""
    if subject.upper() in MESSAGES:
        return message_paragraph(subject.upper())
    return word_paragraph(subject)


def suggestion(subject: str) -> str | None:
    known = [
        *MESSAGES,
        *RECORDS,
        *SECTIONS,
        *_OTHER,
        *GLOSSARY,
        *KINDS,
        *(w for group in CHOICES.values() for w in group),
    ]
    return nearest(subject, known)


def message_paragraph(code: str) -> str:
    level, title, paragraph = MESSAGES[code]
    return f"{code}: {title} ({level})\n\n{paragraph}"


def word_paragraph(subject: str) -> str | None:
    word = subject.lower()
    if word in RECORDS:
        kind = kind_paragraph(word.upper()) if word.upper() in KINDS else None
        return "\n\n".join(filter(None, (kind, _record_paragraph(word), GLOSSARY.get(word))))
    if word.upper() in SECTIONS:
        items = [record.word for record in RECORDS.values() if record.section == word.upper()]
        holds = f"\n\nItems: {', '.join(f'`{item}`' for item in items)}" if items else "\n\nItems: `name value`"
        return f"{word.upper()}: {SECTIONS[word.upper()]}.{holds}"
    if word.upper() in _OTHER:
        return f"{word.upper()}\n\n{_OTHER[word.upper()]}"
    if word.upper() in KINDS:
        return kind_paragraph(word.upper())
    if tuple(word.upper().split()) in JOBS:
        return f"{word.upper()}: {JOBS[word.upper().split()[0], word.upper().split()[1]]}."
    if word in (*FUNCTIONS, *QUANTITIES, *THROUGH_POINTS, "pi", "expression"):
        return f"expression\n\n{_EXPRESSIONS}"
    if word in FORMS:
        meanings = [f"- {kind.word}: {kind.forms[word].meaning}" for kind in KINDS.values() if word in kind.forms]
        return f"{word}: a form parameter\n\n" + "\n".join(meanings)
    topics = (word, f"{word}s", word.removesuffix("s"), *reversed(word.split()))
    topic = next((topic for topic in topics if topic in GLOSSARY), None)
    if topic in RECORDS:
        return word_paragraph(topic)
    if topic is not None:
        return f"{word}\n\n{GLOSSARY[topic]}"
    found = [_choice_line(group, name) for group, known in CHOICES.items() for name in known if name.lower() == word]
    return "\n".join(found) or None


def _record_paragraph(word: str) -> str:
    record = RECORDS[word]
    parts = [usage(word), _sentence(record.sentence), f"    {record.example}"]
    if record.of_points:
        parts.insert(2, f"With a point: `{usage_of_point(word)}`.")
    for column in columns(record.signature):
        group = column.role.strip("<>")
        if column.optional:
            continue
        if column.role.startswith("<") and group == "form":
            parts.append(f"Form parameters: {' '.join(CHOICES['form'])}.")
        elif column.role.startswith("<"):
            parts.append("\n".join(_choice_line(group, name) for name in CHOICES[group]))
    return "\n\n".join(parts)


def _sentence(text: str) -> str:
    """A capital at the start, but not of a name such as n."""
    keeps = not text[0].isascii() or text[1:2] == " "
    return f"{text if keeps else text[0].upper() + text[1:]}."


def _choice_line(group: str, name: str) -> str:
    signature, sentence = CHOICES[group][name]
    names = " ".join(f"[{c.name or '…'}]" if c.optional else c.name for c in columns(signature))
    return f"- `{f'{name} {names}'.strip()}`: {sentence}"


def kind_paragraph(name: str) -> str:
    kind = KINDS[name]
    forms = "\n".join(f"- `{form}`: {kind.forms[form].meaning}" for form in kind.forms)
    shown = " ".join(node_name(node) if node[0][0] == "l" else " ".join(node).replace("b", "β") for node in kind.nodes)
    nodes = " ".join(node_name(node) for node in kind.nodes)
    rigid = " ".join(f"`{form}`" for form in kind.rigid)
    return f"{name}: {kind.title}\n\nCo-ordinates: {shown}; with names: {nodes}. Rigid: {rigid}\n\n{forms}"


def language_page() -> str:
    """docs/language.md."""
    parts = [
        "# The deck language",
        "This page is written from the table that reads decks (`python -m runmec.manual docs`).",
        "One item a line; `;` starts a comment, but not in quotes; words are not case-sensitive, names are. A line "
        "that starts with a number repeats the last item word of its section. Numbers: `12`, `-0.5`, `.5`, `1e-3`, "
        "`1.5D-3`, with a unit `30mm`. The first line "
        f"is the job: {', '.join(f'`{a} {b}` ({what})' for (a, b), what in JOBS.items())}; its comment is the title. "
        "Masses, springs, dampers and forces that are given several times add up. Angles are radians; all other units "
        "are your own consistent set, SI is advised. Equation numbers in parentheses are those of the course book on "
        "mechanism design whose program RUNMEC was. σ is the internal force of a form parameter, positive in tension.",
        _RULES,
        "## Names",
        NAMES,
        "## Numbers with units",
        GLOSSARY["units"],
        "## Expressions",
        _EXPRESSIONS,
        "## Elements",
        "[The theory of elements](theory/elements.md) begins with a sketch of what every form parameter measures.",
        *(_heading(kind_paragraph(name)) for name in KINDS),
    ]
    for section, meaning in SECTIONS.items():
        parts.append(f"## {section}\n\n{_sentence(meaning)}")
        if section == "DEFINE":
            parts.append(
                "One `name value` a line, no `=`; a value may be an expression of the names above it.\n\n"
                "    DEFINE\n      r 0.05\n      rod (4*r)"
            )
        parts += [_heading(_record_paragraph(word)) for word, r in RECORDS.items() if r.section == section]
    parts.append("## Output")
    parts += [_heading(_record_paragraph(word)) for word, r in RECORDS.items() if r.section in ("", "PICTURE")]
    parts += [f"### `{word}`\n\n{text}" for word, text in _OTHER.items()]
    return "\n\n".join(parts) + "\n"


def messages_page() -> str:
    """docs/messages.md."""
    parts = [
        "# Messages",
        "`runmec explain CODE` shows the same. D1: writing; D2: references and ranges; D3: the mechanism; R4: running.",
    ]
    parts += [
        f"## {code}: {title}\n\n*{level}.* {paragraph}" for code, (level, title, paragraph) in sorted(MESSAGES.items())
    ]
    return "\n\n".join(parts) + "\n"


def _heading(paragraph: str) -> str:
    head, _, rest = paragraph.partition("\n\n")
    return f"### `{head}`\n\n{rest}"


def write_pages(folder: str) -> None:
    from pathlib import Path

    Path(folder, "language.md").write_text(language_page(), encoding="utf-8")
    Path(folder, "messages.md").write_text(messages_page(), encoding="utf-8")


if __name__ == "__main__":
    import sys

    write_pages(sys.argv[1])
