// Tells puzzles from games, by the beginning of a text or a file.

import { puzzleForm } from '../ferz/rules/puzzles.js';

/** The bytes that are looked at. */
const HEAD = 1 << 16;

/** A position in PGN. */
const POSITION = /^\s*\[FEN "/m;

/**
 * True if a text has puzzles.
 * @param {string} text
 * @param {boolean} isWanted true if games from a position shall be puzzles
 */
export function hasPuzzles(text, isWanted) {
    const head = text.slice(0, HEAD);
    const form = puzzleForm(head);
    return (
        form === 'rows' ||
        form === 'puzzles' ||
        (form === 'games' && isWanted && POSITION.test(head))
    );
}

/**
 * Returns the files that have puzzles. Of a packed one the name decides.
 * @param {readonly File[]} files
 * @param {boolean} isWanted true if games from a position shall be puzzles
 */
export async function puzzleFiles(files, isWanted) {
    const tested = await Promise.all(
        files.map(
            async (file) =>
                /\.csv(\.\w+)?$/i.test(file.name) ||
                (/puzzle/i.test(file.name) && /\.(gz|zst|bz2)$/i.test(file.name)) ||
                hasPuzzles(await file.slice(0, HEAD).text(), isWanted),
        ),
    );
    return files.filter((_, index) => tested[index]);
}
