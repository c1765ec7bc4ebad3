"""The page about pictures shows what is drawn today and knows every argument."""

import ast
import inspect
import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from engine import svg

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "pictures.md").read_text("utf-8")


def test_the_pictures_in_the_docs_are_drawn_by_this_program() -> None:
    drawn = runpy.run_path(str(DOCS / "images" / "draw.py"))["pictures"]()
    assert {path.name for path in (DOCS / "images").glob("*.svg")} == set(drawn)
    for name, text in drawn.items():
        assert (DOCS / "images" / name).read_text("utf-8") == text + "\n", (
            "python -m docs.images.draw"
        )
        assert f"images/{name}" in PAGE


def test_the_code_on_the_page_draws_the_pictures_below_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    drawn = []
    for code in re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL):
        *statements, last = ast.parse(code).body
        assert isinstance(last, ast.Expr)
        exec(compile(ast.Module(statements, []), "pictures.md", "exec"), names)
        drawn.append(eval(compile(ast.Expression(last.value), "pictures.md", "eval"), names))
    for name, text in zip(("marks.svg", "arrows.svg"), drawn[1:], strict=True):
        assert (DOCS / "images" / name).read_text("utf-8") == text + "\n"
    assert (tmp_path / "hive.svg").read_text("utf-8").startswith("<svg ")
    assert (tmp_path / "hive.png").read_bytes().startswith(b"\x89PNG")


def test_every_argument_kind_and_colour_is_explained() -> None:
    arguments = [name for name in inspect.signature(svg.board).parameters if name != "game"]
    assert re.findall(r"^\| `(\w+)` \| (?!nothing|a |the)[`nf]", PAGE, re.MULTILINE) == arguments
    assert set(arguments) == set(svg.BoardOptions.__annotations__)
    for kind in svg.KINDS:
        assert f"`{kind}`" in PAGE
    for name in svg.LIGHT:
        if not re.fullmatch("(black .*|white (?!tile|edge|ink|queen|pillbug).*)", name):
            assert f"`{name}`" in PAGE, name
