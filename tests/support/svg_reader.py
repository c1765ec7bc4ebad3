"""Looking into pictures, for tests."""

import re
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

SVG = "{http://www.w3.org/2000/svg}"


def parsed(picture: str) -> Element:
    return ElementTree.fromstring(picture)


def having(root: Element, name: str) -> list[Element]:
    """The elements of a class."""
    return [found for found in root.iter() if name in found.get("class", "").split()]


def on_board(root: Element) -> list[Element]:
    return [found for found in having(root, "hive-piece") if found.get("data-hex")]


def place_on_paper(found: Element) -> tuple[float, float]:
    moved = re.match(r"translate\((\S+) (\S+)\)", found.get("transform", ""))
    assert moved
    return float(moved[1]), float(moved[2])


def check_ids(root: Element) -> None:
    """Ids are all different and begin alike; what is referred to is there."""
    ids = [found.get("id", "") for found in root.iter() if found.get("id")]
    prefix = root.get("id", "")
    assert len(ids) == len(set(ids))
    assert all(name.startswith(prefix) for name in ids)
    used = {found.get("href", "").removeprefix("#") for found in root.iter(f"{SVG}use")}
    assert used <= set(ids)
    assert set(root.get("aria-labelledby", "").split()) <= set(ids)
