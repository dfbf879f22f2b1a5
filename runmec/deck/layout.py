"""A deck written back as text: aligned columns, comments kept, nothing lost."""

from __future__ import annotations

from ..diagnostics import DeckError, has_errors, in_order
from .reader import Reader
from .reserved import is_definition
from .syntax import Lines, TextLine, is_end
from .vocabulary import JOBS, OUTPUT_WORDS, SECTIONS

INDENT = "  "
_GAP = 2  # blanks before a comment


def format_text(text: str, name: str = "deck") -> str:
    """The same deck in aligned columns; raises DeckError where the writing is wrong."""
    reader = Reader(text, {})
    reader.read()
    if has_errors(reader.diagnostics):
        raise DeckError(in_order(reader.diagnostics), name, text)
    source = Lines(text)
    source.names = {define.name: define.value for define in reader.items.get("define", [])}
    written: list[str] = []
    block: list[TextLine] = []
    head = section = ""
    for line in source:
        if block and not _continues(block, line, section):
            head = _head(block, head)
            written += _aligned(block, head, section)
            block = []
        if not line.words:
            written.append(_comment_only(source.lines[line.number - 1]))
        elif _stands_alone(line, section):
            section = line.words[0].text.upper()
            written.append(_with_comment(" ".join(word.text for word in line.words), line))
        else:
            block.append(line)
    written += _aligned(block, _head(block, head), section)
    end = next((at for at, line in enumerate(source.lines) if is_end(line)), len(source.lines))
    rest = source.lines[end:]
    return "\n".join([*written, *rest]).rstrip("\n") + "\n"


def _stands_alone(line: TextLine, section: str) -> bool:
    """Job, sections and words of output are not indented."""
    words = [word.text for word in line.words]
    if section == "DEFINE" and is_definition(words):
        return False
    first = words[0].upper()
    return first in SECTIONS or first in OUTPUT_WORDS or first in {job[0] for job in JOBS}


def _continues(block: list[TextLine], line: TextLine, section: str) -> bool:
    """Rows of one item word form one block, also where each row says the word again; so do the rows of DEFINE."""
    if not line.words or _stands_alone(line, section):
        return False
    if section in ("DEFINE", "EXERCISE"):  # text is no table
        return section == "DEFINE"
    first = line.words[0]
    return first.what == "NUMBER" or first.text.lower() == block[0].words[0].text.lower()


def _comment_only(text: str) -> str:
    return text.strip()


def _with_comment(text: str, line: TextLine, width: int = 0) -> str:
    return f"{text:<{width}}{' ' * _GAP}{line.comment}" if line.comment else text


def _head(block: list[TextLine], before: str) -> str:
    """The item word of a block; rows that begin with a number go on with the one before."""
    return block[0].words[0].text if block and block[0].words[0].what == "WORD" else before


def _aligned(block: list[TextLine], head: str, section: str) -> list[str]:
    """Numbers to the right; names, and definitions, of which one may be a long expression, to the left."""
    if not block:
        return []
    rows = []
    for line in block:
        texts = [word.text for word in line.words]
        rows.append(texts if line.words[0].what == "WORD" else ["", *texts])
    widths = [max(len(row[at]) for row in rows if at < len(row)) for at in range(max(map(len, rows)))]
    widths[0] = max(widths[0], len(head))
    left = _columns_of_names(block)
    sides = ["<" if section == "DEFINE" or at in left else ">" for at in range(len(widths))]
    texts = [_row(row, widths, sides) for row in rows]
    longest = max(map(len, texts))
    return [_with_comment(text, line, longest) for text, line in zip(texts, block, strict=True)]


def _columns_of_names(block: list[TextLine]) -> set[int]:
    """Columns with words in a block whose rows call something by its name."""
    if not any(line.words[0].what == "WORD" and line.words[1:2] and line.words[1].what == "WORD" for line in block):
        return set()
    return {at for line in block for at, word in enumerate(line.words) if word.what == "WORD"}


def _row(row: list[str], widths: list[int], sides: list[str]) -> str:
    cells = [f"{row[0]:<{widths[0]}}"]
    cells += [f"{text:{side}{width}}" for text, width, side in zip(row[1:], widths[1:], sides[1:], strict=False)]
    return INDENT + " ".join(cells).rstrip()
