// The list of the games that are open: columns of numbers, texts stored once.

import { isOneOf } from '../parts/me.js';

/**
 * What is looked for. All that is given must fit.
 * @typedef {object} Query
 * @property {string} [text] words in the players, the event, the site, the date and the ECO code
 * @property {string} [result] `1-0`, `0-1`, `1/2-1/2`
 * @property {number} [from] the first year
 * @property {number} [to] the last year
 * @property {string} [eco] the beginning of the code
 * @property {'file' | 'newest' | 'white' | 'rating'} [order]
 */

/**
 * A row of the list.
 * @typedef {object} Row
 * @property {number} index
 * @property {string} white
 * @property {string} black
 * @property {string} whiteElo
 * @property {string} blackElo
 * @property {string} event
 * @property {string} date
 * @property {string} eco
 * @property {string} result
 */

const COLUMNS = /** @type {const} */ ([
    'White',
    'Black',
    'WhiteElo',
    'BlackElo',
    'Event',
    'Site',
    'Date',
    'ECO',
    'Result',
]);
/** The columns in which words are looked for. */
const SEARCHED = [0, 1, 4, 5, 6, 7];
const [WHITE, BLACK, WHITE_ELO, BLACK_ELO, , , DATE, ECO, RESULT] = COLUMNS.keys();

export class Catalogue {
    /** The number of games. */
    size = 0;
    /** @type {string[]} */ #texts = [];
    /** The same as they are compared: small letters without accents. @type {string[]} */ #folded =
        [];
    /** @type {Map<string, number>} */ #numbers = new Map();
    /** The texts of all games, one column behind the other. */
    #columns = COLUMNS.map(() => new Uint32Array(1024));
    /** The source, the place and the length of each game. */
    #places = [new Float64Array(1024), new Float64Array(1024), new Float64Array(1024)];

    /**
     * @param {Record<string, string>} tags
     * @param {{ source: number, offset: number, length: number }} place
     */
    add(tags, { source, offset, length }) {
        const index = this.size++;
        if (index >= this.#columns[0].length) {
            this.#columns = this.#columns.map((column) => grown(column, Uint32Array));
            this.#places = this.#places.map((column) => grown(column, Float64Array));
        }
        COLUMNS.forEach(
            (name, column) => (this.#columns[column][index] = this.#number(known(tags[name]))),
        );
        [source, offset, length].forEach((value, column) => (this.#places[column][index] = value));
    }

    /** @param {number} index */
    place(index) {
        const [source, offset, length] = this.#places.map((column) => column[index]);
        return { source, offset, length };
    }

    /**
     * @param {number} index
     * @returns {Row}
     */
    row(index) {
        const [white, black, whiteElo, blackElo, event, , date, eco, result] = this.#columns.map(
            (column) => this.#texts[column[index]],
        );
        return { index, white, black, whiteElo, blackElo, event, date, eco, result };
    }

    /** The points of White: 1, 0.5 or 0; null if the game has no result. @param {number} index */
    points(index) {
        return (
            { '1-0': 1, '1/2-1/2': 0.5, '0-1': 0 }[this.#texts[this.#columns[RESULT][index]]] ??
            null
        );
    }

    /** The mean rating of both players, 0 without one. @param {number} index */
    rating(index) {
        const elos = [WHITE_ELO, BLACK_ELO]
            .map((column) => Number(this.#texts[this.#columns[column][index]]))
            .filter((elo) => elo > 0);
        return elos.length === 0 ? 0 : elos.reduce((sum, elo) => sum + elo, 0) / elos.length;
    }

    /**
     * Returns the games that fit.
     * @param {Query} query
     * @returns {Uint32Array<ArrayBuffer>}
     */
    find({ text = '', result = '', from = 0, to = 9999, eco = '', order = 'file' }) {
        // A text is compared once for each word, however many games have it.
        const words = fold(text)
            .split(/\s+/)
            .filter(Boolean)
            .map((word) => {
                // The 7 of `Player 7` is not that of C07.
                const has = /^\d+$/.test(word) ? new RegExp(`(^|[^a-z0-9])${word}`) : null;
                return this.#folded.map((known) => (has ? has.test(known) : known.includes(word)));
            });
        const ecos = eco === '' ? null : this.#folded.map((known) => known.startsWith(fold(eco)));
        const results = result === '' ? null : this.#texts.map((known) => known === result);
        const isDated = from > 0 || to < 9999;
        const years = isDated
            ? this.#texts.map((known) => Number(/^\d{4}/.exec(known)?.[0] ?? NaN))
            : [];
        const found = new Uint32Array(this.size);
        let count = 0;
        for (let index = 0; index < this.size; index++) {
            const fits =
                words.every((has) =>
                    SEARCHED.some((column) => has[this.#columns[column][index]]),
                ) &&
                (ecos === null || ecos[this.#columns[ECO][index]]) &&
                (results === null || results[this.#columns[RESULT][index]]) &&
                (!isDated ||
                    (years[this.#columns[DATE][index]] >= from &&
                        years[this.#columns[DATE][index]] <= to));
            if (fits) {
                found[count++] = index;
            }
        }
        return this.#sorted(found.slice(0, count), order);
    }

    /** The texts that are names of the user, as far as they are known, and of which names. */
    #mine = { names: '', isMine: /** @type {boolean[]} */ ([]) };

    /**
     * Returns the user's side of a game, or null.
     * @param {number} index
     * @param {readonly string[]} names those of `namesOf`
     */
    side(index, names) {
        const key = names.join(';');
        if (this.#mine.names !== key) {
            this.#mine = { names: key, isMine: [] };
        }
        const [isWhite, isBlack] = [WHITE, BLACK].map((column) => {
            const text = this.#columns[column][index];
            return (this.#mine.isMine[text] ??= isOneOf(names, this.#texts[text]));
        });
        return isWhite === isBlack ? null : isWhite ? 'white' : 'black';
    }

    /**
     * @param {Uint32Array<ArrayBuffer>} found
     * @param {Query['order']} order
     */
    #sorted(found, order) {
        const text = (/** @type {number} */ column) => (/** @type {number} */ index) =>
            this.#folded[this.#columns[column][index]];
        if (order === 'newest') {
            const date = text(DATE);
            return found.sort((a, b) => (date(a) < date(b) ? 1 : date(a) > date(b) ? -1 : a - b));
        }
        if (order === 'white') {
            const [white, black] = [text(WHITE), text(BLACK)];
            return found.sort(
                (a, b) => compare(white(a), white(b)) || compare(black(a), black(b)) || a - b,
            );
        }
        if (order === 'rating') {
            const ratings = Float32Array.from({ length: this.size }, (_, index) =>
                this.rating(index),
            );
            return found.sort((a, b) => ratings[b] - ratings[a] || a - b);
        }
        return found;
    }

    /** @param {string} text */
    #number(text) {
        let number = this.#numbers.get(text);
        if (number === undefined) {
            number = this.#texts.length;
            this.#texts.push(text);
            this.#folded.push(fold(text));
            this.#numbers.set(text, number);
        }
        return number;
    }
}

/**
 * @template {Uint32Array | Float64Array} Column
 * @param {Column} column
 * @param {new (length: number) => Column} Kind
 */
function grown(column, Kind) {
    const larger = new Kind(2 * column.length);
    larger.set(column);
    return larger;
}

/** What is unknown in PGN is empty here. @param {string | undefined} text */
function known(text) {
    return text === undefined || /^[?.\s-]*$/.test(text) ? '' : text;
}

/** @param {string} text */
function fold(text) {
    return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * @param {string} a
 * @param {string} b
 */
function compare(a, b) {
    return a < b ? -1 : a > b ? 1 : 0;
}
