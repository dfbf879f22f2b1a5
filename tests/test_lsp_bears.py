"""What a language server has to bear: packets that are none, edits faster than it reads, decks that take for ever."""

from __future__ import annotations

import asyncio
import io
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from runmec.lsp import server, working
from runmec.lsp.packets import Packets

from .test_lsp import STARTER, URI, Client


def packet(body: bytes, head: bytes = b"Content-Length: ") -> bytes:
    return head + b"%d\r\n\r\n" % len(body) + body


def bodies(stream: bytes) -> list[bytes]:
    """Of all packets that the server gets to see."""
    packets, found = Packets(io.BytesIO(stream)), []
    while head := packets.readline():
        assert packets.readline() == b"\r\n"
        found.append(packets.read(int(head.split()[1])))
    return found


GOOD = b'{"jsonrpc":"2.0","method":"a"}'


@pytest.mark.parametrize(
    "stream",
    [
        packet(GOOD),
        packet(GOOD, b"content-length:"),
        b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n" + packet(GOOD, b"CONTENT-LENGTH :  "),
        b"Content-Length: abc\r\n\r\n{}" + packet(GOOD),
        b"Content-Length: -5\r\n\r\n{}" + packet(GOOD),
        b"Content-Length: 99999999999999999999\r\n\r\n" + packet(GOOD),
        b"Content-Length: 999999999\r\n\r\n" + packet(GOOD),
        packet(b"[1, 2]") + packet(GOOD),
        packet(b"{") + packet(GOOD),
        packet(b"\xff\xfe") + packet(GOOD),
        packet(b"[" * 100_000) + packet(GOOD),
        b"\r\n\r\nhello\r\n" + packet(GOOD),
        packet(b"") + packet(GOOD),
        packet(GOOD) + b"Content-Length: 100\r\n\r\n{}",
    ],
)
def test_what_is_no_packet_is_passed_over(stream: bytes) -> None:
    assert bodies(stream) == [GOOD]


def test_any_packet_is_answered_or_ignored() -> None:
    """The same server, to the end of its input."""
    client = Client()
    client.ask("initialize", processId=None, rootUri=None, capabilities={})
    assert client.process.stdin is not None
    nowhere = {
        "jsonrpc": "2.0",
        "method": "textDocument/didChange",
        "params": {"textDocument": {"uri": "file:///nowhere.mec", "version": 1}, "contentChanges": [{"text": "KIN"}]},
    }
    for data in (
        b"Content-Length: abc\r\n\r\n",
        packet(b"[]"),
        packet(b"{}"),
        packet(b'{"jsonrpc":"2.0","id":7}'),
        packet(b'{"jsonrpc":"2.0","method":5}'),
        packet(b'{"jsonrpc":"2.0","method":"textDocument/didChange"}'),
        packet(b'{"jsonrpc":"2.0","id":[],"method":"textDocument/hover","params":{}}'),
        packet(json.dumps(nowhere).encode()),
    ):
        client.process.stdin.write(data)
    missing = client.answer(
        "textDocument/hover", textDocument={"uri": "file:///none.mec"}, position={"line": 3, "character": 9}
    )
    assert "error" in missing
    document = {"uri": URI, "languageId": "runmec", "version": 1, "text": STARTER + "; half a pair \ud800\n"}
    client.tell("textDocument/didOpen", textDocument=document)
    while (told := client.diagnostics_of(URI)) is None:
        pass
    assert told == []
    beyond = {"textDocument": {"uri": URI}, "position": {"line": 10**6, "character": 10**6}}
    assert client.answer("textDocument/hover", **beyond)["result"] is None
    assert client.close() == 0


def test_it_ends_with_its_input_whatever_it_is_doing() -> None:
    client = Client()
    client.ask("initialize", processId=None, rootUri=None, capabilities={})
    text = "KIN ANA\n" + "".join(f"  a{k} ({k}+1)\n" for k in range(40_000))
    client.tell("textDocument/didOpen", textDocument={"uri": URI, "languageId": "runmec", "version": 1, "text": text})
    assert client.close() == 0


def test_edits_in_quick_succession_are_checked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last of them; what was asked of an older text nobody gets to see."""
    asked: list[str] = []
    published: list[Any] = []

    async def answer(what: str, text: str, folder: str, wanted: Any) -> list[Any]:
        asked.append(text)
        return [what]

    texts = iter(range(100))
    monkeypatch.setattr(server, "working", SimpleNamespace(answer=answer))
    monkeypatch.setattr(server, "_text", lambda uri: f"text {next(texts)}")
    monkeypatch.setattr(server.server, "text_document_publish_diagnostics", published.append)

    async def typed() -> None:
        await asyncio.gather(*(server._publish("file:///typed.mec", 0.0) for _ in range(20)))

    asyncio.run(typed())
    assert asked == ["text 0"]
    assert [one.diagnostics for one in published] == [["told"]]


def test_data_files_of_a_deck_are_those_of_its_folder(tmp_path: Path) -> None:
    text = (
        "DYN ANA\nTOPOLOGY\nelem s BIN O A free\ninput s.lenl\nGEOMETRY\npoint O 0 0 fixed\n"
        'point A 1 0 fixed y\nDYNAMICS\nforce A.x (table(t, "f.csv"))\nEND\n'
    )
    (tmp_path / "f.csv").write_text("0,0\n1,1\n")

    async def asked() -> list[list[str]]:
        found = working.Working()
        try:
            return [
                [one.code for one in await found.answer("told", text, folder=folder)]
                for folder in ("", str(tmp_path), "")
            ]
        finally:
            found.close()

    assert asyncio.run(asked()) == [["D125"], [], ["D125"]]


def test_a_deck_that_takes_too_long_is_told_and_the_process_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next question finds another process."""

    async def asked() -> Any:
        found = working.Working()
        try:
            monkeypatch.setattr(working, "LIMIT", 0.001)
            with pytest.raises(working.NoAnswer, match="too large for an editor"):
                await found.answer("told", "KIN ANA")
            monkeypatch.setattr(working, "LIMIT", 100.0)
            told = await found.answer("told", STARTER)
            assert found.restarts == 2
            unwanted = await found.answer("told", STARTER, wanted=lambda: False)
            assert unwanted is None
            with pytest.raises(working.NoAnswer, match="went wrong inside runmec"):
                await found.answer("hovered", STARTER, None)
            return told
        finally:
            found.close()

    assert asyncio.run(asked()) == []
