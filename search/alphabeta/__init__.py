"""Alpha-beta: principal variation search, move ordering, deepening on several threads."""
