// Files as texts of printable ASCII, so that they can stand in scripts of any encoding: frequent bytes are a character, the
// others two. Compressed by gzip they are 1 % longer than the files, where Base64, which shifts bytes, is 37 % longer.

/** The characters that need no escape in a string, nor in a script of a page. */
const CHARACTERS = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).filter(
    (char) => !'\'"`\\$<'.includes(char),
);
/** The characters that begin a pair. */
const PREFIXES = CHARACTERS.splice(-2);

/**
 * Returns a file as text: the bytes in the order of their characters, as two hexadecimal digits each, and the text.
 * @param {Uint8Array} bytes
 * @returns {{ order: string, text: string }}
 */
export function encode(bytes) {
    const counts = new Uint32Array(256);
    for (const byte of bytes) {
        counts[byte] += 1;
    }
    const order = [...counts.keys()].sort((a, b) => counts[b] - counts[a]);
    const codes = new Array(256);
    const { length } = CHARACTERS;
    order.forEach((byte, index) => {
        codes[byte] = (PREFIXES[Math.floor(index / length) - 1] ?? '') + CHARACTERS[index % length];
    });
    return {
        order: Buffer.from(order).toString('hex'),
        text: Array.from(bytes, (byte) => codes[byte]).join(''),
    };
}

/** The number of characters of ASCII. */
const ASCII = 128;
/** The place of the rows of prefixes in the table, behind three rows of bytes, and that of the text in the module's memory. */
const [ROWS, TEXT] = [3 * ASCII, 4 * ASCII];

/**
 * The decoder as a module of WebAssembly: a loop of JavaScript is interpreted at first, and took longer for the module of the
 * rules than its compilation. `d(i, end)` overwrites the text in the memory `m` by its bytes, and returns their end:
 *
 *     o = i
 *     while i < end: c = m[i]; if row = m[384 + c]: c = 128 * row + m[++i]; m[o++] = m[c]; i++
 *     return o
 */
const DECODER = [
    '0061736d01000000', // the header
    '010701' + '60027f7f017f', // a type: two numbers, and one as the result
    '03020100' + '0503010001', // a function of it, and a memory
    '070902' + '016d0200' + '01640000', // their names, m and d
    '0a5501' + '53' + '01037f', // a body with the variables o, c and row
    '20002102' + '0240' + '0340' + '200020014f0d01', // o = i, the loop, its end
    '20002d00002203' + '2d0080032204', // c, and its row
    '0440' + '2004410774' + '20004101' + '6a2200' + '2d00006a2103' + '0b', // a pair
    '200220032d00003a0000', // the byte
    '200241016a2102' + '200041016a2100' + '0c00' + '0b0b', // o and i, again
    '20020b', // the result
].join('');

/** @param {string} digits two for each byte */
const fromHex = (digits) =>
    Uint8Array.from({ length: digits.length / 2 }, (_, index) =>
        parseInt(digits.slice(2 * index, 2 * index + 2), 16),
    );

/**
 * Returns the bytes of a file that is a text.
 * @param {{ order: string, text: string }} file
 * @returns {Uint8Array}
 */
export const decode = (file) => decodeByModule(file) ?? decodeByLoop(file);

/**
 * Decodes by the module; null where no code can be compiled.
 * @param {{ order: string, text: string }} file
 */
export function decodeByModule({ order, text }) {
    /** @type {any} */
    let exports;
    try {
        ({ exports } = new WebAssembly.Instance(new WebAssembly.Module(fromHex(DECODER))));
    } catch {
        return null;
    }
    // A memory has one page of 64 KiB to begin with.
    exports.m.grow((TEXT + text.length) >> 16);
    const memory = new Uint8Array(exports.m.buffer);
    memory.set(tableOf(order));
    new TextEncoder().encodeInto(text, memory.subarray(TEXT));
    // A copy, since the memory of a module cannot be handed to a thread.
    return memory.slice(TEXT, exports.d(TEXT, TEXT + text.length));
}

/**
 * Decodes by a loop, for the edge.
 * @param {{ order: string, text: string }} file
 */
export function decodeByLoop({ order, text }) {
    const table = tableOf(order);
    // The bytes overwrite the text, which is read ahead of them.
    const bytes = new TextEncoder().encode(text);
    let end = 0;
    for (let i = 0; i < bytes.length; i++) {
        const row = table[ROWS + bytes[i]];
        bytes[end++] = table[ASCII * row + bytes[row === 0 ? i : ++i]];
    }
    return bytes.subarray(0, end);
}

/**
 * Returns the byte of each character, behind no prefix, the first and the second one; then the row of each prefix.
 * @param {string} order
 */
function tableOf(order) {
    const table = new Uint8Array(TEXT);
    fromHex(order).forEach((byte, index) => {
        const [row, column] = [Math.floor(index / CHARACTERS.length), index % CHARACTERS.length];
        table[ASCII * row + CHARACTERS[column].charCodeAt(0)] = byte;
    });
    PREFIXES.forEach((prefix, index) => {
        table[ROWS + prefix.charCodeAt(0)] = index + 1;
    });
    return table;
}
