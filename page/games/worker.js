// The thread of the library: reads files as streams, keeps the list, searches it, and indexes positions.

import { partsOf, streamOf } from '../stream.js';
import { performTasks, report } from '../thread.js';
import { Catalogue } from './catalogue.js';

/** @import { Query } from './catalogue.js' */
/** @import { Positions } from './positions.js' */

/**
 * @typedef {{ add: File[] } | { find: Query } | { rows: [number, number] } | { text: number } | { place: number }
 *     | { explore: bigint, games: number } | { clear: true }} Task
 * @typedef {{ reading: { name: string, bytes: number, of: number, games: number } | null }
 *     | { indexing: { games: number, of: number } | null }} Report
 */

/** Reports come at most as often as this, in milliseconds. */
const PAUSE = 100;
/** The bytes of games that are indexed at once. */
const PART = 1 << 17;

let catalogue = new Catalogue();
/** The explorer's index. @type {Positions | null} */
let positions = null;
/** The files, unpacked. @type {Blob[]} */
let sources = [];
/** The games that the last query found. */
let found = new Uint32Array(0);
/** The games that are indexed. */
let indexed = 0;
let isIndexing = false;
/** Grows when the library is emptied: what is under way gives up. */
let generation = 0;

/**
 * Reads a file into the list.
 * @param {File} file
 */
async function read(file) {
    const mine = generation;
    const source = sources.length;
    sources.push(file);
    // The rules are loaded with the first file: a worker must not await while it starts, as messages would be lost.
    const { Game } = await import('../ferz/index.js');
    const { isPacked, stream } = await streamOf(file);
    /** @type {Uint8Array<ArrayBuffer>[]} */
    const unpacked = [];
    const before = catalogue.size;
    async function* parts() {
        let [bytes, last] = [0, performance.now()];
        for await (const part of partsOf(stream)) {
            if (mine !== generation) {
                return;
            }
            bytes += part.length;
            if (isPacked) {
                unpacked.push(part);
            }
            if (performance.now() - last > PAUSE) {
                last = performance.now();
                report({ reading: { name: file.name, bytes, of: isPacked ? 0 : file.size, games: catalogue.size - before } });
            }
            yield part;
        }
    }
    for await (const { offset, length, tags } of Game.list(parts())) {
        if (mine !== generation) {
            return 0;
        }
        catalogue.add(tags, { source, offset, length });
    }
    // The browser may keep a Blob on its disk.
    sources[source] = isPacked ? new Blob(unpacked) : file;
    return catalogue.size - before;
}

/** @param {File[]} files */
async function add(files) {
    const counts = [];
    try {
        for (const file of files) {
            counts.push({ name: file.name, games: await read(file) });
        }
    } finally {
        report({ reading: null });
    }
    return { counts, size: catalogue.size };
}

/** @param {number} index */
async function bytesOf(index) {
    const { source, offset, length } = catalogue.place(index);
    return new Uint8Array(await sources[source].slice(offset, offset + length).arrayBuffer());
}

/** Indexes the positions of the games that are not yet. */
async function indexGames() {
    if (isIndexing || indexed === catalogue.size) {
        return;
    }
    isIndexing = true;
    const mine = generation;
    const { Positions } = await import('./positions.js');
    const index = (positions ??= new Positions());
    let last = 0;
    while (indexed < catalogue.size && mine === generation) {
        // Games that stand one behind the other are read at once.
        const first = catalogue.place(indexed);
        let count = 1;
        while (indexed + count < catalogue.size) {
            const next = catalogue.place(indexed + count);
            if (next.source !== first.source || next.offset + next.length - first.offset > PART) {
                break;
            }
            count += 1;
        }
        const end = catalogue.place(indexed + count - 1);
        const bytes = new Uint8Array(await sources[first.source].slice(first.offset, end.offset + end.length).arrayBuffer());
        for (let game = indexed; game < indexed + count && mine === generation; game++) {
            const { offset, length } = catalogue.place(game);
            index.add(game, bytes.subarray(offset - first.offset, offset - first.offset + length));
        }
        indexed += mine === generation ? count : 0;
        if (performance.now() - last > PAUSE) {
            last = performance.now();
            report({ indexing: { games: indexed, of: catalogue.size } });
            // Other requests come in between.
            await new Promise((resolve) => setTimeout(resolve, 0));
        }
    }
    isIndexing = false;
    report({ indexing: null });
}

/**
 * @param {bigint} key
 * @param {number} most
 */
function explore(key, most) {
    void indexGames();
    const { moves, games } = positions?.find(key, (game) => catalogue.points(game)) ?? { moves: [], games: [] };
    const best = games.sort((a, b) => catalogue.rating(b) - catalogue.rating(a)).slice(0, most);
    return { moves, games: best.map((index) => catalogue.row(index)), indexed, of: catalogue.size };
}

function clear() {
    generation += 1;
    catalogue = new Catalogue();
    positions = null;
    sources = [];
    found = new Uint32Array(0);
    indexed = 0;
}

/**
 * @param {Task} task
 * @returns {Promise<any>}
 */
async function perform(task) {
    if ('add' in task) {
        return add(task.add);
    }
    if ('find' in task) {
        found = catalogue.find(task.find);
        return { count: found.length, size: catalogue.size };
    }
    if ('rows' in task) {
        return Array.from(found.subarray(...task.rows), (index) => catalogue.row(index));
    }
    if ('text' in task) {
        return bytesOf(task.text);
    }
    if ('place' in task) {
        return found[task.place] ?? null;
    }
    if ('explore' in task) {
        return explore(task.explore, task.games);
    }
    return clear();
}

performTasks(perform);
