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

/**
 * Returns the bytes of a file that is a text.
 * @param {{ order: string, text: string }} file
 * @returns {Uint8Array}
 */
export function decode({ order, text }) {
    /** The byte of each character, behind no prefix, the first and the second. */
    const table = new Uint8Array(3 * 128);
    for (let index = 0; index < 256; index++) {
        const [row, column] = [Math.floor(index / CHARACTERS.length), index % CHARACTERS.length];
        table[128 * row + CHARACTERS[column].charCodeAt(0)] = parseInt(
            order.slice(2 * index, 2 * index + 2),
            16,
        );
    }
    const [first, second] = PREFIXES.map((prefix) => prefix.charCodeAt(0));
    // The bytes overwrite the text, which is read ahead of them: before the loop is compiled, it is faster than one over a string.
    const bytes = new TextEncoder().encode(text);
    let end = 0;
    for (let i = 0; i < bytes.length; i++) {
        const row = bytes[i] === first ? 128 : bytes[i] === second ? 256 : 0;
        bytes[end++] = table[row + bytes[row === 0 ? i : ++i]];
    }
    return bytes.subarray(0, end);
}
