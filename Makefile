# Two commands do everything: `make run` and `make test`. The environment lives in .venv.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PEERS  := .venv-peers

WEB    := src/pitboss/web/index.html

.PHONY: help run test check lint types pages web prove bench audit pictures screens lock clean

help:  ## what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: $(VENV)/run.done $(WEB)  ## open the demo room and say where to look at it
	@$(BIN)/pitboss serve --demo

# Bytecode is kept even where the environment says otherwise: the tests start many processes, and each would compile anew.
test: check  ## lint, types and every test
	@$(BIN)/python tests/support/chromium.py
	@PYTHONDONTWRITEBYTECODE= $(BIN)/pytest -n 2 --dist worksteal

check: $(VENV)/test.done  ## lint and types only, two at a time
	@$(MAKE) --no-print-directory --jobs=2 --output-sync types lint pages

types: $(VENV)/test.done
	@$(BIN)/mypy

lint: $(VENV)/test.done
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

pages: $(VENV)/test.done $(WEB)
	@web/build.sh check

web: $(WEB)  ## build the pages for the browser into the package

prove: $(VENV)/test.done  ## the long proofs, written to prove/results
	@$(BIN)/python prove/six_card_hands.py
	@$(BIN)/python prove/three_card_deals.py
	@$(BIN)/python prove/fortune_san_lo.py
	@$(BIN)/python prove/double_draw.py
	@$(BIN)/python prove/blackjack.py
	@$(BIN)/python prove/crash.py
	@$(BIN)/python prove/rng.py
	@$(BIN)/python prove/fuzz.py 11
	@$(BIN)/python prove/soak.py --rounds 20000
	@$(BIN)/python prove/torture.py
	@PITBOSS_PROVE=20 $(BIN)/pytest -n 2 tests/house/test_room_days.py

bench: $(VENV)/test.done $(PEERS)/peers.done  ## speed against the field, as ratios within one run: docs/benchmarks.md
	@$(BIN)/python bench/run.py $(BENCH)

audit: $(VENV)/test.done  ## look over all dependencies: pins, hashes, licences, known holes
	@$(BIN)/python scripts/audit_dependencies.py --licences

pictures: $(VENV)/test.done  ## draw the pictures of the documentation again
	@$(BIN)/python docs/pictures.py

screens: $(VENV)/test.done $(WEB)  ## take the screenshots of the documentation again
	@$(BIN)/python web/scripts/screens.py

lock: $(VENV)/test.done  ## pin the newest allowed dependencies
	@$(BIN)/python locks/lock.py

clean:  ## remove the environment and all caches
	rm -rf $(VENV) $(PEERS) web/node_modules web/public/cards src/pitboss/web build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and f"Pitboss needs Python 3.11 or newer, and $(PYTHON) is {sys.version.split()[0]}: try make PYTHON=python3.12")'
	@echo "Setting up $(VENV) (once) ..."
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

# Hashes are checked for every package; the project itself is built with the pinned builder.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-virtualenv

$(VENV)/run.done: locks/run.txt pyproject.toml | $(VENV)/bin/python
	@$(INSTALL) --require-hashes -r locks/run.txt
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/test.done: locks/test.txt $(VENV)/run.done
	@$(INSTALL) --require-hashes -r locks/test.txt
	@touch $@

# Whom we are measured against lives apart from us. RLCard comes as source only, and pip builds it.
$(PEERS)/peers.done: bench/peers/requirements.txt
	@echo "Setting up $(PEERS) (once) ..."
	@rm -rf $(PEERS)
	@$(PYTHON) -m venv $(PEERS)
	@$(PEERS)/bin/python -m pip install --quiet --disable-pip-version-check --require-virtualenv --require-hashes -r $<
	@touch $@

$(WEB): $(shell find web -path web/node_modules -prune -o -path web/public/cards -prune -o -type f ! -name schema.d.ts -print) | $(VENV)/run.done
	@echo "Building the pages ..."
	@web/build.sh
