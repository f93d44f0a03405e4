// Names of openings.

import { describe, FerzError } from '../base/errors.js';
import { slotOf } from './line.js';
import { read, readNow } from '../base/files.js';
import { bytesOf } from '../base/sources.js';
import { Position } from './position.js';
import { pass, renew, renewals, text, wasm } from './wasm.js';

/** The file of the table. @type {Uint8Array | null} */
let table = null;
/** The file on its way. @type {Promise<void> | null} */
let loading = null;
/** The renewals of the module when it got the table; it is lost with the module. */
let passed = -1;

/** @returns {Promise<void>} */
function load() {
    loading ??= read('openings.tsv')
        .then(bytesOf)
        .then(
            (bytes) => {
                table = bytes;
            },
            (error) => {
                // A second try is possible.
                loading = null;
                throw error;
            },
        );
    return loading;
}

/**
 * Passes the table to the module at first use. Returns false while it is not there yet.
 * @returns {boolean}
 * @internal
 */
export function hasOpenings() {
    renew();
    if (passed === renewals) {
        return true;
    }
    table ??= readNow('openings.tsv');
    if (table === null) {
        load().catch(() => {});
        return false;
    }
    pass(table);
    if (wasm.openings_set() === 0) {
        throw new FerzError('openings.tsv is not a table of openings');
    }
    passed = renewals;
    return true;
}

/**
 * The names of about 3,800 openings by their positions, so that transpositions are found.
 *
 * The table is a file of its own, which is read at first use: at once in Node, Deno and Bun. In a page it is loaded
 * then, and until it is there nothing is found; `await openings.load()` where that matters.
 */
export const openings = {
    /**
     * Loads the table, for `find` and `Game.opening` in a page.
     *
     * ```js
     * await openings.load();
     * ```
     *
     * @returns {Promise<void>}
     */
    load,

    /**
     * Returns the opening of exactly this position, or null. `Game.opening` is the last one of a game.
     *
     * ```js
     * const position = new Position();
     * ['e4', 'c5', 'Nf3'].forEach((move) => position.play(move));
     * openings.find(position);  // { eco: 'B27', name: 'Sicilian Defense' }
     * ```
     *
     * @param {Position} position
     * @returns {{ eco: string, name: string } | null}
     */
    find(position) {
        if (!(position instanceof Position)) {
            throw new TypeError(`expected a Position, found ${describe(position)}`);
        }
        if (!hasOpenings()) {
            return null;
        }
        const slot = slotOf(position.line);
        if (wasm.position_opening(slot) !== 1) {
            return null;
        }
        const [eco, name] = text().split('\t');
        return { eco, name };
    },
};
