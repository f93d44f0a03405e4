// The element `<ferz-game>`: a game of PGN with its variations, comments and judgements.

import './element.js';
import { gameSheet } from './style.js';
import { html, svg, upgrade } from './elements.js';
import { GLYPHS } from '../base/nags.js';

/** @import { FerzBoard } from './element.js' */
/** @import { Game } from '../rules/game.js' */
/** @import { Node as GameNode } from '../rules/node.js' */
/** @import { Judgement } from './shapes.js' */
/** @import { Color, Square } from '../base/squares.js' */

/** The buttons below the moves: what they do, their name, their picture. */
const BUTTONS = /** @type {const} */ ([
    ['first', 'First position', 'M18 5L9 12L18 19M6 5V19'],
    ['back', 'Previous move', 'M15 5L8 12L15 19'],
    ['forward', 'Next move', 'M9 5L16 12L9 19'],
    ['last', 'Last position', 'M6 5L15 12L6 19M18 5V19'],
    ['flip', 'Flip the board', 'M8 20V5M4 9L8 5L12 9M16 4V19M12 15L16 19L20 15'],
]);

const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

/**
 * A viewer of a game, from the attribute or property `pgn`; `orientation` is the side at the bottom. Keys: left and
 * right, up and down between variations, Home and End, `f` flips. The event `select` has the node.
 * The rules are loaded with the first game.
 */
export class FerzGame extends Base {
    static observedAttributes = ['pgn', 'orientation'];

    #pgn = '';
    /** The number of the text that is shown: an older one that is still loading gives up. */
    #shown = 0;
    /** @type {Game | null} */ #game = null;
    /** @type {GameNode | null} */ #node = null;
    /** @type {Map<GameNode, HTMLElement>} */ #buttons = new Map();
    #board = /** @type {FerzBoard} */ (html('ferz-board', { movable: 'none' }));
    #players = html('p', { class: 'players' });
    #about = html('p', { class: 'about' });
    #fault = html('p', { class: 'fault', role: 'status' });
    #moves = html('div', { class: 'moves', role: 'group', 'aria-label': 'Moves', tabindex: '0' });
    #nav = html('nav', { 'aria-label': 'Steps' });

    constructor() {
        super();
        const root = this.attachShadow({ mode: 'open' });
        root.adoptedStyleSheets = [gameSheet()];
        for (const [step, label, d] of BUTTONS) {
            const picture = svg(
                'svg',
                { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
                svg('path', { d }),
            );
            const button = html(
                'button',
                { type: 'button', 'aria-label': label, 'data-step': step },
                picture,
            );
            button.addEventListener('click', () => this.#step(step));
            this.#nav.append(button);
        }
        const side = html(
            'div',
            { class: 'side' },
            html('header', {}, this.#players, this.#about),
            this.#fault,
            this.#moves,
            this.#nav,
        );
        root.append(
            html('div', { class: 'game' }, this.#board, html('div', { class: 'hold' }, side)),
        );
        // A press on the board, where nothing can be moved, gives the keys to the moves.
        this.#board.addEventListener(
            'click',
            (event) => event.detail > 0 && this.#moves.focus({ preventScroll: true }),
        );
        root.addEventListener('keydown', (event) =>
            this.#key(/** @type {KeyboardEvent} */ (event)),
        );
    }

    connectedCallback() {
        upgrade(this, ['pgn', 'orientation']);
    }

    /**
     * @param {string} name
     * @param {string | null} _old
     * @param {string | null} value
     */
    attributeChangedCallback(name, _old, value) {
        if (name === 'pgn') {
            this.pgn = value ?? '';
        } else {
            this.orientation = value === 'black' ? 'black' : 'white';
        }
    }

    /** The text of the game: the first one of it is shown. */
    get pgn() {
        return this.#pgn;
    }

    set pgn(pgn) {
        this.#pgn = String(pgn);
        void this.#load(this.#pgn);
    }

    /** The side at the bottom. @returns {Color} */
    get orientation() {
        return this.#board.orientation;
    }

    set orientation(color) {
        this.#board.orientation = color;
    }

    /** The game: null before the first one is read, and the one before while a text is read. */
    get game() {
        return this.#game;
    }

    set game(game) {
        if (game !== null) {
            this.#shown += 1;
            this.#pgn = '';
            this.#fill(game);
        }
    }

    /** The node that is shown, or null until the game is read. */
    get node() {
        return this.#node;
    }

    set node(node) {
        if (node !== null) {
            this.#show(node);
        }
    }

    /**
     * Gives the keys to the moves.
     * @param {FocusOptions} [options]
     */
    focus(options) {
        this.#moves.focus(options);
    }

    /** @param {string} pgn */
    async #load(pgn) {
        const number = ++this.#shown;
        try {
            const { Game } = await import('../index.js');
            if (number === this.#shown) {
                const game = Game.parse(pgn).next().value ?? new Game();
                this.#fill(game);
            }
        } catch (error) {
            this.#fault.textContent = `The game cannot be shown: ${error instanceof Error ? error.message : error}`;
        }
    }

    /** @param {Game} game */
    #fill(game) {
        this.#game = game;
        const { White = '?', Black = '?', WhiteElo, BlackElo } = game.tags;
        const name = (/** @type {string} */ player, /** @type {string | undefined} */ elo) =>
            elo ? `${player} (${elo})` : player;
        const result = game.result.replace('-', '–').replaceAll('1/2', '½');
        this.#players.replaceChildren(
            `${name(White, WhiteElo)} – ${name(Black, BlackElo)}`,
            ...(result === '*' ? [] : [html('b', {}, result)]),
        );
        this.#describe(game);
        void this.#nameOpening(game);
        const { error } = game;
        this.#fault.textContent =
            error === null
                ? ''
                : `The moves end at line ${error.line}, column ${error.column}: ${error.message}`;
        this.#buttons.clear();
        const comment =
            game.root.comment &&
            html('p', { class: 'before comment', dir: 'auto' }, textOf(game.root));
        this.#moves.replaceChildren(...(comment ? [comment] : []), this.#mainline(game.root));
        this.#show(game.root);
    }

    /**
     * Shows what is known of the game beside its players and result.
     * @param {Game} game
     */
    #describe(game) {
        const { Event, Site, Date: date, Round } = game.tags;
        const known = [
            Event,
            Site,
            date?.replaceAll('.??', ''),
            Round && Round !== '?' && `round ${Round}`,
            game.opening?.name,
        ];
        this.#about.textContent = known
            .filter((text) => text && text !== '?' && text !== '????')
            .join(' · ');
    }

    /**
     * Adds the name of the opening when the table of openings is there. The game is shown before, and without it.
     * @param {Game} game
     */
    async #nameOpening(game) {
        try {
            const { openings } = await import('../index.js');
            await openings.load();
        } catch {
            return;
        }
        if (game === this.#game) {
            this.#describe(game);
        }
    }

    /**
     * The main line as rows of two moves. What belongs to a move interrupts them.
     * @param {GameNode} root
     */
    #mainline(root) {
        const main = html('div', { class: 'main' });
        let isOpen = false;
        for (let node = root.next; node !== null; node = node.next) {
            const [number, isWhite] = [node.moveNumber, node.color === 'white'];
            if (isWhite || !isOpen) {
                main.append(html('span', { class: 'number' }, `${number}.`));
            }
            if (!isWhite && !isOpen) {
                main.append(html('span', { class: 'gap' }, '…'));
            }
            main.append(this.#move(node, false));
            isOpen = isWhite;
            const aside = this.#aside(node);
            if (aside !== null) {
                if (isWhite && node.next !== null) {
                    main.append(html('span', { class: 'gap' }, '…'));
                } else if (isWhite) {
                    main.append(html('span'));
                }
                main.append(aside);
                isOpen = false;
            }
        }
        return main;
    }

    /**
     * The comment of a move and the moves in place of it; null without any.
     * @param {GameNode} node
     */
    #aside(node) {
        const comment = textOf(node);
        const others = node.parent?.children[0] === node ? node.variations : [];
        if (comment === '' && others.length === 0) {
            return null;
        }
        const aside = html('div', { class: 'aside' });
        if (comment !== '') {
            aside.append(html('p', { class: 'comment', dir: 'auto' }, comment));
        }
        aside.append(...others.flatMap((other) => this.#variation(other)));
        return aside;
    }

    /**
     * A variation as running text, and the comment behind it; variations in it are blocks.
     * @param {GameNode} first
     * @returns {HTMLElement[]}
     */
    #variation(first) {
        const block = html('div', { class: 'variation' });
        const before = wordsOf(first.commentsBefore);
        if (before !== '') {
            block.append(html('span', { class: 'comment', dir: 'auto' }, before), ' ');
        }
        let needsNumber = true;
        for (let node = /** @type {GameNode | null} */ (first); node !== null; node = node.next) {
            block.append(this.#move(node, needsNumber), ' ');
            const comment = textOf(node);
            const others = node === first ? [] : node.variations;
            if (comment !== '') {
                block.append(html('span', { class: 'comment', dir: 'auto' }, comment), ' ');
            }
            block.append(...others.flatMap((other) => this.#variation(other)));
            needsNumber = comment !== '' || others.length > 0;
        }
        const behind = wordsOf(first.commentsAfterVariation);
        return behind === ''
            ? [block]
            : [block, html('p', { class: 'comment', dir: 'auto' }, behind)];
    }

    /**
     * @param {GameNode} node
     * @param {boolean} needsNumber true where Black's move needs its number; White's in running text has it always
     */
    #move(node, needsNumber) {
        const [number, isWhite] = [node.moveNumber, node.color === 'white'];
        const isRunning = !node.isMainLine;
        const prefix =
            isRunning && isWhite ? `${number}. ` : isRunning && needsNumber ? `${number}… ` : '';
        const glyphs = node.nags.map((nag) => GLYPHS[nag] ?? `$${nag}`);
        const signs = glyphs.map((glyph) => (/^[!?]/.test(glyph) ? glyph : ` ${glyph}`)).join('');
        const button = html(
            'button',
            { type: 'button', class: 'move', tabindex: '-1' },
            `${prefix}${node.san}${signs}`,
        );
        button.addEventListener('click', () => this.#show(node));
        this.#buttons.set(node, button);
        return button;
    }

    /** @param {GameNode} node */
    #show(node) {
        const before = this.#node && this.#buttons.get(this.#node);
        before?.removeAttribute('aria-current');
        before?.setAttribute('tabindex', '-1');
        this.#node = node;
        const { position, move, nags } = node;
        const king = [...position.pieces()].find(
            ([, piece]) => piece.role === 'king' && piece.color === position.turn,
        );
        const judgement = nags.find((nag) => nag >= 1 && nag <= 6);
        const { squares = [], arrows = [] } = node.annotations;
        this.#board.fen = position.fen;
        this.#board.lastMove = move ? [move.from, move.to] : null;
        this.#board.check = position.inCheck && king ? king[0] : null;
        this.#board.marks = [...squares, ...arrows];
        this.#board.badges = new Map(
            move && judgement
                ? [/** @type {[Square, Judgement]} */ ([move.to, GLYPHS[judgement]])]
                : [],
        );
        const button = this.#buttons.get(node);
        button?.setAttribute('aria-current', 'true');
        button?.setAttribute('tabindex', '0');
        this.#scrollTo(button ?? null);
        for (const step of this.#nav.querySelectorAll('button')) {
            const back = step.dataset.step === 'first' || step.dataset.step === 'back';
            const isOver =
                step.dataset.step !== 'flip' && (back ? node.parent === null : node.next === null);
            // A button that is `disabled` loses the focus, and the keys with it.
            step.setAttribute('aria-disabled', String(isOver));
        }
        this.dispatchEvent(
            new CustomEvent('select', { detail: { node }, bubbles: true, composed: true }),
        );
    }

    /**
     * Scrolls the moves, and not the page.
     * @param {HTMLElement | null} button
     */
    #scrollTo(button) {
        const list = this.#moves.getBoundingClientRect();
        const place = button?.getBoundingClientRect();
        if (!place) {
            this.#moves.scrollTop = 0;
        } else if (place.top < list.top || place.bottom > list.bottom) {
            this.#moves.scrollTop += place.top - list.top - list.height / 2;
        }
    }

    /** @param {'first' | 'back' | 'forward' | 'last' | 'flip' | 'up' | 'down'} step */
    #step(step) {
        const node = this.#node;
        if (node === null || this.#game === null) {
            return;
        }
        const siblings = node.parent?.children ?? [];
        const at = siblings.indexOf(node);
        switch (step) {
            case 'first':
                this.#show(this.#game.root);
                break;
            case 'back':
                this.#show(node.parent ?? node);
                break;
            case 'forward':
                this.#show(node.next ?? node);
                break;
            case 'last':
                this.#show([...node.mainline()].at(-1) ?? node);
                break;
            case 'up':
                this.#show(siblings[at - 1] ?? node);
                break;
            case 'down':
                this.#show(siblings[at + 1] ?? node);
                break;
            case 'flip':
                this.orientation = this.orientation === 'white' ? 'black' : 'white';
                break;
        }
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const steps = /** @type {const} */ ({
            ArrowLeft: 'back',
            ArrowRight: 'forward',
            ArrowUp: 'up',
            ArrowDown: 'down',
            Home: 'first',
            End: 'last',
            f: 'flip',
        });
        const step = steps[/** @type {keyof typeof steps} */ (event.key)];
        // The board takes the arrow keys that move over its squares.
        if (
            step === undefined ||
            event.defaultPrevented ||
            event.ctrlKey ||
            event.metaKey ||
            event.altKey
        ) {
            return;
        }
        event.preventDefault();
        const hadMove = /** @type {Element} */ (event.target).classList.contains('move');
        this.#step(step);
        if (hadMove && this.#node) {
            (this.#buttons.get(this.#node) ?? this.#moves).focus({ preventScroll: true });
        }
    }
}

/**
 * Comments without their commands, of which only those after moves say something.
 * @param {readonly string[]} comments
 */
function wordsOf(comments) {
    return comments
        .join(' ')
        .replace(/\[%[^\]]*\]/g, '')
        .trim();
}

/**
 * The comment of a node without its commands.
 * @param {GameNode} node
 */
function textOf(node) {
    return node.comments.length === 0 ? '' : node.annotations.text;
}

if (globalThis.customElements && !customElements.get('ferz-game')) {
    customElements.define('ferz-game', FerzGame);
}
