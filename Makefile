# Two commands: `make play` and `make test`. Both create what they need, and start within seconds from then on.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: play test check bench screenshots web clean help

help: ## what there is
	@grep -E '^[a-z]+:.*## ' Makefile | sed -E 's/:.*## /\t/'

play: web ## the table in your browser
	@$(BIN)/quincunx

test: $(VENV)/.installed-dev ## everything: ruff, mypy --strict, pytest
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/python -m pytest

bench: $(VENV)/.installed ## the benchmark table
	@$(BIN)/quincunx bench

web: $(VENV)/.installed ## builds the table in the browser, if its sources have changed
	@$(BIN)/python web/build.py

screenshots: $(VENV)/.installed-dev web ## the pictures of README and docs, drawn again
	@$(BIN)/python docs/make_pictures.py
	@$(BIN)/python docs/make_screenshots.py

clean: ## removes the environment
	rm -rf $(VENV)

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Quincunx needs Python 3.11 or newer; set PYTHON=...")'
	@echo "Creating $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	@echo "Installing Quincunx (once, about a minute) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml $(VENV)/.installed
	@echo "Installing the test tools ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@
