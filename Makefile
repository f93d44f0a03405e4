# `make EXE=name` builds the release binary at that path, as OpenBench requires. Without EXE it stays
# in cargo's target folder.
BUILT := target/release/ferz
EXE ?= $(BUILT)

# A folder is refused, because cp would copy the file into it.
.PHONY: all
all:
	@if [ -d "$(EXE)" ]; then echo "make: $(EXE) is a folder; choose another EXE" >&2; exit 2; fi
	cargo build --release --locked --target-dir target --package ferz-cli --bin ferz
	@if [ "$(EXE)" != "$(BUILT)" ]; then cp -f "$(BUILT)" "$(EXE)"; fi
