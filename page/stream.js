// Files as streams of bytes, unpacked if they are gzip.

/** How packed files begin that browsers cannot unpack, and what does. @type {readonly [number[], string, string][]} */
const PACKED = [
    [[0x28, 0xb5, 0x2f, 0xfd], 'zstd', 'unzstd'],
    [[0x42, 0x5a, 0x68], 'bzip2', 'bunzip2'],
    [[0x50, 0x4b, 3, 4], 'zip', 'unzip'],
    [[0xfd, 0x37, 0x7a, 0x58], 'xz', 'unxz'],
];

/** Progress comes at most as often as this, in milliseconds. */
const PAUSE = 100;

/**
 * Opens a file.
 * @param {File} file
 * @throws {Error} if it is packed, but not with gzip
 */
export async function streamOf(file) {
    const head = new Uint8Array(await file.slice(0, 4).arrayBuffer());
    const [, kind, command] =
        PACKED.find(([sign]) => sign.every((byte, at) => head[at] === byte)) ?? [];
    if (kind) {
        throw new Error(
            `${file.name} is packed with ${kind}, which browsers cannot unpack. Unpack it first (${command}), or pack it with gzip.`,
        );
    }
    const isPacked = head[0] === 0x1f && head[1] === 0x8b;
    return {
        isPacked,
        stream: isPacked
            ? file.stream().pipeThrough(new DecompressionStream('gzip'))
            : file.stream(),
    };
}

/**
 * Reads a file in parts. The bytes that were read can be read again.
 * @param {File} file
 * @param {(bytes: number, of: number) => void} onprogress gets the bytes so far and those of the file, 0 if it is packed; an
 *   error of it ends the parts
 * @returns {Promise<{ parts: AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined>, blob: () => Blob }>} `blob` has the bytes
 *   that were read, unpacked
 */
export async function partsOfFile(file, onprogress) {
    const { isPacked, stream } = await streamOf(file);
    let unpacked = new Blob();
    /** Unpacked bytes that are not part of the Blob yet. @type {Uint8Array<ArrayBuffer>[]} */
    let waiting = [];
    /** The browser may keep a Blob on its disk. */
    const unpack = () => {
        unpacked = waiting.length > 0 ? new Blob([unpacked, ...waiting]) : unpacked;
        waiting = [];
        return unpacked;
    };
    async function* parts() {
        let [bytes, last] = [0, performance.now()];
        for await (const part of partsOf(stream)) {
            bytes += part.length;
            if (isPacked) {
                waiting.push(part);
            }
            yield part;
            if (performance.now() - last > PAUSE) {
                last = performance.now();
                unpack();
                onprogress(bytes, isPacked ? 0 : file.size);
            }
        }
    }
    return { parts: parts(), blob: isPacked ? unpack : () => file };
}

/**
 * Reads how a file begins, at most 64 characters of its first part.
 * @param {File} file
 * @throws {Error} if it is packed, but not with gzip
 */
export async function beginningOf(file) {
    const reader = (await streamOf(file)).stream.getReader();
    const { value } = await reader.read();
    await reader.cancel();
    return new TextDecoder().decode(value?.subarray(0, 64));
}

/**
 * The parts of a stream; some browsers cannot iterate one.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream
 */
export async function* partsOf(stream) {
    const reader = stream.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
        yield next.value;
    }
}
