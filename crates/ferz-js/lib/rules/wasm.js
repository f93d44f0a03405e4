// The module of the rules, and the border to it: texts and numbers in, numbers and a text out. Only this file
// knows its memory. See border/src/lib.rs.

import { errorFrom } from '../base/errors.js';
import { read, readNow } from '../base/files.js';
import { compile, compileNow } from '../base/sources.js';

/** @import { ModuleSource } from '../base/sources.js' */

/**
 * @typedef {object} Exports The functions of rules/src. All numbers are 32-bit integers unless the name says more.
 * @property {WebAssembly.Memory} memory
 * @property {(bytes: number) => number} input
 * @property {() => number} output
 * @property {() => number} slots
 * @property {(slot: number, moves: number, castling: number, lenient: number) => number} position_set
 * @property {(slot: number, bits: number) => number} position_do
 * @property {(slot: number, isNull: number) => number} position_undo
 * @property {(slot: number, style: number) => number} position_fen
 * @property {() => number} board
 * @property {(slot: number) => number} position_board
 * @property {(slot: number) => number} position_facts
 * @property {(slot: number, from: number) => number} position_moves
 * @property {(slot: number, moves: number, uci: number) => number} position_notation
 * @property {(slot: number, moves: number) => number} position_line
 * @property {(slot: number) => number} position_find
 * @property {(slot: number) => number} position_play
 * @property {(slot: number, bits: number) => number} position_check
 * @property {(slot: number, bits: number, threshold: number) => number} position_exchange
 * @property {(slot: number, square: number) => number} position_sets
 * @property {(slot: number, depth: number) => number} position_perft
 * @property {() => number} openings_set
 * @property {(slot: number) => number} position_opening
 * @property {(slot: number, bits: number) => number} position_book_move
 * @property {(slot: number, nodes: number) => number} position_winnable
 * @property {(slot: number, how: number) => number} position_transformed
 * @property {(piece: number, square: number, occupied: bigint) => bigint} attack_set
 * @property {(last: number, strict: number, language: number) => number} games_read
 * @property {(last: number) => number} games_list
 * @property {(language: number) => number} language_check
 * @property {(words: number, lineWidth: number, parts: number) => number} game_pgn
 * @property {(words: number) => number} game_opening
 * @property {(words: number, evaluations: number, linePlies: number) => number} game_review
 * @property {(words: number, evaluations: number, answers: number, index: number) => number} game_reasons
 * @property {(words: number) => number} game_reviewed
 * @property {(isMate: number, score: number) => number} expected_score
 * @property {() => number} comment_parts
 * @property {() => number} tag_check
 * @property {(size: number, blackBelow: number, coordinates: number, light: number, dark: number) => number} board_svg
 * @property {(code: number) => number} piece_svg
 * @property {(number: number) => number} chess960_start
 * @property {() => number} epd_read
 * @property {(last: number) => number} puzzle_rows
 * @property {() => number} puzzle_row
 * @property {() => number} puzzle_form
 * @property {() => number} puzzle_answer
 * @property {() => number} puzzle_hint
 * @property {() => void} repertoire_begin
 * @property {(words: number) => number} repertoire_add
 * @property {(isBlack: number) => number} repertoire_open
 * @property {() => void} repertoire_begin_games
 * @property {(words: number) => number} repertoire_compare
 * @property {(chance: number) => number} repertoire_compared
 * @property {(count: number) => number} repertoire_states
 * @property {(card: number, since: number, today: number) => number} repertoire_make_due
 * @property {(today: number, newADay: number) => void} repertoire_queue
 * @property {(card: number, isRight: number, today: number) => number} repertoire_answer
 */

/** The compiled module, from its first use or from `load` on. @type {WebAssembly.Module | null} */
let module = null;

/** The functions of the module, which are there behind `renew`. @type {Exports} */
export let wasm;
/** How often the module was made: what it held is lost when it is made anew. */
export let renewals = 0;

const encoder = new TextEncoder();
// A byte order mark at the begin of a text belongs to it.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
let tableAddress = 0;
let bytes = new Uint8Array();
// As if a call had been ended, so that the first use makes the module.
let numbers = new Uint32Array([0, 0, 0, 0, 1]);
/** The cells of the board that the module has written last. */
let board = new Uint32Array();
/** The number of these cells. */
const BOARD_CELLS = 24;

/**
 * Compiles the rules before their first use, which else does it at once and holds the thread for some milliseconds. With an
 * argument the module comes from there: where code cannot be compiled, as at the edge, it is a module that was compiled
 * before. After the first use a source has no effect.
 *
 * ```js
 * await load();
 * ```
 *
 * @param {ModuleSource | Promise<ModuleSource>} [source] the compiled module, or the file `ferz/ferz.wasm`: its bytes, a
 *   response, or its address
 * @returns {Promise<void>}
 * @throws {FerzError} if WebAssembly is not allowed, with what to allow
 */
export async function load(source) {
    if (source instanceof WebAssembly.Module) {
        // Without a turn of the event loop: a use may follow at once.
        module ??= source;
    }
    if (module === null) {
        const compiled = await compile(await (source ?? read('ferz.wasm')));
        module ??= compiled;
    }
}

/** The views are renewed when the memory has grown: then they are empty. */
function refresh() {
    if (numbers.length === 0) {
        view();
    }
}

function view() {
    const { buffer } = wasm.memory;
    bytes = new Uint8Array(buffer);
    numbers = new Uint32Array(buffer);
    board = new Uint32Array(buffer, wasm.board(), BOARD_CELLS);
}

/**
 * Makes the module at the first use, and anew if a call of it was ended from outside: by an exhausted stack, of which it
 * cannot know, or by exhausted memory. Comes before each use, by `pass` or `slotOf`.
 */
export function renew() {
    // An empty view has no such word.
    if (numbers[tableAddress + 4] === 0) {
        return;
    }
    if (wasm) {
        refresh();
        if (numbers[tableAddress + 4] === 0) {
            return;
        }
    }
    module ??= compileNow(/** @type {Uint8Array} */ (readNow('ferz.wasm')));
    wasm = /** @type {Exports} */ (
        /** @type {unknown} */ (new WebAssembly.Instance(module, {}).exports)
    );
    tableAddress = wasm.output() >> 2;
    view();
    renewals += 1;
}

/** Longer texts are encoded faster by the encoder than by a loop. */
const SHORT = 96;

/**
 * Passes a text as the input of the next call, behind 32-bit numbers.
 * @param {string | Uint8Array} text
 * @param {ArrayLike<number>} [words]
 */
export function pass(text, words = []) {
    renew();
    const begin = 4 * words.length;
    if (typeof text === 'string' && text.length <= SHORT) {
        const address = room(begin + text.length, words);
        if (writeShort(text, address + begin)) {
            return;
        }
    }
    const encoded = typeof text === 'string' ? encoder.encode(text) : text;
    const address = room(begin + encoded.length, words);
    // The views are other ones where the memory has grown.
    bytes.set(encoded, address + begin);
}

/**
 * Makes room for an input, and writes its numbers. The address of an empty vector that grows is aligned by the allocator.
 * @param {number} length
 * @param {ArrayLike<number>} words
 */
function room(length, words) {
    const address = wasm.input(length);
    refresh();
    for (let i = 0; i < words.length; i++) {
        numbers[(address >> 2) + i] = words[i];
    }
    return address;
}

/**
 * Writes a short text, if it is ASCII.
 * @param {string} text
 * @param {number} address
 */
function writeShort(text, address) {
    for (let i = 0; i < text.length; i++) {
        const code = text.charCodeAt(i);
        if (code > 127) {
            return false;
        }
        bytes[address + i] = code;
    }
    return true;
}

/** Returns the cells of the board that the module has written last. They are valid up to the next call. */
export function boardCells() {
    refresh();
    return board;
}

/** Returns the text that the last call has left. */
export function text() {
    refresh();
    const address = numbers[tableAddress + 2];
    const end = address + numbers[tableAddress + 3];
    // For a few letters a loop is faster than the decoder.
    if (end - address > 16) {
        return decoder.decode(bytes.subarray(address, end));
    }
    let result = '';
    for (let i = address; i < end; i++) {
        if (bytes[i] > 127) {
            return decoder.decode(bytes.subarray(address, end));
        }
        result += String.fromCharCode(bytes[i]);
    }
    return result;
}

/** Returns a view of the words that the last call has left. It is valid up to the next call. */
export function words() {
    refresh();
    const first = numbers[tableAddress] >> 2;
    return numbers.subarray(first, first + numbers[tableAddress + 1]);
}

/** Returns the error that the last call has left. */
export function lastError() {
    return errorFrom(JSON.parse(text()));
}

/**
 * Returns the 64-bit number in two words.
 * @param {ArrayLike<number>} numbers
 * @param {number} index
 */
export function bigint(numbers, index) {
    return (BigInt(numbers[index + 1]) << 32n) | BigInt(numbers[index]);
}
