"""Run the notebooks in examples/ and keep in them what their cells show: `make docs`.

This takes the place of Jupyter, which is heavy: a cell's last expression is shown, as a picture if
it has one.
"""

import ast
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
Json = dict[str, Any]


def lines_of(text: str) -> list[str]:
    """A text as notebooks keep it."""
    return text.splitlines(keepends=True)


def show(value: object, number: int) -> Iterator[Json]:
    """What a notebook keeps of the value of a cell."""
    if value is not None:
        data = {"text/plain": lines_of(repr(value))}
        picture = getattr(value, "_repr_svg_", None)
        if picture is not None:
            data = {
                "image/svg+xml": lines_of(picture()),
                "text/plain": [f"<{type(value).__name__}>"],
            }
        yield {
            "output_type": "execute_result",
            "execution_count": number,
            "metadata": {},
            "data": data,
        }


def run_cell(source: str, title: str, names: dict[str, Any]) -> object:
    """The value of the last line, if it has one."""
    *body, last = ast.parse(source).body
    if not isinstance(last, ast.Expr):
        body.append(last)
    exec(compile(ast.Module(body, []), title, "exec"), names)
    if not isinstance(last, ast.Expr):
        return None
    value: object = eval(compile(ast.Expression(last.value), title, "eval"), names)
    return value


def run(notebook: Json) -> Json:
    """The same notebook with what its cells show."""
    names: dict[str, Any] = {"__name__": "__main__"}
    cells, number = [], 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            value = run_cell("".join(cell["source"]), f"cell {number}", names)
            cell = {**cell, "execution_count": number, "outputs": [*show(value, number)]}
        cells.append(cell)
    return {**notebook, "cells": cells}


def read(path: Path) -> Json:
    notebook: Json = json.loads(path.read_text("utf-8"))
    return notebook


if __name__ == "__main__":
    for path in sorted(EXAMPLES.glob("*.ipynb")):
        text = json.dumps(run(read(path)), indent=1, ensure_ascii=False)
        path.write_text(text + "\n", "utf-8")
        sys.stdout.write(f"{path.relative_to(EXAMPLES.parent)} has been run\n")
