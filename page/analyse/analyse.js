// Analyse: the engine's lines, the tree of moves, the review, the explorer, the editor, and ways in and out.

import { button, fill, h, iconButton } from '../dom.js';
import { Game } from '../ferz/index.js';
import { ModeElement } from '../mode.js';
import { fileButton, openText } from '../open.js';
import {
    badgesOf,
    evaluationOf,
    JUDGEMENTS,
    setShapes,
    setText,
    shapesOf,
    textOf,
} from '../parts/marks.js';
import { materialOf } from '../parts/material.js';
import { openingParts } from '../parts/opening.js';
import { resultText } from '../parts/result.js';
import { Tabs } from '../parts/tabs.js';
import { Tree } from '../parts/tree.js';
import { typedMove } from '../parts/typed.js';
import { openingOf } from '../places.js';
import { viewOf } from '../view.js';
import { Explorer } from './explorer.js';
import { Review } from './review.js';
import { Search } from './search.js';
import { Setup } from './setup.js';
import { openRoute, Share } from './share.js';

/** @import { Position } from '../ferz/index.js' */
/** @import { Change, Store } from '../store.js' */

const USUAL = new Game().start.fen;
const REVIEWING = 'The engine reviews the game';

const PICTURES = {
    comment: 'M4 5H20V16H12L7 20V16H4Z',
    up: 'M12 19V6M6 12L12 6L18 12',
    main: 'M12 20V9M6 14L12 8L18 14M5 4H19',
    bin: 'M4 7H20M9 7V4H15V7M6 7L7 20H17L18 7',
    undo: 'M8 5L4 9L8 13M4 9H14A5 5 0 0 1 14 19H9',
    redo: 'M16 5L20 9L16 13M20 9H10A5 5 0 0 0 10 19H15',
    fresh: 'M12 5V19M5 12H19',
};

export class FerzAnalyse extends ModeElement {
    /** @type {Search} */ #search = /** @type {any} */ (undefined);
    /** @type {Review} */ #review = /** @type {any} */ (undefined);
    /** @type {Explorer} */ #explorer = /** @type {any} */ (undefined);
    /** @type {Setup} */ #setup = /** @type {any} */ (undefined);
    /** @type {Share} */ #share = /** @type {any} */ (undefined);
    /** @type {Tabs} */ #tabs = /** @type {any} */ (undefined);
    /** @type {Tree} */ #tree = /** @type {any} */ (undefined);
    #opening = h('p.opening');
    /** The event, the year and the result of the game. */
    #about = h('p.game-about');
    /** What the game has and the saved one lacks, in every tab. */
    #changes = h('div.game-changes', {
        role: 'group',
        'aria-label': 'Unsaved changes',
        hidden: true,
    });
    #welcome = h('div.welcome');
    #comment = /** @type {HTMLTextAreaElement} */ (
        h('textarea', { rows: 2, 'aria-label': 'Comment', placeholder: 'Comment on this move' })
    );
    #judgements = h('div.judgements', { role: 'group', 'aria-label': 'Judgement' });
    #notes = h('div.notes', { hidden: true }, this.#judgements, this.#comment);
    /** @type {Record<string, HTMLButtonElement>} */ #tools = {};
    /** The arrows of the page that the board shows. */
    #marks = '';

    build() {
        const { store } = this;
        this.#tree = new Tree((node) => store.go(node));
        this.#search = new Search(store);
        this.#review = new Review(store, () => this.#search.restart());
        this.#explorer = new Explorer(store);
        this.#setup = new Setup(store, () => this.#tabs.show('moves'));
        this.#share = new Share(store);
        this.#fillWelcome();
        const moves = h(
            'div.moves-panel',
            {},
            this.#about,
            this.#welcome,
            this.#tree.element,
            this.#notes,
            this.#toolbar(),
        );
        this.#tabs = new Tabs(
            'Analysis',
            [
                { name: 'moves', label: 'Moves', panel: moves },
                {
                    name: 'review',
                    label: 'Review',
                    panel: h('div.scroll', {}, this.#review.element),
                },
                {
                    name: 'explorer',
                    label: 'Explorer',
                    panel: h('div.scroll', {}, this.#explorer.element),
                },
                { name: 'setup', label: 'Set up', panel: h('div.scroll', {}, this.#setup.element) },
                {
                    name: 'share',
                    label: 'Open & share',
                    panel: h('div.scroll', {}, this.#share.element),
                },
            ],
            (name) => this.#showTab(name),
        );
        const typed = typedMove(store, (text) => store.play(text));
        this.append(
            this.#search.element,
            h('div.here', {}, this.#changes, h('div.place', {}, this.#opening, typed)),
            this.#tabs.list,
            this.#tabs.panels,
        );
        this.#fillChanges();
        this.#listen();
    }

    enter() {
        this.followRoute();
        this.changed(new Set(['mode', 'game', 'node']));
    }

    leave() {
        this.#markBody();
        this.#search.update(false);
    }

    #listen() {
        const { store } = this;
        this.#search.element.addEventListener('drawn', () =>
            this.#review.compare(this.#search.best),
        );
        this.#search.element.addEventListener(
            'drawn',
            () =>
                this.isActive && this.#boardMarks.marks.join() !== this.#marks && this.#showBoard(),
        );
        this.#share.element.addEventListener('opened', () => this.#tabs.show('moves'));
        this.on('move', (move) => store.play(move));
        // A press on the board takes the drawings away; those that are in the game stay, unless they are drawn once more.
        let isPress = false;
        addEventListener('pointerdown', ({ button: pressed }) => (isPress = pressed === 0), true);
        this.on('draw', ({ shapes }) => {
            const isDrawing = document.querySelector('ferz-board[drawing]') !== null;
            isPress && !isDrawing
                ? this.#showBoard()
                : store.edit(() => setShapes(store.node, shapes));
        });
        // The board has changed when the event has passed.
        const edited = () =>
            queueMicrotask(() => {
                const board = /** @type {import('../ferz/board.js').FerzBoard} */ (
                    document.querySelector('ferz-board')
                );
                this.#setup.setPieces(board.fen.split(' ')[0]);
            });
        this.on('place', edited);
        this.on('remove', edited);
        this.#comment.addEventListener('change', () =>
            store.edit(() => setText(store.node, this.#comment.value)),
        );
    }

    /** @param {Set<Change>} changes */
    changed(changes) {
        const { store } = this;
        this.#markBody();
        if (changes.has('game')) {
            this.#tree.show(store.game, store.node);
            this.#about.textContent = aboutOf(store.game);
            this.#about.hidden = this.#about.textContent === '';
            this.#changes.hidden = !store.isChanged;
            this.#welcome.hidden = store.game.root.children.length > 0;
            this.#tree.element.hidden = !this.#welcome.hidden;
            if (this.#tabs.name === 'review' || this.#review.isRunning) {
                this.#review.isRunning || this.#review.draw();
            }
        }
        if (changes.has('node') || changes.has('game')) {
            this.#tree.mark(store.node);
            if (this.#tabs.name === 'review') {
                this.#review.mark();
            }
            this.#showNode();
        }
        if (
            changes.has('node') ||
            changes.has('game') ||
            changes.has('settings') ||
            changes.has('mode')
        ) {
            this.#search.update(
                this.#tabs.name !== 'setup',
                this.#review.isRunning ? REVIEWING : '',
            );
            this.#showBoard();
            this.#showTabContent(this.#tabs.name);
        }
        if (changes.has('openings')) {
            this.#showNode();
        }
        if (changes.has('engine')) {
            // Another engine may have been found.
            this.#search.update(
                this.#tabs.name !== 'setup',
                this.#review.isRunning ? REVIEWING : '',
            );
            this.#search.draw();
        }
    }

    /** Tells the style of the whole page which tab is shown. */
    #markBody() {
        document.body.classList.toggle('editing', this.isActive && this.#tabs.name === 'setup');
        document.body.classList.toggle('reviewing', this.isActive && this.#tabs.name === 'review');
    }

    /** Shows what belongs to the current move: its opening, its notes, what can be done. */
    #showNode() {
        const { store } = this;
        const opening = openingOf(store.node);
        fill(
            this.#opening,
            ...(opening
                ? openingParts(opening)
                : [store.node.isRoot ? startName(store.position) : '']),
        );
        if (document.activeElement !== this.#comment) {
            this.#comment.value = textOf(store.node);
        }
        for (const button of this.#judgements.children) {
            button.setAttribute(
                'aria-pressed',
                String(
                    store.node.nags.includes(
                        Number(/** @type {HTMLElement} */ (button).dataset.nag),
                    ),
                ),
            );
            /** @type {HTMLButtonElement} */ (button).disabled = store.node.isRoot;
        }
        const { up, main, bin, undo, redo } = this.#tools;
        up.disabled = (store.node.parent?.children.indexOf(store.node) ?? 0) <= 0;
        main.disabled = store.node.isMainLine;
        bin.disabled = store.node.isRoot;
        undo.disabled = !store.canUndo;
        redo.disabled = !store.canRedo;
    }

    /** The arrows of the page and the badges: those of a mistake in the review, else those of the engine and of the move. */
    get #boardMarks() {
        const { node } = this.store;
        const badges = badgesOf(node);
        if (this.#review.isRunning) {
            return { marks: [], badges };
        }
        const mistake = this.#tabs.name === 'review' ? this.#review.marksAt(node) : null;
        // A mistake without a better line has one arrow, beside which there is room for that of the engine.
        return mistake === null
            ? { marks: this.#search.marks, badges }
            : {
                  ...mistake,
                  marks:
                      mistake.marks.length < 2
                          ? [...mistake.marks, ...this.#search.marks]
                          : mistake.marks,
              };
    }

    #showBoard() {
        const { store } = this;
        if (this.#tabs.name === 'setup') {
            return;
        }
        const { White, Black, WhiteElo, BlackElo } = store.game.tags;
        const { marks, badges } = this.#boardMarks;
        const material = materialOf(store.game.start, store.position);
        this.#marks = marks.join();
        // An arrow of a comment, as of the mistake before, would cover the one that shows what was better.
        const isFree = (/** @type {string} */ shape) =>
            marks.every((mark) => mark.slice(1) !== shape.slice(1));
        store.board = {
            ...viewOf(store.node),
            marks,
            shapes: shapesOf(store.node).filter(isFree),
            badges,
            white: {
                name: White && White !== '?' ? White : '',
                note: WhiteElo,
                material: material.white,
            },
            black: {
                name: Black && Black !== '?' ? Black : '',
                note: BlackElo,
                material: material.black,
            },
        };
        if (this.#review.isRunning || !store.settings.engine) {
            store.evaluation = evaluationOf(store.node);
        }
    }

    /** @param {string} name */
    #showTab(name) {
        if (name === 'setup') {
            // The bar would go on showing the position before.
            this.store.evaluation = null;
            this.#setup.begin();
        }
        this.changed(new Set(['node', 'game']));
    }

    /** @param {string} name */
    #showTabContent(name) {
        void this.#explorer.update(name === 'explorer');
        if (name === 'share') {
            void this.#share.draw();
        }
    }

    /**
     * Opens what the address names.
     * @param {URLSearchParams} read
     */
    async follow(read) {
        const { store } = this;
        const setup = read.get('setup');
        if (setup !== null) {
            this.#tabs.show('setup');
            this.#setup.load(setup);
            return;
        }
        try {
            await openRoute(store, store.route);
            if (read.has('review')) {
                // A reload and the way back must not review again.
                history.replaceState(history.state, '', '#analyse');
                this.#tabs.show('review');
                void this.#review.start();
            }
        } catch (error) {
            store.say(
                `The link cannot be opened: ${error instanceof Error ? error.message : error}`,
            );
        }
    }

    #fillWelcome() {
        const { store } = this;
        const paste = async () => {
            try {
                await openText(store, await navigator.clipboard.readText());
            } catch {
                this.#tabs.show('share');
                /** @type {HTMLElement | null} */ (this.querySelector('.share textarea'))?.focus();
                store.say('The browser keeps the clipboard: paste into this box');
            }
        };
        fill(
            this.#welcome,
            h('p', {}, 'Make a move on the board, or bring a game or a position.'),
            h(
                'div.row',
                {},
                button('Paste', () => void paste(), { class: 'button main' }),
                fileButton(store, 'Open a file…'),
                button('Set up', () => this.#tabs.show('setup')),
            ),
            h(
                'p.quiet.small',
                {},
                'A game (PGN) or a position (FEN) can be pasted or dropped anywhere on this page.',
            ),
        );
    }

    #fillChanges() {
        const { store } = this;
        const ended = (/** @type {string} */ text) => {
            store.say(text, { label: 'Undo', act: () => store.undo() });
            // The buttons go away.
            this.#tabs.focus();
        };
        const saved = () => {
            store.saveChanges();
            ended('Saved in this browser. “Open & share” makes a file.');
        };
        const discarded = () => {
            store.discardChanges();
            ended('The game is as it was');
        };
        fill(
            this.#changes,
            h('span.grow', {}, 'Unsaved changes'),
            button('Save', saved, { title: 'Keeps them in the game' }),
            button('Discard', discarded, { title: 'Brings the game back without them' }),
        );
    }

    #toolbar() {
        const { store } = this;
        const edit = (/** @type {() => void} */ change) => store.edit(change);
        this.#tools = {
            comment: iconButton(
                'Comment and judge this move',
                PICTURES.comment,
                () => {
                    this.#notes.hidden = !this.#notes.hidden;
                    this.#tools.comment.setAttribute('aria-expanded', String(!this.#notes.hidden));
                    this.#notes.hidden || this.#comment.focus();
                },
                { 'aria-expanded': 'false', caption: 'Comment' },
            ),
            up: iconButton(
                'Move this variation up',
                PICTURES.up,
                () => edit(() => branchOf(store).promote()),
                { caption: 'Up' },
            ),
            main: iconButton(
                'Make this the main line',
                PICTURES.main,
                () => edit(() => store.node.promoteToMainLine()),
                { caption: 'Main line' },
            ),
            bin: iconButton('Delete from here', PICTURES.bin, () => this.#delete(), {
                caption: 'Delete',
            }),
            undo: iconButton('Undo', PICTURES.undo, () => store.undo(), { caption: 'Undo' }),
            redo: iconButton('Redo', PICTURES.redo, () => store.redo(), { caption: 'Redo' }),
            fresh: iconButton('New game', PICTURES.fresh, () => this.#begin(), {
                caption: 'New game',
            }),
        };
        fill(
            this.#judgements,
            ...JUDGEMENTS.map(([nag, glyph, label]) =>
                h(
                    'button.button',
                    {
                        type: 'button',
                        'data-nag': nag,
                        'aria-pressed': 'false',
                        onclick: () => edit(() => this.#judge(nag)),
                    },
                    glyph,
                    h('span', {}, label.replace(' move', '')),
                ),
            ),
        );
        const { comment, up, main, bin, undo, redo, fresh } = this.#tools;
        return h(
            'div.toolbar',
            { role: 'toolbar', 'aria-label': 'Edit the moves' },
            comment,
            up,
            main,
            bin,
            h('span.grow'),
            undo,
            redo,
            fresh,
        );
    }

    /** @param {number} nag */
    #judge(nag) {
        const { node } = this.store;
        const others = node.nags.filter((other) => !JUDGEMENTS.some(([known]) => known === other));
        node.nags = node.nags.includes(nag) ? others : [nag, ...others];
    }

    #delete() {
        const { store } = this;
        const { node } = store;
        store.edit(() => {
            const { parent } = node;
            node.delete();
            if (parent !== null) {
                store.go(parent);
            }
        });
        store.say('The moves are deleted', { label: 'Undo', act: () => store.undo() });
    }

    #begin() {
        const { store } = this;
        const before = store.opened;
        store.setGame(new Game());
        if (before.game.root.next !== null) {
            store.say('A new game has begun', {
                label: 'Back',
                act: () => store.setGame(before.game, before),
            });
        }
    }
}

/**
 * The name of the position that a game begins with.
 * @param {Position} position
 */
function startName(position) {
    return position.fen === USUAL
        ? 'Start position'
        : `Your position, ${position.turn === 'white' ? 'White' : 'Black'} to move`;
}

/**
 * Where and when a game was played, and how it ended; nothing if its tags do not tell.
 * @param {Game} game
 */
function aboutOf({ tags, result }) {
    const known = [tags.Event, tags.Date?.slice(0, 4)].filter(
        (text) => text && !/^[?.]*$/.test(text),
    );
    return [...known, resultText(result)].filter(Boolean).join(' · ');
}

/**
 * The first move of the variation that the current one is in.
 * @param {Store} store
 */
function branchOf(store) {
    let node = store.node;
    while (node.parent !== null && node.parent.children[0] === node) {
        node = node.parent;
    }
    return node;
}

customElements.define('ferz-analyse', FerzAnalyse);
