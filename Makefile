# make            builds the release binary in cargo's target folder
# make EXE=name   builds it at that path, as OpenBench requires
# make EVALFILE=path   embeds that network instead of the default one, as OpenBench does for tests of networks
# make pgo        builds it with a profile of `bench` (profile-guided optimisation); takes EXE too
#
# TARGET selects a target triple, and RUSTFLAGS the instruction set: RUSTFLAGS="-C target-cpu=x86-64-v3".
# For instructions that this machine lacks, name TARGET too: only then do macros, which run here, do without.
# `make pgo` needs llvm-profdata: `rustup component add llvm-tools`, or LLVM_PROFDATA=path.
TARGET ?=
HOST := $(shell rustc -vV | sed -n 's/^host: //p')
SUFFIX := $(if $(findstring windows,$(or $(TARGET),$(HOST))),.exe,)
BUILT := target/$(if $(TARGET),$(TARGET)/)release/ferz$(SUFFIX)
EXE ?= $(BUILT)

# The build script of ferz-engine reads the variable.
ifneq ($(EVALFILE),)
export FERZ_EVALFILE := $(abspath $(EVALFILE))
endif

CARGO_BUILD := cargo build --release --locked --package ferz-cli --bin ferz
COPY = @if [ "$(1)" != "$(EXE)" ]; then cp -f "$(1)" "$(EXE)"; fi

# With a target given, cargo does not instrument build scripts.
PGO_TARGET := $(or $(TARGET),$(HOST))
PGO := target/pgo
PGO_BUILD := $(CARGO_BUILD) --target-dir $(PGO) --target $(PGO_TARGET)
PGO_BUILT := $(PGO)/$(PGO_TARGET)/release/ferz$(SUFFIX)
PGO_FLAGS := $(or $(RUSTFLAGS),-C target-cpu=native)
LLVM_TOOLS := $(shell rustc --print target-libdir)/../bin
LLVM_PROFDATA ?= $(firstword $(wildcard $(LLVM_TOOLS)/llvm-profdata*) llvm-profdata)

.PHONY: all pgo check-exe
all: check-exe
	$(CARGO_BUILD) --target-dir target $(if $(TARGET),--target $(TARGET))
	$(call COPY,$(BUILT))

pgo: check-exe
	rm -rf $(PGO)/profile
	RUSTFLAGS="$(PGO_FLAGS) -C profile-generate=$(CURDIR)/$(PGO)/profile" $(PGO_BUILD)
	$(PGO_BUILT) bench
	"$(LLVM_PROFDATA)" merge -o $(PGO)/merged.profdata $(PGO)/profile
	RUSTFLAGS="$(PGO_FLAGS) -C profile-use=$(CURDIR)/$(PGO)/merged.profdata" $(PGO_BUILD)
	@mkdir -p $(dir $(EXE))
	$(call COPY,$(PGO_BUILT))

# A folder is refused, because cp would copy the file into it.
check-exe:
	@if [ -d "$(EXE)" ]; then echo "make: $(EXE) is a folder; choose another EXE" >&2; exit 2; fi
