// The PGN of the interface of chess.js: one game, its main line, and comments as they stand. `Game` reads more.

/**
 * @typedef {object} PgnMove
 * @property {string} text the move as written, without suffix
 * @property {string} [suffix] such as `!?`
 * @property {number[]} nags
 * @property {string} [comment]
 */
/**
 * @typedef {object} PgnText
 * @property {[string, string][]} headers
 * @property {string} [comment] before the first move
 * @property {PgnMove[]} moves
 * @property {string} [result]
 */

const HEADER = /\s*\[\s*([^\s"[\]]+)\s*"((?:[^"\\]|\\.)*)"\s*\]/y;
const TOKENS = /** @type {const} */ ([
    ['comment', /\{([^}]*)\}/y],
    ['lineComment', /;([^\n]*)/y],
    ['variation', /\(/y],
    ['escape', /^%[^\n]*/my],
    ['result', /(1-0|0-1|1\/2-1\/2|\*)(?![\w/-])/y],
    ['nag', /\$(\d+)/y],
    ['number', /\d+\s*\.+|\.+|\d+(?=\s)/y],
    ['suffix', /[!?]+/y],
    ['passant', /e\.p\./y],
    ['move', /--|[A-Za-z0][\w=+#@-]*/y],
]);

/**
 * Reads the PGN of a game.
 * @param {string} pgn with `\n` between its lines
 * @param {readonly string[]} suffixes
 * @returns {PgnText}
 * @throws {Error} at the first text that is not PGN
 */
export function readPgn(pgn, suffixes) {
    const cursor = { pgn, at: pgn.charCodeAt(0) === 0xfeff ? 1 : 0 };
    /** @type {PgnText} */
    const game = { headers: readHeaders(cursor), moves: [] };
    for (;;) {
        skipSpace(cursor);
        if (cursor.at >= pgn.length) {
            return game;
        }
        const { kind, text } = nextToken(cursor);
        const move = game.moves.at(-1);
        if (game.result !== undefined && kind !== 'comment' && kind !== 'lineComment') {
            throw unexpected(cursor, text, 'behind the result');
        }
        switch (kind) {
            case 'comment':
                addComment(move ?? game, text.replace(/\n+/g, ' '));
                break;
            case 'lineComment':
                addComment(move ?? game, text.trim());
                break;
            case 'variation':
                skipVariation(cursor);
                break;
            case 'result':
                game.result = text;
                break;
            case 'nag':
                move?.nags.push(Number(text));
                break;
            case 'suffix':
                if (!move || !suffixes.includes(text)) {
                    throw unexpected(cursor, text);
                }
                move.suffix = text;
                break;
            case 'move':
                game.moves.push({ text, nags: [] });
                break;
        }
    }
}

/**
 * @param {{ pgn: string, at: number }} cursor
 * @returns {[string, string][]}
 */
function readHeaders(cursor) {
    /** @type {[string, string][]} */
    const headers = [];
    for (;;) {
        HEADER.lastIndex = cursor.at;
        const found = HEADER.exec(cursor.pgn);
        if (found === null) {
            return headers;
        }
        headers.push([found[1], found[2].replace(/\\(["\\])/g, '$1')]);
        cursor.at = HEADER.lastIndex;
    }
}

/** @param {{ pgn: string, at: number }} cursor */
function skipSpace(cursor) {
    while (cursor.at < cursor.pgn.length && cursor.pgn[cursor.at].trim() === '') {
        cursor.at += 1;
    }
}

/** @param {{ pgn: string, at: number }} cursor */
function nextToken(cursor) {
    for (const [kind, pattern] of TOKENS) {
        pattern.lastIndex = cursor.at;
        const found = pattern.exec(cursor.pgn);
        if (found !== null) {
            cursor.at = pattern.lastIndex;
            return { kind, text: found[1] ?? found[0] };
        }
    }
    throw unexpected(cursor, cursor.pgn[cursor.at]);
}

/** @param {{ pgn: string, at: number }} cursor */
function skipVariation(cursor) {
    const begin = cursor.at - 1;
    for (let depth = 1; depth > 0; ) {
        skipSpace(cursor);
        if (cursor.at >= cursor.pgn.length) {
            throw unexpected({ pgn: cursor.pgn, at: begin }, '(', 'without its end');
        }
        if (cursor.pgn[cursor.at] === ')') {
            cursor.at += 1;
            depth -= 1;
        } else {
            depth += nextToken(cursor).kind === 'variation' ? 1 : 0;
        }
    }
}

/**
 * @param {{ comment?: string }} place
 * @param {string} text
 */
function addComment(place, text) {
    place.comment = place.comment === undefined ? text : `${place.comment} ${text}`;
}

/**
 * @param {{ pgn: string, at: number }} cursor
 * @param {string} text
 * @param {string} [where]
 */
function unexpected({ pgn, at }, text, where = '') {
    const before = pgn.slice(0, at);
    const line = before.split('\n').length;
    const column = at - before.lastIndexOf('\n');
    return new Error(
        `Invalid PGN: unexpected ${JSON.stringify(text)} ${where && `${where} `}at line ${line}, column ${column}`,
    );
}

/**
 * Joins the moves of a game, each text of them on one line if it fits.
 * @param {string[]} parts moves with their numbers; those with comments are divided at spaces
 * @param {number} maxWidth 0 for one line
 * @param {string} newline
 */
export function wrap(parts, maxWidth, newline) {
    if (maxWidth === 0) {
        return parts.join(' ');
    }
    const words = parts.flatMap((part) =>
        part.includes('{') ? part.split(' ').filter((word) => word !== '') : [part],
    );
    const lines = [];
    let line = '';
    for (const word of words) {
        if (line !== '' && line.length + 1 + word.length > maxWidth) {
            lines.push(line);
            line = word;
        } else {
            line += line === '' ? word : ` ${word}`;
        }
    }
    return [...lines, line].join(newline);
}
