// Solve: puzzles of files and of one's own mistakes.

import { Game } from '../ferz/index.js';
import { ModeElement } from '../mode.js';
import { collectionOf, PuzzleList } from './collection.js';
import { puzzlesOf } from './mistakes.js';
import { Progress } from './progress.js';
import { Shelf } from './shelf.js';
import { Trainer } from './trainer.js';

/** @import { Color } from '../ferz/index.js' */
/** @import { Change } from '../store.js' */
/** @import { Collection } from './collection.js' */
/** @import { Side } from './mistakes.js' */

export class FerzSolve extends ModeElement {
    /** @type {Collection} */ #collection = /** @type {any} */ (undefined);
    /** @type {Shelf} */ #shelf = /** @type {any} */ (undefined);
    /** @type {Trainer} */ #trainer = /** @type {any} */ (undefined);
    #progress = new Progress();
    turnsBoard = true;

    build() {
        const { store } = this;
        this.#collection = collectionOf(store);
        this.#shelf = new Shelf(store, this.#collection, this.#progress, (color) =>
            this.#beginMistakes(color),
        );
        const turned = (/** @type {Color} */ color) => {
            const before = this.outerSide;
            this.outerSide = color;
            return before;
        };
        this.#trainer = new Trainer(store, this.#progress, {
            isActive: () => this.isActive,
            leave: () => this.#leave(),
            turned,
        });
        this.append(this.#shelf.element, this.#trainer.element);
        this.#collection.addEventListener('open', () => this.#beginFiles());
        this.#collection.addEventListener(
            'change',
            () => this.#trainer.set === this.#collection && this.#trainer.offer(),
        );
        this.#collection.isOpen ? this.#beginFiles() : this.#collection.restore();
    }

    enter() {
        this.store.evaluation = null;
        this.followRoute();
        this.#draw();
    }

    leave() {
        this.#trainer.pause();
    }

    /** @param {Set<Change>} changes */
    changed(changes) {
        if (changes.has('engine') && this.#trainer.set === null) {
            this.#shelf.draw();
        }
    }

    /**
     * Opens what the address names: `mistakes=white`, `black` or `both`, `samples`.
     * @param {URLSearchParams} read
     */
    follow(read) {
        const side = read.get('mistakes');
        if (side === 'white' || side === 'black' || side === 'both') {
            this.#beginMistakes(side);
        } else if (read.has('samples')) {
            void this.#shelf.samples();
        }
    }

    #beginFiles() {
        this.#trainer.begin(this.#collection);
        this.#draw();
    }

    /** @param {Side} side */
    #beginMistakes(side) {
        const { game } = this.store;
        const puzzles = puzzlesOf(game, side);
        if (puzzles.length === 0) {
            this.store.say(
                `The open game has no mistakes${side === 'both' ? '' : ` of ${side === 'white' ? 'White' : 'Black'}`} with a better move`,
            );
            return;
        }
        const { White, Black } = game.tags;
        const players = [White, Black].filter((name) => name && !/^[?.]*$/.test(name)).join(' – ');
        this.#trainer.begin(
            new PuzzleList(players ? `Mistakes: ${players}` : 'Mistakes of the open game', puzzles),
        );
        this.#draw();
    }

    #leave() {
        this.#trainer.end();
        this.#collection.close();
        this.store.orientation = this.outerSide;
        this.#draw();
        this.#shelf.element.querySelector('button')?.focus();
    }

    #draw() {
        const isOpen = this.#trainer.set !== null;
        this.#trainer.element.hidden = !isOpen;
        this.#shelf.element.hidden = isOpen;
        this.classList.toggle('choosing', !isOpen);
        if (!this.isActive) {
            return;
        }
        if (isOpen) {
            this.#trainer.resume();
        } else {
            this.#shelf.draw();
            this.store.board = { fen: new Game().start.fen, movable: 'none', steps: false };
        }
    }
}

customElements.define('ferz-solve', FerzSolve);
