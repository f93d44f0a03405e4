// The explorer: what the opened games played in the current position, and with what result.

import { button, fill, h } from '../dom.js';
import { libraryOf } from '../games/library.js';
import { INDEXED_PLIES } from '../games/positions.js';
import { fileButton, openGame } from '../open.js';
import { choice } from '../parts/choice.js';
import { Conditions } from './conditions.js';
import { gameList, movesTable } from './explored.js';
import { servedMoves } from './served.js';

/** @import { Color, Position } from '../ferz/index.js' */
/** @import { Library } from '../games/library.js' */
/** @import { Store } from '../store.js' */

/** The games that are listed at first, and how many more are at each wish. */
const FEW = 12;
const MORE = 50;
/** The names of files that are told. */
const NAMED = 3;

export class Explorer {
    #store;
    #library;
    #isActive = false;
    /** The number of the last question: older answers do not count. */
    #asked = 0;
    /** Those of the server's indexes, if it has any. @type {Conditions | null} */
    #conditions = null;
    /** The most games that are listed for the position of a key. */
    #most = FEW;
    #key = 0n;
    /** The side of the user in the games of the user's score. @type {Color | 'both'} */
    #side = 'both';
    /** Shown where the user has games. */
    #sides = choice(
        'My score',
        [
            ['both', 'Both sides'],
            ['white', 'As White'],
            ['black', 'As Black'],
        ],
        'both',
        (side) => {
            this.#side = /** @type {Color | 'both'} */ (side);
            void this.update(this.#isActive);
        },
    );
    #found = h('div.explorer');
    element = h('div.explorer', {}, this.#found);

    /** @param {Store} store */
    constructor(store) {
        this.#store = store;
        this.#library = libraryOf(store);
        this.#library.addEventListener('change', () => this.update(this.#isActive));
        this.#library.addEventListener('indexed', () => this.update(this.#isActive));
    }

    /** @param {boolean} isActive */
    async update(isActive) {
        this.#isActive = isActive;
        if (!isActive) {
            return;
        }
        const asked = ++this.#asked;
        const { position } = this.#store;
        [this.#most, this.#key] =
            position.key === this.#key ? [this.#most, this.#key] : [FEW, position.key];
        const served = servedMoves(this.#store, position, this.#filter(), (san) =>
            this.#store.play(san),
        );
        const found =
            this.#library.size > 0
                ? await this.#library.explore(position, this.#most, this.#side)
                : null;
        const other = await served;
        if (asked !== this.#asked) {
            return;
        }
        const isChoosing = this.#sides.contains(document.activeElement);
        fill(
            this.#found,
            ...other,
            ...(found === null ? [this.#empty()] : this.#foundGames(found)),
        );
        if (isChoosing) {
            /** @type {HTMLElement | null} */ (this.#sides.querySelector('input:checked'))?.focus();
        }
    }

    /** Returns the conditions on the games of the server's indexes. Shows them when the server has told what it has. */
    #filter() {
        const { info } = this.#store.desk;
        if (this.#conditions === null && info !== null && info.indexes.length > 0) {
            this.#conditions = new Conditions(
                info.conditions,
                () => void this.update(this.#isActive),
            );
            this.element.prepend(this.#conditions.element);
        }
        return this.#conditions?.filter ?? {};
    }

    /** @param {Awaited<ReturnType<Library['explore']>>} found */
    #foundGames({ moves, count, games, indexed, of }) {
        const { position } = this.#store;
        const legal = new Set(position.sans());
        const known = moves.filter(({ san }) => legal.has(san));
        const number = (/** @type {number} */ value) => value.toLocaleString('en');
        const play = (/** @type {string} */ san) => void this.#store.play(san);
        const more = () => {
            this.#most += MORE;
            void this.update(this.#isActive);
        };
        return [
            h('h2', {}, 'The games that you have opened'),
            indexed < of &&
                h('p.quiet.small', {}, `${number(indexed)} of ${number(of)} games are indexed…`),
            count === 0 &&
                indexed === of &&
                h(
                    'div.empty',
                    {},
                    h(
                        'p',
                        {},
                        `None of the ${number(of)} games had this position in its first ${INDEXED_PLIES / 2} moves.`,
                    ),
                    position.ply > 0 &&
                        h(
                            'div.row',
                            {},
                            button('To the first position', () => this.#store.first()),
                        ),
                ),
            count > 0 &&
                h(
                    'p.quiet.small',
                    {},
                    `${number(count)} of ${number(of)} ${of === 1 ? 'game' : 'games'} had this position: ${this.#fileNames()}.`,
                ),
            this.#side !== 'both' || known.some(({ mine }) => (mine?.games ?? 0) > 0)
                ? this.#sides
                : null,
            this.#side !== 'both' &&
                h(
                    'p.quiet.small',
                    {},
                    `“You” counts your games with ${this.#side === 'white' ? 'White' : 'Black'}, the other columns all games.`,
                ),
            known.length > 0 && movesTable(play, 'Moves of the opened games', known),
            games.length > 0 && h('h2', {}, count > 1 ? 'Games, the highest rated first' : 'Games'),
            games.length > 0 && gameList(games, ({ index }) => void this.#open(index, position)),
            count > games.length &&
                h(
                    'div.row',
                    {},
                    button('More games', more),
                    h(
                        'span.quiet.small',
                        {},
                        `${number(games.length)} of ${number(count)} are listed.`,
                    ),
                ),
        ];
    }

    /**
     * Opens a game at a position that it had.
     * @param {number} index
     * @param {Position} position
     */
    async #open(index, position) {
        openGame(this.#store, await this.#library.game(index), position);
    }

    /** The files whose games are counted. */
    #fileNames() {
        const names = this.#library.files.filter(({ games }) => games > 0).map(({ name }) => name);
        const others = names.length - NAMED;
        return `${names.slice(0, NAMED).join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
    }

    #empty() {
        return h(
            'div.empty',
            {},
            h(
                'p',
                {},
                'The explorer shows what your games played in a position. Open a file of games to begin.',
            ),
            h('div.row', {}, fileButton(this.#store, 'Open a file…')),
        );
    }
}
