"""Requests of an editor: they are answered by answers.py, in a process that can be ended, and never stop the server."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from .. import __version__
from ..deck.source import printable
from .answers import nowhere
from .packets import Packets
from .working import NoAnswer, Working

PAUSE = 0.2  # seconds without an edit, after which a deck is checked

server = LanguageServer("runmec", __version__)
working = Working()
_edits: dict[str, int] = {}  # of every open deck


def serve() -> None:
    """Until the editor says so, or closes its stream."""
    try:
        server.start_io(stdin=Packets(sys.stdin.buffer))  # type: ignore[arg-type]  # of a stream it uses read and readline
    finally:
        working.close()


def _text(uri: str) -> str:
    return printable(server.workspace.get_text_document(uri).source)


def _folder(uri: str) -> str:
    """Of a text that is a file."""
    return os.path.dirname(to_fs_path(uri) or "") if uri.startswith("file:") else ""


async def _answer(what: str, params: Any) -> Any:
    try:
        uri = params.text_document.uri
        return await working.answer(what, _text(uri), params, folder=_folder(uri))
    except NoAnswer as fault:
        raise JsonRpcInvalidParams(str(fault)) from None


# ---- what is wrong


@server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
async def opened(asked: LanguageServer, params: lsp.DidOpenTextDocumentParams) -> None:
    await _publish(params.text_document.uri, 0.0)


@server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
async def changed(asked: LanguageServer, params: lsp.DidChangeTextDocumentParams) -> None:
    await _publish(params.text_document.uri, PAUSE)


@server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
def closed(asked: LanguageServer, params: lsp.DidCloseTextDocumentParams) -> None:
    _edits.pop(params.text_document.uri, None)
    server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(params.text_document.uri, []))


async def _publish(uri: str, pause: float) -> None:
    """The messages of the deck as it is after a pause; those of an older text nobody wants."""
    mine = _edits[uri] = _edits.get(uri, 0) + 1

    def wanted() -> bool:
        return _edits.get(uri) == mine

    await asyncio.sleep(pause)
    if not wanted():
        return
    try:
        told = await working.answer("told", _text(uri), folder=_folder(uri), wanted=wanted)
    except NoAnswer as fault:
        told = nowhere(str(fault))
    except asyncio.CancelledError:  # the server is ending
        return
    if wanted():
        server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, told))


@server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix]))
async def actions(asked: LanguageServer, params: lsp.CodeActionParams) -> Any:
    return await _answer("actions", params)


# ---- what stands where


@server.feature(lsp.TEXT_DOCUMENT_HOVER)
async def hovered(asked: LanguageServer, params: lsp.HoverParams) -> Any:
    return await _answer("hovered", params)


@server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[".", "(", " "]))
async def completed(asked: LanguageServer, params: lsp.CompletionParams) -> Any:
    return await _answer("completed", params)


@server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
async def defined(asked: LanguageServer, params: lsp.DefinitionParams) -> Any:
    return await _answer("defined", params)


@server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
async def referred(asked: LanguageServer, params: lsp.ReferenceParams) -> Any:
    return await _answer("referred", params)


# ---- changes


@server.feature(lsp.TEXT_DOCUMENT_RENAME)
async def renamed(asked: LanguageServer, params: lsp.RenameParams) -> Any:
    return await _answer("renamed", params)


@server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
async def formatted(asked: LanguageServer, params: lsp.DocumentFormattingParams) -> Any:
    return await _answer("formatted", params)
