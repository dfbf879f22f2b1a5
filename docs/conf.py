"""How the documentation is built: `sphinx-build -W --keep-going docs docs/_build`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from building.sources import fingerprint

import runmec

project = "runmec"
author = "runmec developers"
version = release = runmec.__version__

extensions = ["myst_parser", "sphinx_design", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "building"]
exclude_patterns = ["_build"]
myst_enable_extensions = ["colon_fence", "dollarmath", "deflist"]
myst_heading_anchors = 3

smartquotes = False  # two hyphens stay two hyphens: they begin options
nitpicky = True
nitpick_ignore_regex = [("py:.*", r"(numpy|np|matplotlib|pandas|pd|pathlib|os|collections|Figure|Floats|Any).*")]
autodoc_typehints = "none"
napoleon_use_param = napoleon_use_rtype = False  # types are words, no links
autodoc_preserve_defaults = True
autodoc_member_order = "bysource"

html_theme = "furo"
html_title = f"runmec {release}"
html_static_path = ["_static"]
html_css_files = ["pages.css"]
html_js_files = ["reachable.js"]
html_math_renderer = "drawn"
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False

# every page is read again when the program or a deck has changed: its numbers and pictures come from them
runmec_fingerprint = fingerprint()
