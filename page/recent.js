// The games of this browser: each one that was opened, played or reviewed stays until it is deleted.
//
// A game is an entry of a database (IndexedDB): a row of facts for lists, and its text. A tab writes the entry of its game
// only while it holds the lock of the entry (Web Locks), so that two tabs never overwrite each other: a tab that does not get
// the lock, as the copy of another tab, goes on with an entry of its own.

/** @import { Color, Game } from './ferz/index.js' */
/** @import { KeptReview } from './parts/reviewed.js' */

/** The most entries; the oldest ones go first. */
const MOST = 2000;

/**
 * A game in the list.
 * @typedef {object} Recent
 * @property {string} id
 * @property {string} title the players, or the first moves
 * @property {string} about event, year and result
 * @property {number} moves
 * @property {number} bytes
 * @property {number} changed the time, in milliseconds as `Date.now()`
 * @property {boolean} [isChanged] true if it has changes that are not saved
 */

/**
 * A game as it was left.
 * @typedef {object} Kept
 * @property {string} id
 * @property {string} pgn
 * @property {number[]} path the way to the current node
 * @property {Color} orientation
 * @property {KeptReview} [review]
 * @property {string | null} [saved] the game without changes that are not saved, as PGN; null for one that began here, and
 *   left out if there are none
 */

/** Dispatches `change` when the list has changed here, and `refused` when the browser keeps nothing. */
export const recent = new EventTarget();

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

/** The database. @returns {Promise<IDBDatabase>} */
function database() {
    opened ??= new Promise((resolve, reject) => {
        const request = indexedDB.open('ferz', 1);
        request.onupgradeneeded = () => {
            request.result
                .createObjectStore('facts', { keyPath: 'id' })
                .createIndex('changed', 'changed');
            request.result.createObjectStore('texts', { keyPath: 'id' });
        };
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
    return opened;
}

/**
 * Runs a transaction and returns what its request found when it is complete.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(facts: IDBObjectStore, texts: IDBObjectStore) => IDBRequest<T> | void} act
 * @returns {Promise<T | undefined>}
 */
async function transact(mode, act) {
    const transaction = (await database()).transaction(['facts', 'texts'], mode);
    const request = act(transaction.objectStore('facts'), transaction.objectStore('texts'));
    return new Promise((resolve, reject) => {
        transaction.oncomplete = () => resolve(request ? request.result : undefined);
        transaction.onabort = () => reject(transaction.error);
    });
}

/** The entries whose locks this tab holds. @type {Set<string>} */
const held = new Set();

/**
 * Returns true if this tab has the lock of an entry.
 * @param {string} id
 */
export const isHeld = (id) => held.has(id) || !navigator.locks;

/**
 * Returns true if this tab may write an entry: it has its lock, or gets it now and keeps it until it is closed.
 * @param {string} id
 */
export async function hold(id) {
    if (isHeld(id)) {
        return true;
    }
    return new Promise((resolve) => {
        void navigator.locks.request(`ferz.game.${id}`, { ifAvailable: true }, (lock) => {
            resolve(lock !== null);
            if (lock === null) {
                return undefined;
            }
            held.add(id);
            // The lock ends with the tab.
            return new Promise(() => {});
        });
    });
}

/**
 * Writes a game into its entry.
 * @param {Kept} kept
 * @param {Game} game
 * @returns {Promise<boolean>} false if the browser refuses it
 */
export async function keepRecent(kept, game) {
    /** @type {Recent} */
    const facts = {
        id: kept.id,
        ...described(game),
        bytes: new Blob([kept.pgn]).size,
        changed: Date.now(),
        isChanged: typeof kept.saved === 'string',
    };
    try {
        await transact('readwrite', (rows, texts) => {
            rows.put(facts);
            texts.put(kept);
            dropOldest(rows, texts);
        });
    } catch {
        recent.dispatchEvent(new Event('refused'));
        return false;
    }
    recent.dispatchEvent(new Event('change'));
    return true;
}

/**
 * Deletes the oldest entries above the greatest number.
 * @param {IDBObjectStore} rows
 * @param {IDBObjectStore} texts
 */
function dropOldest(rows, texts) {
    const counted = rows.count();
    counted.onsuccess = () => {
        let more = counted.result - MOST;
        if (more <= 0) {
            return;
        }
        const cursor = rows.index('changed').openCursor();
        cursor.onsuccess = () => {
            if (cursor.result && more-- > 0) {
                texts.delete(cursor.result.primaryKey);
                cursor.result.delete();
                cursor.result.continue();
            }
        };
    };
}

/** Returns the games, the last changed first; none if the browser keeps nothing. @returns {Promise<Recent[]>} */
export async function listRecent() {
    try {
        const rows = /** @type {Recent[]} */ (
            await transact('readonly', (facts) => facts.index('changed').getAll())
        );
        return rows.reverse();
    } catch {
        return [];
    }
}

/**
 * Returns a game as it was left, or null if it has been deleted.
 * @param {string} id
 * @returns {Promise<Kept | null>}
 */
export async function readRecent(id) {
    return (await transact('readonly', (_, texts) => texts.get(id))) ?? null;
}

/**
 * Deletes games; the open one is written again when it is changed.
 * @param {readonly string[]} ids
 */
export async function deleteRecent(ids) {
    await transact('readwrite', (rows, texts) => {
        for (const id of ids) {
            rows.delete(id);
            texts.delete(id);
        }
    });
    recent.dispatchEvent(new Event('change'));
}

/**
 * True if there is something to keep: moves, a position, a comment or a name.
 * @param {Game} game
 */
export function isWorthKeeping(game) {
    const { root, start } = game;
    return (
        root.next !== null ||
        root.comments.length > 0 ||
        Object.keys(game.tags).length > 0 ||
        start.ply > 0 ||
        start.fen !== USUAL
    );
}

const USUAL = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
/** The moves that name a game without players. */
const NAMING = 6;

/** @param {Game} game */
function described(game) {
    const { White, Black, Event, Date: date } = game.tags;
    const names = [White, Black].map((name) => (name && name !== '?' ? name : ''));
    const sans = game.sans();
    const moves = Math.ceil(sans.length / 2);
    const line = sans
        .slice(0, NAMING)
        .map((san, index) => (index % 2 === 0 ? `${index / 2 + 1}. ${san}` : san))
        .join(' ');
    const title = names.some(Boolean)
        ? names.map((name) => name || '?').join(' – ')
        : line || 'A position';
    const year = date?.match(/^\d{4}/)?.[0];
    const result = game.result === '*' ? '' : game.result.replaceAll('1/2', '½').replace('-', '–');
    return {
        title,
        about: [Event === '?' ? '' : Event, year, result].filter(Boolean).join(' · '),
        moves,
    };
}
