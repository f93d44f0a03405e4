// Where puzzles come from: files, the mistakes of the open game, `ferz serve`, and a few to begin with.

import { button, fill, h } from '../dom.js';
import { go, puzzleButton } from '../open.js';
import { reviewOf } from '../parts/reviewed.js';
import { themeName } from './filter.js';
import { puzzlesOf } from './mistakes.js';
import { reasonOf } from '../serving.js';

/** @import { Color } from '../ferz/index.js' */
/** @import { Store } from '../store.js' */
/** @import { Collection } from './collection.js' */
/** @import { Progress } from './progress.js' */

/** The themes that are shown before all are wanted. */
const FEW = 6;

export class Shelf {
    #store;
    #collection;
    #progress;
    #begin;
    #mistakes = h('section.solve-mistakes');
    #served = h('section.solve-served', { hidden: true });
    #done = h('section.solve-done', { 'aria-label': 'What you have solved' });

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
        const ready = h(
            'section',
            {},
            h('h2', {}, 'Solve puzzles'),
            h(
                'p.quiet',
                {},
                'Find the best move. Sixty puzzles from games on Lichess are ready, the easy ones first.',
            ),
            h(
                'div.row',
                {},
                button('Sixty puzzles of Lichess', () => void this.samples(), {
                    class: 'button main',
                }),
            ),
        );
        const files = h(
            'section',
            {},
            h('h2', {}, 'Puzzles of a file'),
            h('div.row', {}, puzzleButton(store, 'Open a file…')),
            h(
                'details',
                {},
                h('summary', {}, 'More about such files'),
                h(
                    'p.quiet.small',
                    {},
                    'CSV with the columns of Lichess, or PGN; also packed as .gz, and of any size. Lichess publishes millions of puzzles: unpack its file first, since browsers cannot read .zst.',
                ),
                h(
                    'p.quiet.small',
                    {},
                    h('code', {}, 'ferz puzzles find games.pgn -o puzzles.csv'),
                    ' makes puzzles out of your own games.',
                ),
            ),
        );
        this.element = h(
            'div.scroll.shelf',
            {},
            ready,
            this.#done,
            this.#mistakes,
            this.#served,
            files,
        );
    }

    /** Draws what can be solved now. */
    draw() {
        this.#drawMistakes();
        this.#drawDone(false);
        void this.#showServed().catch(() => {});
    }

    /** What has been solved and failed, by theme. @param {boolean} isAsking asks whether all shall be forgotten */
    #drawDone(isAsking) {
        const { solved, failed, streak, best, themes } = this.#progress;
        this.#done.hidden = solved.size + failed.size === 0;
        const number = (/** @type {number} */ count) => count.toLocaleString('en');
        const forget = isAsking
            ? [
                  h('b', {}, 'Forget all that was solved and failed?'),
                  button('Forget', () => (this.#progress.clear(), this.draw()), {
                      class: 'button danger',
                  }),
                  button('Keep', () => this.#drawDone(false)),
              ]
            : [
                  h('span.quiet.small', {}, 'It is kept in this browser.'),
                  h('span.grow'),
                  button(
                      'Forget them',
                      () => (this.#drawDone(true), this.#done.querySelector('button')?.focus()),
                  ),
              ];
        const rows = themes.map(([theme, tally]) =>
            h(
                'tr',
                {},
                h('th', { scope: 'row' }, themeName(theme)),
                h('td', {}, number(tally.solved)),
                h('td', {}, number(tally.failed)),
                h(
                    'td',
                    {},
                    `${Math.round((tally.solved / (tally.solved + tally.failed)) * 100)} %`,
                ),
            ),
        );
        const table = (/** @type {HTMLElement[]} */ shown, /** @type {string} */ caption) =>
            shown.length > 0 &&
            h(
                'table.solve-themes',
                {},
                h('caption.vh', {}, caption),
                h(
                    'thead',
                    {},
                    h(
                        'tr',
                        {},
                        ...['Theme', 'Solved', 'Failed', 'Share'].map((name) =>
                            h('th', { scope: 'col' }, name),
                        ),
                    ),
                ),
                h('tbody', {}, ...shown),
            );
        fill(
            this.#done,
            h('h2', {}, 'So far'),
            h(
                'p',
                {},
                h('b', {}, number(solved.size)),
                ' solved, ',
                h('b', {}, number(failed.size)),
                ' failed',
                best > 1 && `; ${number(streak)} in a row now, ${number(best)} at best`,
            ),
            table(rows.slice(0, FEW), 'Your weakest themes'),
            rows.length > FEW &&
                h(
                    'details',
                    {},
                    h('summary', {}, 'The other themes'),
                    table(rows.slice(FEW), 'The other themes'),
                ),
            h('div.row', {}, ...forget),
        );
    }

    #drawMistakes() {
        const { game } = this.#store;
        const { White, Black } = game.tags;
        const title = h('h2', {}, 'Mistakes of the open game');
        if (game.root.next === null) {
            fill(
                this.#mistakes,
                title,
                h(
                    'p.quiet',
                    {},
                    'Open a game of yours and review it: each mistake becomes a puzzle.',
                ),
            );
            return;
        }
        const [white, black] = [puzzlesOf(game, 'white').length, puzzlesOf(game, 'black').length];
        const side = (
            /** @type {Color} */ color,
            /** @type {string | undefined} */ name,
            /** @type {number} */ count,
        ) =>
            count > 0 &&
            button(
                `${name && !/^[?.]*$/.test(name) ? name : color === 'white' ? 'White' : 'Black'}: ${count} ${count === 1 ? 'mistake' : 'mistakes'}`,
                () => this.#begin(color),
            );
        if (white + black > 0) {
            fill(
                this.#mistakes,
                title,
                h('p.quiet', {}, 'Find the move that was better.'),
                h('div.row', {}, side('white', White, white), side('black', Black, black)),
            );
            return;
        }
        if (reviewOf(game) !== null || game.recordedReview() !== null) {
            fill(
                this.#mistakes,
                title,
                h('p.quiet', {}, 'The review of the open game has found no mistake to solve.'),
            );
            return;
        }
        // The number makes each review an address of its own.
        const review = button('Review the game', () => go(`analyse/review=${Date.now()}`));
        fill(
            this.#mistakes,
            title,
            h(
                'p.quiet',
                {},
                'The open game has no mistakes with a better move beside them: a review finds them.',
            ),
            h('div.row', {}, review),
        );
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
                this.#store.say(`${name} cannot be read: ${reasonOf(error)}`);
            }
        };
        this.#served.hidden = files.length === 0;
        fill(
            this.#served,
            h('h2', {}, 'Files of ferz serve'),
            h('div.row', {}, ...files.map((file) => button(file.name, () => void open(file)))),
        );
    }

    /** Opens the puzzles that the page has. */
    async samples() {
        const response = await fetch(new URL('samples.txt', import.meta.url));
        await this.#collection.open([
            new File([await response.blob()], 'Sixty puzzles of Lichess'),
        ]);
    }
}
