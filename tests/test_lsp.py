"""`runmec lsp` driven by a client through the real protocol: a process, headers, JSON."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
STARTER = (ROOT / "runmec" / "starters" / "four_bar.mec").read_text(encoding="utf-8")
URI = "file:///deck.mec"


class Client:
    """Sends requests and waits for their answers; what the server says by itself is kept."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "runmec", "lsp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        self.last = 0
        self.version = 1
        self.told: list[dict[str, Any]] = []

    def _send(self, message: dict[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.process.stdin.flush()

    def _receive(self) -> dict[str, Any]:
        out = self.process.stdout
        assert out is not None
        length = 0
        while (line := out.readline().strip()) != b"":
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        assert length, "the server has ended"
        return dict(json.loads(out.read(length)))

    def answer(self, method: str, **params: Any) -> dict[str, Any]:
        self.last += 1
        self._send({"id": self.last, "method": method, "params": params})
        while True:
            message = self._receive()
            if message.get("id") == self.last and "method" not in message:
                return message
            self.told.append(message)

    def ask(self, method: str, **params: Any) -> Any:
        return self.answer(method, **params)["result"]

    def tell(self, method: str, **params: Any) -> None:
        self._send({"method": method, "params": params})

    def diagnostics(self) -> list[dict[str, Any]]:
        while True:
            for message in self.told:
                if message.get("method") == "textDocument/publishDiagnostics":
                    self.told.remove(message)
                    return list(message["params"]["diagnostics"])
            self.told.append(self._receive())

    def close(self) -> int:
        """As an editor that is gone: its end of both streams; the exit code."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        code = self.process.wait(timeout=60)
        self.process.stdout.close()
        return code

    def diagnostics_of(self, uri: str) -> list[dict[str, Any]] | None:
        """What is told next, if it is about this deck."""
        message = self._receive()
        if message.get("method") != "textDocument/publishDiagnostics" or message["params"]["uri"] != uri:
            return None
        return list(message["params"]["diagnostics"])

    def change(self, text: str) -> list[dict[str, Any]]:
        self.version += 1
        self.tell(
            "textDocument/didChange",
            textDocument={"uri": URI, "version": self.version},
            contentChanges=[{"text": text}],
        )
        return self.diagnostics()

    def at(self, text: str, marked: str) -> dict[str, Any]:
        """The document and the place of the `|`."""
        before, _, after = marked.partition("|")
        at = text.index(before + after) + len(before)
        line = text.count("\n", 0, at)
        character = len(text[text.rfind("\n", 0, at) + 1 : at].encode("utf-16-le")) // 2
        return {"textDocument": {"uri": URI}, "position": {"line": line, "character": character}}


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    found = Client()
    capabilities = found.ask("initialize", processId=None, rootUri=None, capabilities={})["capabilities"]
    for what in (
        "hoverProvider",
        "completionProvider",
        "definitionProvider",
        "renameProvider",
        "documentFormattingProvider",
        "codeActionProvider",
        "referencesProvider",
    ):
        assert capabilities[what]
    found.tell("initialized")
    document = {"uri": URI, "languageId": "runmec", "version": 1, "text": STARTER}
    found.tell("textDocument/didOpen", textDocument=document)
    assert found.diagnostics() == []
    yield found
    assert found.ask("shutdown") is None
    found.tell("exit")
    assert found.process.wait(timeout=10) == 0
    for stream in (found.process.stdin, found.process.stdout):
        assert stream is not None
        stream.close()


def lines_after(text: str, edits: list[dict[str, Any]]) -> str:
    """The text with the edits of an answer, on one line each; ASCII."""
    lines = text.split("\n")
    for edit in sorted(
        edits, key=lambda e: (e["range"]["start"]["line"], e["range"]["start"]["character"]), reverse=True
    ):
        start, end = edit["range"]["start"], edit["range"]["end"]
        line = lines[start["line"]]
        lines[start["line"]] = line[: start["character"]] + edit["newText"] + line[end["character"] :]
    return "\n".join(lines)


def test_a_fault_is_told_and_mended(client: Client) -> None:
    wrong = STARTER.replace("  gravity 9.81", "  gravty 9.81")
    (told,) = client.change(wrong)
    assert told["code"] == "D101"
    assert told["severity"] == 1
    assert "did you mean `gravity`?" in told["message"]
    line = wrong[: wrong.index("gravty")].count("\n")
    assert told["range"] == {"start": {"line": line, "character": 2}, "end": {"line": line, "character": 8}}
    actions = client.ask(
        "textDocument/codeAction", textDocument={"uri": URI}, range=told["range"], context={"diagnostics": [told]}
    )
    assert [action["title"] for action in actions] == ["write gravity"]
    assert lines_after(wrong, actions[0]["edit"]["changes"][URI]) == STARTER
    assert client.change(STARTER) == []


def test_hover_completion_definition(client: Client) -> None:
    client.change(STARTER)
    assert "= 30mm = 0.03" in client.ask("textDocument/hover", **client.at(STARTER, "  |a 30mm"))["contents"]["value"]
    assert client.ask("textDocument/hover", **client.at(STARTER, "C  ; a link |with")) is None
    items = client.ask("textDocument/completion", **client.at(STARTER, "uniform |rocker"))["items"]
    assert {item["label"] for item in items} == {"crank", "coupler", "rocker"}
    where = client.ask("textDocument/definition", **client.at(STARTER, "input cr|ank"))
    assert where["range"]["start"] == client.at(STARTER, "elem |crank")["position"]
    found = client.ask(
        "textDocument/references", **client.at(STARTER, "  point |C"), context={"includeDeclaration": True}
    )
    assert len(found) == 3


def test_rename_and_its_refusal(client: Client) -> None:
    client.change(STARTER)
    edits = client.ask("textDocument/rename", **client.at(STARTER, "point |B "), newName="Bx")["changes"][URI]
    renamed = lines_after(STARTER, edits)
    assert client.change(renamed) == []
    assert "elem rocker  BIN B0 Bx" in renamed
    client.change(STARTER)
    refused = client.answer("textDocument/rename", **client.at(STARTER, "point |B "), newName="C")
    assert "another point or angle" in refused["error"]["message"]


def test_format(client: Client) -> None:
    ragged = STARTER.replace("  para rocker.lenl      (c)", "   para rocker.lenl (c)")
    client.change(ragged)
    (edit,) = client.ask(
        "textDocument/formatting", textDocument={"uri": URI}, options={"tabSize": 2, "insertSpaces": True}
    )
    client.change(edit["newText"])
    assert (
        client.ask("textDocument/formatting", textDocument={"uri": URI}, options={"tabSize": 2, "insertSpaces": True})
        == []
    )
    client.change(STARTER.replace("GEOMETRY", "GEOMTRY"))
    assert (
        client.ask("textDocument/formatting", textDocument={"uri": URI}, options={"tabSize": 2, "insertSpaces": True})
        == []
    )


def test_columns_are_those_of_the_editor(client: Client) -> None:
    """Behind a letter of two UTF-16 units."""
    text = STARTER.replace("point C  (a + 0.2*b)", "point C\U0001d400 zero")
    told = client.change(text)
    line = text[: text.index("point C\U0001d400")].count("\n")
    place = next(one["range"] for one in told if one["range"]["start"]["line"] == line)
    assert place == {"start": {"line": line, "character": 12}, "end": {"line": line, "character": 16}}


def test_a_text_that_is_too_long_or_no_deck_is_told(client: Client) -> None:
    assert "too long" in client.change("x" * 1_000_001)[0]["message"]
    assert client.change("\0\x01 ;;; ((((\n" * 30)
    assert client.change(STARTER) == []


def test_without_the_packages_one_line_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "pygls.py").write_text("raise ImportError")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", str(ROOT))])
    found = subprocess.run(
        [sys.executable, "-m", "runmec", "lsp"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert found.returncode == 2
    assert found.stderr == "runmec: the language server needs two more packages: pip install 'runmec[lsp]'\n"
