"""Answers to an editor's questions about the text of a deck, in the words of the Language Server Protocol.

Pure functions of the text: they are carried out in a process of their own (working.py).
"""

from __future__ import annotations

from lsprotocol import types as lsp

from ..deck.layout import format_text
from ..diagnostics import DeckError, Diagnostic, Span, split_lines
from ..editing.completion import complete
from ..editing.fixes import fixes
from ..editing.hover import hover
from ..editing.names import CannotRename, all_of, definition, occurrence_at, rename
from ..editing.places import Edit, from_utf16, in_utf16
from ..editing.reading import TEXT_AT_MOST, draft

__all__ = ["CannotRename", "actions", "completed", "defined", "formatted", "hovered", "referred", "renamed", "told"]

_KINDS = {
    "word": lsp.CompletionItemKind.Keyword, "section": lsp.CompletionItemKind.Module,
    "name": lsp.CompletionItemKind.Variable, "function": lsp.CompletionItemKind.Function,
    "type": lsp.CompletionItemKind.Class, "form": lsp.CompletionItemKind.Property,
    "unit": lsp.CompletionItemKind.Unit,
}  # fmt: skip
_LEVELS = {"error": lsp.DiagnosticSeverity.Error, "warning": lsp.DiagnosticSeverity.Warning}
_SHOWN_AT_MOST = 200


def _place(text: str, position: lsp.Position) -> tuple[int, int]:
    lines = split_lines(text)
    line = min(position.line, len(lines) - 1)
    return line + 1, from_utf16(lines[line], position.character)


def _range(lines: list[str], span: Span) -> lsp.Range:
    line = lines[span.line - 1] if span.line <= len(lines) else ""
    start, end = in_utf16(line, span.column), in_utf16(line, span.column + span.width)
    return lsp.Range(lsp.Position(span.line - 1, start), lsp.Position(span.line - 1, end))


def _edit(lines: list[str], edit: Edit) -> lsp.TextEdit:
    return lsp.TextEdit(_range(lines, edit.span), edit.text)


# ---- what is wrong


def told(text: str) -> list[lsp.Diagnostic]:
    if len(text) > TEXT_AT_MOST:
        return nowhere(f"a text of {len(text)} characters is too long for a deck")
    lines = split_lines(text)
    return [_diagnostic(lines, one) for one in draft(text).told[:_SHOWN_AT_MOST]]


def nowhere(message: str) -> list[lsp.Diagnostic]:
    """Said of the deck as a whole, at its beginning."""
    return [lsp.Diagnostic(lsp.Range(lsp.Position(0, 0), lsp.Position(0, 1)), message, source="runmec")]


def _diagnostic(lines: list[str], one: Diagnostic) -> lsp.Diagnostic:
    parts = [f"{one.message}{f' ({one.label})' if one.label else ''}", *one.notes, *filter(None, [one.help])]
    return lsp.Diagnostic(
        _range(lines, one.span or Span(1, 1)), "\n".join(parts), _LEVELS[one.level], one.code, source="runmec"
    )


def actions(text: str, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    uri = params.text_document.uri
    lines = split_lines(text)
    found: list[lsp.CodeAction] = []
    for one in draft(text).told:
        if one.span is None or not params.range.start.line <= one.span.line - 1 <= params.range.end.line:
            continue
        for fix in fixes(text, one):
            change = lsp.WorkspaceEdit(changes={uri: [_edit(lines, edit) for edit in fix.edits]})
            found.append(
                lsp.CodeAction(
                    fix.title,
                    lsp.CodeActionKind.QuickFix,
                    [_diagnostic(lines, one)],
                    is_preferred=not found,
                    edit=change,
                )
            )
    return found


# ---- what stands where


def hovered(text: str, params: lsp.HoverParams) -> lsp.Hover | None:
    found = hover(text, *_place(text, params.position))
    if found is None:
        return None
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, found.text), _range(split_lines(text), found.span))


def completed(text: str, params: lsp.CompletionParams) -> lsp.CompletionList:
    line, column = _place(text, params.position)
    start, choices = complete(text, line, column)
    where = _range(split_lines(text), Span(line, start, column - start))
    items = [
        lsp.CompletionItem(
            choice.label, kind=_KINDS[choice.kind], detail=choice.detail, text_edit=lsp.TextEdit(where, choice.label)
        )
        for choice in choices
    ]
    return lsp.CompletionList(is_incomplete=False, items=items)


def defined(text: str, params: lsp.DefinitionParams) -> lsp.Location | None:
    span = definition(text, *_place(text, params.position))
    return lsp.Location(params.text_document.uri, _range(split_lines(text), span)) if span else None


def referred(text: str, params: lsp.ReferenceParams) -> list[lsp.Location]:
    one = occurrence_at(text, *_place(text, params.position))
    lines = split_lines(text)
    return (
        [
            lsp.Location(params.text_document.uri, _range(lines, other.span))
            for other in all_of(text, one)
            if params.context.include_declaration or not other.gives
        ]
        if one
        else []
    )


# ---- changes


def renamed(text: str, params: lsp.RenameParams) -> lsp.WorkspaceEdit:
    """Raises CannotRename."""
    lines = split_lines(text)
    edits = rename(text, *_place(text, params.position), params.new_name)
    return lsp.WorkspaceEdit(changes={params.text_document.uri: [_edit(lines, edit) for edit in edits]})


def formatted(text: str, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
    """Nothing where the writing is wrong: the messages say what."""
    try:
        written = format_text(text)
    except DeckError:
        return []
    last = split_lines(text)
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(len(last) - 1, in_utf16(last[-1], len(last[-1]) + 1)))
    return [] if written == text else [lsp.TextEdit(whole, written)]
