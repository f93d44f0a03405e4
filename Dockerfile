# The binary for any x86-64 or aarch64 processor, built from the sources alone.
#
#   docker build -t ferz .
#   docker run --rm -i ferz                       # the UCI engine
#   docker run --rm -v "$PWD:/games" ferz pgn check /games/games.pgn
FROM rust:1-slim-bookworm AS build
WORKDIR /ferz
COPY . .
# Instruction sets are selected when the program runs; the empty value replaces `target-cpu=native`.
ENV RUSTFLAGS=""
RUN apt-get update && apt-get install -y --no-install-recommends make gcc libc6-dev \
    && make install PREFIX=/installed

FROM debian:bookworm-slim
COPY --from=build /installed /usr/local
USER nobody
ENTRYPOINT ["ferz"]
