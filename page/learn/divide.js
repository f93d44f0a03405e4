// Divides: the number of positions behind each move, as other programs print it.

/**
 * A divide that was read.
 * @typedef {object} Divide
 * @property {Map<string, number>} counts by the text of the move
 * @property {number | null} total the sum that the program prints
 * @property {string[]} unread lines that are neither
 */

/** A move in coordinates or SAN, with dashes, promotions and castling in all their forms. */
const MOVE = [
    '[pnbrqk]?[a-h][1-8][-x]?[a-h][1-8](?:=?\\(?[nbrqk]\\)?)?[+#]?',
    '[nbrqk][a-h]?[1-8]?x?[a-h][1-8][+#]?',
    '[a-h](?:x[a-h])?[1-8](?:=?[nbrq])?[+#]?',
    '[o0]-[o0](?:-[o0])?[+#]?',
].join('|');
const NUMBER = "\\d{1,3}(?:[_,' ]\\d{3})+(?!\\d)|\\d+";
/** A move, perhaps with the number of a list before it, and its count. */
const ENTRY = new RegExp(`^(?:\\d+[.)]\\s*|moves?\\s+)?(${MOVE})(?:[\\s:=>.-]+)(${NUMBER})`, 'i');
const TOTAL = new RegExp(
    `(?:nodes|total|leaf|leaves|searched|perft|sum)\\D*(?:\\(?\\d+\\)?\\s*[:=]\\s*)?(${NUMBER})`,
    'i',
);

/**
 * Reads the divide of a program: one move with its number on each line, in any order and with anything between.
 * @param {string} text
 * @returns {Divide}
 */
export function readDivide(text) {
    /** @type {Divide} */
    const divide = { counts: new Map(), total: null, unread: [] };
    // Some programs print several moves on one line, and JSON has commas.
    for (const line of text.split(/[\n;]|,(?=\s*["a-hNBRQKO])/)) {
        const clean = line.replace(/["'`{}[\]|*]/g, ' ').trim();
        if (clean === '') {
            continue;
        }
        const [, name, count] = ENTRY.exec(clean) ?? [];
        const [, sum] = name === undefined ? (TOTAL.exec(clean) ?? []) : [];
        if (name !== undefined) {
            divide.counts.set(name, numberOf(count));
        } else if (sum !== undefined) {
            divide.total ??= numberOf(sum);
        } else {
            divide.unread.push(line.trim());
        }
    }
    return divide;
}

/** @param {string} text */
function numberOf(text) {
    return Number(text.replace(/[_,' ]/g, ''));
}

/**
 * A row of two divides.
 * @typedef {object} Row
 * @property {string} uci
 * @property {string} san
 * @property {number | null} right null if the move is not legal
 * @property {number | null} other null if the other generator does not make it
 */

/**
 * Puts the other divide beside the right one, differences first.
 * @param {readonly { uci: string, san: string, count: number }[]} right
 * @param {Divide} divide
 * @param {(name: string) => string | null} find the move of a name in UCI notation, or null
 * @returns {Row[]}
 */
export function compare(right, divide, find) {
    /** @type {Map<string, number>} */
    const others = new Map();
    /** @type {Row[]} */
    const rows = [];
    for (const [name, count] of divide.counts) {
        const uci = find(name);
        if (uci !== null && !others.has(uci)) {
            others.set(uci, count);
        } else {
            rows.push({ uci: name, san: name, right: null, other: count });
        }
    }
    for (const { uci, san, count } of right) {
        rows.push({ uci, san, right: count, other: others.get(uci) ?? null });
    }
    const isWrong = (/** @type {Row} */ row) => (row.right !== row.other ? 0 : 1);
    return rows.sort((a, b) => isWrong(a) - isWrong(b) || (a.uci < b.uci ? -1 : 1));
}

/**
 * Writes a name of other programs as Ferz reads it: `e2-e4`, `Pe2e4`, `e7e8(Q)`, `0-0`.
 * @param {string} name
 */
export function commonName(name) {
    const plain = name
        .replace(/\s*e\.?p\.?$/i, '')
        .replace(/[+#]$/, '')
        .replace(/[()]/g, '');
    const squares = /^[pnbrqk]?([a-h][1-8])[-x]?([a-h][1-8])=?([nbrq]?)$/i.exec(plain);
    if (squares) {
        return `${squares[1]}${squares[2]}${squares[3]}`.toLowerCase();
    }
    return plain.replaceAll('0', 'O');
}
