// Moves of games, with what belongs to them.

import { expectString, INSPECT } from '../base/errors.js';
import { SQUARES } from '../base/squares.js';
import { fenOfLine } from './fen.js';
import { Line, notation } from './line.js';
import { Move, promotionOf, targetOf } from './move.js';
import { Position } from './position.js';
import { pass, text, wasm } from './wasm.js';

/** @import { MoveSquares } from './position.js' */
/** @import { Color, PromotionRole, Square } from '../base/squares.js' */

/**
 * What the commands in a comment say.
 * @typedef {object} CommentParts
 * @property {string} text the comment without commands
 * @property {number} [clock] milliseconds on the clock after the move
 * @property {number} [elapsed] milliseconds that the move took
 * @property {number} [centipawns] evaluation for White
 * @property {string} [mate] mate in moves for White
 * @property {number} [depth] depth of the evaluation
 * @property {string[]} [squares] marked squares: `Gd4`
 * @property {string[]} [arrows] arrows: `Re2e4`
 */

/**
 * A move of a game as plain data; of the root there are comments alone.
 * @typedef {object} MoveNodeData
 * @property {string} [san]
 * @property {string} [uci]
 * @property {string[]} [commentsBefore]
 * @property {number[]} [nags]
 * @property {string[]} [comments]
 * @property {string[]} [commentsAfterVariation]
 * @property {MoveNodeData[][]} [variations] the lines in place of the move
 */
/** @typedef {MoveNodeData & { moves: MoveNodeData[] }} NodeData a node as plain data, with the line behind it */
/**
 * A move of a game with what belongs to it; the root of a game has no move. Its own fields are the squares of the move and
 * the notes: those are copied by `structuredClone` and messages to workers, without the nodes around it, and name the move
 * in its position. `toJSON` has the line behind it too.
 */
export class Node {
    /** The origin of the move; null for the root and for null moves. @readonly @type {Square | null} */
    from;
    /** The target of the move; of castling, that of the king. @readonly @type {Square | null} */
    to;
    /** The promotion piece, or null. @readonly @type {PromotionRole | null} */
    promotion;
    /** Numeric annotation glyphs: 1 for `!`, 2 for `?`, and so on. @type {number[]} */
    nags = [];
    /** Comments after the move; of the root, before the game. Those of a file have single spaces. @type {string[]} */
    comments = [];
    /** Comments before the move. @type {string[]} */
    commentsBefore = [];
    /** Comments behind the variation that the move begins. @type {string[]} */
    commentsAfterVariation = [];
    /** @type {Node | null} */
    #parent;
    /** @type {Node[]} */
    #children = [];
    #bits;
    /** @type {Line | null} */
    #line;

    /**
     * @param {number} bits
     * @param {Line | null} line
     * @param {Node | null} [parent] to whose children it is added
     * @internal
     */
    constructor(bits, line, parent = null) {
        this.from = bits === 0 ? null : SQUARES[bits & 63];
        this.to = bits === 0 ? null : targetOf(bits);
        this.promotion = promotionOf(bits);
        this.#bits = bits;
        this.#line = line;
        this.#parent = parent;
        parent?.children.push(this);
    }

    /** The node before it; null for the root and for nodes that were removed. @returns {Node | null} */
    get parent() {
        return this.#parent;
    }

    /** The next moves, the main one first. @returns {Node[]} */
    get children() {
        return this.#children;
    }

    /** @internal */
    get bits() {
        return this.#bits;
    }

    /**
     * The line up to here. It is made when it is needed, from the start of the game on.
     * @internal
     * @returns {Line}
     */
    get line() {
        if (this.#line === null) {
            const path = [];
            let node = /** @type {Node} */ (this);
            while (node.#line === null && node.parent !== null) {
                path.push(node);
                node = node.parent;
            }
            let line = /** @type {Line} */ (node.#line);
            while (path.length > 0) {
                const next = /** @type {Node} */ (path.pop());
                line = line.next(next.#bits);
                next.#line = line;
            }
        }
        return /** @type {Line} */ (this.#line);
    }

    /** True for the root, which has no move. */
    get isRoot() {
        return this.line.previous === null;
    }

    /** The move, or null for the root and for null moves. @returns {Move | null} */
    get move() {
        const { previous, bits } = this.line;
        return previous === null || bits === 0 ? null : new Move(previous, bits);
    }

    /** The move in SAN, `--` for a null move, and nothing for the root. @returns {string} */
    get san() {
        const { previous, bits } = this.line;
        if (previous === null) {
            return '';
        }
        return bits === 0 ? '--' : notation(previous, [bits], false)[0];
    }

    /** The move in UCI notation, `0000` for a null move, and nothing for the root. @returns {string} */
    get uci() {
        const { previous, bits } = this.line;
        if (previous === null) {
            return '';
        }
        return bits === 0 ? '0000' : notation(previous, [bits], true)[0];
    }

    /** The side that made the move; null for the root. @returns {Color | null} */
    get color() {
        const { previous } = this.line;
        return previous === null ? null : Position.ofLine(previous).turn;
    }

    /** The number of the move as games count them, for both sides the same; 0 for the root. @returns {number} */
    get moveNumber() {
        const { previous } = this.line;
        return previous === null ? 0 : Position.ofLine(previous).moveNumber;
    }

    /**
     * The move in SAN with its number, and nothing for the root.
     *
     * ```js
     * const game = Game.from('1. e4 c5 2. Nf3 *');
     * [...game.mainline()].map((node) => node.numbered);  // ['1. e4', '1... c5', '2. Nf3']
     * ```
     *
     * @returns {string}
     */
    get numbered() {
        return this.isRoot
            ? ''
            : `${this.moveNumber}${this.color === 'white' ? '.' : '...'} ${this.san}`;
    }

    /** The move in SAN with its number. */
    toString() {
        return this.numbered;
    }

    /** The position after the move. */
    get position() {
        return Position.ofLine(this.line);
    }

    /** The FEN of the position after the move. */
    get fen() {
        return fenOfLine(this.line);
    }

    /** The number of moves from the root. */
    get ply() {
        return this.line.plies;
    }

    /** The main next move, or null. @returns {Node | null} */
    get next() {
        return this.children[0] ?? null;
    }

    /** The moves in place of this one. */
    get variations() {
        return this.parent === null ? [] : this.parent.children.filter((node) => node !== this);
    }

    /** True if each move up to here is the first of its position. */
    get isMainLine() {
        /** @type {Node} */
        let node = this;
        for (; node.parent !== null; node = node.parent) {
            if (node.parent.children[0] !== node) {
                return false;
            }
        }
        return true;
    }

    /** The text of all comments after the move. */
    get comment() {
        return this.comments.join(' ');
    }

    set comment(text) {
        expectString(text, 'comment');
        this.comments = text === '' ? [] : [text];
    }

    /** What the commands in the comments after the move say: clocks, evaluations, arrows. @returns {CommentParts} */
    get annotations() {
        pass(this.comment);
        wasm.comment_parts();
        return JSON.parse(text());
    }

    /** The nodes from the first move to this one. @returns {Node[]} */
    get path() {
        const path = [];
        for (let node = /** @type {Node} */ (this); node.parent !== null; node = node.parent) {
            path.push(node);
        }
        return path.reverse();
    }

    /** This node and those of its main line. @returns {Generator<Node>} */
    *mainline() {
        for (let node = /** @type {Node | null} */ (this); node !== null; node = node.next) {
            yield node;
        }
    }

    /** All nodes below this one, each before its own. @returns {Generator<Node>} */
    *descendants() {
        const open = [...this.children].reverse();
        while (open.length > 0) {
            const node = /** @type {Node} */ (open.pop());
            yield node;
            for (let i = node.children.length - 1; i >= 0; i--) {
                open.push(node.children[i]);
            }
        }
    }

    /**
     * Adds a move behind the others, or returns the node that has it.
     *
     * ```js
     * const game = new Game();
     * const e4 = game.root.add('e4');
     * game.root.add('d4');
     * e4.add('c5').comment = 'the Sicilian';
     * game.toPgn({ tags: false });  // '1. e4 (1. d4) 1... c5 {the Sicilian} *\n'
     * ```
     *
     * @param {string | Move | MoveSquares | null} move null for a null move
     * @returns {Node}
     * @throws {MoveError} if the move is not legal; nothing changes
     */
    add(move) {
        const position = this.position;
        if (move === null) {
            position.pass();
        } else {
            position.play(move);
        }
        const line = position.line;
        const found = this.children.find((child) => child.#bits === line.bits);
        if (found) {
            return found;
        }
        return new Node(line.bits, line, this);
    }

    /**
     * Adds a line of moves and returns its last node.
     * @param {(string | Move | MoveSquares)[]} moves
     * @returns {Node}
     * @throws {MoveError} if one is not legal; those before it have been added
     */
    addLine(moves) {
        /** @type {Node} */
        let node = this;
        for (const move of moves) {
            node = node.add(move);
        }
        return node;
    }

    /** Moves this node one place up among the moves of its position. */
    promote() {
        const siblings = this.parent?.children ?? [];
        const index = siblings.indexOf(this);
        if (index > 0) {
            siblings.splice(index - 1, 2, this, siblings[index - 1]);
        }
    }

    /** Makes the line to this node the main line of the game. */
    promoteToMainLine() {
        for (let node = /** @type {Node} */ (this); node.parent !== null; node = node.parent) {
            const siblings = node.parent.children;
            siblings.splice(siblings.indexOf(node), 1);
            siblings.unshift(node);
        }
    }

    /**
     * The move with what belongs to it and the line behind it, as plain data; empty lists and texts are left out. Each move
     * but the first of the line has the variations in place of it.
     * @returns {NodeData}
     */
    toJSON() {
        return { ...dataOf(this), moves: lineData(this.next) };
    }

    /**
     * @param {number} _depth
     * @param {object} options
     * @param {(value: object, options: object) => string} inspect
     * @internal
     */
    [INSPECT](_depth, options, inspect) {
        const { moves: _, ...data } = this.toJSON();
        return `Node ${inspect({ ...data, children: this.children.map((child) => child.san) }, options)}`;
    }

    /** Removes this node and all below it from its game. The root only loses what is below it. */
    delete() {
        if (this.parent === null) {
            this.#children = [];
            return;
        }
        // The line is made first: without its parent the node could not make it any more.
        void this.line;
        const siblings = this.parent.children;
        siblings.splice(siblings.indexOf(this), 1);
        this.#parent = null;
    }
}

/**
 * The data of a node without those behind it.
 * @param {Node} node
 * @returns {MoveNodeData}
 */
function dataOf(node) {
    const { san, uci, nags, comments, commentsBefore, commentsAfterVariation } = node;
    return {
        ...(san !== '' && { san, uci }),
        ...(commentsBefore.length > 0 && { commentsBefore: [...commentsBefore] }),
        ...(nags.length > 0 && { nags: [...nags] }),
        ...(comments.length > 0 && { comments: [...comments] }),
        ...(commentsAfterVariation.length > 0 && {
            commentsAfterVariation: [...commentsAfterVariation],
        }),
    };
}

/**
 * The data of a line from its first move. A line is a list, since lines are too long to be nested.
 * @param {Node | null} first
 * @returns {MoveNodeData[]}
 */
function lineData(first) {
    const moves = [];
    for (let node = first; node !== null; node = node.next) {
        const others = node.parent?.children[0] === node ? node.variations : [];
        moves.push({
            ...dataOf(node),
            ...(others.length > 0 && {
                variations: others.map((other) => [dataOf(other), ...lineData(other.next)]),
            }),
        });
    }
    return moves;
}
