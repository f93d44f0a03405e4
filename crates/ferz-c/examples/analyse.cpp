// Prints the best lines of a position: analyse [FEN [DEPTH]].

#include <ferz.hpp>
#include <iostream>

namespace {

// Returns a line in SAN.
std::string san(ferz::Position position, const ferz::Move *moves, std::size_t count) {
    std::string line;
    for (std::size_t i = 0; i < count; ++i) {
        line += (i > 0 ? " " : "") + position.text(moves[i]);
        position.make(moves[i]);
    }
    return line;
}

} // namespace

int main(int argc, char **argv) try {
    const ferz::Position position(argc > 1 ? argv[1] : nullptr);
    ferz::Engine engine([&](const FerzEvent &event) {
        if (event.kind == FERZ_EVENT_LINE && event.bound == FERZ_BOUND_EXACT) {
            std::cout << event.depth << (event.score_kind == FERZ_SCORE_MATE ? " mate " : " ") << event.score << "  "
                      << san(position, event.moves, event.move_count) << '\n';
        }
    });
    engine.set_option("MultiPV", "2");
    FerzLimits limits = ferz::Engine::limits();
    limits.depth = argc > 2 ? std::stoul(argv[2]) : 8;
    engine.search(position, limits);
    const auto [best, reply] = engine.wait();
    std::cout << "best " << (best ? position.text(best) : "none") << '\n';

    std::string_view pgn = "1. e4 e5 2. Nf3 (2. f4) Nc6 *\n\n1. d4 d5 1/2-1/2\n";
    while (auto game = ferz::Game::parse(pgn)) {
        std::cout << game->tag("Result") << " after " << game->position(game->node().first_child).fen() << '\n';
    }
    try {
        ferz::Position("not a position");
    } catch (const ferz::Error &error) {
        std::cout << "refused: " << error.what() << '\n';
    }
} catch (const ferz::Error &error) {
    std::cerr << error.status() << ": " << error.what() << '\n';
    return 1;
}
