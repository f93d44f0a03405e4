// The state of the page: the game with its current node, what the board shows, the settings, and the one search.
//
// Changes are announced by one event `change` after the task, whose `detail` is the set of names of what changed:
// `game` (another game, or its tree), `node`, `orientation`, `settings`, `mode`, `board`, `evaluation`, `engine`,
// `openings` (their names have been loaded).
// What is done on the board comes as the events `move`, `premove`, `select`, `draw`, `place` and `remove` of
// `<ferz-board>`, which only the active mode listens to.

import { Desk } from './desk.js';
import { Game, openings } from './ferz/index.js';
import { History } from './history.js';
import { keptReview, restoreReview } from './parts/reviewed.js';
import { isIn, nodeAt, pathOf } from './places.js';
import { isWorthKeeping } from './recent.js';
import { keepSettings, keptSettings } from './settings.js';
import { viewOf } from './view.js';

/** @import { Color, Move, MoveSquares, Node } from './ferz/index.js' */
/** @import { Snapshot } from './history.js' */
/** @import { Settings } from './settings.js' */
/** @import { BoardView, Evaluation } from './view.js' */

/** @typedef {'game' | 'node' | 'orientation' | 'settings' | 'mode' | 'board' | 'evaluation' | 'engine' | 'openings'} Change */

/** Returns a new entry of the recent games. */
const newEntry = () => /** @type {string} */ (crypto.randomUUID());

export class Store extends EventTarget {
    /** @type {Game} */ #game = new Game();
    /** @type {Node} */ #node = this.#game.root;
    /** The entry of the game among the recent ones: see `recent.js`. */
    #entry = newEntry();
    /** The game as it was opened, or saved last, as PGN; null for one that began here. @type {string | null} */ #saved =
        null;
    /** @type {Color} */ #orientation = 'white';
    #mode = '';
    /** The part of the address behind the mode. */
    #route = '';
    /** @type {Settings} */ #settings;
    /** @type {BoardView} */ #board;
    /** @type {Evaluation | null} */ #evaluation = null;
    /** @type {Set<Change>} */ #changes = new Set();
    #history = new History();

    constructor() {
        super();
        this.#settings = keptSettings();
        this.#board = viewOf(this.#node);
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
     * @param {{ node?: Node, orientation?: Color, entry?: string, saved?: string | null }} [options] `entry` of a recent game;
     *   others get a new one. `saved` is the game without the changes of the user, by default the game itself if it has moves
     */
    setGame(
        game,
        {
            node = game.root,
            orientation,
            entry = newEntry(),
            saved = game.root.next === null ? null : game.toPgn(),
        } = {},
    ) {
        if (this.#game !== game && isWorthKeeping(this.#game)) {
            this.#history.remember(this.#snapshot());
        }
        this.#game = game;
        this.#node = node;
        this.#entry = entry;
        this.#saved = saved;
        this.#orientation = orientation ?? this.#orientation;
        this.#touch('game', 'node', 'orientation');
    }

    /** What opens the game again as it is now, with `setGame`. */
    get opened() {
        const [node, orientation, entry] = [this.#node, this.#orientation, this.#entry];
        return { game: this.#game, node, orientation, entry, saved: this.#saved };
    }

    /** The game as it was opened, or saved last, as PGN; null for one that began here. */
    get saved() {
        return this.#saved;
    }

    /** True if the game has moves or notes that the saved one lacks, or lacks some of it. */
    get isChanged() {
        return this.#saved !== null && this.#saved !== this.#game.toPgn();
    }

    /** Takes the changes over into the saved game. That can be undone. */
    saveChanges() {
        this.edit(() => (this.#saved = this.#game.toPgn()));
    }

    /** Opens the saved game again, without the changes. That can be undone. */
    discardChanges() {
        const before = this.#snapshot();
        if (before.saved !== null) {
            this.#history.remember(before);
            this.#restore({ ...before, pgn: before.saved });
        }
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
        this.#history.remember(before);
        if (!isIn(this.#node, this.#game)) {
            this.#node = this.#game.root;
        }
        this.#touch('game', 'node');
    }

    /**
     * Puts another version of the game in its place, such as a reviewed one, which is saved unless there were changes. It can be
     * undone.
     * @param {Game} game
     */
    replace(game) {
        const path = pathOf(this.#node);
        const { isChanged } = this;
        this.edit(() => {
            this.#game = game;
            this.#node = nodeAt(game, path);
            this.#saved = isChanged ? this.#saved : game.toPgn();
        });
    }

    get canUndo() {
        return this.#history.canUndo;
    }

    get canRedo() {
        return this.#history.canRedo;
    }

    /** Takes the last change of the game back. */
    undo() {
        this.#restore(this.#history.undo(this.#snapshot()));
    }

    /** Makes the last change again that was taken back. */
    redo() {
        this.#restore(this.#history.redo(this.#snapshot()));
    }

    /** @returns {Snapshot} */
    #snapshot() {
        const [game, entry, saved] = [this.#game, this.#entry, this.#saved];
        return {
            pgn: game.toPgn(),
            path: pathOf(this.#node),
            entry,
            saved,
            review: keptReview(game),
        };
    }

    /** @param {Snapshot | undefined} snapshot */
    #restore(snapshot) {
        if (snapshot) {
            this.#game = Game.from(snapshot.pgn) ?? new Game();
            this.#node = nodeAt(this.#game, snapshot.path);
            this.#entry = snapshot.entry;
            this.#saved = snapshot.saved;
            restoreReview(this.#game, snapshot.review);
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
        keepSettings(this.#settings);
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
