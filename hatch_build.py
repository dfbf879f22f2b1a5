"""Compiles the engine into the wheel where there is a C compiler; the same files run as they are where there is none.

An editable install stays plain: what is edited is what runs. RUNMEC_PLAIN=1 builds a plain wheel on purpose.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from sysconfig import get_config_var
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOMS = ("engine", "elements", "dynamics", "laws")
#: facts and tables: nothing in them is worth compiling
INTERPRETED = ("__init__.py", "kind.py", "dop853_coefficients.py")


class Compile(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's own examples give none
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel" or version == "editable" or os.environ.get("RUNMEC_PLAIN"):
            return
        self.folder = tempfile.mkdtemp()
        try:
            found = compiled(Path(self.root), Path(self.folder))
        except BaseException as failure:  # no compiler, no headers: setuptools raises all sorts, SystemExit among them
            if isinstance(failure, KeyboardInterrupt):
                raise
            self.app.display_warning(f"the engine is not compiled, it will run as plain Python: {failure}")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"].update(found)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "folder"):
            shutil.rmtree(self.folder, ignore_errors=True)


def sources(root: Path) -> list[str]:
    """The files of the compiled room."""
    files = (path for room in ROOMS for path in sorted((root / "runmec" / room).rglob("*.py")))
    return [path.relative_to(root).as_posix() for path in files if path.name not in INTERPRETED]


def compiled(root: Path, folder: Path) -> dict[str, str]:
    """Extension modules, made in a folder of their own: their files -> their places in the wheel."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    class OnAllCores(build_ext):  # type: ignore[misc]  # setuptools has no types
        def build_extensions(self) -> None:
            one = self.compiler.compile

            def many(files: list[str], **options: Any) -> list[str]:
                with ThreadPoolExecutor(os.cpu_count()) as pool:
                    return [made for some in pool.map(lambda file: one([file], **options), files) for made in some]

            self.compiler.compile = many
            super().build_extensions()

    os.chdir(root)
    options = ["--follow-imports=skip", "--ignore-missing-imports", f"--cache-dir={folder / 'cache'}"]
    # a file of C for every module: one file for all takes three times as long, on one core;
    # what debuggers want would make the wheel five times as large
    extensions = mypycify(
        [*options, *sources(root)],
        opt_level="3",
        debug_level="0",
        group_name="runmec",
        target_dir=str(folder / "c"),
        multi_file=True,
    )
    command = Distribution({"ext_modules": extensions, "cmdclass": {"build_ext": OnAllCores}}).get_command_obj(
        "build_ext"
    )
    command.build_lib, command.build_temp = str(folder / "lib"), str(folder / "temp")
    command.ensure_finalized()
    command.run()
    made = (folder / "lib").rglob(f"*{get_config_var('EXT_SUFFIX')}")
    return {str(path): str(path.relative_to(folder / "lib")) for path in made}
