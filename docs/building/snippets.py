"""{python} and {n}: snippets that are carried out, numbers that are held to their variables."""

from __future__ import annotations

import io
import math
import re
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective, SphinxRole

from .page import Page, SnippetFailed, code_block, printed_block

_NUMBER = re.compile(r"[-−]?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
_QUOTED = re.compile(r"(?P<text>.+?)\s*<(?P<name>\w+)>", re.DOTALL)


class Python(SphinxDirective):
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {
        "figure": directives.unchanged_required,
        "caption": directives.unchanged_required,
        "hide": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        source = "\n".join(self.content)
        page = Page.of(self.env)
        try:
            printed = page.carry_out(source)
        except (SnippetFailed, SyntaxError) as fault:
            return [self.state.document.reporter.warning(f"the snippet fails: {fault}", line=self.lineno)]
        found: list[nodes.Node] = []
        if "hide" not in self.options:
            found.append(code_block(source, "python"))
        if printed:
            found.append(printed_block(printed.rstrip("\n")))
        if "figure" in self.options:
            found.append(self._figure(page, self.options["figure"]))
        return found

    def _figure(self, page: Page, name: str) -> nodes.Node:
        figure = page.names.get(name)
        if figure is None or not hasattr(figure, "savefig"):
            return self.state.document.reporter.warning(f"`{name}` is no figure", line=self.lineno)
        return page.picture(svg(figure), f"{name}.svg", self.options.get("caption", ""))


def svg(figure: Any) -> bytes:
    """The picture of a figure, which is then done with."""
    from matplotlib import pyplot

    content = io.BytesIO()
    figure.savefig(content, format="svg")
    pyplot.close(figure)
    return content.getvalue()


class Quoted(SphinxRole):
    """{n}`12.3 Nm <torque>`: the number of the text is the variable's, to the digits that are quoted."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        match = _QUOTED.fullmatch(self.text)
        names = Page.of(self.env).names
        if match is None or match["name"] not in names:
            return [], [self._warning(f"`{self.text}` is not `text <variable>` with a variable of the snippets")]
        fault = disagreement(match["text"], names[match["name"]])
        if fault:
            return [], [self._warning(f"`{match['name']}`: {fault}")]
        return [nodes.inline("", match["text"], classes=["quoted"])], []

    def _warning(self, text: str) -> nodes.system_message:
        return self.inliner.reporter.warning(text, line=self.lineno)


def disagreement(text: str, value: Any) -> str:
    """What is wrong with a quoted number, or nothing.

    >>> disagreement("about 12.3 Nm", 12.34)
    ''
    >>> disagreement("12.4 Nm", 12.34)
    'the text says 12.4, it is 12.34'
    """
    numbers = _NUMBER.findall(text)
    if len(numbers) != 1:
        return f"`{text}` has {len(numbers) or 'no'} numbers"
    said = numbers[0].replace("−", "-")
    mantissa, _, exponent = said.partition("e")
    last_digit = 10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2]))
    value = float(value)
    fits = math.isfinite(value) and abs(float(said) - value) <= 0.5 * last_digit * (1 + 1e-9) + 1e-15 * abs(value)
    if fits and (float(said) != 0.0 or abs(value) < 1e-12):
        return ""
    return f"the text says {said}, it is {value:.10g}"


def setup(app: Sphinx) -> None:
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "runmec"
    app.add_directive("python", Python)
    app.add_role("n", Quoted())
