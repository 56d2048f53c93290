# Two commands do everything on a new machine: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# The tests start hundreds of processes: what Python has compiled is kept, also where that was forbidden.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test suite newcomer fuzz proof lint bench train-all break-table augmentation arena quiz compare-lit docs gallery constraints clean

# pip would compile what it installs on one core, twenty thousand files; some are for other versions of Python.
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --constraint constraints.txt
COMPILE = $(BIN)/python -m compileall -qq -j 0 $(CURDIR)/$(VENV)/lib || true

# The tested set of versions; the stamp makes installation happen once, and again when they change.
$(VENV)/installed: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo 'Zellig needs Python 3.11 or newer: make PYTHON=python3.11 ...'; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) --editable .
	$(COMPILE)
	touch $@

$(VENV)/installed-dev: $(VENV)/installed
	$(INSTALL) --editable '.[dev]'
	$(COMPILE)
	touch $@

demo: $(VENV)/installed
	$(BIN)/zellig demo

# The linters beside the tests: mypy computes on one core for minutes, and tests wait for servers and browsers.
test: $(VENV)/installed-dev
	$(MAKE) --jobs 2 lint suite

# Two processes that take one thread each. Each begins with a half of its own, so that what a module sets up is
# mostly set up once, and who is done first takes over from the other. What a test has written goes when it has
# passed: it is in memory, for every file that we write waits for its disk.
suite: $(VENV)/installed-dev
	scripts/install-debian chromium
	scripts/install-debian zsh
	scripts/install-debian pg_ctlcluster postgresql
	OMP_NUM_THREADS=1 scripts/in-memory $(BIN)/python -m pytest --numprocesses 2 --dist worksteal \
		--override-ini tmp_path_retention_policy=failed

# A fresh environment, and the commands of the README one by one; a part of `make test`.
newcomer: $(VENV)/installed-dev
	scripts/install-debian zsh
	$(BIN)/python -m pytest --durations=0 tests/end_to_end/test_newcomer.py

# Mutated input for every reader, folder and message, and wrong command lines (an hour): docs/reference/fuzzing.md.
# `make fuzz FROM=10000` goes on where the last one ended.
FROM ?= 0
fuzz: $(VENV)/installed-dev
	cd tests && ../$(BIN)/python -m fuzz --from $(FROM) --count 10000 --processes 2

# A server and its worker killed a hundred times under load, and a server fifty times while twenty people write,
# on both databases (less than an hour).
proof: $(VENV)/installed-dev
	scripts/install-debian pg_ctlcluster postgresql
	cd tests && ../$(BIN)/python -m killing --kills 100
	cd tests && ../$(BIN)/python -m killing_writers --kills 50

lint: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/installed-dev
	$(BIN)/python bench/run.py
	$(BIN)/python bench/contest_scale.py
	$(BIN)/python bench/search.py
	$(BIN)/python bench/q_breaker.py build/q-breaker
	$(BIN)/python bench/contrast.py ../shared/data
	PYTHONPATH=tests $(BIN)/python bench/engines.py ../shared/data
	$(BIN)/python bench/arena.py
	$(BIN)/python bench/quiz_speed.py ../shared/data/quizbowl
	PYTHONPATH=tests $(BIN)/python bench/writing.py ../shared/data/quizbowl build/quiz/ir
	PYTHONPATH=tests $(BIN)/python bench/server_load.py
	PYTHONPATH=tests $(BIN)/python bench/server_board.py
	PYTHONPATH=tests $(BIN)/python bench/match_races.py
	PYTHONPATH=tests $(BIN)/python bench/match_rooms.py
	PYTHONPATH=tests $(BIN)/python bench/arena_online.py
	$(BIN)/python bench/builders.py ../shared/data build/trained

# Trains every builder, three seeds each but for minilm (about two hours); figures for docs/results/builders.md.
train-all: $(VENV)/installed-dev
	$(BIN)/python bench/train_all.py ../shared/data build/trained

# All breakers against the builders that train-all trained (an hour); tables for docs/results/break-rates.md.
break-table: $(VENV)/installed-dev
	$(BIN)/python bench/break_table.py sentiment build/break-table build/trained
	$(BIN)/python bench/break_table.py qasrl build/break-table-qasrl ../shared/data/bibi2017/qasrl

# Trains minilm with and without new items (about an hour and a half); figures for docs/results/augmentation.md.
augmentation: $(VENV)/installed-dev
	$(BIN)/python bench/augmentation.py ../shared/data build/augmentation
	$(BIN)/python bench/augmentation_words.py ../shared/data build/augmentation-words
	$(BIN)/python bench/augmentation_sentiment.py ../shared/data build/augmentation-sentiment bag-of-ngrams minilm

# The games of docs/results/arena-games.md (about an hour), with their reports in build/arena.
arena: $(VENV)/installed-dev
	for grid in copying grammaticality learning reviews model-against-model; do \
		$(BIN)/zellig arena grid bench/games/$$grid.toml --out build/arena/$$grid || exit 1; \
	done
	$(BIN)/python bench/learners.py bench/games/learners.toml build/arena/learners 2012 2013 2014 2015 2016
	$(BIN)/python bench/learners.py bench/games/co-evolution.toml build/arena/co-evolution 2012 2013 2014

# Trains guessers and buzzers (two hours, once): tables and pictures for docs/results/quiz.md, and how people buzz.
quiz: $(VENV)/installed-dev
	$(BIN)/python bench/quiz.py ../shared/data/quizbowl build/quiz
	$(BIN)/python bench/quiz_people.py ../shared/data/quizbowl build/quiz-people.svg

# Our grammar beside a recorded run of original LIT: a page to read, and figures for docs/reference/erg.md.
compare-lit: $(VENV)/installed-dev
	$(BIN)/python bench/compare_lit.py ../shared/data/lit build/compare-lit.html

docs: $(VENV)/installed-dev
	$(BIN)/mkdocs build --strict

# Five real reports, and pictures of them to look at (a minute); those of docs/results/gallery.md are copied to docs/images.
gallery: $(VENV)/installed-dev
	scripts/install-debian chromium
	$(BIN)/python scripts/gallery.py build/gallery

# Take the newest versions the bounds allow; commit the result once `make test` passes with it.
constraints:
	$(PYTHON) -m venv build/constraints
	build/constraints/bin/python -m pip install --quiet --editable '.[dev]'
	build/constraints/bin/python -m pip freeze --exclude-editable | sed "s/+cpu//" > constraints.txt
	rm -rf build/constraints

clean:
	rm -rf $(VENV) build dist site zellig-demo
