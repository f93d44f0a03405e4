// The C interface of Ferz with objects that free themselves, for C++17. Errors are exceptions of type ferz::Error.

#ifndef FERZ_HPP
#define FERZ_HPP

#include "ferz.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ferz {

using Move = std::uint16_t;

// A failed call, with its status (FERZ_ERROR_...) and the message of the library.
class Error : public std::runtime_error {
public:
    Error(std::int32_t status, const std::string &message) : std::runtime_error(message), status_(status) {}

    std::int32_t status() const noexcept { return status_; }

private:
    std::int32_t status_;
};

namespace detail {

// Returns the text that a function writes into a buffer.
template <typename Write> std::string text(Write write) {
    std::string text(120, '\0');
    std::size_t length = 0;
    std::int32_t status = write(text.data(), text.size() + 1, &length);
    if (status == FERZ_ERROR_BUFFER) {
        text.resize(length);
        status = write(text.data(), length + 1, &length);
    }
    if (status != FERZ_OK) {
        throw Error(status, "no text");
    }
    text.resize(length);
    return text;
}

inline std::string message() {
    return text([](char *buffer, std::size_t capacity, std::size_t *length) {
        return ferz_last_error(buffer, capacity, length);
    });
}

inline void check(std::int32_t status) {
    if (status != FERZ_OK) {
        throw Error(status, message());
    }
}

// As `text`, with the message of the library for other failures.
template <typename Write> std::string checked_text(Write write) {
    try {
        return text(write);
    } catch (const Error &error) {
        throw Error(error.status(), message());
    }
}

struct Free {
    void operator()(void *object) const noexcept { ferz_free(object); }
};

template <typename T> using Handle = std::unique_ptr<T, Free>;

// A structure whose `struct_size` is set.
template <typename T> T sized() {
    T value{};
    value.struct_size = sizeof(T);
    return value;
}

} // namespace detail

// A chess position with the history of its game. One thread at a time uses it. A moved-from position is null.
class Position {
public:
    explicit Position(const char *fen = nullptr, std::int32_t castling = FERZ_CASTLING_DETECT) {
        FerzPosition *created = nullptr;
        detail::check(ferz_position_new(fen, castling, &created));
        handle_.reset(created);
    }
    explicit Position(FerzPosition *owned) noexcept : handle_(owned) {}
    Position(const Position &other) {
        FerzPosition *created = nullptr;
        detail::check(ferz_position_copy(other.get(), &created));
        handle_.reset(created);
    }
    Position(Position &&) noexcept = default;
    Position &operator=(Position other) noexcept {
        handle_ = std::move(other.handle_);
        return *this;
    }

    FerzPosition *get() const noexcept { return handle_.get(); }

    std::string fen() const {
        return detail::checked_text([&](auto... to) { return ferz_position_fen(get(), to...); });
    }
    FerzPositionState state() const {
        auto state = detail::sized<FerzPositionState>();
        detail::check(ferz_position_state(get(), &state));
        return state;
    }
    std::uint64_t key(std::int32_t kind = FERZ_KEY_POSITION) const {
        std::uint64_t key = 0;
        detail::check(ferz_position_key(get(), kind, &key));
        return key;
    }
    std::vector<Move> legal_moves() const {
        Move moves[FERZ_MOVES_MAX];
        std::size_t count = 0;
        detail::check(ferz_position_legal_moves(get(), moves, FERZ_MOVES_MAX, &count));
        return {moves, moves + count};
    }
    void make(Move move) { detail::check(ferz_position_make(get(), move)); }
    Move undo() {
        Move move = 0;
        detail::check(ferz_position_undo(get(), &move, 1));
        return move;
    }
    Move parse(const std::string &text, std::int32_t notation = FERZ_NOTATION_SAN) const {
        Move move = 0;
        detail::check(ferz_position_parse_move(get(), notation, text.c_str(), &move));
        return move;
    }
    std::string text(Move move, std::int32_t notation = FERZ_NOTATION_SAN) const {
        return detail::checked_text([&](auto... to) { return ferz_position_move_text(get(), notation, move, to...); });
    }
    bool see_ge(Move move, std::int32_t threshold) const {
        std::int32_t result = 0;
        detail::check(ferz_position_see_ge(get(), move, threshold, &result));
        return result != 0;
    }
    std::int32_t outcome() const {
        std::int32_t outcome = 0;
        detail::check(ferz_position_outcome(get(), &outcome));
        return outcome;
    }
    std::uint64_t perft(std::uint32_t depth) const {
        std::uint64_t nodes = 0;
        detail::check(ferz_perft(get(), depth, &nodes));
        return nodes;
    }

private:
    detail::Handle<FerzPosition> handle_;
};

// A game with its tags and its tree of moves. One thread at a time uses it.
class Game {
public:
    Game() : Game(nullptr) {}
    explicit Game(const Position &start) : Game(start.get()) {}

    // Returns the first game of a text, which is then shortened by it; none at its end.
    static std::optional<Game> parse(std::string_view &text) {
        FerzGame *read = nullptr;
        std::size_t consumed = 0;
        const auto status = ferz_game_parse(text.data(), text.size(), &read, &consumed, nullptr);
        if (status == FERZ_ERROR_NOT_FOUND) {
            return std::nullopt;
        }
        detail::check(status);
        text.remove_prefix(consumed);
        return Game(read, 0);
    }

    FerzGame *get() const noexcept { return handle_.get(); }

    FerzNode node(std::uint32_t number = FERZ_NODE_ROOT) const {
        auto node = detail::sized<FerzNode>();
        detail::check(ferz_game_node(get(), number, &node));
        return node;
    }
    Position position(std::uint32_t number) const {
        FerzPosition *created = nullptr;
        detail::check(ferz_game_position(get(), number, &created));
        return Position(created);
    }
    std::uint32_t add(std::uint32_t parent, Move move) {
        std::uint32_t added = 0;
        detail::check(ferz_game_add_move(get(), parent, move, &added));
        return added;
    }
    std::string tag(const std::string &name) const {
        return detail::checked_text([&](auto... to) { return ferz_game_tag(get(), name.c_str(), to...); });
    }
    void set_tag(const std::string &name, const std::string &value) {
        detail::check(ferz_game_set_tag(get(), name.c_str(), value.c_str()));
    }
    std::string pgn() const {
        return detail::checked_text([&](auto... to) { return ferz_game_write(get(), to...); });
    }

private:
    explicit Game(const FerzPosition *start) {
        FerzGame *created = nullptr;
        detail::check(ferz_game_new(start, &created));
        handle_.reset(created);
    }
    Game(FerzGame *owned, int) noexcept : handle_(owned) {}

    detail::Handle<FerzGame> handle_;
};

// An engine, whose searches run on a thread of their own. The function receives its events; it must not throw, and may
// call stop() alone.
class Engine {
public:
    using OnEvent = std::function<void(const FerzEvent &)>;

    explicit Engine(OnEvent on_event = {}) : on_event_(std::make_unique<OnEvent>(std::move(on_event))) {
        FerzEngine *created = nullptr;
        detail::check(ferz_engine_new(*on_event_ ? receive : nullptr, on_event_.get(), &created));
        handle_.reset(created);
    }
    Engine(Engine &&) noexcept = default;
    // By members, it would free the function before the engine that calls it.
    Engine &operator=(Engine &&) = delete;

    FerzEngine *get() const noexcept { return handle_.get(); }

    void set_option(const std::string &name, const std::string &value) {
        detail::check(ferz_engine_set_option(get(), name.c_str(), value.c_str()));
    }
    void new_game() { detail::check(ferz_engine_new_game(get())); }
    // Starts a search and returns. `limits` comes from Engine::limits().
    void search(const Position &position, const FerzLimits &limits) {
        detail::check(ferz_engine_search(get(), position.get(), &limits));
    }
    void stop() { detail::check(ferz_engine_stop(get())); }
    // Waits for the end of the search and returns its best move and the expected reply, 0 without one.
    std::pair<Move, Move> wait() {
        std::pair<Move, Move> moves{};
        detail::check(ferz_engine_wait(get(), -1, &moves.first, &moves.second));
        return moves;
    }
    static FerzLimits limits() { return detail::sized<FerzLimits>(); }

private:
    static void receive(void *user, const FerzEvent *event) { (*static_cast<OnEvent *>(user))(*event); }

    std::unique_ptr<OnEvent> on_event_;
    // After the function, so that it is freed before it.
    detail::Handle<FerzEngine> handle_;
};

} // namespace ferz

#endif // FERZ_HPP
