// The thread of the library: reads files as streams, keeps the list, searches it, and indexes positions.

import { partsOf, partsOfFile } from '../stream.js';
import { performTasks, report } from '../thread.js';
import { Catalogue } from './catalogue.js';

/** @import { ListedGame } from '../ferz/index.js' */
/** @import { Query } from './catalogue.js' */
/** @import { Positions } from './positions.js' */

/**
 * @typedef {{ add: File[] } | { find: Query } | { rows: [number, number] } | { text: number } | { place: number }
 *     | { explore: bigint, games: number, me: string[], side: 'white' | 'black' | 'both' } | { mine: 'white' | 'black', me: string[], most: number } | { clear: true }} Task
 * @typedef {{ reading: { name: string, bytes: number, of: number, games: number } | null }
 *     | { indexing: { games: number, of: number } | null }} Report
 */

/** Reports of the index come at most as often as this, in milliseconds. */
const PAUSE = 100;
/** The bytes of games that are indexed at once. */
const PART = 1 << 17;

let catalogue = new Catalogue();
/** The explorer's index. @type {Positions | null} */
let positions = null;
/** The bytes of the files, unpacked. @type {(() => Blob)[]} */
let sources = [];
/** The games that the last query found. */
let found = new Uint32Array(0);
/** The games that are indexed. */
let indexed = 0;
let isIndexing = false;
/** Grows when the library is emptied: what is under way gives up. */
let generation = 0;

/**
 * A file that was read: its number of games, and in words what of it cannot be read.
 * @typedef {{ name: string, games: number, faults: string[] }} ReadFile
 */

/**
 * Reads a file into the list. What cannot be read ends up in its faults, and the rest is read.
 * @param {File} file
 * @returns {Promise<ReadFile>}
 */
async function read(file) {
    const before = catalogue.size;
    /** @type {string[]} */
    const faults = [];
    try {
        await readGames(file, faults);
    } catch (error) {
        const what = catalogue.size > before ? `The rest of ${file.name}` : file.name;
        faults.push(`${what} cannot be read: ${error instanceof Error ? error.message : error}`);
    }
    const games = catalogue.size - before;
    return {
        name: file.name,
        games,
        faults: games + faults.length > 0 ? faults : [`${file.name} has no games.`],
    };
}

/**
 * @param {File} file
 * @param {string[]} faults
 */
async function readGames(file, faults) {
    const [mine, before] = [generation, catalogue.size];
    const check = () => {
        if (mine !== generation) {
            throw new Error('the files have been closed');
        }
    };
    // The rules are loaded with the first file: a worker must not await while it starts, as messages would be lost.
    const { Game } = await import('../ferz/index.js');
    const { parts, blob } = await partsOfFile(file, (bytes, of) => {
        check();
        report({ reading: { name: file.name, bytes, of, games: catalogue.size - before } });
    });
    check();
    const source = sources.push(blob) - 1;
    /** The games that are too large, with their numbers in the file. @type {(ListedGame & { number: number })[]} */
    const large = [];
    let number = 0;
    for await (const game of Game.list(parts)) {
        check();
        number += 1;
        if (game.error === null) {
            catalogue.add(game.tags, { source, offset: game.offset, length: game.length });
        } else {
            large.push({ ...game, number });
        }
    }
    for (const game of large) {
        const line = await lineOf(blob(), game.offset);
        const size = Math.ceil(game.length / (1 << 20));
        faults.push(
            `Game ${game.number} of ${file.name}${playersOf(game.tags)}, from line ${line.toLocaleString('en')} on, is left out: its ${size} MB are more than the 32 that can be opened.`,
        );
    }
}

/**
 * The players of a game, if they are named.
 * @param {Record<string, string>} tags
 */
function playersOf({ White = '', Black = '' }) {
    return /[^?.\s]/.test(White + Black) ? ` (${White || '?'} – ${Black || '?'})` : '';
}

/**
 * The line of a file in which a game begins.
 * @param {Blob} blob
 * @param {number} offset the bytes before the game and the blanks before it
 */
async function lineOf(blob, offset) {
    let line = 1;
    for await (const part of partsOf(blob.slice(0, offset).stream())) {
        for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) {
            line += 1;
        }
    }
    const beginning = await blob.slice(offset, offset + 1000).text();
    return line + (/^\s*/.exec(beginning)?.[0].split('\n').length ?? 1) - 1;
}

/**
 * @param {File[]} files
 * @returns {Promise<{ files: ReadFile[], size: number }>}
 */
async function add(files) {
    const mine = generation;
    const done = [];
    for (const file of files) {
        done.push(await read(file));
        if (mine !== generation) {
            return { files: [], size: catalogue.size };
        }
    }
    report({ reading: null });
    return { files: done, size: catalogue.size };
}

/** @param {number} index */
async function bytesOf(index) {
    const { source, offset, length } = catalogue.place(index);
    return new Uint8Array(
        await sources[source]()
            .slice(offset, offset + length)
            .arrayBuffer(),
    );
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
        const bytes = new Uint8Array(
            await sources[first.source]()
                .slice(first.offset, end.offset + end.length)
                .arrayBuffer(),
        );
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
 * @param {string[]} me the names of the user
 * @param {'white' | 'black' | 'both'} side that of the user in the games of the user's score
 */
function explore(key, most, me, side) {
    void indexGames();
    const { moves, games } = positions?.find(
        key,
        (game) => catalogue.points(game),
        (game) => {
            const mine = catalogue.side(game, me);
            return side === 'both' || mine === side ? mine : null;
        },
    ) ?? { moves: [], games: [] };
    const best = games.sort((a, b) => catalogue.rating(b) - catalogue.rating(a)).slice(0, most);
    return {
        moves,
        count: games.length,
        games: best.map((index) => catalogue.row(index)),
        indexed,
        of: catalogue.size,
    };
}

/**
 * The bytes of the user's games with a side; without one of the user's, those of all games.
 * @param {'white' | 'black'} side
 * @param {string[]} me the names of the user
 * @param {number} most the most games, of which the last are taken
 */
async function gamesOf(side, me, most) {
    const all = Array.from({ length: catalogue.size }, (_, index) => index);
    const mine = all.filter((index) => catalogue.side(index, me) === side);
    const chosen = (mine.length > 0 ? mine : all).slice(-most);
    return { isMine: mine.length > 0, texts: await Promise.all(chosen.map(bytesOf)) };
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
        return explore(task.explore, task.games, task.me, task.side);
    }
    if ('mine' in task) {
        return gamesOf(task.mine, task.me, task.most);
    }
    return clear();
}

performTasks(perform);
