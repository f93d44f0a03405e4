// The module of the rules, and the border to it: texts and numbers in, numbers and a text out. Only this file
// knows its memory. See border/src/lib.rs.

import { errorFrom } from '../base/errors.js';
import { compile } from '../base/load.js';

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
 * @property {(slot: number) => number} position_state
 * @property {(slot: number, from: number) => number} position_moves
 * @property {(slot: number, moves: number, uci: number) => number} position_notation
 * @property {(slot: number, moves: number) => number} position_line
 * @property {(slot: number) => number} position_find
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
 * @property {() => number} comment_parts
 * @property {() => number} tag_check
 * @property {(size: number, blackBelow: number, coordinates: number, light: number, dark: number) => number} board_svg
 * @property {(code: number) => number} piece_svg
 * @property {(number: number) => number} chess960_start
 * @property {() => number} epd_read
 */

const module = await compile(new URL('../ferz.wasm', import.meta.url));

/** @param {WebAssembly.Instance} instance */
function exportsOf(instance) {
    return /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
}

/** The functions of the module. @type {Exports} */
export let wasm = exportsOf(await WebAssembly.instantiate(module, {}));
/** How often the module was made anew: what it held is lost then. */
export let renewals = 0;

const encoder = new TextEncoder();
// A byte order mark at the begin of a text belongs to it.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const tableAddress = wasm.output() >> 2;
let bytes = new Uint8Array(wasm.memory.buffer);
let numbers = new Uint32Array(wasm.memory.buffer);

/** The views are renewed when the memory has grown: then they are empty. */
function refresh() {
    if (numbers.length === 0) {
        bytes = new Uint8Array(wasm.memory.buffer);
        numbers = new Uint32Array(wasm.memory.buffer);
    }
}

/**
 * Makes the module anew if a call of it was ended from outside: by an exhausted stack, of which it cannot know, or by
 * exhausted memory. Comes before each use, by `pass` or `slotOf`.
 */
export function renew() {
    // An empty view has no such word.
    if (numbers[tableAddress + 4] === 0) {
        return;
    }
    refresh();
    if (numbers[tableAddress + 4] !== 0) {
        wasm = exportsOf(new WebAssembly.Instance(module, {}));
        bytes = new Uint8Array(wasm.memory.buffer);
        numbers = new Uint32Array(wasm.memory.buffer);
        renewals += 1;
    }
}

/**
 * Passes a text as the input of the next call, behind 32-bit numbers.
 * @param {string | Uint8Array} text
 * @param {ArrayLike<number>} [words]
 */
export function pass(text, words) {
    const count = words?.length ?? 0;
    const encoded = typeof text === 'string' ? encodeShort(text) ?? encoder.encode(text) : text;
    renew();
    const address = wasm.input(count * 4 + encoded.length);
    refresh();
    if (words && count > 0) {
        // The address of an empty vector that grows is aligned by the allocator.
        numbers.set(words, address >> 2);
    }
    bytes.set(encoded, address + count * 4);
}

const short = new Uint8Array(96);

/**
 * Encodes a short text of ASCII, for which the encoder takes longer than a loop.
 * @param {string} text
 */
function encodeShort(text) {
    if (text.length > short.length) {
        return null;
    }
    for (let i = 0; i < text.length; i++) {
        const code = text.charCodeAt(i);
        if (code > 127) {
            return null;
        }
        short[i] = code;
    }
    return short.subarray(0, text.length);
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
