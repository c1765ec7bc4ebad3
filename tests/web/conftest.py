from collections.abc import Iterator

import pytest
from web_pages import LiveServer, Page


@pytest.fixture(scope="module")
def server() -> Iterator[LiveServer]:
    with LiveServer() as server:
        yield server


@pytest.fixture
def page(server: LiveServer) -> Iterator[Page]:
    with Page(server) as page:
        yield page
