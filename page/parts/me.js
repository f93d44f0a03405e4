// Which side of a game is the user's, by the names in the settings.

/** @import { Color } from '../ferz/index.js' */

/** The name of the user in games against the engine. */
const HERE = 'you';

/**
 * Returns the names of a setting, which semicolons separate, and that of games here.
 * @param {string} me
 */
export const namesOf = (me) => [HERE, ...me.split(';').map(plain).filter(Boolean)];

/**
 * Returns true if a name is one of the user's: spelling, marks on letters and the order of its parts do not count.
 * @param {readonly string[]} names those of `namesOf`
 * @param {string} name
 */
export const isOneOf = (names, name) => names.includes(plain(name));

/**
 * Returns the user's side of a game, or null: of neither player, or of both.
 * @param {readonly string[]} names those of `namesOf`
 * @param {string | undefined} white
 * @param {string | undefined} black
 * @returns {Color | null}
 */
export function sideOf(names, white, black) {
    const [isWhite, isBlack] = [white, black].map((name) => isOneOf(names, name ?? ''));
    return isWhite === isBlack ? null : isWhite ? 'white' : 'black';
}

/**
 * A name without what differs from file to file: case, marks on letters, and the order of its parts.
 * @param {string} name
 */
function plain(name) {
    return name
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .split(/[\s,.]+/)
        .filter(Boolean)
        .sort()
        .join(' ');
}
