# Everything a developer, CI or an operator types. `make` alone lists it.
#
# A clone needs Python 3.11 or newer and make: the rest (uv, NATS, Valkey, Node.js) comes as hash-pinned wheels.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

PYTHON ?= python3
BIN := .venv/bin
export PATH := $(CURDIR)/$(BIN):$(PATH)

.PHONY: help
help: ## This list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-12s %s\n", $$1, $$2 }'

# --- the environment -------------------------------------------------------------------------------------------

.PHONY: setup
setup: .venv/.ready ## Make .venv from the locks (again, when they changed)

# The path file makes gen/ a source root next to the repository's own, wherever Python is started from.
.venv/.ready: requirements-uv.lock requirements-dev.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "0cards! needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V 2>&1). Try: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv \
	  || { rm -rf .venv; echo "$(PYTHON) cannot make a virtual environment (on Debian: apt install python3-venv)" >&2; exit 1; }
	@test -x $(BIN)/uv || $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-uv.lock
	@$(BIN)/uv pip sync --quiet --python $(BIN)/python --require-hashes requirements-uv.lock requirements-dev.lock
	@$(BIN)/python -c 'import pathlib, sysconfig; pathlib.Path(sysconfig.get_path("purelib"), "zerocards.pth").write_text("$(CURDIR)\n$(CURDIR)/gen\n")'
	@touch $@

UV_COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
  --no-emit-index-url --no-annotate --no-header $(LOCK_FLAGS)

.PHONY: lock
lock: .venv/.ready ## Renew the locks after editing pyproject.toml (LOCK_FLAGS=--upgrade for newer versions too)
	$(UV_COMPILE) pyproject.toml -o requirements.lock
	$(UV_COMPILE) pyproject.toml --group dev --constraints requirements.lock -o requirements-dev.lock
	echo uv | $(UV_COMPILE) - -o requirements-uv.lock
	$(MAKE) setup

.PHONY: clean
clean: ## Remove what can be made again (.run/, the data of `make run`, stays)
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache test-results \
	  services/gateway/static web/node_modules
	find . -name __pycache__ -not -path './.run/*' -prune -exec rm -rf {} +
