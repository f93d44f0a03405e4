// A board that may hold any pieces, for the interface of chess.js: boards without kings, with the king of the side
// that waits in check, or with thirty queens. The module of the rules knows legal positions only.

/**
 * The pieces of the 64 squares from a1: 0 for none, White's 1 to 6 (pawn to king), Black's 7 to 12.
 * @typedef {Uint8Array} Codes
 */

export const LETTERS = '.PNBRQKpnbrqk';
export const NO_SQUARE = 64;

const [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING] = [0, 1, 2, 3, 4, 5];
// The kinds of moves, as the module numbers them.
const [QUIET, CASTLE, DOUBLE_PUSH, PROMOTES, CAPTURES, EN_PASSANT] = [0, 1, 2, 4, 8, 9];

/** The directions clockwise from a8, as steps over files and ranks; straight ones have odd numbers. */
const DIRECTIONS = [
    [-1, 1],
    [0, 1],
    [1, 1],
    [1, 0],
    [1, -1],
    [0, -1],
    [-1, -1],
    [-1, 0],
];
const JUMPS = [
    [-2, 1],
    [-1, 2],
    [1, 2],
    [2, 1],
    [2, -1],
    [1, -2],
    [-1, -2],
    [-2, -1],
];

/**
 * @param {number} square
 * @param {number[]} step
 * @param {number} count
 */
function stepped(square, [files, ranks], count) {
    const [file, rank] = [(square & 7) + files * count, (square >> 3) + ranks * count];
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? NO_SQUARE : rank * 8 + file;
}

const SQUARES = Array.from({ length: 64 }, (_, square) => square);
/** The squares in each direction from a square, the near ones first. */
const RAYS = SQUARES.map((square) =>
    DIRECTIONS.map((step) => {
        return [1, 2, 3, 4, 5, 6, 7]
            .map((count) => stepped(square, step, count))
            .filter((to) => to !== NO_SQUARE);
    }),
);
const KNIGHT_TARGETS = SQUARES.map((square) =>
    JUMPS.map((step) => stepped(square, step, 1)).filter((to) => to !== NO_SQUARE),
);

/** The place of a target among those of its origin in the order of chess.js. */
const TARGET_ORDER = new Uint8Array(64 * 64);
for (const from of SQUARES) {
    RAYS[from].forEach((ray, direction) =>
        ray.forEach((to, index) => {
            TARGET_ORDER[from * 64 + to] = direction * 8 + index;
        }),
    );
    JUMPS.forEach((step, index) => {
        const to = stepped(from, step, 1);
        if (to !== NO_SQUARE) {
            TARGET_ORDER[from * 64 + to] = index;
        }
    });
}

/** The castling rights that end when a piece leaves or reaches a square. White's 1 (short) and 2, Black's 4 and 8. */
const RIGHTS_LOST = new Map([
    [0, 2],
    [4, 3],
    [7, 1],
    [56, 8],
    [60, 12],
    [63, 4],
]);
/** The castling rights: bit, letter, squares of king and rook. */
export const RIGHTS = [
    { bit: 1, letter: 'K', color: 0, king: 4, rook: 7 },
    { bit: 2, letter: 'Q', color: 0, king: 4, rook: 0 },
    { bit: 4, letter: 'k', color: 1, king: 60, rook: 63 },
    { bit: 8, letter: 'q', color: 1, king: 60, rook: 56 },
];

/** @param {number} code */
const colorOf = (code) => (code > 6 ? 1 : 0);
/** @param {number} code */
const roleOf = (code) => (code - 1) % 6;
/**
 * @param {number} color
 * @param {number} role
 */
const codeOf = (color, role) => 1 + 6 * color + role;
/** @param {number} square */
export const squareName = (square) => 'abcdefgh'[square & 7] + String(1 + (square >> 3));
/** @param {number} bits */
export const promotionOf = (bits) => ((bits >> 12) & PROMOTES ? KNIGHT + ((bits >> 12) & 3) : -1);
/** @param {number} bits */
export const isCastling = (bits) => bits >> 12 === CASTLE;
/** @param {number} bits */
export const isEnPassant = (bits) => bits >> 12 === EN_PASSANT;
/** @param {number} bits */
export const isDoublePush = (bits) => bits >> 12 === DOUBLE_PUSH;
/** @param {number} bits */
export const isCapture = (bits) => ((bits >> 12) & CAPTURES) !== 0;
/** The target of a move; of castling, that of the king. @param {number} bits */
export function targetOf(bits) {
    const [from, to] = [bits & 63, (bits >> 6) & 63];
    return isCastling(bits) ? (from & 56) + (to > from ? 6 : 2) : to;
}

/** A board with the side to move, castling rights and counters. It never changes. */
export class Mailbox {
    /** @type {string | null} */
    #fen = null;

    /**
     * @param {Codes} codes
     * @param {number} turn 0 White, 1 Black
     * @param {number} rights bits of `RIGHTS`
     * @param {number} target the square behind a pawn that was just pushed twice, or `NO_SQUARE`
     * @param {number} halfmoves since the last capture or pawn move
     * @param {number} number of the next move
     */
    constructor(codes, turn, rights, target, halfmoves, number) {
        this.codes = codes;
        this.turn = turn;
        this.rights = rights;
        this.target = target;
        this.halfmoves = halfmoves;
        this.number = number;
    }

    /**
     * Reads a FEN as it stands: what is missing has a default, what cannot be is left out.
     * @param {string} fen
     */
    static read(fen) {
        const [rows = '', turn = 'w', rights = '-', target = '-', halfmoves = '0', number = '1'] =
            fen.trim().split(/\s+/);
        const codes = new Uint8Array(64);
        let place = 0;
        for (const letter of rows) {
            const code = LETTERS.indexOf(letter);
            if (letter >= '0' && letter <= '9') {
                place += Number(letter);
            } else if (letter !== '/' && place < 64) {
                // Of two kings of a side the first remains, and a letter of no piece is an empty square.
                codes[place ^ 56] =
                    code < 1 || (roleOf(code) === KING && codes.includes(code)) ? 0 : code;
                place += 1;
            }
        }
        const bits = RIGHTS.reduce(
            (sum, { bit, letter }) => sum | (rights.includes(letter) ? bit : 0),
            0,
        );
        const square = /^[a-h][1-8]$/.test(target)
            ? target.charCodeAt(0) - 97 + 8 * (Number(target[1]) - 1)
            : NO_SQUARE;
        return new Mailbox(
            codes,
            turn === 'b' ? 1 : 0,
            bits,
            square,
            Number.parseInt(halfmoves, 10) || 0,
            Number.parseInt(number, 10) || 1,
        ).checked();
    }

    /** Returns this board without rights and target that its pieces do not allow. */
    checked() {
        const { codes, turn, target } = this;
        let rights = 0;
        for (const { bit, color, king, rook } of RIGHTS) {
            const stand =
                codes[king] === codeOf(color, KING) && codes[rook] === codeOf(color, ROOK);
            rights |= stand ? this.rights & bit : 0;
        }
        const forward = turn === 0 ? 8 : -8;
        const isPossible =
            target >> 3 === (turn === 0 ? 5 : 2) &&
            codes[target] === 0 &&
            codes[target + forward] === 0 &&
            codes[target - forward] === codeOf(1 - turn, PAWN);
        return new Mailbox(
            codes,
            turn,
            rights,
            isPossible ? target : NO_SQUARE,
            this.halfmoves,
            this.number,
        );
    }

    /**
     * Returns this board with other values in some of its fields.
     * @param {Partial<Pick<Mailbox, 'codes' | 'turn' | 'rights' | 'target' | 'halfmoves' | 'number'>>} changes
     */
    with({
        codes = this.codes,
        turn = this.turn,
        rights = this.rights,
        target = this.target,
        ...counters
    }) {
        const { halfmoves = this.halfmoves, number = this.number } = counters;
        return new Mailbox(codes, turn, rights, target, halfmoves, number).checked();
    }

    /** Returns this board after a null move. */
    passed() {
        const { codes, turn, rights, halfmoves, number } = this;
        return new Mailbox(codes, 1 - turn, rights, NO_SQUARE, halfmoves + 1, number + turn);
    }

    /** The FEN. Its en passant square is there only if a pawn can capture. */
    get fen() {
        this.#fen ??= this.fenWith(this.hasCaptureEnPassant);
        return this.#fen;
    }

    /** True if a pawn can capture on the target. */
    get hasCaptureEnPassant() {
        return this.target !== NO_SQUARE && this.#capturesEnPassant().length > 0;
    }

    /** @param {boolean} hasTarget */
    fenWith(hasTarget) {
        let rows = '';
        for (let rank = 7; rank >= 0; rank--) {
            let empty = 0;
            for (let square = rank * 8; square < rank * 8 + 8; square++) {
                const code = this.codes[square];
                if (code === 0) {
                    empty += 1;
                    continue;
                }
                rows += empty > 0 ? String(empty) + LETTERS[code] : LETTERS[code];
                empty = 0;
            }
            rows += (empty > 0 ? String(empty) : '') + (rank > 0 ? '/' : '');
        }
        let rights = '';
        for (const { bit, letter } of RIGHTS) {
            rights += this.rights & bit ? letter : '';
        }
        const target = hasTarget ? squareName(this.target) : '-';
        return `${rows} ${this.turn === 0 ? 'w' : 'b'} ${rights || '-'} ${target} ${this.halfmoves} ${this.number}`;
    }

    /** What is equal of two positions that repeat: the first four fields of the FEN. */
    get repeated() {
        const { fen } = this;
        return fen.slice(0, fen.lastIndexOf(' ', fen.lastIndexOf(' ') - 1));
    }

    /** The legal captures en passant. */
    #capturesEnPassant() {
        const { target, turn, codes } = this;
        const side = turn === 0 ? [4, 6] : [0, 2];
        return side
            .map((direction) => RAYS[target][direction][0] ?? NO_SQUARE)
            .filter((from) => codes[from] === codeOf(turn, PAWN))
            .map((from) => from | (target << 6) | (EN_PASSANT << 12))
            .filter((bits) => this.#isLegal(bits));
    }

    /**
     * The square of a king, or -1.
     * @param {number} color
     */
    king(color) {
        return this.codes.indexOf(codeOf(color, KING));
    }

    /** True if the side to move is in check. */
    get inCheck() {
        return this.#isChecked(this.turn);
    }

    /** @param {number} color */
    #isChecked(color) {
        const king = this.king(color);
        return king >= 0 && this.attackers(king, 1 - color, true).length > 0;
    }

    /**
     * The squares of the pieces of a side that attack a square, from a8 to h1.
     * @param {number} square
     * @param {number} color
     * @param {boolean} [one] one is enough
     * @returns {number[]}
     */
    attackers(square, color, one = false) {
        const { codes } = this;
        const found = [];
        const knight = codeOf(color, KNIGHT);
        for (const from of KNIGHT_TARGETS[square]) {
            if (codes[from] === knight) {
                found.push(from);
            }
        }
        for (let direction = 0; direction < 8 && !(one && found.length > 0); direction++) {
            const ray = RAYS[square][direction];
            for (let index = 0; index < ray.length; index++) {
                const code = codes[ray[index]];
                if (code !== 0) {
                    if (colorOf(code) === color && reaches(roleOf(code), color, direction, index)) {
                        found.push(ray[index]);
                    }
                    break;
                }
            }
        }
        return found.sort((a, b) => (a ^ 56) - (b ^ 56));
    }

    /** The legal moves in the order of chess.js. @returns {number[]} */
    moves() {
        return inOrder(
            this.#candidates().filter((bits) => this.#isLegal(bits)),
            this.codes,
        );
    }

    /** @param {number} bits */
    #isLegal(bits) {
        return !this.make(bits).#isChecked(this.turn);
    }

    /** The moves that may leave the own king in check. */
    #candidates() {
        const { codes, turn } = this;
        /** @type {number[]} */
        const moves = [];
        for (let from = 0; from < 64; from++) {
            const code = codes[from];
            if (code === 0 || colorOf(code) !== turn) {
                continue;
            }
            const role = roleOf(code);
            if (role === PAWN) {
                this.#pawnMoves(from, moves);
            } else if (role === KNIGHT) {
                this.#moveTo(from, KNIGHT_TARGETS[from], moves);
            } else {
                const [first, step] = role === BISHOP ? [0, 2] : role === ROOK ? [1, 2] : [0, 1];
                for (let direction = first; direction < 8; direction += step) {
                    const ray = RAYS[from][direction];
                    this.#moveAlong(from, role === KING ? ray.slice(0, 1) : ray, moves);
                }
            }
        }
        if (this.target !== NO_SQUARE) {
            moves.push(...this.#capturesEnPassant());
        }
        this.#castlings(moves);
        return moves;
    }

    /**
     * @param {number} from
     * @param {number[]} targets
     * @param {number[]} moves
     */
    #moveTo(from, targets, moves) {
        for (const to of targets) {
            const code = this.codes[to];
            if (code === 0 || colorOf(code) !== this.turn) {
                moves.push(from | (to << 6) | ((code === 0 ? QUIET : CAPTURES) << 12));
            }
        }
    }

    /**
     * @param {number} from
     * @param {number[]} ray
     * @param {number[]} moves
     */
    #moveAlong(from, ray, moves) {
        const blocker = ray.findIndex((to) => this.codes[to] !== 0);
        this.#moveTo(from, blocker < 0 ? ray : ray.slice(0, blocker + 1), moves);
    }

    /**
     * @param {number} from
     * @param {number[]} moves
     */
    #pawnMoves(from, moves) {
        const { codes, turn } = this;
        const [ahead, sides, second, last] = turn === 0 ? [1, [0, 2], 1, 7] : [5, [4, 6], 6, 0];
        /**
         * @param {number} to
         * @param {number} kind
         */
        const add = (to, kind) => {
            for (const promotion of to >> 3 === last ? [4, 5, 6, 7] : [0]) {
                moves.push(from | (to << 6) | ((kind | promotion) << 12));
            }
        };
        const ray = RAYS[from][ahead];
        if (ray.length > 0 && codes[ray[0]] === 0) {
            add(ray[0], QUIET);
            if (from >> 3 === second && codes[ray[1]] === 0) {
                add(ray[1], DOUBLE_PUSH);
            }
        }
        for (const side of sides) {
            const to = RAYS[from][side][0];
            if (to !== undefined && codes[to] !== 0 && colorOf(codes[to]) !== turn) {
                add(to, CAPTURES);
            }
        }
    }

    /** @param {number[]} moves */
    #castlings(moves) {
        for (const { bit, color, king, rook } of RIGHTS) {
            if (color !== this.turn || !(this.rights & bit)) {
                continue;
            }
            const between = RAYS[king][rook > king ? 3 : 7].filter((square) => square !== rook);
            const path = [king, ...between.slice(0, 2)];
            if (
                between.every((square) => this.codes[square] === 0) &&
                path.every((square) => this.attackers(square, 1 - color, true).length === 0)
            ) {
                moves.push(king | (rook << 6) | (CASTLE << 12));
            }
        }
    }

    /**
     * Returns the board after a move, which is not checked.
     * @param {number} bits
     */
    make(bits) {
        const [from, to] = [bits & 63, (bits >> 6) & 63];
        const { turn } = this;
        const codes = this.codes.slice();
        const code = codes[from];
        const promotion = promotionOf(bits);
        codes[from] = 0;
        if (isCastling(bits)) {
            codes[to] = 0;
            codes[targetOf(bits)] = code;
            codes[(from & 56) + (to > from ? 5 : 3)] = codeOf(turn, ROOK);
        } else {
            codes[to] = promotion < 0 ? code : codeOf(turn, promotion);
        }
        if (isEnPassant(bits)) {
            codes[(from & 56) | (to & 7)] = 0;
        }
        const lost = (RIGHTS_LOST.get(from) ?? 0) | (RIGHTS_LOST.get(to) ?? 0);
        const target = isDoublePush(bits) ? (from + to) >> 1 : NO_SQUARE;
        const halfmoves = roleOf(code) === PAWN || isCapture(bits) ? 0 : this.halfmoves + 1;
        return new Mailbox(
            codes,
            1 - turn,
            this.rights & ~lost,
            target,
            halfmoves,
            this.number + turn,
        );
    }

    /**
     * Returns a legal move in standard algebraic notation.
     * @param {number} bits
     * @param {number[]} moves all legal moves
     */
    san(bits, moves) {
        const after = this.make(bits);
        const mark = after.inCheck ? (after.moves().length === 0 ? '#' : '+') : '';
        if (isCastling(bits)) {
            return (targetOf(bits) & 4 ? 'O-O' : 'O-O-O') + mark;
        }
        const [from, to] = [bits & 63, targetOf(bits)];
        const code = this.codes[from];
        const origin = squareName(from);
        let text = '';
        if (roleOf(code) === PAWN) {
            text = isCapture(bits) ? origin[0] : '';
        } else {
            const rivals = moves.filter(
                (other) =>
                    targetOf(other) === to &&
                    (other & 63) !== from &&
                    this.codes[other & 63] === code &&
                    !isCastling(other),
            );
            text =
                LETTERS[1 + roleOf(code)] +
                distinction(
                    from,
                    rivals.map((other) => other & 63),
                );
        }
        const promotion = promotionOf(bits);
        text += (isCapture(bits) ? 'x' : '') + squareName(to);
        return text + (promotion < 0 ? '' : `=${LETTERS[1 + promotion]}`) + mark;
    }
}

/**
 * True if a piece reaches a square that it sees in a direction.
 * @param {number} role
 * @param {number} color
 * @param {number} direction from the square to the piece
 * @param {number} between the number of squares between them
 */
function reaches(role, color, direction, between) {
    const isStraight = (direction & 1) === 1;
    switch (role) {
        case PAWN:
            return between === 0 && !isStraight && (color === 0 ? direction > 3 : direction < 3);
        case BISHOP:
            return !isStraight;
        case ROOK:
            return isStraight;
        case KING:
            return between === 0;
        default:
            return role === QUEEN;
    }
}

/**
 * Returns the part of an origin that distinguishes it from others.
 * @param {number} from
 * @param {number[]} rivals
 */
function distinction(from, rivals) {
    if (rivals.length === 0) {
        return '';
    }
    const name = squareName(from);
    if (rivals.every((rival) => (rival & 7) !== (from & 7))) {
        return name[0];
    }
    return rivals.every((rival) => rival >> 3 !== from >> 3) ? name[1] : name;
}

/**
 * Returns the moves in the order of chess.js: from a8 to h1, clockwise, pawn captures behind pushes, castling last.
 * @param {number[]} moves
 * @param {Codes} codes
 * @returns {number[]}
 */
export function inOrder(moves, codes) {
    /** @param {number} bits */
    const key = (bits) => {
        const [from, to] = [bits & 63, (bits >> 6) & 63];
        if (isCastling(bits)) {
            return (1 << 20) - to;
        }
        const captures = roleOf(codes[from]) === PAWN && isCapture(bits) ? 1 << 10 : 0;
        return (
            ((from ^ 56) << 11) |
            captures |
            (TARGET_ORDER[from * 64 + to] << 3) |
            ((bits >> 12) & 3)
        );
    };
    // The key before the move itself in one number, so that they are sorted without a function.
    const keys = Float64Array.from(moves, (bits) => key(bits) * 65536 + bits).sort();
    return Array.from(keys, (number) => number % 65536);
}
