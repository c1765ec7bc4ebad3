"""The colours of a picture: two themes, and which colours may be put in place of theirs."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from engine.checks import instance
from engine.errors import PictureError, quoted

LIGHT: Mapping[str, str] = MappingProxyType(
    {
        "background": "#e6e0d4",
        "grid": "#a79d8a",
        "text": "#2a211a",
        "white tile": "#fbf4e4",
        "white edge": "#c4b596",
        "white ink": "#2a211a",
        "white queen": "#e3a400",
        "white spider": "#b0763f",
        "white beetle": "#8a5fb8",
        "white grasshopper": "#4d9a3a",
        "white ant": "#2f7cc0",
        "white mosquito": "#8b8f94",
        "white ladybug": "#e4573f",
        "white pillbug": "#2a9d98",
        "black tile": "#38322e",
        "black edge": "#1a1715",
        "black ink": "#f6eede",
        "black queen": "#f5bd2e",
        "black spider": "#c28a5b",
        "black beetle": "#ae89da",
        "black grasshopper": "#78c05f",
        "black ant": "#63a9e8",
        "black mosquito": "#a9adb2",
        "black ladybug": "#f4695a",
        "black pillbug": "#4fc1bb",
        "last move": "#e08a00",
        "arrow": "#1f8a4c",
        "dot": "#1f8a4c",
        "highlight": "#2b6fd6",
        "stunned": "#8646c2",
        "pinned": "#5b6470",
        "surrounded": "#d42a1f",
        "badge": "#2a211a",
        "badge text": "#ffffff",
    }
)
"""The colours used unless others are given, on a light ground."""

DARK: Mapping[str, str] = MappingProxyType(
    {
        **LIGHT,
        "background": "#23262b",
        "grid": "#6d747e",
        "text": "#f1ebdf",
        "white tile": "#f1e8d4",
        "white edge": "#b3a384",
        "black tile": "#474d56",
        "black edge": "#101215",
        "last move": "#ffb02e",
        "arrow": "#45c47c",
        "dot": "#45c47c",
        "highlight": "#5f9cff",
        "stunned": "#b583ea",
        "pinned": "#8d97a5",
        "surrounded": "#ff5a4d",
        "badge": "#f1ebdf",
        "badge text": "#1b1d20",
    }
)
"""The same on a dark ground."""

_NUMBER = r"\s*\d{1,3}(?:\.\d{1,4})?"
_FORMS = re.compile(
    r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})"
    rf"|rgba?\({_NUMBER}%?\s*,{_NUMBER}%?\s*,{_NUMBER}%?\s*(?:,\s*(?:0|1|0?\.\d{{1,4}})\s*)?\)"
    rf"|hsla?\({_NUMBER}\s*,{_NUMBER}%\s*,{_NUMBER}%\s*(?:,\s*(?:0|1|0?\.\d{{1,4}})\s*)?\)",
    re.IGNORECASE | re.ASCII,
)
_KNOWN_NAMES = """
aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet
brown burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue
darkcyan darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange
darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise
darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen
fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred
indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan
lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen
lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta
maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue
mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin
navajowhite navy none oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen
paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red
rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue
slategray slategrey snow springgreen steelblue tan teal thistle tomato transparent turquoise violet
wheat white whitesmoke yellow yellowgreen
"""
_NAMES = frozenset(_KNOWN_NAMES.split())


def checked_color(color: Any, what: str = "the colour") -> str:
    """A colour as CSS writes it, fit for an attribute: a name, `#…`, `rgb(…)` or `hsl(…)`.

    >>> checked_color("rgba(0, 0, 0, .5)")
    'rgba(0, 0, 0, .5)'
    >>> checked_color("url(#x)")
    Traceback (most recent call last):
        ...
    engine.errors.PictureError: the colour is 'url(#x)', which is no CSS colour such as '#2b6fd6'
    """
    instance(color, str, f"{what} must be a CSS colour such as '#2b6fd6'")
    if color.lower() in _NAMES or _FORMS.fullmatch(color):
        return str(color)
    raise PictureError(f"{what} is {quoted(color)}, which is no CSS colour such as '#2b6fd6'")


def complete_theme(colors: Mapping[str, str] | None) -> Mapping[str, str]:
    """All colours of a picture: those of `LIGHT` with others in place. Raises PictureError."""
    if colors is None:
        return LIGHT
    instance(colors, Mapping, "colors must be a mapping of names to CSS colours")
    for name, color in colors.items():
        if name not in LIGHT:
            raise PictureError(
                f"there is no colour called {name!r} in a picture; there are {', '.join(LIGHT)}"
            )
        checked_color(color, f"the colour {name!r}")
    return {**LIGHT, **colors}
