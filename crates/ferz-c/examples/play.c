// Plays a game of the engine against itself, with a time for each move in milliseconds (default 50), and prints it in PGN.

#include <ferz.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Ends the program with the message of the library if a call has failed.
static void check(int32_t status, const char *call) {
    if (status != FERZ_OK) {
        char message[256];
        ferz_last_error(message, sizeof message, NULL);
        fprintf(stderr, "%s: error %" PRId32 ": %s\n", call, status, message);
        exit(1);
    }
}
#define CHECK(call) check(call, #call)

// Counts the nodes of the last line: called on the thread of the engine, before ferz_engine_wait returns.
static void on_event(void *user, const FerzEvent *event) {
    if (event->kind == FERZ_EVENT_LINE) {
        *(uint64_t *)user = event->nodes;
    }
}

int main(int argc, char **argv) {
    FerzPosition *position;
    FerzGame *game;
    FerzEngine *engine;
    uint64_t nodes = 0, all_nodes = 0;
    uint32_t node = FERZ_NODE_ROOT;
    int32_t outcome = FERZ_OUTCOME_NONE;

    CHECK(ferz_position_new(NULL, FERZ_CASTLING_STANDARD, &position));
    CHECK(ferz_game_new(position, &game));
    CHECK(ferz_engine_new(on_event, &nodes, &engine));
    CHECK(ferz_engine_set_option(engine, "Hash", "16"));

    FerzLimits limits = {0};
    limits.struct_size = sizeof limits;
    limits.move_time_ms = argc > 1 ? strtoull(argv[1], NULL, 10) : 50;

    for (int ply = 0; ply < 300 && outcome == FERZ_OUTCOME_NONE; ++ply) {
        uint16_t best;
        CHECK(ferz_engine_search(engine, position, &limits));
        CHECK(ferz_engine_wait(engine, -1, &best, NULL));
        all_nodes += nodes;
        CHECK(ferz_game_add_move(game, node, best, &node));
        CHECK(ferz_position_make(position, best));
        CHECK(ferz_position_outcome(position, &outcome));
    }

    const char *result = "1/2-1/2";
    if (outcome == FERZ_OUTCOME_CHECKMATE) {
        FerzPositionState state = {.struct_size = sizeof state};
        CHECK(ferz_position_state(position, &state));
        result = state.side_to_move == 0 ? "0-1" : "1-0";
    } else if (outcome == FERZ_OUTCOME_NONE) {
        result = "*";
    }
    CHECK(ferz_game_set_tag(game, "White", "Ferz"));
    CHECK(ferz_game_set_tag(game, "Black", "Ferz"));
    CHECK(ferz_game_set_tag(game, "Result", result));

    size_t length;
    ferz_game_write(game, NULL, 0, &length); // FERZ_ERROR_BUFFER, with the length
    char *text = malloc(length + 1);
    CHECK(ferz_game_write(game, text, length + 1, NULL));
    printf("%s\n", text);
    fprintf(stderr, "%" PRIu64 " nodes\n", all_nodes);
    free(text);
    CHECK(ferz_free(engine));
    CHECK(ferz_free(game));
    CHECK(ferz_free(position));
    return 0;
}
