"""Formulas as drawings inside the page: the same in every browser, no script, nothing from the network."""

from __future__ import annotations

import html
import re
from functools import cache

import ziamath
from docutils import nodes
from latex2mathml.converter import convert
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.writers.html5 import HTML5Translator

_log = logging.getLogger(__name__)
_SHORT_FRACTION = re.compile(r"\\t?frac *(\d) *(\d)")  # \frac12, which the converter takes for 12 and what follows
#: a sign, not an operation: no room on either side
_UNARY = re.compile(r"((?:^|[=(\[,&]|\\\\|\\;|\\,|\\q?quad)\s*)(-|\\pm|\\mp)")
_SIZE = 16.0  # of a letter in the drawing, one em in the page
ziamath.config.svg2 = False  # letters drawn where they stand: pages hold many formulas, names would clash


@cache
def drawn(tex: str, block: bool) -> str:
    """The formula as HTML; raises ValueError for a command that is not known."""
    tex = _UNARY.sub(r"\1{\2}", tex)
    tex = _SHORT_FRACTION.sub(r"\\frac{\1}{\2}", tex.strip().replace("°", r"^{\circ}"))
    unknown = [word for word in convert(tex).split("<") if "\\" in word]
    if unknown:
        raise ValueError(unknown[0].rpartition(">")[2])
    formula = ziamath.Math.fromlatex(tex, size=_SIZE, inline=not block, color="currentColor", margin=0.0)
    wide, high = formula.getsize()
    style = f"width:{wide / _SIZE:.3f}em;height:{high / _SIZE:.3f}em;vertical-align:{formula.getyofst() / _SIZE:.3f}em"
    picture = formula.svg().replace("<svg ", f'<svg style="{style}" ', 1)
    kind = "block" if block else "inline"
    return f'<span class="formula {kind}" role="img" aria-label="{html.escape(tex)}">{picture}</span>'


def _visit(translator: HTML5Translator, node: nodes.Element, block: bool) -> None:
    try:
        translator.body.append(drawn(node.astext(), block))
    except (ValueError, KeyError, IndexError) as fault:
        _log.warning("formula cannot be set: %s", fault, location=node)
    raise nodes.SkipNode


def _inline(self: HTML5Translator, node: nodes.Element) -> None:
    _visit(self, node, block=False)


def _block(self: HTML5Translator, node: nodes.Element) -> None:
    _visit(self, node, block=True)


def setup(app: Sphinx) -> None:
    app.add_html_math_renderer("drawn", (_inline, None), (_block, None))
