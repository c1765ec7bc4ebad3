"""The board in the browser: a small server on this machine, and the page it serves.

The page draws and asks; the rules, the notation and the thinking are here. `web.server` makes the
ASGI application and runs it, `web.command_line` is `propolis web`.
"""
