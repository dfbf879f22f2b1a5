"""{cases}: cases of the validation, their decks, and how close runmec comes to all numbers of these decks."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from runmec.examples import examples

from .comparison import compared


class Cases(SphinxDirective):
    """Lines of `case | decks | compared with`; numbers and deviations are added. No deck may be left out."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        known = {example.name: example for example in examples()}
        left_out = set(known) - set(" ".join(self.content).split())
        if left_out:
            fault = f"no case has the deck {', '.join(sorted(left_out))}"
            return [self.state.document.reporter.warning(fault, line=self.lineno)]
        rows = ["| case | decks | compared with | numbers | largest deviation |", "|---|---|---|---:|---:|"]
        for line in self.content:
            case, decks, what = (part.strip() for part in line.split("|"))
            unknown = [name for name in decks.split() if name not in known]
            if unknown:
                fault = f"{case}: there is no deck {', '.join(unknown)}"
                return [self.state.document.reporter.warning(fault, line=self.lineno)]
            numbers = [row for name in decks.split() for row in compared(known[name])]
            links = ", ".join(f"[{name}](#{name})" for name in decks.split())
            worst = max(row.relative for row in numbers)
            rows.append(f"| {case} | {links} | {what} | {len(numbers)} | {worst:.0e} |")
        return self.parse_text_to_nodes("\n".join(rows))


def setup(app: Sphinx) -> None:
    app.add_directive("cases", Cases)
