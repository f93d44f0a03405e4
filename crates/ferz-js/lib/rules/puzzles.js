// Puzzles, for the page: rows of files, and the answer to a move. Both have the meaning of `ferz puzzles`.

import './in-place.js';
import { pass, text, wasm, words } from './wasm.js';

/** @import { Position } from './position.js' */

/**
 * A row of a CSV file.
 * @typedef {object} PuzzleRecord
 * @property {string} id its position if it has no name
 * @property {string} fen
 * @property {string} moves in UCI notation with spaces between them
 * @property {number} rating 0 without one
 * @property {string} themes with spaces between them
 * @property {string} game the address of the game
 */
/**
 * What is listed of a row.
 * @typedef {Pick<PuzzleRecord, 'id' | 'rating' | 'themes'>} ListedPuzzle
 */

/** The places of the columns of a file, for the module. @typedef {readonly number[]} Columns */

/** The number of columns of Lichess. */
const PLACES = 10;
const FORMS = /** @type {const} */ ([null, 'rows', 'puzzles', 'games']);
const [BLANK, PUZZLE] = [0, 1];

/** Lists the puzzles in the bytes of a CSV file. */
export class PuzzleScanner {
    /** The columns of the file. @type {Columns} */ columns = Array(PLACES).fill(0);
    /** The rows that are no puzzles. */
    skipped = 0;
    /** The beginning of a row whose end has not come yet. */
    #rest = new Uint8Array(0);
    /** The place of `#rest` in the file. */
    #offset = 0;
    #found;

    /** @param {(puzzle: ListedPuzzle, offset: number, length: number) => void} found called with each puzzle and its place in the file */
    constructor(found) {
        this.#found = found;
    }

    /**
     * Reads a further part of the file.
     * @param {Uint8Array} part
     */
    push(part) {
        this.#read(part, false);
    }

    /** Ends the file. */
    end() {
        this.#read(new Uint8Array(0), true);
    }

    /**
     * @param {Uint8Array} part
     * @param {boolean} isLast
     */
    #read(part, isLast) {
        const bytes = new Uint8Array(this.#rest.length + part.length);
        bytes.set(this.#rest);
        bytes.set(part, this.#rest.length);
        pass(bytes, this.columns);
        const read = wasm.puzzle_rows(isLast ? 1 : 0);
        // The view ends with the next call, which `found` may make.
        const [numbers, strings] = [[...words()], text()];
        this.columns = numbers.slice(0, PLACES);
        let [offset, at] = [this.#offset, 0];
        for (let index = PLACES; index < numbers.length; index += 5) {
            const [length, kind, rating, idLength, themesLength] = numbers.slice(index, index + 5);
            if (kind === PUZZLE) {
                const id = strings.slice(at, (at += idLength));
                const themes = strings.slice(at, (at += themesLength));
                this.#found({ id, rating, themes }, offset, length);
            } else if (kind !== BLANK) {
                this.skipped += 1;
            }
            offset += length;
        }
        this.#rest = bytes.slice(read);
        this.#offset += read;
    }
}

/**
 * Reads a row of a CSV file.
 * @param {Uint8Array | string} row
 * @param {Columns} columns
 * @returns {PuzzleRecord}
 */
export function readPuzzle(row, columns) {
    pass(row, columns);
    wasm.puzzle_row();
    const [[rating, ...lengths], strings] = [words(), text()];
    let at = 0;
    const [id, fen, moves, themes, game] = lengths.map((length) =>
        strings.slice(at, (at += length)),
    );
    return { id, fen, moves, rating, themes, game };
}

/**
 * Returns what a text can have of which this is the start: rows of puzzles, games with tags of puzzles, or other games; null
 * if it is neither.
 * @param {string} start
 */
export function puzzleForm(start) {
    pass(start);
    return FORMS[wasm.puzzle_form()];
}

/**
 * Answers a move of the solver: null if it is wrong, 0 for that of the solution, and the number of moves for another one that
 * mates by force, which solves the puzzle too.
 * @param {Position} position
 * @param {string} move in UCI notation
 * @param {readonly string[]} rest the rest of the solution
 * @throws {RangeError} if a move is not legal
 */
export function answerTo(position, move, rest) {
    pass([position.fen, move, ...rest].join('\n'));
    const answer = wasm.puzzle_answer();
    if (answer < 0) {
        throw new RangeError(`${move} is not legal`);
    }
    return answer === 0 ? null : answer - 1;
}

/**
 * Returns what is said to a person who looks for the best line of a position: the motif, if it is proven, with the piece, then
 * the square, then the move; and the reasons why the move before was an error, which are proven too.
 * @param {Position} position with the move before it
 * @param {readonly string[]} line in UCI notation
 * @returns {{ hints: string[], reasons: string[] }}
 * @throws {RangeError} if a move is not legal
 */
export function hintsFor(position, line) {
    const before = position.clone();
    const last = before.undo();
    pass([before.fen, last?.uci ?? '', ...line].join('\n'));
    if (wasm.puzzle_hint() !== 1) {
        throw new RangeError(`${line.join(' ')} is not legal`);
    }
    return JSON.parse(text());
}
