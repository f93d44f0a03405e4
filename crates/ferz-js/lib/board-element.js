// The element `<ferz-board>`.

import { colorOf, letterOf, nameOf, pieceOfLetter, readPlacement, writePlacement } from './board-placement.js';
import { drawBadge, drawShape, JUDGEMENTS } from './board-shapes.js';
import { boardSheet } from './board-style.js';
import { html, svg, upgrade } from './elements.js';
import { pieceElement } from './pieces.js';

/** @import { Color, Piece, Role, Square } from './squares.js' */
/** @import { Placement } from './board-placement.js' */
/** @import { Judgement } from './board-shapes.js' */

/** @typedef {{ from: Square, to: Square, promotion?: Role }} BoardMove */
/** @typedef {Color | 'both' | 'none'} Movable the side whose pieces can be moved */
/**
 * A piece that is pressed or dragged.
 * @typedef {object} Drag
 * @property {string} letter
 * @property {Square | null} from null for a spare piece
 * @property {SVGElement} element
 * @property {number} x where the press began
 * @property {number} y
 * @property {boolean} moved true if the press has become a drag
 * @property {boolean} again true if the square was selected before
 */

/** The tools of the editor: a letter of FEN, moving, removing. */
const MOVE_TOOL = 'move';
const REMOVE_TOOL = 'remove';
const PROMOTIONS = /** @type {Role[]} */ (['queen', 'knight', 'rook', 'bishop']);
/** The distance in pixels from which a press is a drag. */
const DRAG_DISTANCE = 4;
/** Elements exist in browsers only; the module can be imported everywhere. */
const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

/**
 * A chess board without rules: destinations in, moves out. Set `fen` first: it takes away the destinations of the
 * position before.
 *
 * Attributes: `fen`, `orientation`, `turn`, `movable`, `last-move` (`e2e4`), `check` (a square), `coordinates="none"`,
 * `premoves`, `drawing` (empty or a colour letter), `editable`, `label`.
 *
 * Events: `move` and `premove` with a `BoardMove` (`premove` with null when it is taken back), `draw` with
 * `{ shapes }`, `select` with `{ square }`, in editing `place` with `{ square, piece, from }` and `remove` with
 * `{ square, piece }`; both can be cancelled.
 */
export class FerzBoard extends Base {
    static observedAttributes = ['fen', 'orientation', 'turn', 'movable', 'last-move', 'check', 'coordinates', 'premoves',
        'drawing', 'editable', 'label'];

    /** @type {Placement} */ #pieces = new Map();
    /** @type {Color} */ #turn = 'white';
    /** @type {Color} */ #orientation = 'white';
    /** @type {Movable} */ #movable = 'both';
    /** @type {Map<Square, Square[]> | null} */ #dests = null;
    /** @type {[Square, Square] | null} */ #lastMove = null;
    /** @type {Square | null} */ #check = null;
    /** @type {readonly string[]} */ #shapes = [];
    /** @type {readonly string[]} */ #marks = [];
    /** @type {Map<Square, Judgement>} */ #badges = new Map();
    /** @type {Square | null} */ #selected = null;
    /** @type {BoardMove | null} */ #premove = null;
    /** @type {Square} */ #focus = 'e1';
    #tool = MOVE_TOOL;
    /** @type {Drag | null} */ #drag = null;
    /**
     * The square where a drawing began, its colour, and the shape so far.
     * @type {{ from: Square, color: string, shape: string } | null}
     */
    #stroke = null;
    /** The pieces on the board as they are drawn. @type {Map<Square, { letter: string, element: SVGElement }>} */
    #drawn = new Map();
    /** The last move that was spoken. */
    #spokenMove = '';
    #isStale = false;
    /** @type {HTMLElement[]} */ #cells = [];
    #frame = html('div', { class: 'frame' });
    #grid = html('div', { class: 'grid', role: 'grid', 'aria-label': 'Chess board' });
    #names = html('div', { class: 'layer names', 'aria-hidden': 'true' });
    #layer = html('div', { class: 'layer', 'aria-hidden': 'true' });
    #canvas = svg('svg', { class: 'layer', viewBox: '0 0 8 8', 'aria-hidden': 'true' });
    #box = html('div', { class: 'box', role: 'group', 'aria-label': 'Pieces to place' });
    #spoken = html('div', { class: 'spoken', role: 'status', 'aria-live': 'polite' });

    constructor() {
        super();
        const root = this.attachShadow({ mode: 'open' });
        root.adoptedStyleSheets = [boardSheet()];
        for (let row = 0; row < 8; row++) {
            const cells = Array.from({ length: 8 }, (_, column) => {
                return html('div', { class: (row + column) % 2 ? 'cell dark' : 'cell', role: 'gridcell' });
            });
            this.#cells.push(...cells);
            this.#grid.append(html('div', { class: 'row', role: 'row' }, ...cells));
        }
        this.#frame.append(this.#grid, this.#names, this.#layer, this.#canvas);
        this.#box.hidden = true;
        root.append(this.#frame, this.#box, this.#spoken);
        this.#fillBox();
        this.#listen();
        this.#refresh();
    }

    connectedCallback() {
        upgrade(this, ['fen', 'pieces', 'orientation', 'turn', 'movable', 'dests', 'lastMove', 'check', 'shapes', 'marks', 'badges']);
    }

    /**
     * @param {string} name
     * @param {string | null} _old
     * @param {string | null} value
     */
    attributeChangedCallback(name, _old, value) {
        switch (name) {
            case 'fen': this.fen = value ?? '8/8/8/8/8/8/8/8'; break;
            case 'orientation': this.orientation = value === 'black' ? 'black' : 'white'; break;
            case 'turn': this.turn = value === 'black' ? 'black' : 'white'; break;
            case 'movable': this.movable = /** @type {Movable} */ (value ?? 'both'); break;
            case 'check': this.check = /** @type {Square | null} */ (value || null); break;
            case 'label': this.#grid.setAttribute('aria-label', value ?? 'Chess board'); break;
            case 'last-move': {
                const squares = value?.match(/^([a-h][1-8])-?([a-h][1-8])/);
                this.lastMove = squares ? /** @type {[Square, Square]} */ ([squares[1], squares[2]]) : null;
                break;
            }
            default: this.#refresh();
        }
    }

    /** The pieces as the first field of a FEN. Setting a FEN sets the turn too, and clears `dests`. @returns {string} */
    get fen() {
        return writePlacement(this.#pieces);
    }

    set fen(fen) {
        this.#pieces = readPlacement(fen);
        const turn = String(fen).trim().split(/\s+/)[1];
        this.#turn = turn === 'w' ? 'white' : turn === 'b' ? 'black' : this.#turn;
        this.#dests = null;
        this.#closeChoice();
        this.#refresh();
    }

    /** The side at the bottom. */
    get orientation() {
        return this.#orientation;
    }

    set orientation(color) {
        this.#orientation = color;
        this.#refresh();
    }

    /** The side to move. */
    get turn() {
        return this.#turn;
    }

    set turn(color) {
        this.#turn = color;
        this.#refresh();
    }

    /** The side whose pieces can be moved: `white`, `black`, `both` or `none`. */
    get movable() {
        return this.#movable;
    }

    set movable(movable) {
        this.#movable = movable;
        this.#refresh();
    }

    /** The squares that each piece can go to; null for none. A stored premove is played if it is one of them. */
    get dests() {
        return this.#dests;
    }

    set dests(dests) {
        this.#dests = dests;
        this.#refresh();
    }

    /** The squares of the last move, which is marked, and spoken when it changes. */
    get lastMove() {
        return this.#lastMove;
    }

    set lastMove(move) {
        this.#lastMove = move;
        this.#refresh();
    }

    /** The square of a king in check, or null. */
    get check() {
        return this.#check;
    }

    set check(square) {
        this.#check = square;
        this.#refresh();
    }

    /** The circles and arrows of the user: `Gd4`, `Re2e4`. */
    get shapes() {
        return this.#shapes;
    }

    set shapes(shapes) {
        this.#shapes = [...shapes];
        this.#refresh();
    }

    /** Circles and arrows of the page, which the user cannot take away. */
    get marks() {
        return this.#marks;
    }

    set marks(marks) {
        this.#marks = [...marks];
        this.#refresh();
    }

    /** The judgements of moves, by the square that they went to. */
    get badges() {
        return this.#badges;
    }

    set badges(badges) {
        this.#badges = new Map(badges);
        this.#refresh();
    }

    /** The selected square, or null. */
    get selected() {
        return this.#selected;
    }

    /** The stored premove, or null. */
    get premove() {
        return this.#premove;
    }

    /** Takes the stored premove back. */
    cancelPremove() {
        if (this.#premove !== null) {
            this.#premove = null;
            this.#emit('premove', null);
            this.#refresh();
        }
    }

    /**
     * Speaks a text to screen readers.
     * @param {string} text
     */
    say(text) {
        this.#spoken.textContent = text;
    }

    /**
     * @param {string} name
     * @param {any} detail
     * @returns {boolean} false if it was cancelled
     */
    #emit(name, detail) {
        return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }));
    }

    // ---- Drawing

    /** Draws once after all changes of a task. */
    #refresh() {
        if (!this.#isStale) {
            this.#isStale = true;
            queueMicrotask(() => this.#draw());
        }
    }

    #draw() {
        this.#isStale = false;
        if (this.#selected !== null && !this.#canMove(this.#selected)) {
            this.#selected = null;
        }
        const isEditing = this.hasAttribute('editable');
        this.#box.hidden = !isEditing;
        this.#frame.classList.toggle('live', isEditing || this.#movable !== 'none' || this.hasAttribute('drawing'));
        this.#frame.classList.toggle('tool', isEditing && this.#tool !== MOVE_TOOL);
        this.#drawCells();
        this.#drawNames();
        this.#drawPieces();
        this.#drawShapes();
        this.#speakMove();
        this.#playPremove();
    }

    #drawCells() {
        const targets = new Set(this.#selected === null ? [] : this.#targets(this.#selected));
        for (const [index, cell] of this.#cells.entries()) {
            const square = this.#squareOf(index % 8, index >> 3);
            const letter = this.#pieces.get(square);
            const badge = this.#badges.get(square);
            const states = {
                selected: square === this.#selected,
                last: this.#lastMove?.includes(square) ?? false,
                check: square === this.#check,
                premove: square === this.#premove?.from || square === this.#premove?.to,
                target: targets.has(square),
                taken: letter !== undefined,
                own: this.#canMove(square),
            };
            for (const [name, on] of Object.entries(states)) {
                cell.classList.toggle(name, on);
            }
            const words = [square, letter ? nameOf(letter) : 'empty', states.target && 'can be reached', states.check && 'in check',
                states.last && 'last move', states.premove && 'premove', badge && JUDGEMENTS[badge]];
            cell.setAttribute('aria-label', words.filter(Boolean).join(', '));
            cell.setAttribute('aria-selected', String(states.selected));
            cell.dataset.square = square;
            cell.tabIndex = square === this.#focus ? 0 : -1;
        }
    }

    /** Letters and digits in the corners of the squares, in a layer of their own: the cells have names that are read. */
    #drawNames() {
        const showsNames = this.getAttribute('coordinates') !== 'none';
        const name = (/** @type {string} */ kind, /** @type {number} */ column, /** @type {number} */ row) => {
            const isDark = (row + column) % 2 === 1;
            const text = this.#squareOf(column, row)[kind === 'file' ? 0 : 1];
            const span = html('span', { class: `coordinate ${kind}${isDark ? ' on-dark' : ''}` }, text);
            span.style.gridArea = `${row + 1} / ${column + 1}`;
            return span;
        };
        const numbers = showsNames ? [0, 1, 2, 3, 4, 5, 6, 7] : [];
        this.#names.replaceChildren(...numbers.map((at) => name('file', at, 7)), ...numbers.map((at) => name('rank', 0, at)));
    }

    /** Moves the pictures of the pieces that stay, from the nearest square of the same piece, and so animates moves. */
    #drawPieces() {
        const old = new Map(this.#drawn);
        this.#drawn = new Map();
        /** @type {Square[]} */
        const open = [];
        for (const [square, letter] of this.#pieces) {
            const kept = old.get(square);
            if (kept?.letter === letter) {
                old.delete(square);
                this.#drawn.set(square, kept);
            } else {
                open.push(square);
            }
        }
        for (const square of open) {
            const letter = /** @type {string} */ (this.#pieces.get(square));
            const near = [...old].filter(([, piece]) => piece.letter === letter)
                .sort(([a], [b]) => distance(a, square) - distance(b, square))[0];
            if (near !== undefined) {
                old.delete(near[0]);
            }
            this.#drawn.set(square, near?.[1] ?? { letter, element: this.#newPiece(letter, square) });
        }
        for (const { element } of old.values()) {
            element.remove();
        }
        for (const [square, { element }] of this.#drawn) {
            if (element !== this.#drag?.element) {
                this.#put(element, square);
            }
        }
    }

    /**
     * @param {string} letter
     * @param {Square} [square] where it appears
     */
    #newPiece(letter, square) {
        const element = pieceElement(pieceOfLetter(letter));
        element.classList.add('piece');
        this.#layer.append(element);
        if (square !== undefined) {
            this.#put(element, square);
        }
        return element;
    }

    /**
     * @param {SVGElement} element
     * @param {Square} square
     */
    #put(element, square) {
        const [column, row] = this.#place(square);
        element.style.transform = `translate(${column * 100}%, ${row * 100}%)`;
    }

    #drawShapes() {
        const place = (/** @type {Square} */ square) => this.#place(square);
        const shapes = [...this.#marks, ...this.#shapes, ...(this.#stroke ? [this.#stroke.shape] : [])];
        const drawn = shapes.map((shape) => drawShape(shape, place)).filter((shape) => shape !== null);
        const badges = Array.from(this.#badges, ([square, judgement]) => drawBadge(judgement, place(square)));
        this.#canvas.replaceChildren(...drawn, ...badges);
    }

    #speakMove() {
        const move = this.#lastMove?.join('') ?? '';
        if (move === this.#spokenMove || !this.isConnected) {
            return;
        }
        this.#spokenMove = move;
        const letter = this.#lastMove && this.#pieces.get(this.#lastMove[1]);
        if (this.#lastMove && letter) {
            const [from, to] = this.#lastMove;
            this.say(`${nameOf(letter)} from ${from} to ${to}${this.#check ? ', check' : ''}`);
        }
    }

    // ---- Squares

    /**
     * @param {number} column
     * @param {number} row
     */
    #squareOf(column, row) {
        const [file, rank] = this.#orientation === 'white' ? [column, 8 - row] : [7 - column, row + 1];
        return /** @type {Square} */ (`${'abcdefgh'[file]}${rank}`);
    }

    /**
     * @param {Square} square
     * @returns {[number, number]} column and row as they are seen
     */
    #place(square) {
        const [file, rank] = ['abcdefgh'.indexOf(square[0]), Number(square[1])];
        return this.#orientation === 'white' ? [file, 8 - rank] : [7 - file, rank - 1];
    }

    /**
     * @param {PointerEvent} event
     * @returns {Square | null}
     */
    #squareAt({ clientX, clientY }) {
        const { left, top, width } = this.#frame.getBoundingClientRect();
        const [column, row] = [clientX - left, clientY - top].map((at) => Math.floor((at / width) * 8));
        return column >= 0 && column < 8 && row >= 0 && row < 8 ? this.#squareOf(column, row) : null;
    }

    // ---- Moves

    /**
     * @param {Square} square
     * @returns {boolean} true if its piece can be picked up
     */
    #canMove(square) {
        const letter = this.#pieces.get(square);
        if (letter === undefined || this.hasAttribute('editable')) {
            return letter !== undefined;
        }
        const color = colorOf(letter);
        if (this.#movable !== color && this.#movable !== 'both') {
            return false;
        }
        return color === this.#turn ? this.#targets(square).length > 0 : this.#isPremove(color);
    }

    /** @param {Color} color */
    #isPremove(color) {
        return this.hasAttribute('premoves') && this.#movable === color && this.#turn !== color;
    }

    /** @param {Square} from */
    #targets(from) {
        return this.#dests?.get(from) ?? [];
    }

    /**
     * @param {Square} from
     * @param {Square} to
     */
    #accepts(from, to) {
        const letter = this.#pieces.get(from);
        return letter !== undefined && from !== to
            && (this.hasAttribute('editable') || this.#isPremove(colorOf(letter)) || this.#targets(from).includes(to));
    }

    /** @param {Square | null} square */
    #select(square) {
        if (square !== this.#selected) {
            this.#selected = square;
            this.#emit('select', { square });
            this.#refresh();
        }
    }

    /**
     * A click, a tap or the Enter key on a square.
     * @param {Square} square
     */
    #activate(square) {
        const from = this.#selected;
        if (this.hasAttribute('editable') && this.#tool !== MOVE_TOOL) {
            this.#tool === REMOVE_TOOL ? this.#takeAway(square) : this.#placePiece(square, this.#tool, null);
        } else if (from !== null && this.#accepts(from, square)) {
            this.#select(null);
            this.#go(from, square);
        } else {
            this.cancelPremove();
            const next = from !== square && this.#canMove(square) ? square : null;
            if (next !== null) {
                this.say(`${nameOf(/** @type {string} */ (this.#pieces.get(next)))} on ${next}, ${this.#targets(next).length} destinations`);
            }
            this.#select(next);
        }
    }

    /**
     * @param {Square} from
     * @param {Square} to
     */
    #go(from, to) {
        const letter = /** @type {string} */ (this.#pieces.get(from));
        if (this.hasAttribute('editable')) {
            this.#placePiece(to, letter, from);
        } else if (letter.toLowerCase() === 'p' && (to[1] === '1' || to[1] === '8')) {
            this.#choose(from, to, colorOf(letter));
        } else {
            this.#finish({ from, to });
        }
    }

    /** @param {BoardMove} move */
    #finish(move) {
        const letter = this.#pieces.get(move.from);
        if (letter !== undefined && this.#isPremove(colorOf(letter))) {
            this.#premove = move;
            this.say(`premove ${move.from} to ${move.to}`);
            this.#emit('premove', move);
        } else {
            this.#emit('move', move);
        }
        this.#refresh();
    }

    /** Plays the premove when the destinations of its side are there, or drops it. */
    #playPremove() {
        const move = this.#premove;
        if (move === null || this.#dests === null || this.#movable !== this.#turn) {
            return;
        }
        this.cancelPremove();
        if (this.#targets(move.from).includes(move.to)) {
            this.#emit('move', move);
        }
    }

    /**
     * Asks for the piece of a promotion.
     * @param {Square} from
     * @param {Square} to
     * @param {Color} color
     */
    #choose(from, to, color) {
        this.#closeChoice();
        const [column, row] = this.#place(to);
        const choice = html('div', { class: 'choice', role: 'dialog', 'aria-modal': 'true', 'aria-label': 'Promote to' });
        // The end of the tap that opened the choice is a click on the button below the finger: it does not count.
        let isPressed = false;
        const buttons = PROMOTIONS.map((role) => {
            const button = html('button', { type: 'button', 'aria-label': role }, pieceElement({ color, role }));
            button.addEventListener('click', (event) => {
                if (isPressed || event.detail === 0) {
                    this.#closeChoice();
                    this.#finish({ from, to, promotion: role });
                }
            });
            return button;
        });
        choice.append(...(row === 0 ? buttons : buttons.reverse()));
        choice.style.left = `${column * 12.5}%`;
        choice.style[row === 0 ? 'top' : 'bottom'] = '0';
        const veil = html('div', { class: 'veil' }, choice);
        veil.addEventListener('pointerdown', (event) => {
            isPressed = true;
            if (event.target === veil) {
                this.#closeChoice();
            }
        });
        veil.addEventListener('keydown', (event) => {
            const at = buttons.indexOf(/** @type {HTMLElement} */ (event.target));
            const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, Tab: event.shiftKey ? -1 : 1 }[event.key];
            if (event.key === 'Escape') {
                this.#closeChoice();
            } else if (step !== undefined) {
                buttons[(at + step + 4) % 4].focus();
            } else {
                return;
            }
            event.preventDefault();
            event.stopPropagation();
        });
        this.#frame.append(veil);
        (row === 0 ? buttons[0] : buttons[3]).focus();
    }

    #closeChoice() {
        const veil = this.#frame.querySelector('.veil');
        if (veil) {
            const hadFocus = veil.contains(this.shadowRoot?.activeElement ?? null);
            veil.remove();
            if (hadFocus) {
                this.#focusOn(this.#focus);
            }
        }
    }

    // ---- Editing

    #fillBox() {
        const sign = (/** @type {string} */ d) => svg('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true' }, svg('path', { d }));
        const button = (/** @type {string} */ tool, /** @type {string} */ label, /** @type {Element} */ picture) => {
            const isSign = tool === MOVE_TOOL || tool === REMOVE_TOOL;
            const made = html('button', { type: 'button', class: isSign ? 'sign' : 'spare', 'aria-label': label, 'data-tool': tool }, picture);
            made.addEventListener('click', () => this.#setTool(tool));
            made.addEventListener('pointerdown', (event) => {
                if (!isSign && event.button === 0) {
                    this.#lift(event, tool, null, this.#newPiece(tool), false);
                }
            });
            return made;
        };
        const spare = (/** @type {string} */ letter) => button(letter, nameOf(letter), pieceElement(pieceOfLetter(letter)));
        this.#box.append(
            ...Array.from('KQRBNP', spare), button(MOVE_TOOL, 'move pieces', sign('M50 8V92M8 50H92M36 22L50 8L64 22M36 78L50 92L64 78M22 36L8 50L22 64M78 36L92 50L78 64')),
            ...Array.from('kqrbnp', spare), button(REMOVE_TOOL, 'remove pieces', sign('M14 24H86M38 24V10H62V24M24 24L30 92H70L76 24M42 40V76M58 40V76')),
        );
        this.#setTool(MOVE_TOOL);
    }

    /** @param {string} tool */
    #setTool(tool) {
        this.#tool = tool === this.#tool ? MOVE_TOOL : tool;
        this.#select(null);
        for (const button of this.#box.children) {
            button.setAttribute('aria-pressed', String(/** @type {HTMLElement} */ (button).dataset.tool === this.#tool));
        }
        this.#refresh();
    }

    /**
     * @param {Square} square
     * @param {string} letter
     * @param {Square | null} from where it stood, or null for a new one
     */
    #placePiece(square, letter, from) {
        if (this.#emit('place', { square, piece: pieceOfLetter(letter), from })) {
            if (from !== null) {
                this.#pieces.delete(from);
            }
            this.#pieces.set(square, letter);
            this.say(`${nameOf(letter)} on ${square}`);
        }
        this.#refresh();
    }

    /** @param {Square} square */
    #takeAway(square) {
        const letter = this.#pieces.get(square);
        if (letter !== undefined && this.#emit('remove', { square, piece: pieceOfLetter(letter) })) {
            this.#pieces.delete(square);
            this.say(`${square} empty`);
        }
        this.#refresh();
    }

    // ---- Pointer and keys

    #listen() {
        this.#frame.addEventListener('pointerdown', (event) => this.#press(event));
        this.#frame.addEventListener('pointermove', (event) => this.#pull(event));
        this.#frame.addEventListener('pointerup', (event) => this.#release(event));
        this.#frame.addEventListener('pointercancel', () => this.#letGo());
        this.#frame.addEventListener('contextmenu', (event) => event.preventDefault());
        // A press sets the focus itself, as its default would take it from a choice that has just opened.
        this.#frame.addEventListener('mousedown', (event) => event.preventDefault());
        // Screen readers click without a pointer.
        this.#grid.addEventListener('click', (event) => {
            const square = cellOf(event)?.dataset.square;
            if (event.detail === 0 && square) {
                this.#activateOrDraw(/** @type {Square} */ (square));
            }
        });
        this.#grid.addEventListener('keydown', (event) => this.#key(event));
        this.#grid.addEventListener('focusin', (event) => {
            const square = cellOf(event)?.dataset.square;
            if (square && square !== this.#focus) {
                this.#focus = /** @type {Square} */ (square);
                this.#refresh();
            }
        });
    }

    /** @param {PointerEvent} event */
    #press(event) {
        const square = this.#squareAt(event);
        if (square === null || /** @type {Element} */ (event.target).closest('.veil') || !event.isPrimary) {
            return;
        }
        this.#cells.find((cell) => cell.dataset.square === square)?.focus({ preventScroll: true });
        if (event.button === 2 || this.hasAttribute('drawing')) {
            event.preventDefault();
            this.cancelPremove();
            this.#letGo();
            const color = event.shiftKey ? (event.altKey ? 'Y' : 'R') : event.altKey ? 'B' : this.getAttribute('drawing') || 'G';
            this.#stroke = { from: square, color, shape: `${color}${square}` };
            this.#frame.setPointerCapture(event.pointerId);
            this.#refresh();
        } else if (event.button === 0) {
            if (this.#shapes.length > 0) {
                this.#setShapes([]);
            }
            const isAgain = this.#selected === square;
            const usesTool = this.hasAttribute('editable') && this.#tool !== MOVE_TOOL;
            if (!isAgain) {
                this.#activate(square);
            }
            const drawn = this.#drawn.get(square);
            if (drawn && !usesTool && this.#selected === square) {
                this.#lift(event, drawn.letter, square, drawn.element, isAgain);
            }
        }
    }

    /**
     * Begins a drag.
     * @param {PointerEvent} event
     * @param {string} letter
     * @param {Square | null} from
     * @param {SVGElement} element
     * @param {boolean} again true if the square was selected before
     */
    #lift(event, letter, from, element, again) {
        this.#drag = { letter, from, element, x: event.clientX, y: event.clientY, moved: false, again };
        element.classList.toggle('ghost', from === null);
        if (from === null) {
            element.style.transform = 'translate(-100%, -100%)';
        }
        this.#frame.setPointerCapture(event.pointerId);
    }

    /** @param {PointerEvent} event */
    #pull(event) {
        if (this.#stroke) {
            const { from, color } = this.#stroke;
            const to = this.#squareAt(event);
            this.#stroke.shape = to && to !== from ? `${color}${from}${to}` : `${color}${from}`;
            this.#drawShapes();
        }
        const drag = this.#drag;
        if (drag === null || (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_DISTANCE)) {
            return;
        }
        drag.moved = true;
        const { left, top, width } = this.#frame.getBoundingClientRect();
        // Under a finger the piece is larger and above it.
        const [scale, lift] = event.pointerType === 'touch' ? [1.5, width / 14] : [1.08, 0];
        const [x, y] = [event.clientX - left - width / 16, event.clientY - top - width / 16 - lift];
        drag.element.classList.add('held', 'still');
        drag.element.classList.remove('ghost');
        drag.element.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
        this.#layer.append(drag.element);
    }

    /** @param {PointerEvent} event */
    #release(event) {
        const square = this.#squareAt(event);
        if (this.#stroke) {
            const { shape } = this.#stroke;
            this.#stroke = null;
            this.#toggleShape(shape);
        }
        const drag = this.#drag;
        if (drag === null) {
            return;
        }
        const { from, letter, moved, again } = drag;
        if (!moved) {
            this.#letGo();
            if (from === null) {
                this.#setTool(letter);
            } else if (again) {
                this.#select(null);
            }
        } else if (square !== null && from === null) {
            this.#letGo();
            this.#placePiece(square, letter, null);
        } else if (square !== null && from !== null && this.#accepts(from, square)) {
            this.#select(null);
            this.#go(from, square);
            this.#letGo();
        } else {
            this.#letGo();
            if (square === null && from !== null && this.hasAttribute('editable')) {
                this.#takeAway(from);
            }
            this.#select(null);
        }
    }

    /** Ends a drag: the piece goes where the position has it, without animation. */
    #letGo() {
        const drag = this.#drag;
        this.#drag = null;
        this.#stroke = null;
        if (drag === null) {
            return;
        }
        if (drag.from === null) {
            drag.element.remove();
        }
        if (drag.moved) {
            // The answer of the page, a new position, may take a moment; the piece that was dragged there does not glide.
            setTimeout(() => drag.element.classList.remove('held', 'still'), 50);
        }
        this.#refresh();
    }

    /** @param {string} shape */
    #toggleShape(shape) {
        const same = this.#shapes.find((other) => other.slice(1) === shape.slice(1));
        const rest = this.#shapes.filter((other) => other !== same);
        this.#setShapes(same === shape ? rest : [...rest, shape]);
    }

    /** @param {string[]} shapes */
    #setShapes(shapes) {
        this.shapes = shapes;
        this.#emit('draw', { shapes });
    }

    /** @param {Square} square */
    #activateOrDraw(square) {
        if (!this.hasAttribute('drawing')) {
            this.#activate(square);
        } else if (this.#stroke === null) {
            const color = this.getAttribute('drawing') || 'G';
            this.#stroke = { from: square, color, shape: `${color}${square}` };
            this.say(`arrow from ${square}`);
        } else {
            const { from, color } = this.#stroke;
            this.#stroke = null;
            this.#toggleShape(from === square ? `${color}${from}` : `${color}${from}${square}`);
        }
        this.#refresh();
    }

    /** @param {Square} square */
    #focusOn(square) {
        const [column, row] = this.#place(square);
        this.#focus = square;
        this.#cells[row * 8 + column].focus();
        this.#refresh();
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) {
            return;
        }
        const [column, row] = this.#place(this.#focus);
        /** @type {Record<string, [number, number]>} */
        const steps = {
            ArrowLeft: [column - 1, row], ArrowRight: [column + 1, row], ArrowUp: [column, row - 1], ArrowDown: [column, row + 1],
            Home: [0, row], End: [7, row], PageUp: [column, 0], PageDown: [column, 7],
        };
        const step = steps[event.key];
        if (step) {
            this.#focusOn(this.#squareOf(clamp(step[0]), clamp(step[1])));
        } else if (event.key === 'Enter' || event.key === ' ') {
            this.#activateOrDraw(this.#focus);
        } else if (event.key === 'Escape') {
            this.cancelPremove();
            this.#letGo();
            this.#stroke = null;
            this.#select(null);
            this.#refresh();
        } else if ((event.key === 'Delete' || event.key === 'Backspace') && this.hasAttribute('editable')) {
            this.#takeAway(this.#focus);
        } else {
            return;
        }
        event.preventDefault();
    }

    /** The pieces by square. @returns {Map<Square, Piece>} */
    get pieces() {
        return new Map(Array.from(this.#pieces, ([square, letter]) => [square, pieceOfLetter(letter)]));
    }

    set pieces(pieces) {
        this.fen = writePlacement(new Map(Array.from(pieces, ([square, piece]) => [square, letterOf(piece)])));
    }
}

/** @param {Event} event */
function cellOf(event) {
    return /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('.cell'));
}

/** @param {number} at */
function clamp(at) {
    return Math.min(Math.max(at, 0), 7);
}

/**
 * @param {Square} a
 * @param {Square} b
 */
function distance(a, b) {
    return Math.abs(a.charCodeAt(0) - b.charCodeAt(0)) + Math.abs(a.charCodeAt(1) - b.charCodeAt(1));
}

if (globalThis.customElements && !customElements.get('ferz-board')) {
    customElements.define('ferz-board', FerzBoard);
}
