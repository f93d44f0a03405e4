# make            builds the release binary in cargo's target folder
# make EXE=name   builds it at that path, as OpenBench requires
# make EVALFILE=path   embeds that network instead of the default one, as OpenBench does for tests of networks
# make pgo        builds it with a profile of `bench` (profile-guided optimisation); takes EXE too
# make install    installs the binary, its manual pages and shell completions in $(DESTDIR)$(PREFIX)
# make deb        makes a Debian package, target/ferz_VERSION_ARCH.deb, for any processor of the
#                 architecture unless RUSTFLAGS selects one
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

# Link-time optimisation takes half a minute more than `cargo build --release`, and makes the commands that
# read games a tenth faster.
CARGO_BUILD := cargo build --release --locked --config 'profile.release.lto="fat"' --package ferz-cli --bin ferz
COPY = @if [ "$(1)" != "$(EXE)" ]; then cp -f "$(1)" "$(EXE)"; fi

# With a target given, cargo does not instrument build scripts.
PGO_TARGET := $(or $(TARGET),$(HOST))
PGO := target/pgo
PGO_BUILD := $(CARGO_BUILD) --target-dir $(PGO) --target $(PGO_TARGET)
PGO_BUILT := $(PGO)/$(PGO_TARGET)/release/ferz$(SUFFIX)
PGO_FLAGS := $(or $(RUSTFLAGS),-C target-cpu=native)
LLVM_TOOLS := $(shell rustc --print target-libdir)/../bin
LLVM_PROFDATA ?= $(firstword $(wildcard $(LLVM_TOOLS)/llvm-profdata*) llvm-profdata)

.PHONY: all pgo install deb check-exe
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

PREFIX ?= /usr/local
SHARE = $(DESTDIR)$(PREFIX)/share

install: all
	install -D -m 755 "$(EXE)" "$(DESTDIR)$(PREFIX)/bin/ferz"
	"$(EXE)" man "$(SHARE)/man/man1"
	install -d "$(SHARE)/bash-completion/completions" "$(SHARE)/zsh/site-functions" \
	    "$(SHARE)/fish/vendor_completions.d" "$(SHARE)/doc/ferz"
	"$(EXE)" completions bash > "$(SHARE)/bash-completion/completions/ferz"
	"$(EXE)" completions zsh > "$(SHARE)/zsh/site-functions/_ferz"
	"$(EXE)" completions fish > "$(SHARE)/fish/vendor_completions.d/ferz.fish"
	install -m 644 LICENSE-MIT LICENSE-APACHE CHANGELOG.md "$(SHARE)/doc/ferz"

VERSION = $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
ARCH = $(shell dpkg --print-architecture)
STAGE := $(CURDIR)/target/deb

# The empty value replaces the instruction set of this machine.
deb: export RUSTFLAGS := $(RUSTFLAGS)
deb:
	rm -rf "$(STAGE)"
	$(MAKE) install DESTDIR="$(STAGE)" PREFIX=/usr
	mv "$(STAGE)/usr/share/zsh/site-functions" "$(STAGE)/usr/share/zsh/vendor-completions"
	gzip -9n "$(STAGE)"/usr/share/man/man1/*.1
	install -d "$(STAGE)/DEBIAN"
	printf '%s\n' "Package: ferz" "Version: $(VERSION)" "Architecture: $(ARCH)" "Depends: libc6" \
	    "Section: games" "Priority: optional" "Maintainer: The Ferz developers" \
	    "Description: UCI chess engine with tools for games, books and perft" > "$(STAGE)/DEBIAN/control"
	dpkg-deb --root-owner-group --build "$(STAGE)" "target/ferz_$(VERSION)_$(ARCH).deb"
