"""The way from text to page, and a run without pictures, in an interpreter that refuses numpy."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from runmec.examples import starter

INPUTS = Path(__file__).parent.parent / "inputs"
DECKS = {
    "example8": (INPUTS / "example8.mec").read_text(encoding="utf-8"),
    "four-bar": starter("four-bar", "deck"),
    "double pendulum": (INPUTS / "free_motion/double_pendulum.mec").read_text(encoding="utf-8"),
    "RSSR": starter("rssr", "deck"),
}
REFUSING = """
import json, sys

class Refuses:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numpy", "scipy", "matplotlib"):
            raise ModuleNotFoundError(f"{name} is refused")

sys.meta_path.insert(0, Refuses())
"""
ASKING = """
from runmec.studio.tasks import carried_out

text = sys.stdin.read()

def ask(op, **more):
    return carried_out({"op": op, "text": text, **more}, lambda *_: None)

found = ask("calculate", arrows=True)
data = found["data"]
point, element = data["points"][0], data["elements"][0]
inputs = [0.0] * len(data["inputs"])
told = {
    "complete": found["complete"], "points": len(data["points"]), "symbols": len(data["symbols"]),
    "sound": ask("check")["sound"],
    "point": ask("values", kind="point", numbers=point["numbers"], row=1)["lines"],
    "element": ask("values", kind="element", numbers=[element["number"]], row=1)["lines"],
    "branches": len(ask("branches")["x"]),
    "exports": [len(ask("export", what=what)["content"]) > 1000 for what in ("deck", "csv", "film")],
    "spatial": data["spatial"],
}
if not data["spatial"]:
    dragged = ask("drag", point=point["numbers"], target=[0.001, 0.002], change=inputs, finest=1e-5)
    told["dragged"] = dragged["text"] != text
for define in ask("check")["defines"][:1]:
    told["slid"] = ask("define", name=define["name"], value=define["value"] + 0.125, finest=1e-3)["text"] != text
print(json.dumps(told))
"""


def refusing(code: str, *arguments: str, text: str = "") -> str:
    found = subprocess.run(
        [sys.executable, "-c", REFUSING + code, *arguments], input=text, capture_output=True, text=True, timeout=120
    )
    assert found.returncode == 0, found.stderr[-2000:]
    return found.stdout


@pytest.mark.parametrize("name", DECKS)
def test_the_requests_of_a_page_need_no_numpy(name: str) -> None:
    told = json.loads(refusing(ASKING, text=DECKS[name]))
    assert told["complete"]
    assert told["sound"]
    assert told["points"] > 1
    assert told["symbols"] > 1
    assert told["branches"] >= 1
    assert all(told["exports"])
    assert told["point"]
    assert told["element"]
    assert told.get("dragged", told["spatial"])
    assert told.get("slid", True)


@pytest.mark.parametrize("name", DECKS)
def test_a_run_without_pictures_needs_no_numpy(name: str, tmp_path: Path) -> None:
    deck, out = tmp_path / "deck.mec", tmp_path / "out"
    deck.write_text(DECKS[name], encoding="utf-8")
    code = "from runmec.cli import main\nsys.argv = ['runmec', *sys.argv[1:]]\nmain()"
    said = refusing(code, "run", str(deck), "--no-pictures", "-o", str(out))
    assert "trust:" in said
    assert (out / "buffers.csv").stat().st_size > 100
    assert json.loads((out / "run.json").read_text(encoding="utf-8"))["status"] == "complete"


@pytest.mark.parametrize("name", ["elastic_slider_crank", "euler_column", "radial_cam"])
def test_what_needs_numpy_is_left_out_and_told(name: str) -> None:
    text = (next(INPUTS.rglob(f"{name}.mec"))).read_text(encoding="utf-8")
    code = """
from runmec.studio.tasks import carried_out

found = carried_out({"op": "calculate", "text": sys.stdin.read(), "arrows": True}, lambda *_: None)
print(json.dumps([found["complete"], found["data"]["positions"], [one["code"] for one in found["told"]]]))
"""
    complete, positions, codes = json.loads(refusing(code, text=text))
    assert complete
    assert positions >= 1
    assert "R461" in codes
    assert "R483" not in codes
