// Finds the games in the bytes of a PGN file without reading their moves: where each begins and ends.
//
// A game ends at a tag after its moves, or at its result, when moves without tags follow. What stands in comments
// does not count, but for a line that begins with `[Event "`: a comment that was never closed ends there.

const [NEWLINE, SPACE, QUOTE, PERCENT, OPEN, CLOSE, STAR, MINUS, SEMICOLON, TAG] = [10, 32, 34, 37, 40, 41, 42, 45, 59, 91];
const [BEGIN_COMMENT, END_COMMENT] = [123, 125];
const EVENT = Array.from('[Event "', (letter) => letter.charCodeAt(0));
/** What must be known behind a byte to understand it. */
const AHEAD = EVENT.length;

export class Scanner {
    /** The bytes from the start of the game on. */
    #bytes = new Uint8Array(0);
    #length = 0;
    /** Where scanning goes on, in `#bytes`. */
    #at = 0;
    /** The place of `#bytes` in the file. */
    #offset = 0;
    #isLineStart = true;
    #isTag = false;
    #isString = false;
    #isComment = false;
    #isLineComment = false;
    #hasMoves = false;
    #hasEnded = false;
    #depth = 0;
    #found;

    /** @param {(bytes: Uint8Array, offset: number) => void} found called with each game and its place in the file */
    constructor(found) {
        this.#found = found;
    }

    /**
     * Reads a further part of the file.
     * @param {Uint8Array} part
     */
    push(part) {
        const length = this.#length + part.length;
        if (length > this.#bytes.length) {
            const bytes = new Uint8Array(Math.max(2 * length, 1 << 16));
            bytes.set(this.#bytes.subarray(0, this.#length));
            this.#bytes = bytes;
        }
        this.#bytes.set(part, this.#length);
        this.#length = length;
        this.#scan(length - AHEAD);
    }

    /** Ends the file. */
    end() {
        this.#scan(this.#length);
        this.#border(this.#length);
    }

    /** @param {number} end */
    #scan(end) {
        const bytes = this.#bytes;
        /** The start of the game that is scanned. */
        let start = 0;
        for (let at = this.#at; at < end; at++) {
            const byte = bytes[at];
            if (this.#isLineStart && byte === TAG && (!this.#isComment || this.#isEvent(at))) {
                if (this.#hasMoves) {
                    start = this.#game(start, at);
                }
                this.#isTag = true;
                this.#isString = this.#isComment = false;
            } else if (this.#isLineStart && byte === PERCENT && !this.#isComment) {
                this.#isLineComment = true;
            }
            this.#isLineStart = byte === NEWLINE;
            if (byte === NEWLINE) {
                this.#isLineComment = this.#isTag = this.#isString = false;
            } else if (this.#isLineComment) {
                continue;
            } else if (this.#isComment) {
                this.#isComment = byte !== END_COMMENT;
            } else if (this.#isTag) {
                this.#isString = byte === QUOTE ? !this.#isString : this.#isString;
            } else if (byte > SPACE) {
                start = this.#moveText(byte, at, start);
            }
        }
        this.#at = Math.max(this.#at, end);
        this.#drop(start);
    }

    /**
     * A byte among moves.
     * @param {number} byte
     * @param {number} at
     * @param {number} start
     * @returns {number} where the game begins
     */
    #moveText(byte, at, start) {
        const bytes = this.#bytes;
        let begin = start;
        if (this.#hasEnded && isWord(byte) && bytes[at - 1] <= SPACE) {
            begin = this.#game(start, at);
        }
        this.#hasMoves = true;
        switch (byte) {
            case BEGIN_COMMENT: this.#isComment = true; break;
            case SEMICOLON: this.#isLineComment = true; break;
            case OPEN: this.#depth += 1; break;
            case CLOSE: this.#depth = Math.max(0, this.#depth - 1); break;
            case STAR: this.#hasEnded ||= this.#depth === 0; break;
            case MINUS: this.#hasEnded ||= this.#depth === 0 && isResult(bytes, at); break;
        }
        return begin;
    }

    /** @param {number} at */
    #isEvent(at) {
        return EVENT.every((byte, index) => this.#bytes[at + index] === byte);
    }

    /**
     * @param {number} start
     * @param {number} end
     */
    #game(start, end) {
        this.#found(this.#bytes.subarray(start, end), this.#offset + start);
        this.#hasMoves = this.#hasEnded = false;
        this.#depth = 0;
        return end;
    }

    /** @param {number} end */
    #border(end) {
        const hasText = this.#bytes.subarray(0, end).some((byte) => byte > SPACE && byte < 128);
        if (hasText) {
            this.#game(0, end);
        }
        this.#drop(end);
    }

    /** @param {number} count */
    #drop(count) {
        this.#bytes.copyWithin(0, count, this.#length);
        this.#length -= count;
        this.#at -= count;
        this.#offset += count;
    }
}

/** @param {number} byte */
function isWord(byte) {
    return (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122);
}

/**
 * True for the minus of `1-0`, `0-1` and `1/2-1/2`, not for that of castling.
 * @param {Uint8Array} bytes
 * @param {number} at
 */
function isResult(bytes, at) {
    const text = String.fromCharCode(...bytes.subarray(Math.max(0, at - 4), at + 2));
    return /(^|[^\w-])(1-0|0-1)$/.test(text) || text.endsWith('/2-1');
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
const windows = new TextDecoder('windows-1252');

/**
 * Decodes a text: UTF-8, or the western encoding of older files.
 * @param {Uint8Array} bytes
 */
export function decode(bytes) {
    try {
        return utf8.decode(bytes);
    } catch {
        return windows.decode(bytes);
    }
}

/** The bytes in which the tags of a game are looked for. */
const HEAD = 16_384;

/**
 * Returns the tags of a game.
 * @param {Uint8Array} bytes
 * @returns {Record<string, string>}
 */
export function tagsOf(bytes) {
    /** @type {Record<string, string>} */
    const tags = Object.create(null);
    const text = decode(bytes.subarray(0, headEnd(bytes)));
    for (const [, name, value] of text.matchAll(/^\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]/gm)) {
        tags[name] ??= value.replace(/\\(["\\])/g, '$1');
    }
    return tags;
}

/** @param {Uint8Array} bytes */
function headEnd(bytes) {
    const end = Math.min(bytes.length, HEAD);
    let isLineStart = true;
    for (let at = 0; at < end; at++) {
        if (isLineStart && bytes[at] !== TAG && bytes[at] > SPACE && bytes[at] !== PERCENT && bytes[at] < 128) {
            return at;
        }
        isLineStart = bytes[at] === NEWLINE;
    }
    return end;
}
