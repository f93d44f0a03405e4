// The thread of the puzzles: reads files as streams and keeps where each puzzle stands.

import { beginningOf, partsOfFile } from '../stream.js';
import { performTasks, report } from '../thread.js';
import { Rows } from './rows.js';

/** @import { Columns, PuzzleRecord } from '../ferz/rules/puzzles.js' */
/** @import { Done, Wanted } from './rows.js' */

/**
 * @typedef {{ open: File[] } | { pick: Wanted, done: Done } | { leaveOut: number } | { facts: true }} Task
 * @typedef {{ record: PuzzleRecord } | { pgn: Uint8Array }} PuzzleText
 * @typedef {{ index: number, fitting: number, solved: number, failed: number, puzzle: PuzzleText | null }} Picked
 * @typedef {{ reading: Reading | null }} Report
 * @typedef {{ name: string, bytes: number, of: number, puzzles: number }} Reading
 */

const rows = new Rows();
/** The rows without a position or moves. */
let skipped = 0;
/**
 * A file, and what was read of it.
 * @typedef {object} Source
 * @property {() => Blob} blob the bytes, unpacked as far as they have been read
 * @property {() => Columns | null} columns those of a CSV file
 */
/** @type {Source[]} */
const sources = [];

/** @param {File} file */
async function read(file) {
    const source = sources.length;
    const { parts, blob } = await partsOfFile(file, (bytes, of) =>
        report({ reading: { name: file.name, bytes, of, puzzles: rows.size } }),
    );
    const begin = (await beginningOf(file)).replace(/^\ufeff/, '').trimStart();
    if (begin.startsWith('[') || begin.startsWith('%')) {
        sources.push({ blob, columns: () => null });
        await readGames(parts, source);
        return;
    }
    // The rules are loaded with the first file: a worker must not await while it starts, as messages would be lost.
    const { PuzzleScanner } = await import('../ferz/rules/puzzles.js');
    const scanner = new PuzzleScanner((puzzle, offset, length) =>
        rows.add(puzzle, { source, offset, length }),
    );
    sources.push({ blob, columns: () => scanner.columns });
    for await (const part of parts) {
        scanner.push(part);
    }
    scanner.end();
    skipped += scanner.skipped;
}

/**
 * Adds the games that begin with a position of their own.
 * @param {AsyncIterable<Uint8Array>} parts
 * @param {number} source
 */
async function readGames(parts, source) {
    const { Game } = await import('../ferz/index.js');
    for await (const {
        offset,
        length,
        tags: { FEN, Event = '', Themes = '' },
        error,
    } of Game.list(parts)) {
        if (FEN !== undefined && error === null) {
            rows.add(
                { id: /^Puzzle (\S+)$/.exec(Event)?.[1] ?? FEN, themes: Themes, rating: 0 },
                { source, offset, length },
            );
        }
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
    const bytes = new Uint8Array(
        await sources[source]
            .blob()
            .slice(offset, offset + length)
            .arrayBuffer(),
    );
    if (columns === null) {
        return { ...counts, puzzle: { pgn: bytes } };
    }
    const { readPuzzle } = await import('../ferz/rules/puzzles.js');
    return { ...counts, puzzle: { record: readPuzzle(bytes, columns) } };
}

/**
 * @param {Task} task
 * @returns {Promise<any>}
 */
async function perform(task) {
    if ('open' in task) {
        return open(task.open);
    }
    if ('leaveOut' in task) {
        rows.leaveOut(task.leaveOut);
    }
    return 'pick' in task
        ? pick(task.pick, task.done)
        : { ...rows.facts(), skipped: skipped + rows.leftOut };
}

performTasks(perform);
