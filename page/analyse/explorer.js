// The explorer: what the opened games played in the current position, and with what result.

import { fill, h } from '../dom.js';
import { libraryOf } from '../games/library.js';
import { fileButton } from '../open.js';
import { Conditions } from './conditions.js';
import { gameList, movesTable } from './explored.js';
import { servedMoves } from './served.js';

/** @import { Library } from '../games/library.js' */
/** @import { Store } from '../store.js' */

export class Explorer {
    #store;
    #library;
    #isActive = false;
    /** The number of the last question: older answers do not count. */
    #asked = 0;
    /** Those of the server's indexes, if it has any. @type {Conditions | null} */
    #conditions = null;
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
        const served = servedMoves(this.#store, position, this.#filter());
        const found = this.#library.size > 0 ? await this.#library.explore(position) : null;
        const other = await served;
        if (asked !== this.#asked) {
            return;
        }
        fill(this.#found, ...other, ...(found === null ? [this.#empty()] : this.#foundGames(found)));
    }

    /** Returns the conditions on the games of the server's indexes. Shows them when the server has told what it has. */
    #filter() {
        const { info } = this.#store.desk;
        if (this.#conditions === null && info !== null && info.indexes.length > 0) {
            this.#conditions = new Conditions(info.conditions, () => void this.update(this.#isActive));
            this.element.prepend(this.#conditions.element);
        }
        return this.#conditions?.filter ?? {};
    }

    /** @param {Awaited<ReturnType<Library['explore']>>} found */
    #foundGames({ moves, games, indexed, of }) {
        const { position } = this.#store;
        const legal = new Set(position.sans());
        const known = moves.filter(({ san }) => legal.has(san));
        const total = moves.reduce((sum, move) => sum + move.games, 0);
        return [
            indexed < of && h('p.quiet.small', {}, `${indexed.toLocaleString('en')} of ${of.toLocaleString('en')} games are indexed…`),
            total === 0 && indexed === of && h('p.empty', {}, 'None of the opened games had this position.'),
            known.length > 0 && movesTable(this.#store, 'Moves of the opened games', known),
            games.length > 0 && h('h2', {}, total > games.length ? 'Games, the highest rated first' : 'Games'),
            games.length > 0 && gameList(games, ({ index }) => void this.#library.open(index, position)),
        ];
    }

    #empty() {
        return h('div.empty', {}, h('p', {}, 'The explorer shows what your games played in a position. Open a file of games to begin.'),
            h('div.row', {}, fileButton(this.#store, 'Open a file…')));
    }
}
