// Lines of moves, and the slots of the module in which their positions are computed.
//
// A line is a list of moves that leads back to its start, and never changes: positions, moves and nodes of games
// share it, and nothing has to be freed. The module has a fixed number of slots. One that holds a line close to
// the one asked for is moved there, else the line is played from its start, which takes some microseconds.

import { FerzError } from '../base/errors.js';
import { boardCells, lastError, pass, renew, renewals, text, wasm, words } from './wasm.js';

/** The start of lines. */
export class Start {
    /**
     * @param {string} fen empty for the usual start position
     * @param {0 | 1 | 2} castling how its castling rights are read: by themselves, as standard chess, as Chess960
     */
    constructor(fen, castling) {
        this.fen = fen;
        this.castling = castling;
    }
}

/** A line: a move behind another line, or its start. */
export class Line {
    /**
     * @param {Start} start
     * @param {Line | null} previous
     * @param {number} bits the move; 0 for a null move
     */
    constructor(start, previous, bits) {
        this.start = start;
        this.previous = previous;
        this.bits = bits;
        /** @type {number} */
        this.plies = previous ? previous.plies + 1 : 0;
        /** What `position_board` has written. @type {number[] | null} */
        this.board = null;
        /** What `position_facts` has written. @type {number[] | null} */
        this.facts = null;
    }

    /** @param {number} bits */
    next(bits) {
        return new Line(this.start, this, bits);
    }

    /** The moves from the start. */
    moves() {
        const moves = new Uint32Array(this.plies);
        /** @type {Line | null} */
        let line = this;
        for (let i = this.plies; line && i > 0; line = line.previous) {
            moves[--i] = line.bits;
        }
        return moves;
    }
}

/** A user of a slot: a position, or one of those below for lines without one. */
export class Place {
    slot = -1;
}

/** @type {(Place | null)[]} */
let users = [];
/** The line of each slot. @type {(Line | null)[]} */
let lines = [];
/** The next slot of either kind to take. */
let [nextSlot, nextKept] = [0, 0];
/**
 * The slots that are taken in turn by positions that come and go. The others are for positions that come back to find theirs
 * taken: each of many games that are alive at once then has its own.
 */
const PASSING = 64;
/** The other slots that are taken in turn: no more than are needed, since the memory of each is used again while it is warm. */
let keptSlots = 64;
/** A line that is longer has no slot of the others. */
const KEPT_PLIES = 500;

/**
 * Takes a slot for a user.
 * @param {Place} place
 * @param {boolean} isBack true if the user had one
 */
function takeSlot(place, isBack) {
    if (isBack) {
        if (place.slot >= PASSING) {
            // It had one of these: there are more games.
            keptSlots = Math.min(2 * keptSlots, users.length - PASSING);
        }
        place.slot = PASSING + nextKept;
        nextKept = (nextKept + 1) % keptSlots;
    } else {
        place.slot = nextSlot;
        nextSlot = (nextSlot + 1) % PASSING;
    }
    users[place.slot] = place;
    lines[place.slot] = null;
    return place.slot;
}

/** The slot for moves and nodes that are asked about their own position. */
export const wandering = new Place();

/** The line whose board is in the cells of the module. @type {Line | null} */
let shown = null;
/** The renewals of the module that the slots and cells know of. */
let known = 0;

/** Empties the slots if the module was made anew. */
function forgetLost() {
    renew();
    if (known !== renewals) {
        known = renewals;
        shown = null;
        users = new Array(wasm.slots()).fill(null);
        lines = new Array(users.length).fill(null);
    }
}

/** Longer lines share one slot, so that the memory of the module is bounded: a ply takes about 500 bytes. */
const LONG = 2_000;
/** The most moves of a line. */
const LONGEST = 250_000;

/**
 * Returns a slot that holds the position of a line. It comes before the name of the function that gets it
 * (`const slot = ...; wasm.position_fen(slot)`), since it may make the module anew.
 * @param {Line} line
 * @param {Place} user
 */
export function slotOf(line, user = wandering) {
    const place = line.plies > LONG ? wandering : user;
    forgetLost();
    let slot = place.slot;
    if (slot < 0 || users[slot] !== place) {
        slot = takeSlot(place, slot >= 0 && place !== wandering && line.plies <= KEPT_PLIES);
    }
    const at = lines[slot];
    if (at === line) {
        return slot;
    }
    if (at === null || at.start !== line.start || !walk(slot, at, line)) {
        fill(slot, line);
    }
    lines[slot] = line;
    return slot;
}

/** Lines this far apart are not walked between. */
const FAR = 40;

/**
 * Moves a slot from one line to another by way of their last common one. Returns false if that is too far.
 * @param {number} slot
 * @param {Line} from
 * @param {Line} to
 */
function walk(slot, from, to) {
    /** @type {number[]} */
    const forward = [];
    let [a, b] = [from, to];
    let steps = 0;
    while (a !== b) {
        if (++steps > FAR) {
            return false;
        }
        // Lines of one start meet there at the latest.
        if (a.plies >= b.plies) {
            a = /** @type {Line} */ (a.previous);
        } else {
            forward.push(b.bits);
            b = /** @type {Line} */ (b.previous);
        }
        if (!a || !b) {
            return false;
        }
    }
    for (let line = from; line !== a; line = /** @type {Line} */ (line.previous)) {
        wasm.position_undo(slot, line.bits === 0 ? 1 : 0);
    }
    for (let i = forward.length - 1; i >= 0; i--) {
        wasm.position_do(slot, forward[i]);
    }
    return true;
}

/**
 * Fills a slot from the start of the line.
 * @param {number} slot
 * @param {Line} line
 */
function fill(slot, line) {
    const { fen, castling } = line.start;
    pass(fen, line.moves());
    lines[slot] = null;
    if (wasm.position_set(slot, line.plies, castling, 1) !== 1) {
        throw lastError();
    }
}

/**
 * Reads a start position into a slot, and returns the corrections of its FEN.
 * @param {Line} line
 * @param {Place} place
 * @param {boolean} lenient
 * @returns {string[]}
 */
export function begin(line, place, lenient) {
    forgetLost();
    const slot = takeSlot(place, false);
    pass(line.start.fen);
    if (wasm.position_set(slot, 0, line.start.castling, lenient ? 1 : 0) !== 1) {
        throw lastError();
    }
    lines[slot] = line;
    const corrections = text();
    return corrections === '' ? [] : JSON.parse(corrections).corrections;
}

/**
 * Makes a move in the position of a line, which may be the line of a place.
 * @param {Line} line
 * @param {number} bits 0 for a null move
 * @param {Place} [place]
 * @returns {Line | null} null if the move is not legal
 */
export function advance(line, bits, place = wandering) {
    expectRoom(line);
    const slot = slotOf(line, place);
    if (wasm.position_do(slot, bits) !== 1) {
        return null;
    }
    const next = line.next(bits);
    lines[slot] = next;
    return next;
}

/**
 * Makes the move that a text names in the position of a line.
 * @param {Line} line
 * @param {string} name
 * @param {Place} place
 * @returns {Line}
 * @throws {MoveError} if no legal move is named so, or more than one
 */
export function advanceBy(line, name, place) {
    expectRoom(line);
    const slot = slotOf(line, place);
    pass(name);
    shown = null;
    const bits = wasm.position_play(slot);
    if (bits <= 0) {
        throw lastError();
    }
    shown = line.next(bits);
    lines[slot] = shown;
    return shown;
}

/** @param {Line} line */
function expectRoom(line) {
    if (line.plies >= LONGEST) {
        throw new FerzError(`a line has at most ${LONGEST} moves`);
    }
}

/**
 * Returns the cells of the board of a line without keeping them: of most nodes of a game one thing is asked. They are valid
 * up to the next call.
 * @param {Line} line
 * @param {Place} place
 */
export function cellsOf(line, place) {
    renew();
    if (shown !== line || known !== renewals) {
        const slot = slotOf(line, place);
        shown = null;
        expectPosition(wasm.position_board(slot));
        shown = line;
    }
    return boardCells();
}

/**
 * Returns the cells of the board of a line.
 * @param {Line} line
 * @param {Place} [place]
 */
export function boardOf(line, place = wandering) {
    line.board ??= copied(cellsOf(line, place));
    return line.board;
}

/**
 * Returns what follows from the moves and the game of a line: what `position_facts` writes.
 * @param {Line} line
 * @param {Place} place
 */
export function factsOf(line, place) {
    if (line.facts === null) {
        const slot = slotOf(line, place);
        expectPosition(wasm.position_facts(slot));
        line.facts = copied(words());
    }
    return line.facts;
}

/** @param {number} result */
function expectPosition(result) {
    if (result !== 1) {
        throw new FerzError('the module has lost a position');
    }
}

/**
 * A small array is made faster than a typed one.
 * @param {Uint32Array} numbers
 */
function copied(numbers) {
    const copy = new Array(numbers.length);
    for (let i = 0; i < copy.length; i++) {
        copy[i] = numbers[i];
    }
    return copy;
}

/**
 * Returns the notation of moves in the position of a line.
 * @param {Line} line
 * @param {ArrayLike<number>} moves
 * @param {boolean} uci
 * @param {Place} [place]
 * @returns {string[]}
 */
export function notation(line, moves, uci, place = wandering) {
    if (moves.length === 0) {
        return [];
    }
    const slot = slotOf(line, place);
    pass('', moves);
    wasm.position_notation(slot, moves.length, uci ? 1 : 0);
    return text().split('\n').slice(0, -1);
}

/**
 * Returns moves in SAN, each in the position after those before it; null moves are `--`.
 * @param {Line} line
 * @param {ArrayLike<number>} moves
 * @returns {string[]}
 */
export function sansOf(line, moves) {
    const slot = slotOf(line);
    pass('', moves);
    wasm.position_line(slot, moves.length);
    return text().split('\n').slice(0, -1);
}
