// Files that are saved: the browser puts them among its downloads.

import { h } from '../dom.js';

/** The milliseconds after which a download has begun. */
const BEGUN = 10_000;

/**
 * Saves a text of PGN, or something else, as a file.
 * @param {string | Blob} text
 * @param {string} name
 */
export function save(text, name) {
    const url = URL.createObjectURL(
        typeof text === 'string' ? new Blob([text], { type: 'application/x-chess-pgn' }) : text,
    );
    const anchor = h('a', { href: url, download: name });
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(url), BEGUN);
}
