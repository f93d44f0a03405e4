// Texts in parts of bytes: of strings, bytes and streams.

import { describe } from '../base/errors.js';

const encoder = new TextEncoder();

/** The bytes that are read at once. */
export const PART = 1 << 18;

/**
 * The bytes of a text.
 * @param {string | Uint8Array} pgn
 * @returns {Generator<Uint8Array>}
 */
export function* partsOf(pgn) {
    for (let at = 0; at < pgn.length; ) {
        let end = at + PART;
        if (typeof pgn !== 'string') {
            yield pgn.subarray(at, end);
        } else {
            end += endsInPair(pgn, end) ? 1 : 0;
            yield encoder.encode(pgn.slice(at, end));
        }
        at = end;
    }
}

/**
 * True if the first half of a pair of surrogates ends before an index: the pair must not be divided.
 * @param {string} text
 * @param {number} end
 */
function endsInPair(text, end) {
    return (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
}

/**
 * The bytes of a stream.
 * @param {AsyncIterable<Uint8Array | string> | ReadableStream<Uint8Array | string>} source
 * @returns {AsyncGenerator<Uint8Array>}
 */
export async function* partsOfStream(source) {
    let half = '';
    for await (const part of iterate(source)) {
        if (typeof part === 'string') {
            const text = half + part;
            const end = text.length - (endsInPair(text, text.length) ? 1 : 0);
            half = text.slice(end);
            yield encoder.encode(text.slice(0, end));
        } else if (part instanceof Uint8Array) {
            yield part;
        } else {
            throw new TypeError(`source: expected strings or bytes, found ${describe(part)}`);
        }
    }
    yield encoder.encode(half);
}

/**
 * The parts of a stream; some browsers cannot iterate one.
 * @param {AsyncIterable<Uint8Array | string> | ReadableStream<Uint8Array | string>} source
 * @returns {AsyncGenerator<Uint8Array | string>}
 */
async function* iterate(source) {
    if (typeof source !== 'object' || source === null) {
        throw new TypeError(`source: expected a stream, found ${describe(source)}`);
    }
    if (Symbol.asyncIterator in source) {
        yield* /** @type {AsyncIterable<Uint8Array | string>} */ (source);
        return;
    }
    const stream = /** @type {ReadableStream<Uint8Array | string>} */ (source);
    if (typeof stream.getReader !== 'function') {
        throw new TypeError(`source: expected a stream, found ${describe(source)}`);
    }
    const reader = stream.getReader();
    try {
        for (;;) {
            const { done, value } = await reader.read();
            if (done) {
                return;
            }
            yield value;
        }
    } finally {
        reader.releaseLock();
    }
}
