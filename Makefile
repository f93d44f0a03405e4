# `make EXE=name` builds the release binary exactly there, as OpenBench's workers ask. Without EXE
# it stays where cargo puts it.
BUILT := target/release/ferz
EXE ?= $(BUILT)

# A folder is no place for a binary's name: cp would put the file inside.
.PHONY: all
all:
	@if [ -d "$(EXE)" ]; then echo "make: $(EXE) is a folder; choose another EXE" >&2; exit 2; fi
	cargo build --release --locked --target-dir target --package ferz-cli --bin ferz
	@if [ "$(EXE)" != "$(BUILT)" ]; then cp -f "$(BUILT)" "$(EXE)"; fi
