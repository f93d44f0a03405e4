// Games: tags, moves with variations, comments and NAGs.

import {
    describe,
    errorFrom,
    expectBooleans,
    expectInteger,
    expectOptions,
    expectString,
    INSPECT,
    PgnError,
} from '../base/errors.js';
import { listing } from './game-list.js';
import { GameReader, gamesOf, gamesOfStream } from './game-reader.js';
import { Line, sansOf, Start } from './line.js';
import { Node } from './node.js';
import { hasOpenings } from './openings.js';
import { partsOfStream } from './parts.js';
import { Position } from './position.js';
import { lastError, pass, renew, text, wasm, words } from './wasm.js';

/** @import { ListedGame } from './game-list.js' */
/** @import { Take } from './game-reader.js' */
/** @import { NodeData } from './node.js' */
/** @import { Square } from '../base/squares.js' */

const MOVE = 1;
const NAG = 2;
const COMMENT = 3;
const COMMENT_BEFORE = 4;
const BEGIN_VARIATION = 5;
const END_VARIATION = 6;

/** The parts of a game that can be left out of its text, in the order of their bits. */
const PARTS = /** @type {const} */ ([
    'tags',
    'comments',
    'clocks',
    'evaluations',
    'nags',
    'variations',
]);

/** @typedef {'*' | '1-0' | '0-1' | '1/2-1/2'} Result */
/** @type {readonly Result[]} */
const RESULTS = ['*', '1-0', '0-1', '1/2-1/2'];

/**
 * The numbers of a reviewed move.
 * @typedef {object} MoveNumbers
 * @property {number} score White's expected score after it, in percent
 * @property {number} loss what it loses of the expected score, in percentage points
 * @property {number} centipawnLoss
 * @property {number} accuracy 0 to 100
 * @property {'inaccuracy' | 'mistake' | 'blunder'} [assessment]
 */

/**
 * A reason why a move was bad, which is proven.
 * @typedef {object} Reason
 * @property {'mate' | 'back-rank' | 'hanging' | 'undefended' | 'overloaded' | 'fork' | 'pin' | 'skewer' | 'discovered-attack'
 *   | 'trapped' | 'promotion' | 'mate-threat' | 'not-taken-back' | 'material' | 'draw' | 'table' | 'only-move'} kind
 * @property {'played' | 'best'} concern what the move allows, or what it misses
 * @property {Square[]} squares those to show: first that of the piece that acts or is lost, then the targets
 * @property {string[]} line the moves that show it, in SAN: after the move, or in its place
 * @property {'all-replies' | 'forcing' | 'defences' | 'all-defences' | 'announced' | 'passing' | 'rules' | 'table'
 *   | 'scores'} proof
 * @property {string} text a sentence
 * @property {number} [pawns] the pawns that are proven to be lost or missed
 */

/**
 * The numbers of a side; null without moves.
 * @typedef {object} SideNumbers
 * @property {number} moves
 * @property {number} inaccuracies
 * @property {number} mistakes
 * @property {number} blunders
 * @property {number | null} averageLoss
 * @property {number | null} averageCentipawnLoss
 * @property {number | null} accuracy 0 to 100
 */

/**
 * How PGN is read.
 * @typedef {object} PgnOptions
 * @property {boolean | undefined} [strict] makes each warning an error of its game
 * @property {string | undefined} [language] the language of the piece letters, as two letters such as `de`
 */

/**
 * How PGN is written. Everything is, unless it is left out.
 * @typedef {object} WriteOptions
 * @property {number | undefined} [lineWidth] the longest line, 79 by default; 0 writes all moves on one line
 * @property {boolean | undefined} [tags]
 * @property {boolean | undefined} [comments] the texts of comments
 * @property {boolean | undefined} [clocks] `[%clk]` and other times in comments
 * @property {boolean | undefined} [evaluations] `[%eval]` in comments
 * @property {boolean | undefined} [nags]
 * @property {boolean | undefined} [variations]
 */

/** @typedef {NodeData & { tags: Record<string, string>, result: Result, fen?: string }} GameData a game as plain data */

/**
 * A game of PGN.
 *
 * ```js
 * for (const game of Game.parse('[White "Gibaud"]\n\n1. d4 Nf6 2. Nd2 e5 (2... d5) 0-1')) {
 *     game.tags.White;                               // 'Gibaud'
 *     [...game.mainline()].map((node) => node.san);  // ['d4', 'Nf6', 'Nd2', 'e5']
 * }
 * ```
 */
export class Game {
    /**
     * The tags in their order, without those that follow from the game: `Result`, `FEN`, `SetUp`, and `Variant` of
     * Chess960. Of a text at most
     * 1,000 are read. The object has no prototype, so that a tag of any name is a tag and a tag that is not there is `undefined`.
     * @type {Record<string, string>}
     */
    tags = Object.create(null);
    /** @type {Result} */
    result = '*';
    /** The error that ended the game before its end, or null. @type {PgnError | null} */
    error = null;
    /** What was read in spite of a fault: the first 100 faults. @type {readonly PgnError[]} */
    warnings = [];
    /** @type {Node | null} */
    #root = null;
    /** The record of the game until the nodes are asked for. @type {{ events: Uint32Array, comments: string } | null} */
    #record = null;
    #start = START;

    /**
     * Creates a game without moves, from the usual start position or another one.
     * @param {string | Position} [start] a FEN or a position; its moves are not those of the game
     * @param {import('./position.js').FenOptions} [options]
     */
    constructor(start, options) {
        // An own field is copied by `structuredClone` and messages to workers, as those of the tags and the result are.
        Object.defineProperty(this, 'pgn', PGN);
        if (start !== undefined || options !== undefined) {
            if (start instanceof Position && options !== undefined) {
                throw new TypeError('options: a position has been read, and takes none');
            }
            const position = start instanceof Position ? start : new Position(start, options);
            const isUsual = position.fen === new Position().fen && !position.isChess960;
            this.#start = isUsual ? START : new Start(position.fen, position.isChess960 ? 2 : 0);
        }
    }

    /** The start position. */
    get start() {
        return this.root.position;
    }

    /** The root of the moves. */
    get root() {
        if (this.#root === null) {
            this.#root = new Node(0, new Line(this.#start, null, 0));
            if (this.#record !== null) {
                grow(this.#root, this.#record);
                this.#record = null;
            }
        }
        return this.#root;
    }

    /** The nodes of the main line, without the root. @returns {Generator<Node>} */
    *mainline() {
        for (let node = this.root.next; node !== null; node = node.next) {
            yield node;
        }
    }

    /** The last node of the main line; the root without moves. */
    get end() {
        let node = this.root;
        while (node.children.length > 0) {
            node = node.children[0];
        }
        return node;
    }

    /** All moves of the main line in SAN. @returns {string[]} */
    sans() {
        const bits =
            this.#record === null
                ? Array.from(this.mainline(), (node) => node.bits)
                : mainlineOf(this.#record.events);
        return sansOf(new Line(this.#start, null, 0), bits);
    }

    /**
     * The opening of the main line, or null: its last named position, after `ply` moves. In a page `openings.load()` comes
     * before.
     * @returns {{ eco: string, name: string, ply: number } | null}
     */
    get opening() {
        if (!hasOpenings()) {
            return null;
        }
        this.#pass();
        if (wasm.game_opening(this.#passed) !== 1) {
            return null;
        }
        const [eco, name, ply] = text().split('\t');
        return { eco, name, ply: Number(ply) };
    }

    /**
     * Writes the game as PGN.
     * @param {WriteOptions} [options]
     * @returns {string}
     * @throws {FerzError} if a tag has a name that PGN does not allow
     */
    toPgn(options = {}) {
        expectOptions(options, ['lineWidth', ...PARTS]);
        expectBooleans(options, PARTS);
        const { lineWidth = 79 } = options;
        expectInteger(lineWidth, 'lineWidth', 0, 0xffffffff);
        for (const name of Object.keys(this.tags)) {
            pass(name);
            if (wasm.tag_check() !== 1) {
                throw lastError();
            }
        }
        this.#pass();
        if (
            wasm.game_pgn(
                this.#passed,
                lineWidth,
                PARTS.reduce(
                    (bits, part, bit) => bits | (options[part] === false ? 0 : 1 << bit),
                    0,
                ),
            ) !== 1
        ) {
            throw lastError();
        }
        return text();
    }

    /**
     * The game as PGN, with everything. A copy (`structuredClone`, a message to a worker) has it, so that `Game.from(copy.pgn)`
     * is the game again.
     */
    get pgn() {
        return this.toPgn();
    }

    /** The game as PGN. */
    toString() {
        return this.toPgn();
    }

    /**
     * The game as plain data: tags, result, the FEN of an unusual start, and the moves as those of a node.
     * @returns {GameData}
     */
    toJSON() {
        const { tags, result, root } = this;
        return {
            tags: { ...tags },
            result,
            ...(this.#start === START ? {} : { fen: root.fen }),
            ...root.toJSON(),
        };
    }

    /**
     * @param {number} _depth
     * @param {object} options
     * @param {(value: object, options: object) => string} inspect
     * @internal
     */
    [INSPECT](_depth, options, inspect) {
        const { tags, result, error, warnings } = this;
        const fields = {
            tags: { ...tags },
            result,
            moves: this.sans().join(' '),
            ...(error && { error }),
            ...(warnings.length > 0 && { warnings }),
        };
        return `Game ${inspect(fields, options)}`;
    }

    /** The number of words that `#pass` has passed. */
    #passed = 0;

    /**
     * Goes on with a review of the main line after searches of its positions, for the engine.
     * @param {number[]} evaluations see rules/src/review.rs
     * @param {number} linePlies
     * @returns {any}
     * @internal
     */
    review(evaluations, linePlies) {
        this.#pass(evaluations);
        if (wasm.game_review(this.#passed, evaluations.length, linePlies) !== 1) {
            throw lastError();
        }
        return JSON.parse(text());
    }

    /**
     * Goes on with the reasons of a move of a review that is complete, for the engine.
     * @param {number[]} evaluations those of the review
     * @param {number[]} answers see rules/src/review.rs
     * @param {number} index the move
     * @returns {{ search: { fen: string, chess960: boolean, lines: number } } | { reasons: Reason[], comment: string }}
     * @internal
     */
    reasons(evaluations, answers, index) {
        this.#pass([...evaluations, ...answers]);
        const [given, rest] = [evaluations.length, answers.length];
        if (wasm.game_reasons(this.#passed, given, rest, index) !== 1) {
            throw lastError();
        }
        return JSON.parse(text());
    }

    /**
     * Returns the review that the comments of the main line hold: the numbers of its moves and of both sides, without the
     * better lines. Null if a position has no evaluation (`[%eval 0.3]`).
     *
     * ```js
     * const game = Game.from('1. f3 {[%eval -0.7]} e5 {[%eval -0.6]} 2. g4 {[%eval #-1]} Qh4# 0-1');
     * game.recordedReview().moves[2].assessment;  // 'blunder'
     * ```
     *
     * @returns {{ startScore: number, moves: MoveNumbers[], white: SideNumbers, black: SideNumbers } | null}
     */
    recordedReview() {
        this.#pass();
        return wasm.game_reviewed(this.#passed) === 1 ? JSON.parse(text()) : null;
    }

    /**
     * Passes the game to the module as a record, and returns its number of words.
     * @returns {number}
     * @internal
     */
    passRecord() {
        this.#pass();
        return this.#passed;
    }

    /**
     * Passes the game to the module as a record, with further words behind it.
     * @param {number[]} [further]
     */
    #pass(further = []) {
        const result = RESULTS.indexOf(this.result);
        if (result < 0) {
            const found =
                typeof this.result === 'string'
                    ? JSON.stringify(this.result)
                    : describe(this.result);
            throw new TypeError(`expected a result such as 1-0, found ${found}`);
        }
        const { fen, castling } = this.#start;
        const names = Object.keys(this.tags);
        const record = [0, result, fen.length, castling === 2 ? 1 : 0, 0, 0, names.length];
        const texts = [fen];
        for (const name of names) {
            const value = wellFormed(String(this.tags[name]));
            record.push(name.length, value.length);
            texts.push(name, value);
        }
        if (this.#record !== null) {
            for (const event of this.#record.events) {
                record.push(event);
            }
            texts.push(this.#record.comments);
        } else {
            write(this.root, record, texts);
        }
        this.#passed = record.length;
        pass(texts.join(''), further.length > 0 ? record.concat(further) : record);
    }

    /**
     * Reads the games of a PGN text one by one.
     * @param {string | Uint8Array} pgn
     * @param {PgnOptions} [options]
     * @returns {Generator<Game, void, undefined>}
     */
    static parse(pgn, options) {
        if (typeof pgn !== 'string' && !(pgn instanceof Uint8Array)) {
            throw new TypeError(`pgn: expected a string or bytes, found ${describe(pgn)}`);
        }
        return gamesOf(new GameReader(takeGames(options)), pgn);
    }

    /**
     * Reads the first game of a PGN text; null without one.
     * @param {string | Uint8Array} pgn
     * @param {PgnOptions} [options]
     * @returns {Game | null}
     */
    static from(pgn, options) {
        for (const game of Game.parse(pgn, options)) {
            return game;
        }
        return null;
    }

    /**
     * Reads the games of a stream of any size in the memory of one part, such as `file.stream()` or `response.body`.
     *
     * ```js
     * const stream = new Blob(['1. e4 e5 1/2-1/2']).stream();
     * for await (const game of Game.stream(stream)) {
     *     game.result;  // '1/2-1/2'
     * }
     * ```
     *
     * @param {AsyncIterable<Uint8Array | string> | ReadableStream<Uint8Array | string>} source
     * @param {PgnOptions} [options]
     * @returns {AsyncGenerator<Game, void, undefined>}
     */
    static stream(source, options) {
        return gamesOfStream(new GameReader(takeGames(options)), partsOfStream(source));
    }

    /**
     * Lists the games of a stream of PGN without reading their moves: where each stands, and its tags. The borders are those
     * of `parse`, so that the bytes of a game alone are that game. A game larger than 32 MiB is listed with an `error`.
     *
     * ```js
     * const file = new Blob(['[White "Gibaud"]\n\n1. d4 Nf6 0-1\n\n[White "Tal"]\n\n1. e4 *\n']);
     * for await (const { offset, length, tags } of Game.list(file.stream())) {
     *     Game.from(new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()))?.tags.White === tags.White;  // true
     * }
     * ```
     *
     * @param {AsyncIterable<Uint8Array | string> | ReadableStream<Uint8Array | string>} source
     * @returns {AsyncGenerator<ListedGame, void, undefined>}
     */
    static list(source) {
        const { take, takeFull } = listing();
        return gamesOfStream(new GameReader(take, takeFull), partsOfStream(source));
    }

    /**
     * Makes the game of a record.
     * @param {Uint32Array} record
     * @param {{ text: string, at: number }} cursor
     * @param {{ game: number, line: number }} base of the places of errors
     * @internal
     */
    static ofRecord(record, cursor, base) {
        /** @param {number} length */
        const take = (length) => cursor.text.slice(cursor.at, (cursor.at += length));
        const game = new Game();
        game.result = RESULTS[record[1]];
        const fen = take(record[2]);
        if (fen !== '') {
            game.#start = new Start(fen, record[3] === 1 ? 2 : 0);
        }
        const [error, warnings] = [take(record[4]), take(record[5])];
        game.error = error === '' ? null : placed(JSON.parse(error), base);
        if (warnings !== '') {
            game.warnings = JSON.parse(warnings).warnings.map((/** @type {any} */ warning) =>
                placed(warning, base),
            );
        }
        let index = 7;
        for (let tag = 0; tag < record[6]; tag++, index += 2) {
            const name = take(record[index]);
            game.tags[name] = take(record[index + 1]);
        }
        const events = record.slice(index);
        let length = 0;
        for (const event of events) {
            const kind = event >>> 24;
            if (kind === COMMENT || kind === COMMENT_BEFORE) {
                length += event & 0xffffff;
            }
        }
        game.#record = { events, comments: take(length) };
        return game;
    }
}

const START = new Start('', 0);
const PGN = { ...Object.getOwnPropertyDescriptor(Game.prototype, 'pgn'), enumerable: true };

/**
 * @param {any} fields
 * @param {{ game: number, line: number }} base
 */
function placed(fields, base) {
    const error = /** @type {PgnError} */ (errorFrom(fields));
    error.game += base.game;
    error.line += base.line;
    return error;
}

/**
 * Returns what reads whole games.
 * @param {PgnOptions} [options]
 * @returns {Take<Game>}
 */
function takeGames(options = {}) {
    expectOptions(options, ['strict', 'language']);
    expectBooleans(options, ['strict']);
    const { strict = false, language = 'en' } = options;
    let code = 0;
    if (language !== 'en') {
        expectString(language, 'language');
        code = (language.charCodeAt(0) << 8) | language.charCodeAt(1);
        renew();
        if (language.length !== 2 || wasm.language_check(code) !== 1) {
            throw new RangeError(
                `language: expected two letters such as de, found ${JSON.stringify(language.slice(0, 20))}`,
            );
        }
    }
    /** The games and the lines before the part. */
    const base = { game: 0, line: 0 };
    return (bytes, isLast) => {
        pass(bytes);
        const read = wasm.games_read(isLast ? 1 : 0, strict ? 1 : 0, code);
        // Other calls come between the games that are yielded: everything is taken at once.
        const numbers = words().slice();
        const found = gamesOfRecords(numbers, text(), { ...base });
        for (let at = bytes.indexOf(10); at >= 0 && at < read; at = bytes.indexOf(10, at + 1)) {
            base.line += 1;
        }
        for (let at = 0; at < numbers.length; at += numbers[at]) {
            base.game += 1;
        }
        return { read, found, games: base.game };
    };
}

/**
 * @param {Uint32Array} numbers
 * @param {string} strings
 * @param {{ game: number, line: number }} base
 * @returns {Generator<Game>}
 */
function* gamesOfRecords(numbers, strings, base) {
    const cursor = { text: strings, at: 0 };
    for (let at = 0; at < numbers.length; at += numbers[at]) {
        yield Game.ofRecord(numbers.subarray(at, at + numbers[at]), cursor, base);
    }
}

/**
 * Returns a text without halves of surrogate pairs, whose length is that of its encoded form.
 * @param {string} text
 */
function wellFormed(text) {
    return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

/**
 * Adds the nodes of a record to the root.
 * @param {Node} root
 * @param {{ events: Uint32Array, comments: string }} record
 */
function grow(root, { events, comments }) {
    let node = root;
    let at = 0;
    /** The nodes around the open variations, with the first nodes of these. @type {{ node: Node, first: Node | null }[]} */
    const outer = [];
    /** The first node of a variation that has ended since the last move. @type {Node | null} */
    let ended = null;
    /** @type {string[]} */
    let before = [];
    for (const event of events) {
        const value = event & 0xffffff;
        switch (event >>> 24) {
            case MOVE: {
                const child = new Node(value, null, node);
                if (before.length > 0) {
                    child.commentsBefore = before;
                    before = [];
                }
                const open = outer.at(-1);
                if (open) {
                    open.first ??= child;
                }
                ended = null;
                node = child;
                break;
            }
            case NAG:
                if (value !== 0 && node !== root && !node.nags.includes(value)) {
                    node.nags.push(value);
                }
                break;
            case COMMENT:
                (ended ? ended.commentsAfterVariation : node.comments).push(
                    comments.slice(at, (at += value)),
                );
                break;
            case COMMENT_BEFORE:
                before.push(comments.slice(at, (at += value)));
                break;
            case BEGIN_VARIATION:
                outer.push({ node, first: null });
                node = /** @type {Node} */ (node.parent);
                break;
            case END_VARIATION: {
                before = [];
                const variation = /** @type {{ node: Node, first: Node | null }} */ (outer.pop());
                ended = variation.first ?? ended;
                node = variation.node;
                break;
            }
        }
    }
}

/**
 * Returns the moves of the main line of a record.
 * @param {Uint32Array} events
 */
function mainlineOf(events) {
    const moves = [];
    let depth = 0;
    for (const event of events) {
        const kind = event >>> 24;
        if (kind === MOVE && depth === 0) {
            moves.push(event & 0xffffff);
        } else if (kind === BEGIN_VARIATION) {
            depth += 1;
        } else if (kind === END_VARIATION) {
            depth -= 1;
        }
    }
    return moves;
}

/**
 * Writes the events of the nodes below a root, in the order of PGN.
 * @param {Node} root
 * @param {number[]} record
 * @param {string[]} texts
 */
function write(root, record, texts) {
    /**
     * @param {number} kind
     * @param {string[]} list
     */
    const comments = (kind, list) => {
        for (const comment of list) {
            const text = wellFormed(String(comment).slice(0, 0xffffff));
            record.push((kind << 24) | text.length);
            texts.push(text);
        }
    };
    /** @param {Node} node */
    const move = (node) => {
        comments(COMMENT_BEFORE, node.commentsBefore);
        record.push((MOVE << 24) | node.bits);
        for (const nag of node.nags) {
            if (!Number.isInteger(nag) || nag < 0 || nag > 255) {
                throw new RangeError(`expected NAGs from 0 to 255, found ${String(nag)}`);
            }
            record.push((NAG << 24) | nag);
        }
        comments(COMMENT, node.comments);
    };
    comments(COMMENT, root.comments);
    // The work to do, the next last: a node whose line goes on, or the first node of a variation.
    /** @type {{ node: Node, is: 'line' | 'variation' | 'end' }[]} */
    const open = [{ node: root, is: 'line' }];
    while (open.length > 0) {
        const { node, is } = /** @type {{ node: Node, is: string }} */ (open.pop());
        if (is === 'end') {
            record.push(END_VARIATION << 24);
            comments(COMMENT, node.commentsAfterVariation);
            continue;
        }
        if (is === 'variation') {
            record.push(BEGIN_VARIATION << 24);
            move(node);
            open.push({ node, is: 'end' }, { node, is: 'line' });
            continue;
        }
        const [first, ...variations] = node.children;
        if (first) {
            move(first);
            comments(COMMENT, first.commentsAfterVariation);
            open.push({ node: first, is: 'line' });
            for (const variation of variations.reverse()) {
                open.push({ node: variation, is: 'variation' });
            }
        }
    }
}
