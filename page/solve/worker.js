// The thread of the puzzles: reads files as streams and keeps where each puzzle stands.

import { decode, Scanner, tagsOf } from '../games/scan.js';
import { CsvScanner, recordOf, Rows } from './rows.js';

/** @import { Done, PuzzleRecord, Wanted } from './rows.js' */

/**
 * @typedef {{ open: File[] } | { pick: Wanted, done: Done } | { facts: true }} Task
 * @typedef {{ id: number, task: Task }} Request
 * @typedef {{ record: PuzzleRecord } | { pgn: string }} PuzzleText
 * @typedef {{ index: number, fitting: number, solved: number, failed: number, puzzle: PuzzleText | null }} Picked
 * @typedef {{ id: number, value: any } | { id: number, error: string } | { reading: Reading | null }} Report
 * @typedef {{ name: string, bytes: number, of: number, puzzles: number }} Reading
 */

/** Reports come at most as often as this, in milliseconds. */
const PAUSE = 100;
const NOT_A_PUZZLE = 'no position and no moves';
/** How packed files begin that browsers cannot unpack, and what does. @type {readonly [number[], string, string][]} */
const PACKED = [
    [[0x28, 0xb5, 0x2f, 0xfd], 'zstd', 'unzstd'], [[0x42, 0x5a, 0x68], 'bzip2', 'bunzip2'], [[0x50, 0x4b, 3, 4], 'zip', 'unzip'], [[0xfd, 0x37, 0x7a, 0x58], 'xz', 'unxz'],
];

const scope = /** @type {any} */ (self);
const rows = new Rows();
/**
 * A file, and what was read of it.
 * @typedef {object} Source
 * @property {() => Blob} blob the bytes, unpacked as far as they have been read
 * @property {() => readonly string[] | null} columns those of a CSV file
 */
/** @type {Source[]} */
const sources = [];

/** @param {Report} report */
const report = (report) => scope.postMessage(report);

/**
 * The bytes of a file, unpacked if it is gzip.
 * @param {File} file
 * @throws {Error} if it is packed in another way
 */
async function streamOf(file) {
    const head = new Uint8Array(await file.slice(0, 4).arrayBuffer());
    const [, kind, command] = PACKED.find(([sign]) => sign.every((byte, at) => head[at] === byte)) ?? [];
    if (kind) {
        throw new Error(`${file.name} is packed with ${kind}, which browsers cannot unpack. Unpack it first (${command}), or pack it with gzip.`);
    }
    const isPacked = head[0] === 0x1f && head[1] === 0x8b;
    return { isPacked, stream: isPacked ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream() };
}

/**
 * Returns the scanner of a file by its first bytes, which adds the puzzles to the rows.
 * @param {Uint8Array} head
 * @param {number} source
 */
function scannerOf(head, source) {
    const first = decode(head.subarray(0, 64)).replace(/^\ufeff/, '').trimStart();
    if (!first.startsWith('[') && !first.startsWith('%')) {
        return new CsvScanner((record, offset, length) => rows.add(record, { source, offset, length }));
    }
    return new Scanner((game, offset) => {
        const { FEN, Event = '', Themes = '' } = tagsOf(game);
        if (FEN !== undefined) {
            const id = /^Puzzle (\S+)$/.exec(Event)?.[1] ?? FEN;
            rows.add({ id, themes: Themes, rating: 0 }, { source, offset, length: game.length });
        }
    });
}

/** @param {File} file */
async function read(file) {
    const source = sources.length;
    const { isPacked, stream } = await streamOf(file);
    /** @type {CsvScanner | Scanner | undefined} */
    let scanner;
    let unpacked = new Blob();
    /** Unpacked bytes that are not part of the Blob yet. @type {Uint8Array<ArrayBuffer>[]} */
    let waiting = [];
    /** The browser may keep a Blob on its disk. */
    const unpack = () => {
        unpacked = waiting.length > 0 ? new Blob([unpacked, ...waiting]) : unpacked;
        waiting = [];
        return unpacked;
    };
    sources.push({ blob: isPacked ? unpack : () => file, columns: () => (scanner instanceof CsvScanner ? scanner.columns : null) });
    let [bytes, last] = [0, performance.now()];
    for await (const part of partsOf(stream)) {
        scanner ??= scannerOf(part, source);
        scanner.push(part);
        bytes += part.length;
        if (isPacked) {
            waiting.push(part);
        }
        if (performance.now() - last > PAUSE) {
            last = performance.now();
            unpack();
            report({ reading: { name: file.name, bytes, of: isPacked ? 0 : file.size, puzzles: rows.size } });
        }
    }
    scanner?.end();
    unpack();
}

/**
 * The parts of a stream; some browsers cannot iterate one.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream
 */
async function* partsOf(stream) {
    const reader = stream.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
        yield next.value;
    }
}

/** @param {File[]} files */
async function open(files) {
    const before = rows.size;
    try {
        for (const file of files) {
            await read(file);
        }
    } finally {
        report({ reading: null });
    }
    return rows.size - before;
}

/**
 * Chooses a puzzle and reads it.
 * @param {Wanted} wanted
 * @param {Done} done
 * @returns {Promise<Picked>}
 */
async function pick(wanted, done) {
    const counts = rows.pick(wanted, done);
    if (counts.index < 0) {
        return { ...counts, puzzle: null };
    }
    const { source, offset, length } = rows.place(counts.index);
    const columns = sources[source].columns();
    const text = decode(new Uint8Array(await sources[source].blob().slice(offset, offset + length).arrayBuffer()));
    if (columns === null) {
        return { ...counts, puzzle: { pgn: text } };
    }
    const record = recordOf(text, columns);
    if (record === null) {
        throw new Error(NOT_A_PUZZLE);
    }
    return { ...counts, puzzle: { record } };
}

/**
 * @param {Task} task
 * @returns {Promise<any>}
 */
async function perform(task) {
    if ('open' in task) {
        return open(task.open);
    }
    return 'pick' in task ? pick(task.pick, task.done) : rows.facts();
}

scope.addEventListener('message', async (/** @type {MessageEvent<Request>} */ { data: { id, task } }) => {
    try {
        report({ id, value: await perform(task) });
    } catch (error) {
        report({ id, error: error instanceof Error ? error.message : String(error) });
    }
});
