import warnings
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from board_in_browser import FLAGS, ServerProcess, Table, installed_browser
from playwright.sync_api import Browser, expect, sync_playwright

PATIENCE = 15_000
"""Milliseconds for anything to appear: engines think, and the machine may have other work."""

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for the tests of one file: while it runs, so does an event loop in this thread,
    which tests of asyncio in other files cannot have.
    """
    path = installed_browser()
    if path is None:
        reason = "neither chromium nor chrome is installed: THE PAGE OF THE BOARD IS NOT TESTED"
        warnings.warn(reason, stacklevel=1)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def board_server() -> Iterator[ServerProcess]:
    with ServerProcess() as server:
        yield server


NewTable = Callable[..., Table]


@pytest.fixture
def new_table(browser: Browser, board_server: ServerProcess) -> Iterator[NewTable]:
    """Makes pages, each in a browser profile of its own unless a context is given."""
    tables: list[Table] = []
    contexts = []

    def make(context: Any = None, server: ServerProcess | None = None, **options: Any) -> Table:
        if context is None:
            size = {"width": 1280, "height": 800}
            options = {"viewport": size, "reduced_motion": "reduce"} | options
            context = browser.new_context(**options)
            context.set_default_timeout(PATIENCE)
            contexts.append(context)
        table = Table(context.new_page(), server or board_server)
        tables.append(table)
        return table

    yield make
    for context in contexts:
        context.close()
    assert [text for table in tables for text in table.complaints] == []
    assert [url for table in tables for url in table.outside] == []


@pytest.fixture
def table(new_table: NewTable) -> Table:
    """A page that is yet to be opened."""
    return new_table()


@pytest.fixture
def phone(new_table: NewTable) -> Table:
    size = {"width": 390, "height": 844}
    return new_table(viewport=size, has_touch=True, is_mobile=True, device_scale_factor=2)
