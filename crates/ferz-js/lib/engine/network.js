// The file of the package's network, in fewer bytes on the wire: nearly all of its 16-bit weights fit into a byte.
//
// | bytes | |
// |---|---|
// | 4 | H, the bytes before the weights, little-endian like the others |
// | 4 | W, the number of weights |
// | H | the bytes before the weights |
// | W | each weight as a signed byte; -128 for one that does not fit |
// | 2 for each -128 | these weights, in their order |
// | the rest | the bytes behind the weights |

const ESCAPE = -128;
const HEAD = 8;

/**
 * Packs a file. `build.mjs` does.
 * @param {Uint8Array} file
 * @param {number} first the bytes before the weights
 * @param {number} count the number of weights
 * @returns {Uint8Array}
 */
export function pack(file, first, count) {
    const weights = new DataView(file.buffer, file.byteOffset + first, 2 * count);
    const bytes = new Int8Array(count);
    /** @type {number[]} */
    const escaped = [];
    for (let i = 0; i < count; i++) {
        const weight = weights.getInt16(2 * i, true);
        const fits = weight > ESCAPE && weight <= 127;
        bytes[i] = fits ? weight : ESCAPE;
        if (!fits) {
            escaped.push(weight & 255, (weight >> 8) & 255);
        }
    }
    const head = new DataView(new ArrayBuffer(HEAD));
    head.setUint32(0, first, true);
    head.setUint32(4, count, true);
    const parts = [
        head,
        file.subarray(0, first),
        bytes,
        new Uint8Array(escaped),
        file.subarray(first + 2 * count),
    ];
    const packed = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
    let end = 0;
    for (const part of parts) {
        packed.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), end);
        end += part.byteLength;
    }
    return packed;
}

/**
 * Returns the file that was packed. Damage is found by its checksum.
 * @param {Uint8Array} packed
 * @returns {Uint8Array}
 */
export function unpack(packed) {
    const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
    const [first, count] = [view.getUint32(0, true), view.getUint32(4, true)];
    const bytes = new Int8Array(packed.buffer, packed.byteOffset + HEAD + first, count);
    const file = new Uint8Array(packed.length - HEAD + count);
    file.set(packed.subarray(HEAD, HEAD + first));
    let next = HEAD + first + count;
    let end = first;
    for (let i = 0; i < count; i++) {
        let weight = bytes[i];
        if (weight === ESCAPE) {
            weight = view.getInt16(next, true);
            next += 2;
        }
        file[end++] = weight;
        file[end++] = weight >> 8;
    }
    file.set(packed.subarray(next), end);
    return file.subarray(0, end + packed.length - next);
}
