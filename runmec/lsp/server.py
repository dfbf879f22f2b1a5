"""Requests of an editor -> answers of `editing`, in the words of the Language Server Protocol."""

from __future__ import annotations

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.workspace import TextDocument

from .. import __version__
from ..deck.layout import format_text
from ..diagnostics import DeckError, Diagnostic, Span, split_lines
from ..editing.completion import complete
from ..editing.fixes import fixes
from ..editing.hover import hover
from ..editing.names import CannotRename, all_of, definition, occurrence_at, rename
from ..editing.places import Edit, from_utf16, in_utf16
from ..editing.reading import TEXT_AT_MOST, draft

_KINDS = {
    "word": lsp.CompletionItemKind.Keyword, "section": lsp.CompletionItemKind.Module,
    "name": lsp.CompletionItemKind.Variable, "function": lsp.CompletionItemKind.Function,
    "type": lsp.CompletionItemKind.Class, "form": lsp.CompletionItemKind.Property,
    "unit": lsp.CompletionItemKind.Unit,
}  # fmt: skip
_LEVELS = {"error": lsp.DiagnosticSeverity.Error, "warning": lsp.DiagnosticSeverity.Warning}
_SHOWN_AT_MOST = 200

server = LanguageServer("runmec", __version__)


def _text(uri: str) -> str:
    """The text of an open deck; of one that is too long its head is enough to say so."""
    document: TextDocument = server.workspace.get_text_document(uri)
    return document.source


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


@server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
def opened(asked: LanguageServer, params: lsp.DidOpenTextDocumentParams) -> None:
    _publish(params.text_document.uri)


@server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
def changed(asked: LanguageServer, params: lsp.DidChangeTextDocumentParams) -> None:
    _publish(params.text_document.uri)


@server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
def closed(asked: LanguageServer, params: lsp.DidCloseTextDocumentParams) -> None:
    server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(params.text_document.uri, []))


def _publish(uri: str) -> None:
    text = _text(uri)
    if len(text) > TEXT_AT_MOST:
        nowhere = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 1))
        told = [lsp.Diagnostic(nowhere, f"a text of {len(text)} characters is too long for a deck", source="runmec")]
    else:
        lines = split_lines(text)
        told = [_diagnostic(lines, one) for one in draft(text).told[:_SHOWN_AT_MOST]]
    server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, told))


def _diagnostic(lines: list[str], one: Diagnostic) -> lsp.Diagnostic:
    parts = [f"{one.message}{f' ({one.label})' if one.label else ''}", *one.notes, *filter(None, [one.help])]
    return lsp.Diagnostic(_range(lines, one.span or Span(1, 1)), "\n".join(parts), _LEVELS[one.level], one.code,
                          source="runmec")  # fmt: skip


@server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION,
                lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix]))  # fmt: skip
def actions(asked: LanguageServer, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    uri = params.text_document.uri
    text = _text(uri)
    lines = split_lines(text)
    found: list[lsp.CodeAction] = []
    for one in draft(text).told:
        if one.span is None or not params.range.start.line <= one.span.line - 1 <= params.range.end.line:
            continue
        for fix in fixes(text, one):
            change = lsp.WorkspaceEdit(changes={uri: [_edit(lines, edit) for edit in fix.edits]})
            found.append(lsp.CodeAction(fix.title, lsp.CodeActionKind.QuickFix, [_diagnostic(lines, one)],
                                        is_preferred=not found, edit=change))  # fmt: skip
    return found


# ---- what stands where


@server.feature(lsp.TEXT_DOCUMENT_HOVER)
def hovered(asked: LanguageServer, params: lsp.HoverParams) -> lsp.Hover | None:
    text = _text(params.text_document.uri)
    found = hover(text, *_place(text, params.position))
    if found is None:
        return None
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, found.text), _range(split_lines(text), found.span))


@server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[".", "(", " "]))
def completed(asked: LanguageServer, params: lsp.CompletionParams) -> lsp.CompletionList:
    text = _text(params.text_document.uri)
    line, column = _place(text, params.position)
    start, choices = complete(text, line, column)
    where = _range(split_lines(text), Span(line, start, column - start))
    items = [lsp.CompletionItem(choice.label, kind=_KINDS[choice.kind], detail=choice.detail,
                                text_edit=lsp.TextEdit(where, choice.label)) for choice in choices]  # fmt: skip
    return lsp.CompletionList(is_incomplete=False, items=items)


@server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
def defined(asked: LanguageServer, params: lsp.DefinitionParams) -> lsp.Location | None:
    text = _text(params.text_document.uri)
    span = definition(text, *_place(text, params.position))
    return lsp.Location(params.text_document.uri, _range(split_lines(text), span)) if span else None


@server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
def referred(asked: LanguageServer, params: lsp.ReferenceParams) -> list[lsp.Location]:
    text = _text(params.text_document.uri)
    one = occurrence_at(text, *_place(text, params.position))
    lines = split_lines(text)
    return [lsp.Location(params.text_document.uri, _range(lines, other.span)) for other in all_of(text, one)
            if params.context.include_declaration or not other.gives] if one else []  # fmt: skip


# ---- changes


@server.feature(lsp.TEXT_DOCUMENT_RENAME)
def renamed(asked: LanguageServer, params: lsp.RenameParams) -> lsp.WorkspaceEdit:
    text = _text(params.text_document.uri)
    lines = split_lines(text)
    try:
        edits = rename(text, *_place(text, params.position), params.new_name)
    except CannotRename as fault:
        raise JsonRpcInvalidParams(str(fault)) from None
    return lsp.WorkspaceEdit(changes={params.text_document.uri: [_edit(lines, edit) for edit in edits]})


@server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
def formatted(asked: LanguageServer, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
    """Nothing where the writing is wrong: the messages say what."""
    text = _text(params.text_document.uri)
    try:
        written = format_text(text)
    except DeckError:
        return []
    last = split_lines(text)
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(len(last) - 1, in_utf16(last[-1], len(last[-1]) + 1)))
    return [] if written == text else [lsp.TextEdit(whole, written)]
