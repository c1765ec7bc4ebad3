"""Write the API reference, docs/api.md, from the docstrings: `make docs`.

The sources are read and never imported, so the result is the same with every Python and whatever
is installed.
"""

import ast
import re
import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
REFERENCE = ROOT / "docs" / "api.md"

WIDTH = 100
ERRORS = "Errors"
FIRST = "Game and moves"
SECTIONS = {
    FIRST: "The rules of Hive.",
    "Positions": "Positions without a history, to set up, to compare and to turn.",
    "Records": "Games in PGN and SGF files.",
    "Pictures": "Positions as SVG; a notebook shows a `Game` by itself.",
    "Search": "Choosing and judging moves.",
    "Review": "What the engine thinks of games that were played.",
    "Openings": "Opening books: what was played, how it ended, what the engine thinks of it.",
    "Client": "Driving UHP engines, this one and others.",
    "Learning": "Hive for machine learning.",
    "Puzzles": "Puzzles, and the solver that proves them.",
    ERRORS: "What is raised, beside TypeError and ValueError for arguments that make no sense.",
}
FIRST_NAMES = (
    "Game",
    "Move",
    "Searcher",
    "Limits",
    "Result",
    "Line",
    "review_game",
    "Engine",
    "board",
    "GameBatch",
)
"""What readers look for first, each at the head of its section."""

SECTION_OF = {
    "engine.errors": ERRORS,
    "svg": "Pictures",
    "search": "Search",
    "review": "Review",
    "client.errors": ERRORS,
    "study.openings.book_file": ERRORS,
    "client": "Client",
    "openings": "Openings",
    "learning": "Learning",
    "puzzles": "Puzzles",
    **dict.fromkeys(("record", "pgn", "sgf", "tree", "reading"), "Records"),
    **dict.fromkeys(("setup", "symmetry", "position_text", "stacks"), "Positions"),
}
"""Sections by the module something is defined in, the package, or a word of the module's name."""

MODULES = {"engine": "propolis", "search": "propolis", "engine.svg": "propolis.svg"}
MODULES |= {"study": "propolis", "client": "propolis.client", "learning": "propolis.learning"}
MODULES |= {"study.puzzles": "propolis.puzzles"}
"""The modules that are documented, under the names they have in propolis."""

Function = ast.FunctionDef | ast.AsyncFunctionDef
Definition = Function | ast.ClassDef | ast.Assign | ast.AnnAssign


class Public(NamedTuple):
    """A public name: where it is defined, how, and what is said about it."""

    full_name: str
    home: str
    node: Definition
    docstring: str


# Reading


def source_of(module: str) -> Path:
    path = ROOT.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@lru_cache
def tree_of(module: str) -> ast.Module:
    return ast.parse(source_of(module).read_text("utf-8"))


def names_in(body: list[ast.stmt]) -> Iterator[tuple[str, Definition, str]]:
    """What a module or class defines: names, definitions and docstrings, in their order."""
    for node, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, Function | ast.ClassDef):
            yield node.name, node, ast.get_docstring(node) or ""
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            text = after.value if isinstance(after, ast.Expr) else None
            said = text.value if isinstance(text, ast.Constant) else ""
            if isinstance(target, ast.Name):
                yield target.id, node, textwrap.dedent(said) if isinstance(said, str) else ""


def imports_of(tree: ast.Module) -> dict[str, tuple[str, str]]:
    """The names a module imports from others: the module and the name there."""
    return {
        alias.asname or alias.name: (node.module, alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }


def find(module: str, name: str) -> tuple[str, Definition, str] | None:
    """Where a name of a module is defined, followed through imports; None if not in this tree."""
    if not source_of(module).exists():
        return None
    tree = tree_of(module)
    found = {known: (module, node, text) for known, node, text in names_in(tree.body)}
    if name in found:
        return found[name]
    elsewhere = imports_of(tree).get(name)
    return find(*elsewhere) if elsewhere else None


def public_names(module: str) -> list[str]:
    """What a module says it has in `__all__`, or else what it re-exports and defines."""
    tree = tree_of(module)
    exported = [
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name == alias.asname
    ]
    defined = {name: node for name, node, _ in names_in(tree.body)}
    listed = getattr(defined.get("__all__"), "value", None)
    if isinstance(listed, ast.List | ast.Tuple):
        return [str(ast.literal_eval(element)) for element in listed.elts]
    return exported + [name for name in defined if not name.startswith("_")]


def read_all() -> list[Public]:
    """Every public name."""
    names = []
    for module, shown in MODULES.items():
        for name in public_names(module) if source_of(module).exists() else []:
            found = find(module, name)
            if found is not None:
                names.append(Public(f"{shown}.{name}", *found))
    return names


# Writing


def unparsed(node: ast.AST) -> str:
    """Code with texts in double quotes, as in the sources."""
    return re.sub(r"'([^'\"\\]*)'", r'"\1"', ast.unparse(node))


class Unquoted(ast.NodeTransformer):
    """Types that are written as texts because they are not imported, as types."""

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        return ast.parse(node.value, mode="eval").body if isinstance(node.value, str) else node


def text_of(node: ast.expr | None, home: str = "") -> str:
    """A type or a default as it is written; a constant as its value."""
    if isinstance(node, ast.Name) and home:
        found = find(home, node.id)
        if found is not None and isinstance(found[1], ast.Assign):
            if isinstance(found[1].value, ast.Constant):
                node = found[1].value
    return unparsed(Unquoted().visit(node) if not home else node) if node is not None else ""


def parameter(name: str, annotation: ast.expr | None, default: str) -> str:
    if annotation is None:
        return f"{name}={default}" if default else name
    return f"{name}: {text_of(annotation)}" + (f" = {default}" if default else "")


def parameters(node: Function, home: str, *, bound: bool) -> list[str]:
    """The parameters of a function, those of a method without `self` or `cls`."""
    given = node.args
    plain = [*given.posonlyargs, *given.args]
    defaults = [None] * (len(plain) - len(given.defaults)) + given.defaults
    texts = [
        parameter(each.arg, each.annotation, text_of(default, home))
        for each, default in zip(plain, defaults, strict=True)
    ]
    if given.posonlyargs:
        texts.insert(len(given.posonlyargs), "/")
    if bound:
        del texts[: 2 if texts[1:2] == ["/"] else 1]
    if given.vararg:
        texts.append(parameter(f"*{given.vararg.arg}", given.vararg.annotation, ""))
    elif given.kwonlyargs:
        texts.append("*")
    texts += [
        parameter(each.arg, each.annotation, text_of(default, home))
        for each, default in zip(given.kwonlyargs, given.kw_defaults, strict=True)
    ]
    if given.kwarg:
        texts.append(parameter(f"**{given.kwarg.arg}", given.kwarg.annotation, ""))
    return texts


def result_of(node: Function) -> str:
    return f" -> {text_of(node.returns)}" if node.returns else ""


def decorators(node: Function | ast.ClassDef) -> set[str]:
    """Names of decorators, without their module and arguments."""
    return {unparsed(each).split("(")[0].split(".")[-1] for each in node.decorator_list}


def members(
    home: str, node: ast.ClassDef, known: set[str]
) -> Iterator[tuple[str, Definition, str]]:
    """What a class defines, also in bases that have no entry of their own."""
    yield from names_in(node.body)
    for base in node.bases:
        name = unparsed(base).split("[")[0]
        found = find(home, name) if name not in known else None
        if found is not None and isinstance(found[1], ast.ClassDef):
            yield from members(found[0], found[1], known)


def is_inner(home: str, name: str, known: set[str]) -> bool:
    """Whether a name is that of a class of this project that is not public."""
    found = find(home, name) if name not in known else None
    return found is not None and isinstance(found[1], ast.ClassDef)


def constructor(
    home: str, node: ast.ClassDef, parts: list[tuple[str, Definition, str]], known: set[str]
) -> list[str] | None:
    """The parameters that make an object of a class, if users are to make such objects."""
    for part in node.body:
        if isinstance(part, Function) and part.name == "__init__":
            given = parameters(part, home, bound=True)
            words = re.findall(r"\w+", " ".join(given))
            return None if any(is_inner(home, word, known) for word in words) else given
    if "dataclass" in decorators(node) or "NamedTuple" in map(unparsed, node.bases):
        return [
            parameter(
                name,
                part.annotation,
                "..." if isinstance(part.value, ast.Call) else text_of(part.value, home),
            )
            for name, part, _ in parts
            if isinstance(part, ast.AnnAssign)
            and "ClassVar" not in unparsed(part.annotation)
            and "init=False" not in unparsed(part)
        ]
    return None


def member_entry(home: str, name: str, node: Definition, text: str) -> str:
    """One item of the list below a class."""
    shown = name
    if isinstance(node, Function):
        if {"property", "cached_property"} & decorators(node):
            shown += f": {text_of(node.returns)}"
        else:
            given = parameters(node, home, bound="staticmethod" not in decorators(node))
            shown += f"({', '.join(given)}){result_of(node)}"
        if isinstance(node, ast.AsyncFunctionDef):
            shown = f"async {shown}"
    elif isinstance(node, ast.AnnAssign):
        shown += f": {text_of(node.annotation)}"
    elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
        shown += f" = {unparsed(node.value)}"
    body = textwrap.indent(markdown(text), "  ").strip()
    return f"- `{shown}`" + (f"<br>\n  {body}" if body else "")


def is_shown(name: str, node: Definition, text: str) -> bool:
    """Whether a member is for users and there is something to say that its class has not said."""
    if isinstance(node, ast.ClassDef) or (
        isinstance(node, Function) and {"setter", "deleter", "overload"} & decorators(node)
    ):
        return False
    if name.startswith("_"):
        return name.startswith("__") and name != "__init__" and bool(text)
    is_constant = isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
    return isinstance(node, Function) or is_constant or bool(text)


def markdown(docstring: str) -> str:
    """A docstring with its examples in fences."""
    lines, fenced = [], False
    for line in docstring.strip().splitlines():
        if line.startswith(">>>") and not fenced:
            lines.append("```pycon")
            fenced = True
        elif fenced and not line.strip():
            lines.append("```")
            fenced = False
        lines.append("" if line.strip() == "<BLANKLINE>" else line)
    return "\n".join([*lines, "```"] if fenced else lines)


def call(head: str, given: list[str], result: str = "") -> str:
    """A signature, in several lines if it does not fit into one."""
    line = f"{head}({', '.join(given)}){result}"
    if len(line) <= WIDTH:
        return line
    return f"{head}(\n" + "".join(f"    {each},\n" for each in given) + f"){result}"


def entry(public: Public, known: set[str]) -> str:
    """All about one name."""
    full_name, home, node, text = public
    name = full_name.rpartition(".")[2]
    listed: dict[str, str] = {}
    if isinstance(node, ast.ClassDef):
        parts = list(members(home, node, known))
        made = constructor(home, node, parts, known)
        bases = [
            each for each in map(unparsed, node.bases) if each in known or not find(home, each)
        ]
        shown = call(f"class {name}", made or bases)
        for member in parts:
            if member[0] not in listed and is_shown(*member):
                listed[member[0]] = member_entry(home, *member)
    elif isinstance(node, Function):
        head = "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
        shown = call(f"{head} {name}", parameters(node, home, bound=False), result_of(node))
    elif isinstance(node, ast.AnnAssign):
        shown = f"{name}: {text_of(node.annotation)}"
    else:
        shown = f"{name} = {unparsed(node.value)}"
        shown = shown if len(shown) <= WIDTH else name
    parts_shown = [f"### {full_name}", f"```python\n{shown.removesuffix('()')}\n```"]
    parts_shown += [markdown(text), "\n".join(listed.values())]
    return "\n\n".join(filter(None, parts_shown))


def section_of(public: Public) -> str:
    """The section a name belongs to."""
    package, _, word = public.home.partition(".")
    candidates = (public.home, package, *re.split(r"[._]", word), word)
    return next((SECTION_OF[each] for each in candidates if each in SECTION_OF), FIRST)


def order(public: Public) -> int:
    """What comes first in a section; the rest stays as it is in the sources."""
    name = public.full_name.rpartition(".")[2]
    return FIRST_NAMES.index(name) if name in FIRST_NAMES else len(FIRST_NAMES)


def anchors() -> Callable[[str], str]:
    """GitHub's names for headings, which are counted where they repeat."""
    used: Counter[str] = Counter()

    def anchor(heading: str) -> str:
        plain = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        used[plain] += 1
        return plain if used[plain] == 1 else f"{plain}-{used[plain] - 1}"

    return anchor


def reference() -> str:
    """The whole page."""
    names = read_all()
    known = {public.full_name.rpartition(".")[2] for public in names}
    contents, pages, anchor = [], [], anchors()
    for title, about in SECTIONS.items():
        here = sorted((each for each in names if section_of(each) == title), key=order)
        if not here:
            continue
        heading = anchor(title)
        links = [f"[{p.full_name.removeprefix('propolis.')}](#{anchor(p.full_name)})" for p in here]
        contents.append(f"- [{title}](#{heading}): {', '.join(links)}")
        pages += [f"## {title}", about, *(entry(public, known) for public in here)]
    head = (
        "<!-- Written by `make docs` from the docstrings. Change those. -->",
        "# API reference",
        "`import propolis` gives all of this. [examples/](../examples) shows it at work.",
        "\n".join(contents),
    )
    return "\n\n".join([*head, *pages]) + "\n"


if __name__ == "__main__":
    REFERENCE.write_text(reference(), "utf-8")
    sys.stdout.write(f"{REFERENCE.relative_to(ROOT)} is up to date\n")
