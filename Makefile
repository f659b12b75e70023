# kerf -- build, test, install. GNU make; `make help` lists the targets.
#
# Sources are found by their place: src/*/*.c and src/*/*/*.c are the library, cli/*.c the command line,
# tests/unit/test_*.c one test program each, tests/fuzz/fuzz_*.c one fuzz target each,
# bench/*.c and examples/c/*.c one program each. Everything made goes to build/.
#
# Variables for the caller: CC, CFLAGS, CPPFLAGS, LDFLAGS, PREFIX, DESTDIR, WERROR=1, V=1 (show
# commands), LIBRARIES (lib), FUZZ_SECONDS, CORPORA.

VERSION := $(shell cat VERSION)
SONAME := libkerf.so.0
PREFIX ?= /usr/local
LIBRARIES ?= lib
DESTDIR ?=

CFLAGS ?= -O2 -g1
CLANG ?= clang
CLANG_TIDY ?= clang-tidy
CLANG_FORMAT ?= clang-format
PYTHON ?= python3
FUZZ_SECONDS ?= 60
ifeq ($(origin CC),default)
CC := gcc
endif

# A variant is a whole build with other flags in a directory of its own.
VARIANT ?=
B := build$(if $(VARIANT),/$(VARIANT))
O := $(B)/obj
# Those for tests keep of debug information what stack traces need: a third less to compile.
ifeq ($(VARIANT),asan)
CFLAGS := -O1 -g1
SANITIZE := -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all \
    -fno-omit-frame-pointer
# Without KERF_LONG, what is looked at with every access and mostly seen by AddressSanitizer as well is left out, and
# so are locals that are used after their function has returned: a quarter less to compile, and 40 % less to run.
ifeq ($(KERF_LONG),)
SANITIZE += -fno-sanitize=null,object-size,alignment --param=asan-use-after-return=0
endif
else ifeq ($(VARIANT),fuzz)
CC := $(CLANG)
CFLAGS := -O1 -g
SANITIZE := -fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=all \
    -fno-omit-frame-pointer
else ifeq ($(VARIANT),tsan)
CFLAGS := -O0 -g1
SANITIZE := -fsanitize=thread
else ifeq ($(VARIANT),checked)
CFLAGS := -O2
endif

# ---------------------------------------------------------------------------- flags

WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wshadow
DEFINES := -D_GNU_SOURCE -DKERF_VERSION_STRING='"$(VERSION)"'
LIBS := -lz -lm -ldl -pthread

# Library, tests and bench see the internals; command line and examples only the public header.
INCLUDES = -Iinclude -Isrc
$(O)/cli/%.o build/clang/cli/%.ok build/tidy/cli/%.ok build/analyse/cli/%.ok: private INCLUDES = -Iinclude -Icli
$(O)/tests/routes/%.o build/clang/tests/routes/%.ok build/tidy/tests/routes/%.ok: private INCLUDES += \
    -Itests/differential
$(O)/examples/%.o build/clang/examples/%.ok build/tidy/examples/%.ok: private INCLUDES = -Iinclude
$(O)/python/%.o build/clang/python/%.ok build/tidy/python/%.ok: private INCLUDES = -Iinclude $(PYTHON_INCLUDES)

# Clp solves linear programs, HiGHS or else CBC integer ones (the solver `ilp`). What is there is used;
# CLP=, HIGHS= and CBC= leave them out. The C interfaces of Clp and CBC are in libClp and libCbcSolver;
# the rest comes with these, and libstdc++ is asked to catch what they throw (base/catch.h). CBC and libpq are loaded when they are needed (base/library.h), under the name
# that the library of this machine has.
found = $(shell pkg-config --exists $(1) 2>/dev/null && echo yes)
soname = $(shell LC_ALL=C readelf -d $$($(CC) -print-file-name=lib$(1).so) | \
    sed -n 's/.*SONAME.*\[\(.*\)\].*/\1/p')
CLP ?= $(call found,clp)
HIGHS ?= $(and $(CLP),$(call found,highs))
CBC ?= $(and $(CLP),$(call found,cbc))
ifeq ($(CLP),yes)
DEFINES += -DHAVE_CLP
SOLVER_INCLUDES := $(shell pkg-config --cflags clp | sed 's/-I/-isystem /g')
SOLVER_LIBS := -lClp -lstdc++
endif
ifeq ($(HIGHS),yes)
DEFINES += -DHAVE_HIGHS
SOLVER_INCLUDES += $(shell pkg-config --cflags highs | sed 's/-I/-isystem /g')
SOLVER_LIBS := $(shell pkg-config --libs highs) $(SOLVER_LIBS)
else ifeq ($(CBC),yes)
DEFINES += -DHAVE_CBC -DLIBCBC='"$(call soname,CbcSolver)"'
endif
# liblbfgs maximises pseudo-likelihood (kerf learn --method=pll). LBFGS= leaves it out.
LBFGS ?= $(call found,liblbfgs)
ifeq ($(LBFGS),yes)
DEFINES += -DHAVE_LBFGS
SOLVER_LIBS += -llbfgs
endif
# SQLite is a store, and stands beside kerf in one benchmark; SQLITE= leaves it out.
SQLITE ?= $(call found,sqlite3)
ifeq ($(SQLITE),yes)
DEFINES += -DHAVE_SQLITE
STORE_LIBS := -lsqlite3
endif
# PostgreSQL is another; POSTGRES= leaves it out.
POSTGRES ?= $(call found,libpq)
ifeq ($(POSTGRES),yes)
DEFINES += -DHAVE_POSTGRES -DLIBPQ='"$(call soname,pq)"'
SOLVER_INCLUDES += $(shell pkg-config --cflags libpq | sed 's/-I/-isystem /g')
endif
LIBS += $(SOLVER_LIBS) $(STORE_LIBS)
$(O)/src/%.o build/clang/src/%.ok build/tidy/src/%.ok build/analyse/src/%.ok: private INCLUDES += $(SOLVER_INCLUDES)
# Assertions and invariants (base/check.h) are for builds with sanitizers, and for VARIANT=checked: a release build
# with assertions.
ifeq ($(VARIANT),)
RELEASE := -DNDEBUG
$(O)/src/%.o: private DEFINES += $(RELEASE)
endif

BASIC_FLAGS = -std=c11 $(DEFINES) $(WARNINGS)
COMPILE = $(CC) $(BASIC_FLAGS) $(INCLUDES) -fPIC -fvisibility=hidden -pthread \
    $(CPPFLAGS) $(CFLAGS) $(SANITIZE) $(OWN)
LINK = $(CC) $(CFLAGS) $(SANITIZE) $(LDFLAGS)

# ---------------------------------------------------------------------------- files

LIB_SRC := $(sort $(wildcard src/*/*.c src/*/*/*.c))
CLI_SRC := $(sort $(wildcard cli/*.c))
# Under ThreadSanitizer only tests of threads. Folders that these never enter come from the plain library.
THREADED := test_shared_model test_changes
UNTHREADED := prove verify backend/sql backend/postgres backend/sqlite report/html report/print report/pages model/convert \
    $(addprefix solve/,eliminate clustering tables network primal symmetry cuts mip dual)
ifeq ($(VARIANT),tsan)
LIB_SRC := $(filter-out $(UNTHREADED:%=src/%/%),$(LIB_SRC))
endif
UNIT_SRC := $(if $(filter tsan,$(VARIANT)),$(THREADED:%=tests/unit/%.c),$(sort $(wildcard tests/unit/test_*.c)))
UNIT_HELP_SRC := $(filter-out tests/unit/test_%.c,$(sort $(wildcard tests/unit/*.c)))
FUZZ_SRC := $(sort $(wildcard tests/fuzz/fuzz_*.c))
REPLAY_SRC := tests/fuzz/replay.c
DIFFERENTIAL_SRC := $(sort $(wildcard tests/differential/*.c))
ROUTES_SRC := $(sort $(wildcard tests/routes/*.c))
# The generator of the differential tests is one of its families.
ROUTES_SHARED := $(addprefix tests/differential/,generate.c formula.c statement.c)
GATE_SRC := tests/gate/lies.c
BENCH_SRC := $(sort $(wildcard bench/*.c))
EXAMPLE_SRC := $(sort $(wildcard examples/c/*.c))
# The extension of the Python package, where there is a Python that can be built for.
PYTHON_INCLUDES := $(shell $(PYTHON) -c 'import os, sysconfig; p = sysconfig.get_path("include"); \
    print("-isystem " + p if os.path.exists(p + "/Python.h") else "")' 2>/dev/null)
PYTHON_SRC := $(if $(strip $(PYTHON_INCLUDES)),$(sort $(wildcard python/ext/*.c)))
PYTHON_PARTS := $(sort $(wildcard python/kerf/*.py python/kerf/*.pyi python/kerf/py.typed))
ALL_SRC := $(LIB_SRC) $(CLI_SRC) $(UNIT_SRC) $(UNIT_HELP_SRC) $(FUZZ_SRC) $(REPLAY_SRC) \
    $(DIFFERENTIAL_SRC) $(ROUTES_SRC) $(GATE_SRC) $(BENCH_SRC) $(EXAMPLE_SRC) $(PYTHON_SRC)
PUBLIC_HEADERS := $(sort $(wildcard include/*.h))
HEADERS := $(PUBLIC_HEADERS) $(sort $(wildcard src/*/*.h src/*/*/*.h cli/*.h tests/*/*.h bench/*.h examples/c/*.h python/ext/*.h))

objects = $(patsubst %.c,$(O)/%.o,$(1))
LIB_OBJ := $(call objects,$(LIB_SRC))
CLI_OBJ := $(call objects,$(CLI_SRC))
UNIT_HELP_OBJ := $(call objects,$(UNIT_HELP_SRC))
ALL_OBJ := $(call objects,$(ALL_SRC))

FUZZ_NAMES := $(patsubst tests/fuzz/fuzz_%.c,%,$(FUZZ_SRC))
UNIT_NAMES := $(patsubst tests/unit/%.c,%,$(UNIT_SRC))
UNIT_BIN := $(UNIT_NAMES:%=$(B)/unit/%)
REPLAY_BIN := $(patsubst %,$(B)/replay/%,$(FUZZ_NAMES))
BENCH_BIN := $(patsubst bench/%.c,$(B)/bench/%,$(BENCH_SRC))
EXAMPLE_BIN := $(patsubst examples/c/%.c,$(B)/examples/%,$(EXAMPLE_SRC))
PC := $(B)/kerf.pc
PRODUCTS := $(B)/kerf $(B)/libkerf.a $(B)/$(SONAME) $(B)/libkerf.so $(PC) \
    $(B)/kerf.1 $(B)/kerf.bash

# ---------------------------------------------------------------------------- rules

.DEFAULT_GOAL := all
MAKEFLAGS += --no-builtin-rules
.SUFFIXES:
.DELETE_ON_ERROR:
.SECONDARY: $(ALL_OBJ) $(FUZZ_NAMES:%=$(B)/target/%)
.PHONY: FORCE
Q := $(if $(V),,@)
say = $(if $(V),,@printf '  %-5s %s\n' '$(1)' '$(2)')
comma := ,
quote = '$(subst ','\'',$(1))'

.PHONY: all
all: $(PRODUCTS)

# Files that hold a command or a list, rewritten only when it changes: what depends on them is
# made again when flags change or a source file goes away.
keep_current = @mkdir -p $(@D); printf '%s\n' $(call quote,$(1)) | cmp -s - $@ || \
    printf '%s\n' $(call quote,$(1)) >$@
$(B)/flags: FORCE
	$(call keep_current,$(COMPILE) $(RELEASE))
$(B)/members: FORCE
	$(call keep_current,$(LIB_OBJ) $(CLI_OBJ) $(UNIT_NAMES) $(UNIT_HELP_OBJ) $(DIFFERENTIAL_SRC) $(ROUTES_SRC))

# An object compiled without -Werror is marked .lax, and compiled again by the first WERROR=1 build.
ifeq ($(WERROR),1)
ERRORS := -Werror
$(patsubst %.lax,%,$(wildcard $(ALL_OBJ:=.lax))): FORCE
mark = rm -f $@.lax
else
mark = touch $@.lax
endif

$(O)/%.o: %.c $(B)/flags
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(COMPILE) $(ERRORS) -MMD -MP -c -o $@ $<
	@$(mark)
-include $(ALL_OBJ:.o=.d)

$(B)/libkerf.a: $(LIB_OBJ) $(B)/members
	$(call say,AR,$@)
	$(Q)rm -f $@
	$(Q)$(AR) rcs $@ $(LIB_OBJ)

$(B)/$(SONAME): $(LIB_OBJ) $(B)/members
	$(call say,LD,$@)
	$(Q)$(LINK) -shared -Wl,-soname,$(SONAME) $(if $(SANITIZE),,-Wl,-z,defs) -o $@ $(LIB_OBJ) $(LIBS)

$(B)/libkerf.so: $(B)/$(SONAME)
	$(Q)ln -sf $(SONAME) $@

$(B)/kerf: $(CLI_OBJ) $(B)/libkerf.a
	$(call say,LD,$@)
	$(Q)$(LINK) -o $@ $(CLI_OBJ) $(B)/libkerf.a $(LIBS)

# Manual page and completion come from the option table that the program itself parses with.
$(B)/kerf.1: $(B)/kerf
	$(call say,GEN,$@)
	$(Q)$(B)/kerf generate man >$@
$(B)/kerf.bash: $(B)/kerf
	$(call say,GEN,$@)
	$(Q)$(B)/kerf generate bash >$@

$(PC): kerf.pc.in FORCE
	@mkdir -p $(@D)
	@sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$${prefix}/$(LIBRARIES)|' \
	    -e 's|@INCLUDEDIR@|$${prefix}/include|' -e 's|@VERSION@|$(VERSION)|' \
	    -e 's|@SOLVER_LIBS@|$(SOLVER_LIBS) $(STORE_LIBS)|' $< >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

# One program per source file.
define program
	$(call say,LD,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(LINK) -o $@ $(filter %.o %.a,$^) $(1) $(LIBS)
endef
TESTED := $(B)/libkerf.a
ifeq ($(VARIANT),tsan)
TESTED := $(LIB_OBJ) build/libkerf.a
build/libkerf.a: FORCE
	@+$(MAKE) --no-print-directory VARIANT= $@
endif
# Unit tests are one program under many names (tests/unit/all.c): linking each by itself takes longer than compiling
# them. They are not optimized, since they are compiled more often than they run; but what they share is, for that
# enumerates.
$(O)/tests/unit/%.o: private CFLAGS := -O0 -g1
$(UNIT_HELP_OBJ): private CFLAGS := -O2 -g1
$(O)/tests/unit/test_%.o: private OWN = -Dmain=main_of_$(notdir $*)
$(O)/tests/unit/all.o: private OWN = -D'UNIT_TESTS=$(patsubst %,TEST(%),$(UNIT_NAMES))'
$(O)/tests/unit/all.o: $(B)/members
$(B)/unit/all: $(call objects,$(UNIT_SRC)) $(UNIT_HELP_OBJ) $(TESTED) $(B)/members
	$(call program,-lcmocka)
$(UNIT_BIN): $(B)/unit/all
	@ln -sf all $@
$(B)/replay/%: $(O)/tests/fuzz/fuzz_%.o $(call objects,$(REPLAY_SRC)) $(B)/libkerf.a
	$(call program)
# Local search gives up early (patience.c).
$(B)/differential: $(call objects,$(DIFFERENTIAL_SRC)) $(B)/libkerf.a $(B)/members
	$(call program,-Wl$(comma)--wrap=kf_search_locally)
# Its limits of search stand between kerf_map() and inference.
$(B)/routes: $(call objects,$(ROUTES_SRC) $(ROUTES_SHARED)) $(B)/libkerf.a $(B)/members
	$(call program,-Wl$(comma)--wrap=kf_cpi_run$(comma)--wrap=kf_cpi_run_lifted$(comma)--wrap=kf_mip_solve)
# The program itself, with functions in the place of others that lie about the answer.
LIED_ABOUT := kf_drive kf_clustering_solve kf_cpi_run kf_row_costs_end kf_mapped_collect
$(B)/lying: $(CLI_OBJ) $(call objects,$(GATE_SRC)) $(B)/libkerf.a
	$(call program,$(LIED_ABOUT:%=-Wl$(comma)--wrap=%))
# The program itself, with mechanisms that have no option to be switched off one at a time.
ABLATED := kf_climb kf_cliques_find kf_cluster kf_complete_groups kf_components_solve \
    kf_cpi_order_groups kf_cpi_repair kf_find_classes kf_gather kf_linear_build kf_merge_pairs kf_merge_subsets \
    kf_mip_solve kf_moves_search kf_order_values kf_pair_dual_leap kf_pair_dual_pentagons kf_pair_dual_two_sets \
    kf_pentagons_new kf_price_tree kf_ranges_contract kf_reduce_open kf_run_easy kf_run_improve kf_run_late_tables \
    kf_run_soon kf_search_cheaper kf_search_exactly \
    kf_search_near kf_search_tables kf_separate_triangles kf_separators_find kf_solve_cache_find kf_solver_run \
    kf_step_gap kf_step_raise kf_suits_forests kf_tree_run kf_triangles_find kf_twopart_new kf_work_dominate \
    kf_work_equal kf_work_harden kf_work_reach
$(B)/bench/ablation: $(CLI_OBJ) $(O)/bench/ablation.o $(B)/libkerf.a
	$(call program,$(ABLATED:%=-Wl$(comma)--wrap=%))
$(B)/bench/%: $(O)/bench/%.o $(B)/libkerf.a
	$(call program,$(BENCH_LIBS))
$(B)/examples/%: $(O)/examples/c/%.o $(B)/libkerf.a
	$(call program)
$(B)/target/%: $(O)/tests/fuzz/fuzz_%.o $(B)/libkerf.a
	$(call program,-fsanitize=fuzzer)

# ---------------------------------------------------------------------------- Python
#
# build/python is a folder to put on PYTHONPATH: the package, its extension, and in kerf/libs/ the library that this finds
# by its own place. A run path of the old kind counts for the libraries that it loads in turn, too.

P := $(B)/python
PYTHON_EXT := $(P)/kerf/_kerf.abi3.so
.PHONY: python-package
python-package: $(PYTHON_EXT) $(PYTHON_PARTS:python/%=$(P)/%) $(P)/kerf/libs/$(SONAME)
$(PYTHON_EXT): $(call objects,$(PYTHON_SRC)) $(B)/$(SONAME)
	$(call say,LD,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(LINK) -shared -Wl,--disable-new-dtags,-rpath,'$$ORIGIN/libs' -o $@ $^ -pthread
$(P)/kerf/%: python/kerf/%
	@mkdir -p $(@D)
	@cp $< $@
$(P)/kerf/libs/$(SONAME): $(B)/$(SONAME)
	@mkdir -p $(@D)
	@ln -sf ../../../$(SONAME) $@

# The same extension for a machine that has the library where all libraries are.
PLAIN_EXT := $(B)/python-plain/_kerf.abi3.so
.PHONY: python-plain install-python
python-plain: $(PLAIN_EXT)
$(PLAIN_EXT): $(call objects,$(PYTHON_SRC)) $(B)/$(SONAME)
	$(call say,LD,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(LINK) -shared -o $@ $^ -pthread
PYTHONDIR := $(DESTDIR)$(PREFIX)/lib/python3/dist-packages/kerf
install-python: $(PLAIN_EXT)
	install -d $(PYTHONDIR)
	install -m 644 $(PYTHON_PARTS) $(PLAIN_EXT) $(PYTHONDIR)

# Packages, both without a network. Tools of Debian belong to its own Python.
DEBIAN_PYTHON := $(firstword $(wildcard /usr/bin/python3) $(PYTHON))
.PHONY: wheel deb python
wheel: python-package
	@rm -rf $(B)/dist
	@$(DEBIAN_PYTHON) python/wheel.py $(P)/kerf $(B)/$(SONAME) $(B)/dist
D := $(B)/deb/kerf-$(VERSION)
deb: all python-package python-plain
	@rm -rf $(B)/deb
	@mkdir -p $(D)
	@cp -r debian $(D)/debian
	@cd $(D) && SOURCE='$(CURDIR)' DEB_BUILD_OPTIONS=noautodbgsym \
	    dpkg-buildpackage -b -us -uc -nc -d >../build.log 2>&1 || { tail -n 40 ../build.log; exit 1; }
	@ls -l $(B)/deb/*.deb
# The first example.
python: python-package
	@cd examples/python && PYTHONPATH='$(abspath $(P))' $(DEBIAN_PYTHON) customers.py

# ---------------------------------------------------------------------------- install

BINDIR := $(DESTDIR)$(PREFIX)/bin
LIBDIR := $(DESTDIR)$(PREFIX)/$(LIBRARIES)
INCLUDEDIR := $(DESTDIR)$(PREFIX)/include
MANDIR := $(DESTDIR)$(PREFIX)/share/man/man1
COMPLETIONDIR := $(DESTDIR)$(PREFIX)/share/bash-completion/completions
INSTALLED := $(BINDIR)/kerf $(LIBDIR)/libkerf.a $(LIBDIR)/$(SONAME) $(LIBDIR)/libkerf.so \
    $(LIBDIR)/pkgconfig/kerf.pc $(PUBLIC_HEADERS:include/%=$(INCLUDEDIR)/%) $(MANDIR)/kerf.1 $(COMPLETIONDIR)/kerf

.PHONY: install uninstall
install: all
	install -d $(BINDIR) $(LIBDIR)/pkgconfig $(INCLUDEDIR) $(MANDIR) $(COMPLETIONDIR)
	install -m 755 $(B)/kerf $(BINDIR)/kerf
	install -m 644 $(B)/libkerf.a $(LIBDIR)/libkerf.a
	install -m 755 $(B)/$(SONAME) $(LIBDIR)/$(SONAME)
	ln -sf $(SONAME) $(LIBDIR)/libkerf.so
	install -m 644 $(PC) $(LIBDIR)/pkgconfig/kerf.pc
	install -m 644 $(PUBLIC_HEADERS) $(INCLUDEDIR)
	install -m 644 $(B)/kerf.1 $(MANDIR)/kerf.1
	install -m 644 $(B)/kerf.bash $(COMPLETIONDIR)/kerf

uninstall:
	rm -f $(INSTALLED)

# ---------------------------------------------------------------------------- tests
#
# `make check` runs all layers, whatever happens; `make check-LAYER` runs one. tests/check.py shows how far they are
# and adds up their counts. First all is built. Then two layers at a time run beside each other, the longest first, so
# that no core waits for another's last test.

PLAIN := routes unit golden differential stores tidy python badinput memory interrupts clang browser docs solvers messages \
    format runner experiments install gate corpus includes tree symbols threads
SANITIZED := asan-unit asan-differential asan-golden asan-badinput asan-corpus
LAYERS := build $(PLAIN) asan-build $(SANITIZED)
LONG_LAYERS := fuzz valgrind analyse experiments-small

.PHONY: check check-long asan
empty :=
beside = $(subst $(empty) ,+,$(strip $(1)))
check:
	@MAKE='$(MAKE)' $(PYTHON) tests/check.py build $(call beside,$(PLAIN)) asan-build $(call beside,$(SANITIZED))
check-long:
	@MAKE='$(MAKE)' KERF_LONG=1 $(PYTHON) tests/check.py build asan-build \
	    $(call beside,$(PLAIN) $(SANITIZED) $(LONG_LAYERS))
asan:
	@MAKE='$(MAKE)' $(PYTHON) tests/check.py asan-build $(call beside,$(SANITIZED))

# Options of the sanitizers: no test mistakes their exit code for one of kerf's.
export ASAN_OPTIONS ?= exitcode=99:$(if $(KERF_LONG),detect_stack_use_after_return=1,malloc_context_size=8)
export UBSAN_OPTIONS ?= exitcode=99:print_stacktrace=1
export KERF_VARIANT := $(VARIANT)
TAP := $(PYTHON) tests/lib/tap.py

.PHONY: check-build check-unit check-differential check-routes check-gate check-golden check-messages check-badinput check-memory check-interrupts check-solvers \
    check-experiments check-experiments-small check-docs check-corpus check-stores check-python check-browser check-includes check-symbols \
    check-threads check-install check-clang check-format check-tidy check-analyse check-valgrind check-fuzz check-runner check-tree
# Random programs are run with every assertion.
CHECKED := $(if $(VARIANT),$(B),build/checked)
ifeq ($(VARIANT),)
build/checked/differential build/checked/routes build/checked/lying &: FORCE
	@+$(MAKE) --no-print-directory VARIANT=checked build/checked/differential build/checked/routes \
	    build/checked/lying
endif
# All that other layers run is built here, with every core. Under sanitizers only what their layers run.
check-build: $(B)/kerf $(UNIT_BIN) $(REPLAY_BIN) $(CHECKED)/differential \
    $(if $(VARIANT),,$(PRODUCTS) python-package python-plain $(CHECKED)/routes $(B)/lying $(BENCH_BIN) $(EXAMPLE_BIN))
check-unit: $(UNIT_BIN)
	@$(TAP) unit $^
# Random programs, engine against plain enumeration: 500, or 10,000 with KERF_LONG=1. Under sanitizers 50 or
# 500 of them.
SEEDS = $(if $(KERF_LONG),$(if $(VARIANT),500,10000),$(if $(VARIANT),50,500))
SHARDS := 0 1 2 3 4 5 6 7
check-differential: $(CHECKED)/differential
	@$(TAP) differential $(SHARDS:%='$< % $(words $(SHARDS)) $(SEEDS)')
# Larger ones, solved along several routes: 2,000, or 20,000 with KERF_LONG=1, or ROUTES=N.
check-routes: $(CHECKED)/routes
	@$(PYTHON) tests/routes/run.py $< $(ROUTES)
# Sessions in threads over one model, under ThreadSanitizer. Nothing is optimized: compiling is most of the time.
check-threads:
	@$(MAKE) --no-print-directory VARIANT=tsan $(THREADED:%=build/tsan/unit/%)
	@TSAN_OPTIONS=exitcode=99:halt_on_error=1 $(TAP) threads $(THREADED:%=build/tsan/unit/%)
# Answers that are not what is said of them, on every route: none may get out.
check-gate: $(B)/lying $(CHECKED)/lying
	@LYING=$(B)/lying CHECKED=$(CHECKED)/lying $(PYTHON) tests/gate/run.py
check-golden: $(B)/kerf
	@KERF=$(B)/kerf $(PYTHON) tests/golden/run.py
check-messages:
	@$(PYTHON) tests/golden/coverage.py
check-badinput: $(B)/kerf
	@KERF=$(B)/kerf $(PYTHON) tests/bad_input/run.py
check-memory: $(B)/kerf
	@KERF=$(B)/kerf $(PYTHON) tests/memory/run.py $(if $(KERF_LONG),--dense)
check-interrupts: $(B)/kerf
	@KERF=$(B)/kerf $(PYTHON) tests/interrupts/run.py
check-solvers: $(B)/kerf
	@KERF=$(B)/kerf $(PYTHON) tests/solvers/run.py
check-experiments:
	@$(PYTHON) tests/experiments/run.py
check-experiments-small: experiments-small
	@KERF=$(B)/kerf $(PYTHON) tests/browser/run.py --page $(B)/experiments-small/report.html
check-docs: $(B)/kerf $(EXAMPLE_BIN)
	@KERF=$(B)/kerf CC='$(CC)' $(PYTHON) tests/docs/run.py
check-corpus: $(REPLAY_BIN)
	@$(TAP) corpus $(foreach n,$(FUZZ_NAMES),'$(B)/replay/$(n) tests/fuzz/corpus/$(n)')
# Against a PostgreSQL server of the test's own.
check-stores: $(B)/kerf $(CHECKED)/differential
	@KERF=$(B)/kerf DIFFERENTIAL=$(CHECKED)/differential $(PYTHON) tests/stores/run.py
# The package, and the wheel and the Debian packages of it. Those are left out where tools for them are missing.
HAS_WHEEL := $(shell $(DEBIAN_PYTHON) -c 'import setuptools, wheel' 2>/dev/null && echo yes)
HAS_DEB := $(shell command -v dh >/dev/null && command -v dh_python3 >/dev/null && echo yes)
# Packages that are only tried are packed quickly.
check-python: export DPKG_DEB_COMPRESSOR_TYPE = gzip
check-python: python-package $(if $(HAS_WHEEL),wheel) $(if $(HAS_DEB),deb)
	@KERF_WHEEL="$$(ls $(abspath $(B))/dist/kerf-$(VERSION)-*.whl 2>/dev/null | head -n 1)" KERF_DEBS='$(if $(HAS_DEB),$(abspath $(B)/deb))' \
	    PYTHONPATH='$(abspath $(P))' $(DEBIAN_PYTHON) tests/python/run.py
# Reports: parsed, and shown by Chromium where there is one.
check-browser: $(B)/kerf
	@KERF=$(B)/kerf $(PYTHON) tests/browser/run.py
check-includes:
	@$(PYTHON) tools/check_includes.py --self-test
	@$(PYTHON) tools/check_includes.py
check-runner:
	@$(PYTHON) tests/check.py --self-test
check-tree:
	@$(PYTHON) tools/wrap_pages.py --self-test
	@$(PYTHON) tools/check_tree.py --self-test
	@$(PYTHON) tools/check_tree.py
check-symbols: $(B)/$(SONAME) $(B)/libkerf.a
	@tools/check_symbols.sh $(B)/$(SONAME) $(B)/libkerf.a
check-install: all
	@CC='$(CC)' MAKE='$(MAKE)' tests/install_check.sh
# clang-tidy says what clang warns of, too. What users run is tidied; with KERF_LONG=1 also tests and benchmarks. The
# static analyser takes longest, and looks at it in `make check-long`.
TIDIED := $(filter-out tests/unit/% $(if $(KERF_LONG),,tests/% bench/%),$(ALL_SRC))
check-clang: $(patsubst %.c,build/clang/%.ok,$(filter-out $(TIDIED),$(ALL_SRC)))
check-tidy: $(TIDIED:%.c=build/tidy/%.ok)
check-analyse: $(patsubst %.c,build/analyse/%.ok,$(LIB_SRC) $(CLI_SRC))
check-asan-%:
	@$(MAKE) --no-print-directory VARIANT=asan check-$*

# Tests again under valgrind, through a script that stands for the program.
check-valgrind: $(B)/kerf
	@command -v valgrind >/dev/null || { echo 'valgrind is missing: ./bootstrap check-long'; exit 1; }
	@mkdir -p $(B)/valgrind
	@printf '#!/bin/sh\nexec valgrind -q --error-exitcode=99 --leak-check=full %s "$$@"\n' \
	    '$(abspath $(B)/kerf)' >$(B)/valgrind/kerf
	@chmod +x $(B)/valgrind/kerf
	@KERF=$(B)/valgrind/kerf KERF_VARIANT=valgrind KERF_TIMEOUT=1200 \
	    $(PYTHON) tests/golden/run.py
check-fuzz: fuzz

# A second compiler's opinion, clang-tidy's, and the static analyser's, which walks through the paths of a function; a
# stamp per file, so that only what changed is looked at again: what its object had to be compiled for. Clang notes by
# itself what it read: some tests have objects in build/checked alone.
build/clang/%.ok: %.c
	$(call say,CLANG,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(CLANG) $(BASIC_FLAGS) -Werror $(INCLUDES) -fsyntax-only -MD -MP -MF $(@:.ok=.d) -MT $@ $<
	@touch $@
-include $(patsubst %.c,build/clang/%.d,$(ALL_SRC))
# Names that belong to the compiler: the check of clang-tidy itself takes a third of all its time.
define tidy
	$(call say,TIDY,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(CLANG_TIDY) --quiet $(1) $< -- $(BASIC_FLAGS) -Wreserved-identifier $(INCLUDES) 2>$(@:.ok=.err) || { cat $(@:.ok=.err); exit 1; }
	@touch $@
endef
ANALYSED := -*,clang-analyzer-*,-clang-analyzer-optin.performance.Padding,-clang-analyzer-security.insecureAPI.DeprecatedOrUnsafeBufferHandling
build/tidy/%.ok: %.c build/obj/%.o .clang-tidy
	$(call tidy)
build/analyse/%.ok: %.c build/obj/%.o
	$(call tidy,--checks='$(ANALYSED)')

.PHONY: format format-check tidy
tidy: check-tidy
format:
	$(CLANG_FORMAT) -i $(ALL_SRC) $(HEADERS)
format-check:
	@$(CLANG_FORMAT) --dry-run -Werror $(ALL_SRC) $(HEADERS)
	@! LC_ALL=C.UTF-8 grep -nE '^.{101}' $(ALL_SRC) $(HEADERS) src/session/options.def
# Other versions of the formatter disagree in details, so that only one of them is believed.
check-format:
	@if $(CLANG_FORMAT) --version | grep -q 'version 14\.'; then \
	    $(MAKE) --no-print-directory format-check; \
	else echo 'not checked: clang-format 14 is not there'; fi

# ---------------------------------------------------------------------------- fuzz, bench, demo

# Each target runs for FUZZ_SECONDS (in parallel with make -j) from the saved inputs; what it finds
# stays in build/fuzz/. `make fuzz-merge` adds to the saved inputs those that reach new code.
.PHONY: fuzz fuzz-merge
fuzz fuzz-merge:
	@$(MAKE) --no-print-directory VARIANT=fuzz $(FUZZ_NAMES:%=$@-%)
fuzz-merge-%: $(B)/target/%
	@mkdir -p tests/fuzz/corpus/$* $(B)/corpus/$*
	$(B)/target/$* -merge=1 tests/fuzz/corpus/$* $(B)/corpus/$*
fuzz-%: $(B)/target/%
	@mkdir -p tests/fuzz/corpus/$* $(B)/corpus/$* $(B)/artifacts
	$(Q)$(B)/target/$* -max_total_time=$(FUZZ_SECONDS) -timeout=10 -rss_limit_mb=2048 \
	    -print_final_stats=1 -artifact_prefix=$(B)/artifacts/$*- \
	    $(if $(wildcard tests/fuzz/$*.dict),-dict=tests/fuzz/$*.dict) \
	    $(B)/corpus/$* tests/fuzz/corpus/$* >$(B)/$*.log 2>&1 || { tail -n 60 $(B)/$*.log; exit 1; }
	@printf '%s: ' $*; sed -n 's/^stat::number_of_executed_units: *//p' $(B)/$*.log | tr '\n' ' '
	@echo 'executions in $(FUZZ_SECONDS) s'

# A bench program without arguments does its standard measurement; files go to build/bench/data.
# cora_files only writes what map.py reads, which runs the command line.
.PHONY: bench ablation demo
bench: $(BENCH_BIN) $(B)/kerf
	@mkdir -p $(B)/bench/data
	@for b in $(filter-out ablation cora_files,$(BENCH_BIN:$(B)/bench/%=%)); do \
	    printf '\n== %s\n' $$b; \
	    (cd $(B)/bench/data && KERF='$(abspath $(B)/kerf)' ../$$b) || exit 1; \
	done
	@printf '\n== map\n'
	@KERF='$(abspath $(B)/kerf)' $(PYTHON) bench/map.py
	@printf '\n== stores\n'
	@KERF='$(abspath $(B)/kerf)' $(PYTHON) bench/stores.py
	@printf '\n== scale\n'
	@KERF='$(abspath $(B)/kerf)' $(PYTHON) bench/scale.py
	@printf '\n== learn.py\n'
	@KERF='$(abspath $(B)/kerf)' $(PYTHON) bench/learn.py

# Instructions without each mechanism of the solvers; about half an hour.
ablation: $(B)/bench/ablation
	@$(PYTHON) bench/ablation.py

# The studies of the paper: RESULTS.md and a page to look at. With invented data alone it takes minutes.
# What role labelling learned is kept in $(B)/experiments/srl-work, so that a run that was stopped goes on;
# SRL adds to its options, for instance SRL='--model=learned.mln'.
STUDY = KERF='$(abspath $(B)/kerf)' $(PYTHON) experiments
.PHONY: experiments experiments-small
experiments: $(B)/kerf
	@test -n '$(CORPORA)' || { echo 'make experiments CORPORA=FOLDER: where cora/ and conll05/ are'; exit 2; }
	@$(STUDY)/er/run.py --corpora='$(CORPORA)' --out=$(B)/experiments
	@$(STUDY)/srl/run.py --corpora='$(CORPORA)' --out=$(B)/experiments $(SRL)
	@$(STUDY)/common/results.py $(B)/experiments experiments/RESULTS.md experiments/report.html
experiments-small: $(B)/kerf
	@$(STUDY)/er/run.py --small --out=$(B)/experiments-small
	@$(STUDY)/srl/run.py --small --seeds=2 --rounds=1 --out=$(B)/experiments-small $(SRL)
	@$(STUDY)/common/results.py $(B)/experiments-small $(B)/experiments-small/RESULTS.md \
	    $(B)/experiments-small/report.html

demo: $(B)/kerf
	@KERF=$(B)/kerf sh examples/demo.sh

# ---------------------------------------------------------------------------- the rest

.PHONY: clean help
clean:
	rm -rf build

help:
	@echo 'all           build/kerf, the static and the shared library, kerf.pc, manual, completion'
	@echo 'demo          the bundled example'
	@echo 'check         every test; check-LAYER for one layer of'
	@echo '              $(LAYERS)'
	@echo 'check-long    the same with more programs, the whole static analysis, golden tests under valgrind, and a'
	@echo '              minute of each fuzz target; ROUTES=N: so many programs of routes, not 20,000'
	@echo 'asan          tests under AddressSanitizer and UBSan, in build/asan/'
	@echo 'fuzz          each fuzz target for FUZZ_SECONDS=$(FUZZ_SECONDS); fuzz-merge keeps new inputs'
	@echo 'bench         build and run the benchmarks'
	@echo 'ablation      instructions without each mechanism, into bench/ABLATION.md; half an hour'
	@echo 'experiments   the studies of the paper from CORPORA=FOLDER; experiments-small: invented data alone'
	@echo 'python        build/python, a folder for PYTHONPATH, and its first example; python-package: only the folder'
	@echo 'wheel         build/dist/kerf-*.whl, with the libraries in it'
	@echo 'deb           build/deb: Debian packages kerf, libkerf0, libkerf-dev, python3-kerf'
	@echo 'install       to DESTDIR/PREFIX, with PREFIX=$(PREFIX); uninstall removes the same files'
	@echo 'format        rewrite the sources with clang-format; format-check only looks'
	@echo 'tidy          clang-tidy'
	@echo 'clean         remove build/'
