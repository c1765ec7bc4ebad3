PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# Programs in a virtual environment know where they are: in a moved folder, install again.
ifneq ($(shell cat $(VENV)/.installed 2>/dev/null),$(CURDIR))
$(shell rm -f $(VENV)/.installed $(VENV)/.installed-web $(VENV)/.installed-dev)
endif

.PHONY: run web test test-fast lint bench soak docs dist install clean

run: install
	@$(BIN)/python -m uhp

# The board in the browser; WEB="--port 9000 --no-open" and the like are passed on.
web: $(VENV)/.installed-web
	@$(BIN)/python -m web $(WEB)

install: $(VENV)/.installed
	@$(BIN)/python -m uhp --warm-up

test: $(VENV)/.installed-dev lint
	$(BIN)/python -m pytest -n 2 --dist loadfile

test-fast: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -n 2 --dist loadfile -m "not slow"

lint: $(VENV)/.installed-dev
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m ruff check .
	$(BIN)/python -m mypy

bench: $(VENV)/.installed-dev
	$(BIN)/python -m benchmarks

soak: $(VENV)/.installed-dev
	$(BIN)/python -m soak

docs: $(VENV)/.installed-dev
	$(BIN)/python docs/make_api.py
	$(BIN)/python docs/run_notebook.py

dist: $(VENV)/.installed-dev
	rm -rf build dist *.egg-info
	$(BIN)/python -m build --no-isolation

$(VENV)/.installed: pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing Propolis into $(VENV) ..." >&2
	@$(BIN)/python -m pip install --quiet --editable . >&2
	@echo "$(CURDIR)" > $@

$(VENV)/.installed-web: $(VENV)/.installed
	@echo "Installing the server of the board into $(VENV) ..." >&2
	@$(BIN)/python -m pip install --quiet --editable '.[web]' >&2
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	@echo "Installing the development tools into $(VENV) ..." >&2
	@$(BIN)/python -m pip install --quiet --editable '.[dev]' >&2
	@touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
