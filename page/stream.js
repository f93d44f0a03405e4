// Files as streams of bytes, unpacked if they are gzip.

/** How packed files begin that browsers cannot unpack, and what does. @type {readonly [number[], string, string][]} */
const PACKED = [
    [[0x28, 0xb5, 0x2f, 0xfd], 'zstd', 'unzstd'], [[0x42, 0x5a, 0x68], 'bzip2', 'bunzip2'], [[0x50, 0x4b, 3, 4], 'zip', 'unzip'], [[0xfd, 0x37, 0x7a, 0x58], 'xz', 'unxz'],
];

/**
 * Opens a file.
 * @param {File} file
 * @throws {Error} if it is packed, but not with gzip
 */
export async function streamOf(file) {
    const head = new Uint8Array(await file.slice(0, 4).arrayBuffer());
    const [, kind, command] = PACKED.find(([sign]) => sign.every((byte, at) => head[at] === byte)) ?? [];
    if (kind) {
        throw new Error(`${file.name} is packed with ${kind}, which browsers cannot unpack. Unpack it first (${command}), or pack it with gzip.`);
    }
    const isPacked = head[0] === 0x1f && head[1] === 0x8b;
    return { isPacked, stream: isPacked ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream() };
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
