# Everything one does with a checkout. `make` alone lists the targets.
# Kept to what GNU make 3.81 and BSD tools understand.

PYTHON ?= python3
VENV   ?= .venv
GAMES  ?= 100000

BIN       := $(VENV)/bin
INSTALLED := $(VENV)/.installed
PLAYABLE  := $(VENV)/.playable
DOCUMENTED := $(VENV)/.documented
# Most of what is installed is never imported: a module is compiled to bytecode when it first is.
PIP       := -m pip install --quiet --no-compile
INSTALL   := $(BIN)/python $(PIP) --constraint constraints.txt --editable

# Ray pins an older gymnasium, Tianshou an older filelock: they and what else only examples use have an environment.
CLIENTS_VENV      := .venv-clients
CLIENTS_BIN       := $(CLIENTS_VENV)/bin
CLIENTS_INSTALLED := $(CLIENTS_VENV)/.installed
# d3rlpy wants gymnasium 1.0.0 and no other, but does not use it to learn offline: it comes without what it wants.
D3RLPY := d3rlpy click colorama dataclasses-json gym gym-notices joblib marshmallow narwhals scikit-learn structlog \
          threadpoolctl typing-inspect

# The doors for language models have two: OpenEnv wants mcp below 2, verifiers wants mcp 2.
LANGUAGE_VENV      := .venv-language
LANGUAGE_BIN       := $(LANGUAGE_VENV)/bin
LANGUAGE_INSTALLED := $(LANGUAGE_VENV)/.installed
MODELS_VENV      := .venv-models
MODELS_BIN       := $(MODELS_VENV)/bin
MODELS_INSTALLED := $(MODELS_VENV)/.installed

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1
# The tests start many processes: they read bytecode that the first one has written.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help env env-clients demo check release-check platform-wheel test test-all lint types types-changed
.PHONY: warm test-rules test-changed test-compiled test-full test-bounds test-interpreted mutants env-language env-models test-distributed test-clients test-language bench docs soak clean table
.PHONY: table-demo web-tools

help: ## this list
	@echo "munchkin_env: Munchkin as a reinforcement-learning environment"
	@echo
	@echo "  make demo    see it play and learn (installs, compiles once, then trains for three minutes)"
	@echo "  make check   run it while you work (a minute; nothing is compiled)"
	@echo "  make test    the checks of CI (ten minutes, installation included)"
	@echo "  make test-all  every proof in full, as every night and before a release (hours)"
	@echo
	@echo "All targets:"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-18s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo "They install into $(VENV)/ what they need, and again only after pyproject.toml or constraints.txt changed."
	@echo "Another interpreter: make env PYTHON=python3.12      One test while you work: see CONTRIBUTING.md"

# ------------------------------------------------------------------------ environment
env: $(INSTALLED) ## the environment in .venv/, with the extras of `all`

$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 15))' || \
	  { echo "munchkin_env needs Python 3.11 to 3.14; say for example: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(INSTALLED): pyproject.toml constraints.txt | $(BIN)/pip
	$(INSTALL) '.[all]'
	@touch $@ $(PLAYABLE)

$(DOCUMENTED): pyproject.toml constraints.txt | $(BIN)/pip
	$(INSTALL) '.[docs]'
	@touch $@

$(PLAYABLE): pyproject.toml constraints.txt | $(BIN)/pip
	$(INSTALL) '.[eval,render]'
	@touch $@

env-clients: $(CLIENTS_INSTALLED) ## the environment in .venv-clients/, for Ray, TorchRL, Tianshou, Minari, d3rlpy, OpenSpiel, JAX

$(CLIENTS_BIN)/pip:
	$(PYTHON) -m venv $(CLIENTS_VENV)

$(CLIENTS_INSTALLED): pyproject.toml constraints-clients.txt | $(CLIENTS_BIN)/pip
	$(CLIENTS_BIN)/python $(PIP) --constraint constraints-clients.txt --editable \
	  '.[clients,distributed,jax,render,dev]'
	$(CLIENTS_BIN)/python $(PIP) --constraint constraints-clients.txt --no-deps $(D3RLPY)
	@touch $@

env-language: $(LANGUAGE_INSTALLED) ## the environment in .venv-language/, for MCP, OpenEnv, TextArena, Inspect

$(LANGUAGE_BIN)/pip:
	$(PYTHON) -m venv $(LANGUAGE_VENV)

$(LANGUAGE_INSTALLED): pyproject.toml constraints-language.txt | $(LANGUAGE_BIN)/pip
	$(LANGUAGE_BIN)/python $(PIP) --constraint constraints-language.txt --editable '.[language,dev]'
	@touch $@

env-models: $(MODELS_INSTALLED) ## the environment in .venv-models/, for verifiers and TRL, with a model server

$(MODELS_BIN)/pip:
	$(PYTHON) -m venv $(MODELS_VENV)

$(MODELS_INSTALLED): pyproject.toml constraints-models.txt | $(MODELS_BIN)/pip
	$(MODELS_BIN)/python $(PIP) --constraint constraints-models.txt --editable '.[verifiers,trl,dev]'
	@touch $@

# ------------------------------------------------------------------------------- use
demo: $(INSTALLED) ## a match of bots, one game to watch, then three minutes of training with table and plot
	$(BIN)/munchkin evaluate greedy random random random --games 400
	$(BIN)/munchkin watch --seed 7
	run=runs/demo-$$(date +%Y%m%d-%H%M%S); set -ex; \
	$(BIN)/python -m training configs/quickstart.yaml run.dir=$$run; \
	$(BIN)/munchkin curve $$run --plot $$run/curve.png

table-demo: $(PLAYABLE) ## a match, the mistakes of one of its games, and that game as a page in the browser
	$(BIN)/munchkin evaluate veteran greedy greedy greedy --games 40 --replays build/table-demo
	$(BIN)/munchkin review build/table-demo/game-0.json.gz --worlds 20 --html build/table-demo/game.html
	@echo "open it: $(CURDIR)/build/table-demo/game.html"
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" = Darwin ]; then \
	  $(BIN)/python -m webbrowser "file://$(CURDIR)/build/table-demo/game.html"; fi

bench: $(PLAYABLE) ## speed on this machine beside the budgets
	$(BIN)/python -m benchmarks speed

WEB := munchkin_env/replays/web

table: ## builds the page of the table anew from its sources; needs Node
	npm ci --prefix $(WEB) --no-audit --no-fund
	npm run build --prefix $(WEB)

docs: $(DOCUMENTED) ## the documentation as a site, in build/site/; a warning is an error
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict --site-dir build/site
	$(BIN)/python -m tests.tools.site build/site

# ---------------------------------------------------------------------------- checks
# Tests of a file share fixtures, so a file goes to one worker; they go in the order of tests/conftest.py, the slow ones
# first, not those with the most tests. A third worker on two cores made the run 18 % slower. PYTEST_WORKERS=0: all in one
# process, for debuggers.
PYTEST_WORKERS ?= auto
PYTEST := $(BIN)/pytest -n $(PYTEST_WORKERS) --dist loadfile --no-loadscope-reorder --durations 25

QUICK := not slow and not nightly and not soak and not rotating

check: lint types-changed test-changed ## what one runs while working, a minute: style, types, architecture, tests of what has changed

test: lint test-compiled ## what a change can plausibly break, as CI runs it, types among it; compiled once

test-all: GAMES = 2000
test-all: lint types test-full test-bounds test-interpreted soak test-distributed test-clients test-language ## every proof in full: every night, and before a release

lint: $(INSTALLED) ## style, likely errors and format (ruff)
	$(BIN)/ruff check . && $(BIN)/ruff format --check --quiet .

types: $(INSTALLED) ## types (mypy), also those of a program that uses the package
	$(BIN)/mypy

types-changed: $(INSTALLED) # of the modules that have changed
	@changed=$$($(BIN)/python -m tests.tools.changed --types) && { test -z "$$changed" || $(BIN)/mypy $$changed; }

test-changed: $(INSTALLED) # architecture, and the tests of what has changed, interpreted
	@changed=$$($(BIN)/python -m tests.tools.changed) && set -x && \
	  MUNCHKIN_INTERPRETED=1 $(PYTEST) -q -m '$(QUICK)' tests/architecture $$changed

test-rules: $(INSTALLED) ## architecture and all rules, interpreted: what CI runs on other systems
	MUNCHKIN_INTERPRETED=1 $(PYTEST) -q -m '$(QUICK)' tests/architecture tests/rules

warm: $(INSTALLED) ## compiles the engine, once for all tests
	MUNCHKIN_INTERPRETED=0 $(BIN)/munchkin warmup

web-tools: ## what the tests of the page need besides Python: installs it where npm is, and says what is missing
	@if command -v npm >/dev/null; then \
	  test -d $(WEB)/node_modules || npm ci --prefix $(WEB) --no-audit --no-fund || \
	  echo "web-tools: npm could not install; the page is not built anew and axe does not look at it"; \
	else echo "web-tools: no npm; the page is not built anew and axe does not look at it (apt-get install npm)"; fi
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || \
	  echo "web-tools: no Chromium; the page is not tested in a browser (apt-get install chromium)"

test-compiled: warm ## the tests of every day, with the engine compiled; `make web-tools` first adds those of the page
	MUNCHKIN_INTERPRETED=0 $(PYTEST)

test-full: warm web-tools ## all tests in full, with the engine compiled
	MUNCHKIN_TESTS=all MUNCHKIN_INTERPRETED=0 $(PYTEST) -m 'not soak'

test-bounds: $(INSTALLED) ## the subset marked `bounds`, compiled once more with bounds checks; not part of `make test`
	MUNCHKIN_TESTS=all MUNCHKIN_INTERPRETED=0 NUMBA_BOUNDSCHECK=1 $(PYTEST) -m 'bounds and not soak'

test-interpreted: $(INSTALLED) ## the subset marked `interpreted`, without compilation; not part of `make test`
	MUNCHKIN_TESTS=all MUNCHKIN_INTERPRETED=1 $(PYTEST) -m 'interpreted and not soak'

mutants: $(INSTALLED) ## breaks rules one by one and counts the faults that the daily tests find; half an hour on two cores
	$(BIN)/python tests/tools/mutate_rules.py

test-distributed: $(CLIENTS_INSTALLED) ## training on Ray, two nodes and a killed process; not part of `make test`
	MUNCHKIN_INTERPRETED=0 $(CLIENTS_BIN)/pytest tests/distributed

test-clients: $(CLIENTS_INSTALLED) ## TorchRL, Tianshou, Minari, d3rlpy, OpenSpiel, JAX; not part of `make test`
	MUNCHKIN_INTERPRETED=0 $(CLIENTS_BIN)/pytest tests/clients tests/examples tests/envs/test_jax.py

test-language: $(LANGUAGE_INSTALLED) $(MODELS_INSTALLED) ## tests of the language-model integrations; not part of `make test`
	MUNCHKIN_INTERPRETED=0 $(LANGUAGE_BIN)/pytest tests/llm
	MUNCHKIN_INTERPRETED=0 $(MODELS_BIN)/pytest tests/llm/test_verifiers.py tests/llm/test_grpo.py tests/llm/test_served.py

release-check: $(INSTALLED) ## sdist and wheel in build/release/, checked and installed into an empty environment
	rm -rf build/release
	$(BIN)/python -m hatchling build -d build/release
	$(BIN)/python -m twine check --strict build/release/*
	$(BIN)/python -m tests.tools.release build/release
	MUNCHKIN_TESTS=all MUNCHKIN_INTERPRETED=1 $(BIN)/pytest -q -m 'not soak' tests/packaging

platform-wheel: release-check ## the same with the engine compiled, for machines like this one, in build/platform/
	$(BIN)/python -m tests.tools.platform_wheel build/release build/platform

soak: $(INSTALLED) ## long random play and fuzzing, for a night; GAMES=100000 games and as many altered saves
	MUNCHKIN_SOAK_GAMES=$(GAMES) $(PYTEST) -m soak

clean: ## back to a fresh checkout: removes .venv/, builds and caches
	rm -rf .venv .venv-clients .venv-language .venv-models build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name .git -prune -o -type d -name __pycache__ -prune -exec rm -rf {} +
