// The element `<ferz-board>`: its attributes, properties and events. Its parts share a state (board-state.js): the picture
// (board-view.js), moves (board-moves.js) with the choice of a promotion (board-choice.js), editing (board-editor.js), strokes
// (board-strokes.js), the pointer (board-pointer.js) and the keys (board-keys.js).

import { PromotionChoice } from './choice.js';
import { BoardEditor } from './editor.js';
import { BoardKeys } from './keys.js';
import { BoardMoves } from './moves.js';
import { letterOf, nameOf, pieceOfLetter, readPlacement, writePlacement } from './placement.js';
import { BoardPointer } from './pointer.js';
import { BoardState } from './state.js';
import { BoardStrokes } from './strokes.js';
import { boardSheet } from './style.js';
import { BoardView } from './view.js';
import { html, upgrade } from './elements.js';

/** @import { Piece, Square } from '../base/squares.js' */
/** @import { BoardHost, Movable } from './state.js' */

/** Elements exist in browsers only; the module can be imported everywhere. */
const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

/**
 * A chess board without rules: destinations in, moves out. A new `fen` takes away the destinations of the position before;
 * those that are set in the same task, before or after it, are those of the new one. It sets the turn too, unless `turn` is set in
 * the same task.
 *
 * Attributes: `fen`, `orientation`, `turn`, `movable`, `last-move` (`e2e4`), `check` (a square), `coordinates="none"`,
 * `drawings` (`fine` or `simple` pieces),
 * `premoves`, `drawing` (empty or a colour letter), `editable`, `label`.
 *
 * Events: `move` and `premove` with a `BoardMove` (`premove` with null when it is taken back), `draw` with
 * `{ shapes }`, `select` with `{ square }`, in editing `place` with `{ square, piece, from }` and `remove` with
 * `{ square, piece }`; both can be cancelled.
 */
export class FerzBoard extends Base {
    static observedAttributes = [
        'fen',
        'orientation',
        'turn',
        'movable',
        'last-move',
        'check',
        'coordinates',
        'premoves',
        'drawing',
        'editable',
        'label',
    ];

    #state = new BoardState();
    /** The last move that was spoken. */
    #spokenMove = '';
    #isStale = false;
    /** True if `dests` was set since the last drawing: they belong to the position that is set beside them. */
    #hasNewDests = false;
    /** True if `fen` was set since the last drawing. */
    #hasNewFen = false;
    /** True if `turn` was set since the last drawing, for the same position. */
    #hasNewTurn = false;
    #spoken = html('div', { class: 'spoken', role: 'status', 'aria-live': 'polite' });
    /** @type {BoardHost} */
    #host = {
        emit: (name, detail) =>
            this.dispatchEvent(
                new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }),
            ),
        refresh: () => this.#refresh(),
        say: (text) => this.say(text),
    };
    #view = new BoardView(this.#state);
    #strokes = new BoardStrokes(this.#state, this.#host);
    #choice = new PromotionChoice(this.#view.element, () => this.#keys.focus(this.#state.focus));
    #editor = new BoardEditor(this.#state, this.#host, (event, letter) =>
        this.#pointer.liftSpare(event, letter),
    );
    #moves = new BoardMoves(this.#state, this.#host, this.#editor, this.#choice);
    #pointer;
    #keys;

    constructor() {
        super();
        const root = this.attachShadow({ mode: 'open' });
        root.adoptedStyleSheets = [boardSheet()];
        root.append(this.#view.element, this.#editor.element, this.#spoken);
        const parts = {
            state: this.#state,
            host: this.#host,
            view: this.#view,
            moves: this.#moves,
            editor: this.#editor,
            strokes: this.#strokes,
        };
        this.#pointer = new BoardPointer(parts);
        this.#keys = new BoardKeys(parts, this.#pointer);
        this.#refresh();
    }

    connectedCallback() {
        upgrade(this, [
            'fen',
            'pieces',
            'orientation',
            'turn',
            'movable',
            'dests',
            'lastMove',
            'check',
            'shapes',
            'marks',
            'badges',
        ]);
    }

    /**
     * @param {string} name
     * @param {string | null} _old
     * @param {string | null} value
     */
    attributeChangedCallback(name, _old, value) {
        switch (name) {
            case 'fen':
                this.fen = value ?? '8/8/8/8/8/8/8/8';
                break;
            case 'orientation':
                this.orientation = value === 'black' ? 'black' : 'white';
                break;
            case 'turn':
                this.turn = value === 'black' ? 'black' : 'white';
                break;
            case 'movable':
                this.movable = /** @type {Movable} */ (value ?? 'both');
                break;
            case 'check':
                this.check = /** @type {Square | null} */ (value || null);
                break;
            case 'label':
                this.#view.grid.setAttribute('aria-label', value ?? 'Chess board');
                break;
            case 'last-move': {
                const squares = value?.match(/^([a-h][1-8])-?([a-h][1-8])/);
                this.lastMove = squares
                    ? /** @type {[Square, Square]} */ ([squares[1], squares[2]])
                    : null;
                break;
            }
            case 'coordinates':
                this.#state.hasNames = value !== 'none';
                break;
            case 'premoves':
                this.#state.hasPremoves = value !== null;
                break;
            case 'drawing':
                this.#state.drawing = value;
                break;
            case 'editable':
                this.#state.isEditing = value !== null;
                break;
        }
        this.#refresh();
    }

    /**
     * The pieces and the side to move, the two fields of a FEN that a board without rules has: `8/8/4k3/8/8/4K3/8/8 w`. Any
     * FEN can be set: without its second field the turn stays, further fields do not count. What is read can be set again.
     * Setting takes `dests` of an earlier task away. The attribute `fen` is set here too; it does not follow the property.
     * @returns {string}
     * @throws {TypeError} if what is set has not eight ranks of eight squares; nothing changes
     */
    get fen() {
        return `${writePlacement(this.#state.pieces)} ${this.#state.turn[0]}`;
    }

    set fen(fen) {
        this.#state.pieces = readPlacement(fen);
        const turn = String(fen).trim().split(/\s+/)[1];
        // A framework sets each property once, in any order. A second position has its own turn.
        if (this.#hasNewFen || !this.#hasNewTurn) {
            this.#state.turn = turn === 'w' ? 'white' : turn === 'b' ? 'black' : this.#state.turn;
        }
        this.#hasNewFen = true;
        if (!this.#hasNewDests) {
            this.#state.dests = null;
        }
        this.#choice.close();
        this.#refresh();
    }

    /** The side at the bottom. */
    get orientation() {
        return this.#state.orientation;
    }

    set orientation(color) {
        this.#state.orientation = color;
        this.#refresh();
    }

    /** The side to move. */
    get turn() {
        return this.#state.turn;
    }

    set turn(color) {
        this.#state.turn = color;
        this.#hasNewTurn = true;
        this.#refresh();
    }

    /** The side whose pieces can be moved: `white`, `black`, `both` or `none`. */
    get movable() {
        return this.#state.movable;
    }

    set movable(movable) {
        this.#state.movable = movable;
        this.#refresh();
    }

    /** The squares that each piece can go to; null for none. A stored premove is played if it is one of them. */
    get dests() {
        return this.#state.dests;
    }

    set dests(dests) {
        this.#state.dests = dests;
        this.#hasNewDests = dests !== null;
        this.#refresh();
    }

    /** The squares of the last move, which is marked, and spoken when it changes. */
    get lastMove() {
        return this.#state.lastMove;
    }

    set lastMove(move) {
        this.#state.lastMove = move;
        this.#refresh();
    }

    /** The square of a king in check, or null. */
    get check() {
        return this.#state.check;
    }

    set check(square) {
        this.#state.check = square;
        this.#refresh();
    }

    /** The circles and arrows of the user: `Gd4`, `Re2e4`. */
    get shapes() {
        return this.#state.shapes;
    }

    set shapes(shapes) {
        this.#state.shapes = [...shapes];
        this.#refresh();
    }

    /** Circles and arrows of the page, which the user cannot take away. */
    get marks() {
        return this.#state.marks;
    }

    set marks(marks) {
        this.#state.marks = [...marks];
        this.#refresh();
    }

    /** The judgements of moves, by the square that they went to. */
    get badges() {
        return this.#state.badges;
    }

    set badges(badges) {
        this.#state.badges = new Map(badges);
        this.#refresh();
    }

    /** The pieces by square. @returns {Map<Square, Piece>} */
    get pieces() {
        return new Map(
            Array.from(this.#state.pieces, ([square, letter]) => [square, pieceOfLetter(letter)]),
        );
    }

    set pieces(pieces) {
        this.fen = writePlacement(
            new Map(Array.from(pieces, ([square, piece]) => [square, letterOf(piece)])),
        );
    }

    /** The selected square, or null. */
    get selected() {
        return this.#state.selected;
    }

    /** The stored premove, or null. */
    get premove() {
        return this.#state.premove;
    }

    /** Takes the stored premove back. */
    cancelPremove() {
        this.#moves.cancelPremove();
    }

    /**
     * Speaks a text to screen readers.
     * @param {string} text
     */
    say(text) {
        this.#spoken.textContent = text;
    }

    /** Draws once after all changes of a task. */
    #refresh() {
        if (!this.#isStale) {
            this.#isStale = true;
            queueMicrotask(() => this.#draw());
        }
    }

    #draw() {
        const state = this.#state;
        this.#isStale = false;
        this.#hasNewDests = false;
        this.#hasNewFen = false;
        this.#hasNewTurn = false;
        if (state.selected !== null && !state.canMove(state.selected)) {
            state.selected = null;
        }
        this.#editor.element.hidden = !state.isEditing;
        this.#view.element.classList.toggle(
            'live',
            state.isEditing || state.movable !== 'none' || state.drawing !== null,
        );
        this.#view.element.classList.toggle('tool', this.#editor.usesTool);
        this.#view.draw(this.#strokes.shape);
        this.#pointer.dropTaken();
        this.#speakMove();
        this.#moves.playPremove();
    }

    #speakMove() {
        const { lastMove, pieces, check } = this.#state;
        const move = lastMove?.join('') ?? '';
        if (move === this.#spokenMove || !this.isConnected) {
            return;
        }
        this.#spokenMove = move;
        const letter = lastMove && pieces.get(lastMove[1]);
        if (lastMove && letter) {
            const [from, to] = lastMove;
            this.say(`${nameOf(letter)} from ${from} to ${to}${check ? ', check' : ''}`);
        }
    }
}

if (globalThis.customElements && !customElements.get('ferz-board')) {
    customElements.define('ferz-board', FerzBoard);
}
