// Where puzzles come from: files, the mistakes of the open game, `ferz serve`, and a few to begin with.

import { button, fill, h } from '../dom.js';
import { go, puzzleButton } from '../open.js';
import { puzzlesOf } from './mistakes.js';

/** @import { Color } from '../ferz/index.js' */
/** @import { Store } from '../store.js' */
/** @import { Collection } from './collection.js' */
/** @import { Progress } from './progress.js' */

export class Shelf {
    #store;
    #collection;
    #progress;
    #begin;
    #mistakes = h('section.solve-mistakes');
    #served = h('section.solve-served', { hidden: true });
    #done = h('p.quiet.small.row');

    /**
     * @param {Store} store
     * @param {Collection} collection
     * @param {Progress} progress
     * @param {(color: Color) => void} begin begins with the mistakes of a side
     */
    constructor(store, collection, progress, begin) {
        this.#store = store;
        this.#collection = collection;
        this.#progress = progress;
        this.#begin = begin;
        const files = h('section', {},
            h('h2', {}, 'Solve puzzles'),
            h('p.quiet', {}, 'Find the best move, one puzzle after the other. Sixty are here; a file of your own has the columns of Lichess (CSV) or is PGN, of any size, also packed as .gz.'),
            h('div.row', {}, button('Sixty puzzles of Lichess', () => void this.samples(), { class: 'button main' }), puzzleButton(store, 'Open a file…')),
            h('p.quiet.small', {}, h('code', {}, 'ferz puzzles find games.pgn -o puzzles.csv'), ' makes puzzles out of your own games. Lichess publishes millions: unpack its file first, since browsers cannot read .zst.'));
        this.element = h('div.scroll.shelf', {}, files, this.#mistakes, this.#served, this.#done);
    }

    /** Draws what can be solved now. */
    draw() {
        this.#drawMistakes();
        const { solved, failed } = this.#progress;
        this.#done.hidden = solved.size + failed.size === 0;
        fill(this.#done, h('span', {}, `In this browser: ${solved.size.toLocaleString('en')} solved, ${failed.size.toLocaleString('en')} failed.`),
            button('Forget them', () => {
                this.#progress.clear();
                this.draw();
            }));
        void this.#showServed().catch(() => {});
    }

    #drawMistakes() {
        const { game } = this.#store;
        const { White, Black } = game.tags;
        const title = h('h2', {}, 'Mistakes of the open game');
        if (game.root.next === null) {
            fill(this.#mistakes, title, h('p.quiet', {}, 'Open a game of yours and review it: each mistake becomes a puzzle.'));
            return;
        }
        const [white, black] = [puzzlesOf(game, 'white').length, puzzlesOf(game, 'black').length];
        const side = (/** @type {Color} */ color, /** @type {string | undefined} */ name, /** @type {number} */ count) => count > 0
            && button(`${name && !/^[?.]*$/.test(name) ? name : color === 'white' ? 'White' : 'Black'}: ${count} ${count === 1 ? 'mistake' : 'mistakes'}`, () => this.#begin(color));
        if (white + black > 0) {
            fill(this.#mistakes, title, h('p.quiet', {}, 'Find the move that was better.'), h('div.row', {}, side('white', White, white), side('black', Black, black)));
            return;
        }
        // The number makes each review an address of its own.
        const review = button('Review the game', () => go(`analyse/review=${Date.now()}`));
        fill(this.#mistakes, title, h('p.quiet', {}, 'The open game has no mistakes with a better move beside them: a review finds them.'), h('div.row', {}, review));
    }

    /** Offers the files of puzzles that `ferz serve` has. */
    async #showServed() {
        const { server, info } = this.#store.desk;
        if (server === null || info === null || info.games === 0) {
            this.#served.hidden = true;
            return;
        }
        /** @type {{ number: number, name: string }[]} */
        const all = await server.call('games');
        const files = all.filter(({ name }) => /\.csv(\.gz)?$|puzzle/i.test(name));
        const open = async (/** @type {{ number: number, name: string }} */ { number, name }) => {
            try {
                const response = await server.open('games', { number });
                await this.#collection.open([new File([await response.blob()], name)]);
            } catch (error) {
                this.#store.say(`${name} cannot be read: ${error instanceof Error ? error.message : error}`);
            }
        };
        this.#served.hidden = files.length === 0;
        fill(this.#served, h('h2', {}, 'Files of ferz serve'), h('div.row', {}, ...files.map((file) => button(file.name, () => void open(file)))));
    }

    /** Opens the puzzles that the page has. */
    async samples() {
        const response = await fetch(new URL('samples.txt', import.meta.url));
        await this.#collection.open([new File([await response.blob()], 'Sixty puzzles of Lichess')]);
    }
}
