// The C interface of Ferz: positions, PGN, opening books, tablebases and the engine.
// Written by cbindgen (crates/ferz-c/tools/header): change the functions in crates/ferz-c/src instead.
//
// Handles. Positions, games, books, tablebases and engines are handles: values of pointer types that point to no
// memory. A null, freed or wrong handle is an error code, not undefined behaviour. Each is freed by ferz_free.
//
// Errors. Functions return FERZ_OK or FERZ_ERROR_...; ferz_last_error has the message of the last failure on the
// thread. A call that fails stores no result, but the needed length with FERZ_ERROR_BUFFER.
//
// Buffers. The caller owns them. A text is UTF-8 and ends with a zero byte, for which the buffer needs room too; the
// stored length is without it. A buffer of null and capacity 0 asks for the length alone. Pointers for lengths
// and numbers may be null.
//
// Structures with struct_size grow at their end: set struct_size to sizeof the structure before each call.
//
// Threads. Any thread may call any function. One position or game is used by one thread at a time; books,
// tablebases and engines may be used by several at once. All other data belongs to the thread of the call.

#ifndef FERZ_H
#define FERZ_H

#include <stddef.h>
#include <stdint.h>

// The version of the interface. A program that was compiled with another one may not fit the library.
#define FERZ_ABI_VERSION 2

// A line of a running search, with its score.
#define FERZ_EVENT_LINE 1

// A message, such as the number of tablebases found, or that a file cannot be read.
#define FERZ_EVENT_TEXT 2

// The end of a search, with its best move.
#define FERZ_EVENT_DONE 3

// `score` is in centipawns: at 100, half of the games are won.
#define FERZ_SCORE_CENTIPAWNS 0

// `score` is the number of moves to mate; negative, or 0, if the side to move is mated.
#define FERZ_SCORE_MATE 1

// The score is exact.
#define FERZ_BOUND_EXACT 0

// The score is a lower bound.
#define FERZ_BOUND_LOWER 1

// The score is an upper bound.
#define FERZ_BOUND_UPPER 2

// The kinds of options.
#define FERZ_OPTION_CHECK 0

// A whole number from `min` to `max`.
#define FERZ_OPTION_SPIN 1

// A text.
#define FERZ_OPTION_STRING 2

// An action without a value.
#define FERZ_OPTION_BUTTON 3

// The root of the tree: the start position.
#define FERZ_NODE_ROOT 0

// No node.
#define FERZ_NODE_NONE UINT32_MAX

// Comments before the first move of a variation.
#define FERZ_COMMENT_BEFORE 0

// Comments after a move; for the root, those at the start of the game.
#define FERZ_COMMENT_AFTER 1

// Comments behind the variation that a move begins.
#define FERZ_COMMENT_AFTER_VARIATION 2

// Reading continues.
#define FERZ_CONTINUE 0

// The rest of the variation is skipped; in the main line, the rest of the game.
#define FERZ_SKIP 1

// Reading ends after this game, whose rest is skipped.
#define FERZ_STOP 2

// The result of a game is not known: `*`.
#define FERZ_RESULT_UNKNOWN 0

// White has won: `1-0`.
#define FERZ_RESULT_WHITE_WINS 1

// Black has won: `0-1`.
#define FERZ_RESULT_BLACK_WINS 2

// The game is drawn: `1/2-1/2`.
#define FERZ_RESULT_DRAW 3

// Castling letters of a FEN are those of standard chess.
#define FERZ_CASTLING_STANDARD 0

// Castling letters of a FEN are those of Chess960 (X-FEN or Shredder-FEN).
#define FERZ_CASTLING_CHESS960 1

// Castling letters of a FEN are those of Chess960 if each is possible, else of standard chess.
#define FERZ_CASTLING_DETECT 2

// Standard algebraic notation, such as `Nf3` and `O-O`.
#define FERZ_NOTATION_SAN 0

// The notation of UCI, such as `g1f3` and `e1g1`; castling in Chess960 is `e1h1`.
#define FERZ_NOTATION_UCI 1

// The key by which this library compares positions.
#define FERZ_KEY_POSITION 0

// The key of opening books in Polyglot's format.
#define FERZ_KEY_POLYGLOT 1

// The key of the number of pieces of each kind.
#define FERZ_KEY_MATERIAL 2

// The game goes on.
#define FERZ_OUTCOME_NONE 0

// The side to move is checkmated.
#define FERZ_OUTCOME_CHECKMATE 1

// The side to move has no legal move and is not in check.
#define FERZ_OUTCOME_STALEMATE 2

// Neither side can give checkmate.
#define FERZ_OUTCOME_INSUFFICIENT_MATERIAL 3

// Seventy-five moves of each side without a capture or pawn move.
#define FERZ_OUTCOME_SEVENTY_FIVE_MOVES 4

// The fifth occurrence of the position.
#define FERZ_OUTCOME_FIVEFOLD_REPETITION 5

// The game goes on, but the side to move can claim a draw: fifty moves of each side without a capture or pawn move.
#define FERZ_OUTCOME_FIFTY_MOVES 16

// The game goes on, but the side to move can claim a draw: the third occurrence of the position.
#define FERZ_OUTCOME_THREEFOLD_REPETITION 17

// The greatest depth of `ferz_perft`.
#define FERZ_PERFT_DEPTH_MAX 15

// The number of places that `ferz_position_legal_moves` needs at most. A position that can occur in a game has at most
// 218 moves.
#define FERZ_MOVES_MAX 512

// Success.
#define FERZ_OK 0

// A handle or another pointer is null.
#define FERZ_ERROR_NULL 1

// The handle was freed or never existed.
#define FERZ_ERROR_HANDLE 2

// The handle is that of another type.
#define FERZ_ERROR_TYPE 3

// The buffer is too small. The needed length is stored.
#define FERZ_ERROR_BUFFER 4

// A text is not UTF-8.
#define FERZ_ERROR_UTF8 5

// A text cannot be parsed: a FEN, a move or an option.
#define FERZ_ERROR_PARSE 6

// A move is not legal.
#define FERZ_ERROR_ILLEGAL 7

// A number is out of its range, or `struct_size` is too small.
#define FERZ_ERROR_ARGUMENT 8

// There is no such tag, node, option, game, move to undo or tablebase.
#define FERZ_ERROR_NOT_FOUND 9

// A file cannot be read.
#define FERZ_ERROR_IO 10

// A search is running.
#define FERZ_ERROR_BUSY 11

// The time of a wait has passed.
#define FERZ_ERROR_TIMEOUT 12

// The function cannot be called from a callback of an engine.
#define FERZ_ERROR_CALLBACK 13

// More objects exist than handles, or memory or a thread is not available.
#define FERZ_ERROR_LIMIT 14

// An error of the library, which was caught. The object of the call should be freed.
#define FERZ_ERROR_INTERNAL 15

// An opening book in Polyglot's format. Several threads may use it at once.
typedef struct FerzBook FerzBook;

// An engine. Created by `ferz_engine_new`, freed by `ferz_free`. Several threads may use it at once.
typedef struct FerzEngine FerzEngine;

// A game with its tags and its tree of moves. Created by `ferz_game_new` and `ferz_game_parse`, freed by `ferz_free`.
// One thread at a time may use it.
typedef struct FerzGame FerzGame;

// A chess position with the history of its game. Created by `ferz_position_new`, `ferz_position_copy` and
// `ferz_game_position`, freed by `ferz_free`. One thread at a time may use it.
typedef struct FerzPosition FerzPosition;

// Syzygy tablebases. Several threads may use them at once.
typedef struct FerzTablebases FerzTablebases;

// An event of an engine. The event and what it points to are valid during the call only.
typedef struct FerzEvent {
    // The size of the structure that the library passes. A field beyond it does not exist in this version.
    uint32_t struct_size;
    // The kind of the event (`FERZ_EVENT_...`), which says what the other fields hold.
    uint32_t kind;
    // Line: the principal variation. Done: the best move and, if there is one, the expected reply; no move if the position
    // has none, or after an error of the library, whose text comes before.
    const uint16_t *moves;
    // The number of moves.
    size_t move_count;
    // Text: the message, UTF-8 with a zero byte at its end; else null.
    const char *text;
    // Line: the rank among the best lines, from 1.
    uint32_t rank;
    // Line: the depth in plies.
    uint32_t depth;
    // Line: the depth of the deepest line in plies.
    uint32_t seldepth;
    // Line: the unit of the score (`FERZ_SCORE_...`).
    uint32_t score_kind;
    // Line: the score from the view of the side to move.
    int32_t score;
    // Line: the bound of the score (`FERZ_BOUND_...`).
    uint32_t bound;
    // Line: wins, draws and losses of the side to move per mille; all 0 if the option `UCI_ShowWDL` is off.
    uint16_t wdl[3];
    // Line: the part of the transposition table in use, per mille.
    uint16_t hashfull;
    // Line: the nodes of all threads.
    uint64_t nodes;
    // Line: the nodes per second.
    uint64_t nps;
    // Line: the tablebase hits of all threads.
    uint64_t tb_hits;
    // Line: the time since the start of the search in milliseconds.
    uint64_t time_ms;
} FerzEvent;

// Receives the events of an engine, on the thread of its searches, or on the thread that calls the engine; never two
// at once. From there `ferz_engine_stop` and all functions without an engine may be called; the other functions of
// an engine fail with `FERZ_ERROR_CALLBACK`.
typedef void (*FerzEventCallback)(void *user, const struct FerzEvent *event);

// An option of an engine.
typedef struct FerzOption {
    // `sizeof(FerzOption)`, set by the caller.
    uint32_t struct_size;
    // The kind (`FERZ_OPTION_...`).
    uint32_t kind;
    // Check: 0 or 1. Spin: a number.
    int64_t default_value;
    // Spin: the minimum.
    int64_t min;
    // Spin: the maximum.
    int64_t max;
    // The name, UTF-8 with zero bytes from its end on.
    char name[32];
} FerzOption;

// The limits of a search. A field that is 0 or null sets no limit; without any limit the search ends by
// `ferz_engine_stop`. Set the whole structure to 0, then its size and the limits.
typedef struct FerzLimits {
    // `sizeof(FerzLimits)`, set by the caller.
    uint32_t struct_size;
    // The depth in plies.
    uint32_t depth;
    // The nodes.
    uint64_t nodes;
    // The time of the search in milliseconds.
    uint64_t move_time_ms;
    // White's remaining time in milliseconds.
    uint64_t white_time_ms;
    // Black's remaining time in milliseconds.
    uint64_t black_time_ms;
    // White's increment for each move in milliseconds.
    uint64_t white_increment_ms;
    // Black's increment for each move in milliseconds.
    uint64_t black_increment_ms;
    // The moves to the next time control.
    uint32_t moves_to_go;
    // Searches for a mate in this number of moves.
    uint32_t mate;
    // The only first moves that are searched.
    const uint16_t *search_moves;
    // Their number.
    size_t search_move_count;
    // 1 for a search on the time of the opponent, which keeps to its limits after `ferz_engine_ponder_hit`.
    uint32_t ponder;
    // 1 for a search that ends by `ferz_engine_stop` alone.
    uint32_t infinite;
} FerzLimits;

// A node of the tree. The root has no move.
typedef struct FerzNode {
    // `sizeof(FerzNode)`, set by the caller.
    uint32_t struct_size;
    // The node before the move, or `FERZ_NODE_NONE`.
    uint32_t parent;
    // The next move of the line, or `FERZ_NODE_NONE`.
    uint32_t first_child;
    // The next alternative to the move, or `FERZ_NODE_NONE`.
    uint32_t next_sibling;
    // The moves from the root to the node.
    uint32_t depth;
    // The move; 0 for the root and for a null move.
    uint16_t mv;
    // The number of numeric annotation glyphs.
    uint16_t nag_count;
} FerzNode;

// The functions that receive games, in the order of their text. Each may be null. `user` is the pointer given to
// `ferz_pgn_read`. Texts are UTF-8, end with a zero byte, and are valid during the call only.
//
// The functions with a result return `FERZ_CONTINUE`, `FERZ_SKIP` or `FERZ_STOP`.
typedef struct FerzPgnCallbacks {
    // `sizeof(FerzPgnCallbacks)`, set by the caller.
    uint32_t struct_size;
    // Receives the number of a game, from 1.
    void (*begin_game)(void *user, uint64_t number);
    // Receives a tag pair.
    void (*tag)(void *user, const char *name, const char *value);
    // Receives the FEN of the start position, after all tags. `chess960` is 1 if its castling letters are those of
    // Chess960, else 0: the argument `castling` of `ferz_position_new`.
    int32_t (*begin_moves)(void *user, const char *fen, int32_t chess960);
    // Receives a legal move, 0 for a null move, and the key of the position before it (`FERZ_KEY_POSITION`).
    int32_t (*played)(void *user, uint16_t mv, uint64_t key);
    // Receives a numeric annotation glyph: `!` is 1, `?` 2, `!!` 3, `??` 4, `!?` 5, `?!` 6.
    void (*nag)(void *user, uint8_t nag);
    // Receives a comment, with its commands such as `[%clk 0:01:00]`.
    void (*comment)(void *user, const char *text);
    // Begins a variation: its first move replaces the last move of the line around it. Without this function variations
    // are skipped.
    int32_t (*begin_variation)(void *user);
    // Ends a variation.
    void (*end_variation)(void *user);
    // Ends a game, with its result (`FERZ_RESULT_...`); that of the tag if the text ends without one.
    void (*end_game)(void *user, int32_t result);
    // Receives an error, after which the rest of the game is skipped, or (`is_warning` 1) a fault that hides no move.
    void (*error)(void *user, const char *message, int32_t is_warning);
} FerzPgnCallbacks;

// The state of a position.
typedef struct FerzPositionState {
    // `sizeof(FerzPositionState)`, set by the caller.
    uint32_t struct_size;
    // The number of the next full move, from 1.
    uint32_t fullmove_number;
    // The plies since the last capture or pawn move.
    uint32_t halfmove_clock;
    // The occurrences of the position in its history, this one included.
    uint32_t repetitions;
    // The pieces that give check to the side to move: bit 0 is a1, bit 1 b1, bit 63 h8.
    uint64_t checkers;
    // The piece of each square, a1, b1, ... h8: 0 for none; 1 to 6 are White's pawn, knight, bishop, rook, queen and
    // king, 7 to 12 those of Black.
    uint8_t board[64];
    // 0 for White, 1 for Black.
    uint8_t side_to_move;
    // 1 if the side to move is in check.
    uint8_t in_check;
    // 1 if castling is written as in Chess960.
    uint8_t chess960;
    // The castling rights: bits 0 and 1 are White's on the king's and the queen's side, bits 2 and 3 those of Black.
    uint8_t castling_rights;
    // The number of legal moves.
    uint32_t legal_moves;
} FerzPositionState;

// A move of a book.
typedef struct FerzBookMove {
    // The move.
    uint16_t mv;
    // Its weight in relation to those of the other moves.
    uint16_t weight;
    // The field `learn` of the entry.
    uint32_t learn;
} FerzBookMove;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Returns the version of the interface of the library. It changes when a function or a structure is no longer what it
// was; a new function, and a new field at the end of a structure with `struct_size`, leave it.
uint32_t ferz_abi_version(void);

// Returns the version of Ferz, such as `0.1.0`: a text that lives as long as the program.
const char *ferz_version(void);

// Frees an object of any type. Its handle is then no longer valid: each use of it fails with `FERZ_ERROR_HANDLE`. A null
// pointer is ignored.
//
// An engine stops its search, and sends no event after this. A book, tablebases or an engine in a call of another thread
// live until that call ends.
int32_t ferz_free(void *object);

// Writes the message of the last call of this thread that failed. Empty before the first one; a call that succeeds
// leaves it.
int32_t ferz_last_error(char *buffer, size_t capacity, size_t *length);

// Creates an engine with the default options and the embedded network. `callback` receives its events and may be null;
// `user` is passed to it.
int32_t ferz_engine_new(FerzEventCallback callback, void *user, struct FerzEngine **engine);

// Sets an option by its name, in any case. `value` is `true` or `false`, a number or a text, and null for a button. A
// file that cannot be read is reported as `FERZ_EVENT_TEXT`. Fails with `FERZ_ERROR_BUSY` during a search.
int32_t ferz_engine_set_option(const struct FerzEngine *engine, const char *name, const char *value);

// Stores the option with an index, from 0, in a structure whose `struct_size` is set. Fails with `FERZ_ERROR_NOT_FOUND`
// after the last one. All engines have the same options.
int32_t ferz_engine_option(size_t index, struct FerzOption *option);

// Forgets earlier games: clears the transposition table and the histories of the search. Fails with `FERZ_ERROR_BUSY`
// during a search.
int32_t ferz_engine_new_game(const struct FerzEngine *engine);

// Starts a search of a position, with its history, on the thread of the engine, and returns. Fails with
// `FERZ_ERROR_BUSY` if a search is running. The position may be changed and freed at once.
int32_t ferz_engine_search(const struct FerzEngine *engine,
                           const struct FerzPosition *position,
                           const struct FerzLimits *limits);

// Stops the search, if one is running: it sends its best move, and `ferz_engine_wait` returns. The one function of an
// engine that its callback may call.
int32_t ferz_engine_stop(const struct FerzEngine *engine);

// Ends the time of the opponent: the search keeps to its limits from now on.
int32_t ferz_engine_ponder_hit(const struct FerzEngine *engine);

// Waits until no search is running, at most `timeout_ms` milliseconds, or without limit if that is negative, and
// stores the best move of the last search and the expected reply: 0 without one. Fails with `FERZ_ERROR_TIMEOUT` if
// the search goes on, and with `FERZ_ERROR_INTERNAL` if it ended by an error of the library, as all later calls with
// the engine do. Both pointers may be null.
int32_t ferz_engine_wait(const struct FerzEngine *engine, int64_t timeout_ms, uint16_t *best, uint16_t *reply);

// Creates a game without moves. `start` may be null for the start of standard chess; the history of a position is
// left out.
int32_t ferz_game_new(const struct FerzPosition *start, struct FerzGame **game);

// Creates the first game of a text in PGN, and stores the number of bytes that it has taken: the next game begins there.
// Fails with `FERZ_ERROR_NOT_FOUND` if there is no further game. A game with an error has the moves before it;
// `ferz_last_error` then has the message and `is_complete` is 0. `consumed` and `is_complete` may be null.
int32_t ferz_game_parse(const char *data,
                        size_t length,
                        struct FerzGame **game,
                        size_t *consumed,
                        int32_t *is_complete);

// Writes a game in PGN.
int32_t ferz_game_write(const struct FerzGame *game, char *buffer, size_t capacity, size_t *length);

// Writes the value of a tag, `Result` too. Fails with `FERZ_ERROR_NOT_FOUND` if the game does not have it.
int32_t ferz_game_tag(const struct FerzGame *game,
                      const char *name,
                      char *buffer,
                      size_t capacity,
                      size_t *length);

// Sets a tag; a null value removes it. The value of `Result` is `1-0`, `0-1`, `1/2-1/2` or `*`. `FEN` and `SetUp` are
// those of the start position and cannot be set.
int32_t ferz_game_set_tag(struct FerzGame *game, const char *name, const char *value);

// Stores a node of the tree, from `FERZ_NODE_ROOT` on, in a structure whose `struct_size` is set.
int32_t ferz_game_node(const struct FerzGame *game, uint32_t number, struct FerzNode *found);

// Creates the position after the move of a node, with the history of its line.
int32_t ferz_game_position(const struct FerzGame *game, uint32_t number, struct FerzPosition **position);

// Adds a legal move after a node and stores its node; `added` may be null. A move that the node has already is not
// added again; a second move of a node begins a variation. If the move ends the main line by an outcome of the rules
// (`ferz_position_outcome`) and the game has the result `*`, it gets that of the outcome.
int32_t ferz_game_add_move(struct FerzGame *game, uint32_t parent, uint16_t mv, uint32_t *added);

// Writes the comments of a node at one place (`FERZ_COMMENT_...`), joined by spaces; an empty text without any.
int32_t ferz_game_comment(const struct FerzGame *game,
                          uint32_t number,
                          int32_t place,
                          char *buffer,
                          size_t capacity,
                          size_t *length);

// Replaces the comments of a node at one place (`FERZ_COMMENT_...`). An empty text removes them. A place that the node
// does not have becomes `FERZ_COMMENT_AFTER`, as PGN has it.
int32_t ferz_game_set_comment(struct FerzGame *game, uint32_t number, int32_t place, const char *comment);

// Writes the numeric annotation glyphs of a node and stores their number.
int32_t ferz_game_nags(const struct FerzGame *game, uint32_t number, uint8_t *nags, size_t capacity, size_t *count);

// Adds a numeric annotation glyph to a move; 0 removes all.
int32_t ferz_game_add_nag(struct FerzGame *game, uint32_t number, uint8_t nag);

// Reads the games of a text and passes them to callbacks on the thread of the caller. Stores the number of games that
// were begun; `games` may be null.
int32_t ferz_pgn_read(const char *data,
                      size_t length,
                      const struct FerzPgnCallbacks *callbacks,
                      void *user,
                      uint64_t *games);

// Reads the games of a file, which may be compressed with gzip, bzip2 or Zstandard, as `ferz_pgn_read` does.
int32_t ferz_pgn_read_file(const char *path, const struct FerzPgnCallbacks *callbacks, void *user, uint64_t *games);

// Creates a position. `fen` is a FEN or EPD with at least four fields, or null for the start of standard chess;
// `castling` says how its castling letters are read (`FERZ_CASTLING_...`).
int32_t ferz_position_new(const char *fen, int32_t castling, struct FerzPosition **position);

// Creates a copy of a position, with its history.
int32_t ferz_position_copy(const struct FerzPosition *position, struct FerzPosition **copy);

// Writes the FEN, at most 127 bytes with the zero byte at its end.
int32_t ferz_position_fen(const struct FerzPosition *position, char *buffer, size_t capacity, size_t *length);

// Stores the state of a position in a structure whose `struct_size` is set.
int32_t ferz_position_state(const struct FerzPosition *position, struct FerzPositionState *state);

// Stores a key of a position, by its kind (`FERZ_KEY_...`).
int32_t ferz_position_key(const struct FerzPosition *position, int32_t kind, uint64_t *key);

// Stores the squares that the piece on a square attacks, and the pieces of both sides that attack the square. Either
// pointer may be null. Squares are 0 (a1) to 63 (h8), sets as in `FerzPositionState.checkers`.
int32_t ferz_position_attacks(const struct FerzPosition *position,
                              uint32_t square,
                              uint64_t *attacked,
                              uint64_t *attackers);

// Stores 1 if a legal move wins at least `threshold` centipawns by the captures on its target square (static exchange
// evaluation), else 0. Pawns count 100.
int32_t ferz_position_see_ge(const struct FerzPosition *position, uint16_t mv, int32_t threshold, int32_t *result);

// Stores how the game has ended, or which draw can be claimed (`FERZ_OUTCOME_...`).
int32_t ferz_position_outcome(const struct FerzPosition *position, int32_t *outcome);

// Writes the legal moves and stores their number. `FERZ_MOVES_MAX` places are always enough; with fewer than needed
// nothing is written but the number.
//
// A move is 16 bits: the square from which it goes (bits 0 to 5), that to which it goes (bits 6 to 11; castling goes to
// the square of the rook), and in bits 12 to 15 1 for castling, 2 for a double push of a pawn, 4 to 7 for promotions
// to knight, bishop, rook and queen, plus 8 for captures, and 9 for en passant. No move is 0.
int32_t ferz_position_legal_moves(const struct FerzPosition *position, uint16_t *moves, size_t capacity, size_t *count);

// Makes a move, if it is legal.
int32_t ferz_position_make(struct FerzPosition *position, uint16_t mv);

// Makes consecutive moves that are known to be legal, such as one of `ferz_position_legal_moves` or those of a game,
// faster than `ferz_position_make`. After a move that is not legal the position may have any pieces, or the
// call fails with `FERZ_ERROR_ILLEGAL` or `FERZ_ERROR_INTERNAL`; memory stays valid.
int32_t ferz_position_make_legal(struct FerzPosition *position, const uint16_t *moves, size_t count);

// Undoes the last `count` moves, at most 65,535, and stores them in the order in which they were made, so that
// `ferz_position_make_legal` makes them again; `moves` may be null. Fails with `FERZ_ERROR_NOT_FOUND`, and undoes none,
// if the history has fewer since its first position or its last null move.
int32_t ferz_position_undo(struct FerzPosition *position, uint16_t *moves, size_t count);

// Finds the legal move of a text in a notation (`FERZ_NOTATION_...`). UCI accepts castling as `e1g1` and as `e1h1`.
int32_t ferz_position_parse_move(const struct FerzPosition *position,
                                 int32_t notation,
                                 const char *move_text,
                                 uint16_t *mv);

// Writes a legal move in a notation (`FERZ_NOTATION_...`), at most 8 bytes with the zero byte at its end.
int32_t ferz_position_move_text(const struct FerzPosition *position,
                                int32_t notation,
                                uint16_t mv,
                                char *buffer,
                                size_t capacity,
                                size_t *length);

// Counts the leaf nodes of the tree of legal moves, at most to `FERZ_PERFT_DEPTH_MAX`. Depth 6 of the start takes
// fractions of a second, each further ply about thirty times as long; nothing stops a count.
int32_t ferz_perft(const struct FerzPosition *position, uint32_t depth, uint64_t *nodes);

// Opens a book. The file stays open until the book is freed.
int32_t ferz_book_open(const char *path, struct FerzBook **book);

// Writes the legal moves that a book has for a position, the greatest weight first, and stores their number: 0 without
// any.
int32_t ferz_book_moves(const struct FerzBook *book,
                        const struct FerzPosition *position,
                        struct FerzBookMove *moves,
                        size_t capacity,
                        size_t *count);

// Opens the tablebases of folders, whose names are joined as in `PATH` of the system.
int32_t ferz_tablebases_open(const char *path, struct FerzTablebases **tablebases);

// Probes a position. Stores the outcome for the side to move: -2 is a loss, -1 a loss that the fifty-move rule draws,
// 0 a draw, 1 a win that the fifty-move rule draws, 2 a win, all for a fifty-move counter of 0; and the distance in
// plies to the next capture or pawn move by best play, negative for a loss (DTZ). Either pointer may be null; without
// `dtz` the tables of distances are not needed.
//
// Fails with `FERZ_ERROR_NOT_FOUND` if the position has castling rights or no table has its pieces.
int32_t ferz_tablebases_probe(const struct FerzTablebases *tablebases,
                              const struct FerzPosition *position,
                              int32_t *wdl,
                              int32_t *dtz);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* FERZ_H */
