// The state of the page: the game with its current node, what the board shows, the settings, and the one search.
//
// Changes are announced by one event `change` after the task, whose `detail` is the set of names of what changed:
// `game` (another game, or its tree), `node`, `orientation`, `settings`, `mode`, `board`, `evaluation`, `engine`,
// `openings` (their names have been loaded).
// What is done on the board comes as the events `move`, `premove`, `select`, `draw`, `place` and `remove` of
// `<ferz-board>`, which only the active mode listens to.

import { Desk } from './desk.js';
import { Game, openings, Position } from './ferz/index.js';
import { isWorthKeeping } from './recent.js';
import { keep, kept } from './storage.js';

/** @import { Color, Move, MoveSquares, Node, Square } from './ferz/index.js' */
/** @import { Material } from './parts/material.js' */
/** @import { ReplyOptions, ReviewOptions, SearchOptions } from './desk.js' */

/** @typedef {'game' | 'node' | 'orientation' | 'settings' | 'mode' | 'board' | 'evaluation' | 'engine' | 'openings'} Change */

/**
 * One side beside the board.
 * @typedef {object} Player
 * @property {string} [name]
 * @property {string} [note] such as a rating
 * @property {string} [clock] `5:00`
 * @property {boolean} [running] true if the clock runs
 * @property {Material} [material] what it has taken
 */

/**
 * What steps through a game.
 * @typedef {{ first: () => void, back: () => void, forward: () => void, last: () => void }} Stepper
 */

/**
 * What the board shows. What is left out has the board's default.
 * @typedef {object} BoardView
 * @property {string} fen
 * @property {Color} [turn]
 * @property {Color} [orientation] that of the store by default
 * @property {Map<Square, Square[]> | null} [dests]
 * @property {Color | 'both' | 'none'} [movable]
 * @property {[Square, Square] | null} [lastMove]
 * @property {Square | null} [check]
 * @property {readonly string[]} [marks] arrows and circles of the page: `Re2e4`, `Gd4`
 * @property {readonly string[]} [shapes] those of the user
 * @property {Map<Square, '??' | '?' | '?!' | '!?' | '!' | '!!'>} [badges]
 * @property {boolean} [premoves]
 * @property {boolean} [editable]
 * @property {false | Stepper} [steps] what the buttons and the keys step through: by default the game of the store; false hides
 *   the buttons and ends the keys
 * @property {Player} [white]
 * @property {Player} [black]
 */

/**
 * The bar beside the board.
 * @typedef {object} Evaluation
 * @property {string} text for White: `+0.3`, `#-2`
 * @property {number} share White's expected score, 0 to 1
 */

/**
 * @typedef {object} Settings
 * @property {'system' | 'light' | 'dark'} theme
 * @property {boolean} engine whether Analyse searches
 * @property {number} lines
 * @property {boolean} arrows
 * @property {boolean} coordinates
 * @property {number} hashMiB
 * @property {string} [engineName] the engine of `ferz serve`, or that of the page
 * @property {number} reviewNodes for each position
 * @property {'messages' | 'never'} [stopBy] the best way to stop a search that may be used, for tests
 */

/** @type {Settings} */
const DEFAULTS = {
    theme: 'system',
    engine: true,
    lines: matchMedia('(max-width: 759px)').matches ? 1 : 3,
    arrows: true,
    coordinates: true,
    hashMiB: 16,
    reviewNodes: 100_000,
};
/** The most changes that can be undone. */
const UNDO = 200;

/** A game as it was: its text, where the current node was, and its entry. @typedef {{ pgn: string, path: number[], entry: string }} Snapshot */

/** Returns a new entry of the recent games. */
const newEntry = () => /** @type {string} */ (crypto.randomUUID());

export class Store extends EventTarget {
    /** @type {Game} */ #game = new Game();
    /** @type {Node} */ #node = this.#game.root;
    /** The entry of the game among the recent ones: see `recent.js`. */
    #entry = newEntry();
    /** @type {Color} */ #orientation = 'white';
    #mode = '';
    /** The part of the address behind the mode. */
    #route = '';
    /** @type {Settings} */ #settings;
    /** @type {BoardView} */ #board;
    /** @type {Evaluation | null} */ #evaluation = null;
    /** @type {Set<Change>} */ #changes = new Set();
    /** @type {Snapshot[]} */ #undo = [];
    /** @type {Snapshot[]} */ #redo = [];

    constructor() {
        super();
        this.#settings = { ...DEFAULTS, ...kept('settings') };
        this.#board = this.viewOf(this.#node);
        this.desk = new Desk();
        this.desk.hashMiB = this.#settings.hashMiB;
        this.desk.stopBy = this.#settings.stopBy;
        this.desk.addEventListener('change', () => this.#touch('engine'));
        void this.desk.connect(this.#settings.engineName);
        // Without a network nothing is named.
        openings.load().then(
            () => this.#touch('openings'),
            () => {},
        );
    }

    // ---- The game

    /** The game that is open in Analyse. */
    get game() {
        return this.#game;
    }

    /** The node that is shown. */
    get node() {
        return this.#node;
    }

    /** The position after the current node. */
    get position() {
        return this.#node.position;
    }

    /** The entry of the game among the recent ones. */
    get entry() {
        return this.#entry;
    }

    /** Gives the game an entry of its own, where another tab has the entry. */
    renewEntry() {
        this.#entry = newEntry();
    }

    /**
     * Opens a game at a node, its start by default. Undo brings the one before back.
     * @param {Game} game
     * @param {{ node?: Node, orientation?: Color, entry?: string }} [options] `entry` of a recent game; others get a new one
     */
    setGame(game, { node = game.root, orientation, entry = newEntry() } = {}) {
        if (this.#game !== game && isWorthKeeping(this.#game)) {
            this.#remember(this.#snapshot());
        }
        this.#game = game;
        this.#node = node;
        this.#entry = entry;
        this.#orientation = orientation ?? this.#orientation;
        this.#touch('game', 'node', 'orientation');
    }

    /**
     * Shows a node of the game.
     * @param {Node | null} node null changes nothing
     */
    go(node) {
        if (node !== null && node !== this.#node) {
            this.#node = node;
            this.#touch('node');
        }
    }

    /** Shows the position before. */
    back() {
        this.go(this.#node.parent);
    }

    /** Shows the next position of the line. */
    forward() {
        this.go(this.#node.next);
    }

    /** Shows the start. */
    first() {
        this.go(this.#game.root);
    }

    /** Shows the end of the line. */
    last() {
        let node = this.#node;
        while (node.next !== null) {
            node = node.next;
        }
        this.go(node);
    }

    /**
     * Shows the next or the previous move in place of the current one.
     * @param {1 | -1} step
     */
    sibling(step) {
        const siblings = this.#node.parent?.children ?? [];
        this.go(siblings[siblings.indexOf(this.#node) + step] ?? null);
    }

    /**
     * Makes a move in the current position: goes to it, or adds it to the tree.
     * @param {string | Move | MoveSquares} move
     * @returns {Node}
     * @throws {MoveError} if it is not legal; nothing changes
     */
    play(move) {
        return this.playLine([move]);
    }

    /**
     * Makes moves one after the other and shows the last one.
     * @param {(string | Move | MoveSquares)[]} moves
     * @returns {Node}
     * @throws {MoveError} if one is not legal; nothing changes
     */
    playLine(moves) {
        const position = this.position;
        const found = moves.map((move) => position.play(move));
        let [node, known] = [this.#node, 0];
        for (const move of found) {
            const child = node.children.find(({ uci }) => uci === move.uci);
            if (!child) {
                break;
            }
            node = child;
            known += 1;
        }
        if (known === found.length) {
            this.go(node);
        } else {
            this.edit(() => (this.#node = node.addLine(found.slice(known))));
        }
        return this.#node;
    }

    /**
     * Changes the game. The change can be undone.
     * @param {() => void} change
     */
    edit(change) {
        const before = this.#snapshot();
        change();
        this.#remember(before);
        if (!isIn(this.#node, this.#game)) {
            this.#node = this.#game.root;
        }
        this.#touch('game', 'node');
    }

    /**
     * Puts another version of the game in its place, such as a reviewed one. The change can be undone.
     * @param {Game} game
     */
    replace(game) {
        const path = pathOf(this.#node);
        this.edit(() => {
            this.#game = game;
            this.#node = nodeAt(game, path);
        });
    }

    get canUndo() {
        return this.#undo.length > 0;
    }

    get canRedo() {
        return this.#redo.length > 0;
    }

    /** Takes the last change of the game back. */
    undo() {
        this.#restore(this.#undo, this.#redo);
    }

    /** Makes the last change again that was taken back. */
    redo() {
        this.#restore(this.#redo, this.#undo);
    }

    /** @returns {Snapshot} */
    #snapshot() {
        return { pgn: this.#game.toPgn(), path: pathOf(this.#node), entry: this.#entry };
    }

    /** @param {Snapshot} snapshot */
    #remember(snapshot) {
        this.#undo.push(snapshot);
        this.#undo.splice(0, this.#undo.length - UNDO);
        this.#redo = [];
    }

    /**
     * @param {Snapshot[]} from
     * @param {Snapshot[]} to
     */
    #restore(from, to) {
        const snapshot = from.pop();
        if (snapshot) {
            to.push(this.#snapshot());
            this.#game = Game.from(snapshot.pgn) ?? new Game();
            this.#node = nodeAt(this.#game, snapshot.path);
            this.#entry = snapshot.entry;
            this.#touch('game', 'node');
        }
    }

    // ---- The board

    /** The side at the bottom. */
    get orientation() {
        return this.#orientation;
    }

    set orientation(color) {
        if (color !== this.#orientation) {
            this.#orientation = color;
            this.#touch('orientation');
        }
    }

    /** Turns the board. */
    flip() {
        this.orientation = this.#orientation === 'white' ? 'black' : 'white';
    }

    /** What the board shows; the active mode sets it. */
    get board() {
        return this.#board;
    }

    set board(view) {
        this.#board = view;
        this.#touch('board');
    }

    /**
     * Returns the view of a node: its position, the last move, a check, and all legal moves.
     * @param {Node} node
     * @returns {BoardView}
     */
    viewOf(node) {
        const { position, move } = node;
        return {
            ...this.viewOfPosition(position),
            lastMove: move === null ? null : [move.from, move.to],
        };
    }

    /**
     * Returns the view of a position: a check, and all legal moves.
     * @param {Position} position
     * @returns {BoardView}
     */
    viewOfPosition(position) {
        const last = position.lastMove;
        const king = position.inCheck
            ? [...position.pieces()].find(
                  ([, { color, role }]) => role === 'king' && color === position.turn,
              )?.[0]
            : null;
        return {
            fen: position.fen,
            turn: position.turn,
            dests: position.dests(),
            movable: 'both',
            lastMove: last === null ? null : [last.from, last.to],
            check: king ?? null,
        };
    }

    /** The bar beside the board, or null for none. */
    get evaluation() {
        return this.#evaluation;
    }

    set evaluation(evaluation) {
        this.#evaluation = evaluation;
        this.#touch('evaluation');
    }

    /**
     * Announces what was done on the board.
     * @param {string} name
     * @param {any} detail
     */
    did(name, detail) {
        this.dispatchEvent(new CustomEvent(name, { detail }));
    }

    /**
     * Shows a short message, which screen readers read out.
     * @param {string} text
     * @param {{ label: string, act: () => void }} [action] a button beside it
     */
    say(text, action) {
        this.dispatchEvent(new CustomEvent('say', { detail: { text, action } }));
    }

    // ---- The engine

    /**
     * Searches a position. One search runs at a time over all tabs, a new one ends the one before, a hidden page pauses.
     * Searches that follow each other fast begin after 80 ms.
     * @param {Position} position
     * @param {SearchOptions} [options] those of `Engine.analyse`
     */
    search(position, options) {
        return this.desk.search(position, options);
    }

    /**
     * Returns the engine's move, as `Engine.play` does. Ends the search before.
     * @param {Position} position
     * @param {ReplyOptions} [options]
     */
    reply(position, options) {
        return this.desk.reply(position, options);
    }

    /**
     * Reviews a game, as `Engine.annotate` does. Ends the search before.
     * @param {Game} game
     * @param {ReviewOptions} [options]
     */
    review(game, options) {
        return this.desk.review(game, options);
    }

    // ---- Modes and settings

    /** The name of the mode that is shown. */
    get mode() {
        return this.#mode;
    }

    /** What the address has behind the mode: `sets=0xff` of `#learn/sets=0xff`. */
    get route() {
        return this.#route;
    }

    /**
     * Shows a mode.
     * @param {string} mode
     * @param {string} [route]
     */
    show(mode, route = '') {
        this.#route = route;
        this.#mode = mode;
        this.#touch('mode');
    }

    /** @returns {Readonly<Settings>} */
    get settings() {
        return this.#settings;
    }

    /**
     * Changes a setting, which is kept.
     * @template {keyof Settings} Name
     * @param {Name} name
     * @param {Settings[Name]} value
     */
    set(name, value) {
        this.#settings = { ...this.#settings, [name]: value };
        keep('settings', this.#settings);
        if (name === 'hashMiB' || name === 'engineName') {
            this.desk.hashMiB = this.#settings.hashMiB;
            this.desk.select(this.#settings.engineName ?? this.desk.name);
        }
        this.#touch('settings');
    }

    /** @param {Change[]} names */
    #touch(...names) {
        if (this.#changes.size === 0) {
            queueMicrotask(() => {
                const detail = this.#changes;
                this.#changes = new Set();
                this.dispatchEvent(new CustomEvent('change', { detail }));
            });
        }
        names.forEach((name) => this.#changes.add(name));
    }
}

/**
 * Returns the last named opening on the way to a node.
 * @param {Node} node
 * @returns {{ eco: string, name: string } | null}
 */
export function openingOf(node) {
    // Names end early: the book's longest line has 36 plies.
    for (let at = /** @type {Node | null} */ (node); at !== null; at = at.parent) {
        const found = at.ply <= 40 ? openings.find(at.position) : null;
        if (found !== null) {
            return found;
        }
    }
    return null;
}

/**
 * Returns the way to a node: the place of each move among its siblings.
 * @param {Node} node
 */
export function pathOf(node) {
    return node.path.map((step) => step.parent?.children.indexOf(step) ?? 0);
}

/**
 * Returns the node at the end of a way, or the last one that is there.
 * @param {Game} game
 * @param {readonly number[]} path
 */
export function nodeAt(game, path) {
    let node = game.root;
    for (const index of path) {
        const child = node.children[index];
        if (!child) {
            break;
        }
        node = child;
    }
    return node;
}

/**
 * @param {Node} node
 * @param {Game} game
 */
function isIn(node, game) {
    let top = node;
    while (top.parent !== null) {
        top = top.parent;
    }
    return top === game.root;
}
