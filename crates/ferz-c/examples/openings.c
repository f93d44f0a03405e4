// Counts the first moves of the games in a PGN file: openings FILE [PLIES]. The file may be compressed.

#include <ferz.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINES_MAX 4096
#define TEXT_MAX 128

struct line {
    char text[TEXT_MAX];
    uint64_t games;
};

struct reading {
    int plies;
    // The current game.
    FerzPosition *position;
    int ply;
    char text[TEXT_MAX];
    // The lines so far.
    struct line lines[LINES_MAX];
    size_t count;
};

static int32_t begin_moves(void *user, const char *fen, int32_t chess960) {
    struct reading *reading = user;
    ferz_free(reading->position);
    reading->position = NULL;
    reading->ply = 0;
    reading->text[0] = 0;
    int32_t castling = chess960 ? FERZ_CASTLING_CHESS960 : FERZ_CASTLING_STANDARD;
    // A game from an odd position, such as one without kings, is no game of an opening.
    return ferz_position_new(fen, castling, &reading->position) == FERZ_OK ? FERZ_CONTINUE : FERZ_SKIP;
}

static int32_t played(void *user, uint16_t mv, uint64_t key) {
    (void)key;
    struct reading *reading = user;
    char san[8];
    if (ferz_position_move_text(reading->position, FERZ_NOTATION_SAN, mv, san, sizeof san, NULL) != FERZ_OK) {
        return FERZ_SKIP;
    }
    if (strlen(reading->text) + strlen(san) + 2 > TEXT_MAX) {
        return FERZ_SKIP;
    }
    if (reading->ply > 0) {
        strcat(reading->text, " ");
    }
    strcat(reading->text, san);
    reading->ply += 1;
    if (reading->ply == reading->plies) {
        return FERZ_SKIP;
    }
    return ferz_position_make_legal(reading->position, &mv, 1) == FERZ_OK ? FERZ_CONTINUE : FERZ_STOP;
}

static void end_game(void *user, int32_t result) {
    (void)result;
    struct reading *reading = user;
    for (size_t i = 0; i < reading->count; ++i) {
        if (strcmp(reading->lines[i].text, reading->text) == 0) {
            reading->lines[i].games += 1;
            return;
        }
    }
    if (reading->count < LINES_MAX) {
        strcpy(reading->lines[reading->count].text, reading->text);
        reading->lines[reading->count++].games = 1;
    }
}

static int by_games(const void *a, const void *b) {
    const struct line *x = a, *y = b;
    return x->games == y->games ? strcmp(x->text, y->text) : x->games < y->games ? 1 : -1;
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "openings FILE [PLIES]\n");
        return 2;
    }
    struct reading *reading = calloc(1, sizeof *reading);
    reading->plies = argc > 2 ? atoi(argv[2]) : 4;
    FerzPgnCallbacks callbacks = {0};
    callbacks.struct_size = sizeof callbacks;
    callbacks.begin_moves = begin_moves;
    callbacks.played = played;
    callbacks.end_game = end_game;
    uint64_t games;
    if (ferz_pgn_read_file(argv[1], &callbacks, reading, &games) != FERZ_OK) {
        char message[256];
        ferz_last_error(message, sizeof message, NULL);
        fprintf(stderr, "%s\n", message);
        return 1;
    }
    qsort(reading->lines, reading->count, sizeof reading->lines[0], by_games);
    for (size_t i = 0; i < reading->count && i < 20; ++i) {
        printf("%8" PRIu64 "  %s\n", reading->lines[i].games, reading->lines[i].text);
    }
    printf("%8" PRIu64 "  games\n", games);
    ferz_free(reading->position);
    free(reading);
    return 0;
}
