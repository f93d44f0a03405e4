// Games of a part without their moves: where each stands, and its tags.

import { FerzError } from '../base/errors.js';
import { LARGEST } from './game-reader.js';
import { pass, text, wasm, words } from './wasm.js';

/** @import { Take, TakeFull } from './game-reader.js' */

/**
 * A game of a list.
 * @typedef {object} ListedGame
 * @property {number} offset the bytes before it, which belong to other games
 * @property {number} length its bytes, with the blanks before it
 * @property {Record<string, string>} tags its tags with `Result`, and with `FEN` if it begins elsewhere; at most 1,002
 * @property {FerzError | null} error why it cannot be read: it is larger than 32 MiB
 */

/** The bytes that are kept of a larger game, so that the border behind it is found. */
const KEPT = 1 << 16;

/**
 * Returns what lists games without reading their moves. Of a game that is too large only the end is kept, until the next one
 * begins.
 * @returns {{ take: Take<ListedGame>, takeFull: TakeFull<ListedGame> }}
 */
export function listing() {
    let [offset, games] = [0, 0];
    /** The game that is too large, while its end is looked for. @type {ListedGame | null} */
    let large = null;
    /**
     * @param {number} read
     * @param {ListedGame[]} found
     */
    const forget = (read, found) => {
        if (large !== null && found.length > 0) {
            // The first one is the rest of it.
            found[0] = { ...large, length: found[0].offset + found[0].length - large.offset };
            large = null;
        }
        offset += read;
        games += found.length;
        return { read, found, games };
    };
    return {
        take(bytes, isLast) {
            const { read, found } = listed(bytes, isLast, offset);
            if (isLast && large !== null && found.length === 0) {
                found.push({ ...large, offset, length: bytes.length });
            }
            return forget(read, found);
        },
        takeFull(bytes) {
            const { found } = listed(bytes, true, offset);
            const last = found.pop();
            if (last && found.length > 0) {
                return forget(last.offset - offset, found);
            }
            large ??= last
                ? {
                      ...last,
                      error: new FerzError(`game ${games + 1} is larger than ${LARGEST} bytes`),
                  }
                : null;
            return forget(bytes.length - KEPT, []);
        },
    };
}

/**
 * Lists the games of a part.
 * @param {Uint8Array} bytes
 * @param {boolean} isLast
 * @param {number} offset the bytes before the part
 */
function listed(bytes, isLast, offset) {
    pass(bytes);
    const read = wasm.games_list(isLast ? 1 : 0);
    const [numbers, strings] = [words(), text()];
    /** @type {ListedGame[]} */
    const found = [];
    // Behind the tags of all games are their lengths.
    let at = 0;
    for (let index = 0; index + found.length < numbers.length; ) {
        const count = numbers[index++];
        /** @type {Record<string, string>} */
        const tags = Object.create(null);
        for (let tag = 0; tag < count; tag++, index += 2) {
            const name = strings.slice(at, (at += numbers[index]));
            tags[name] = strings.slice(at, (at += numbers[index + 1]));
        }
        found.push({ offset: 0, length: 0, tags, error: null });
    }
    let start = offset;
    for (const [index, game] of found.entries()) {
        game.offset = start;
        game.length = numbers[numbers.length - found.length + index];
        start += game.length;
    }
    return { read, found };
}
