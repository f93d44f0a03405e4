// The library of opened games, by its thread.

import { Game } from '../ferz/index.js';
import { filesOf, keepCopies, keepOpened, openedBefore } from '../handles.js';
import { namesOf } from '../parts/me.js';
import { Thread } from '../thread.js';
import { reasonOf } from '../serving.js';

/** @import { Position } from '../ferz/index.js' */
/** @import { Query, Row } from './catalogue.js' */
/** @import { ReadFile, Report, Task } from './worker.js' */
/** @import { Handle, Opened, Place } from '../handles.js' */
/** @import { Store } from '../store.js' */

/** @type {WeakMap<Store, Library>} */
const libraries = new WeakMap();

/**
 * Returns the library of the page.
 * @param {Store} store
 */
export function libraryOf(store) {
    let library = libraries.get(store);
    if (!library) {
        library = new Library(store);
        libraries.set(store, library);
    }
    return library;
}

/** Dispatches `change` when games are added or taken away, and with each progress. */
export class Library extends EventTarget {
    /** The number of games. */
    size = 0;
    /** The files, with their numbers of games. @type {{ name: string, games: number }[]} */ files =
        [];
    /** The file that is read. @type {{ name: string, bytes: number, of: number, games: number } | null} */ reading =
        null;
    /** The progress of the explorer's index. @type {{ games: number, of: number } | null} */ indexing =
        null;
    /** What could not be read, in words. */
    fault = '';
    /** What is searched and chosen in the list. @type {Place | null} */ place = null;
    /** The handles of the files. @type {Handle[]} */ #handles = [];
    /** The files that have none. @type {File[]} */ #copies = [];
    /** The names of the files of `ferz serve`. @type {string[]} */ #served = [];
    /** True while what was open the last time is opened. */
    #isReopening = false;
    #store;
    /** @type {Thread<Task, Report>} */ #thread = new Thread(
        new URL('worker.js', import.meta.url),
        (report) => this.#receive(report),
    );

    /** @param {Store} store */
    constructor(store) {
        super();
        this.#store = store;
    }

    /**
     * Adds the games of files: PGN, also packed with gzip.
     * @param {File[]} files
     * @param {Handle[]} [handles] those of the files, by which they are opened again the next time
     * @param {File[]} [copies] the files that are copied for that, by default all if there are no handles
     * @returns {Promise<Game | null>} the game if it is the only one of all files, which is opened at once
     */
    async add(files, handles = [], copies = handles.length === 0 ? files : []) {
        this.fault = '';
        const before = this.size;
        try {
            /** @type {{ files: ReadFile[], size: number }} */
            const read = await this.#thread.ask({ add: files });
            this.files.push(...read.files);
            this.#handles.push(...handles);
            this.keep();
            if (copies.length > 0) {
                this.#copies.push(...copies);
                void keepCopies(this.#copies);
            }
            this.size = read.size;
            this.fault = read.files.flatMap(({ faults }) => faults).join('\n');
        } catch (error) {
            this.fault = `The file cannot be read: ${reasonOf(error)}`;
        }
        this.#changed();
        return this.size === 1 && before === 0 ? this.game(0) : null;
    }

    /**
     * The files of games that `ferz serve` has; Solve has its puzzles.
     * @returns {Promise<{ number: number, name: string, bytes: number }[]>}
     */
    async served() {
        const { server, info } = this.#store.desk;
        const files =
            server !== null && info !== null && info.games > 0 ? await server.call('games') : [];
        return files.filter(
            (/** @type {{ name: string }} */ { name }) => !/\.csv(\.gz)?$/i.test(name),
        );
    }

    /**
     * Adds a file of `ferz serve`.
     * @param {{ number: number, name: string }} file
     * @returns {Promise<Game | null>} as `add`
     */
    async addServed({ number, name }) {
        const { server } = this.#store.desk;
        try {
            if (server === null) {
                throw new Error('the server has gone');
            }
            const response = await server.open('games', { number });
            this.#served.push(name);
            return await this.add([new File([await response.blob()], name)], [], []);
        } catch (error) {
            this.fault = `${name} cannot be read: ${reasonOf(error)}`;
            this.#changed();
            return null;
        }
    }

    /**
     * Returns what was open the last time, if it can be opened again.
     * @returns {Promise<Opened | null>}
     */
    async before() {
        const isEmpty = this.size === 0 && !this.#isReopening;
        const opened = isEmpty ? await openedBefore() : null;
        const { handles = [], served = [], copies = [] } = opened ?? {};
        return handles.length + served.length + copies.length > 0 ? opened : null;
    }

    /**
     * Opens what was open the last time.
     * @param {Opened} opened
     * @param {boolean} asks true if the browser may ask for it
     * @returns {Promise<boolean>} false if the browser does not allow it, or the server has none of them
     */
    async reopen({ handles, served = [], copies = [], place }, asks) {
        if (this.#isReopening) {
            return false;
        }
        this.#isReopening = true;
        try {
            const files = await filesOf(handles, asks).catch(() => null);
            const offered = served.length > 0 ? await this.served().catch(() => []) : [];
            const again = offered.filter(({ name }) => served.includes(name));
            if (files === null || files.length + again.length + copies.length === 0) {
                return false;
            }
            this.place = place;
            if (files.length + copies.length > 0) {
                await this.add([...files, ...copies], handles, copies);
            }
            for (const file of again) {
                await this.addServed(file);
            }
            return true;
        } finally {
            this.#isReopening = false;
        }
    }

    /** Keeps what is open for the next time. */
    keep() {
        const [handles, served] = [this.#handles, this.#served];
        void keepOpened({ handles, served, place: this.place });
    }

    /** Closes all files. */
    async clear() {
        [this.#handles, this.#served, this.#copies] = [[], [], []];
        this.place = null;
        void keepOpened(null);
        void keepCopies([]);
        await this.#thread.ask({ clear: true });
        Object.assign(this, { size: 0, files: [], fault: '', reading: null, indexing: null });
        this.#changed();
    }

    /**
     * Searches the list. `rows` are those of the last search.
     * @param {Query} query
     * @returns {Promise<{ count: number, size: number }>}
     */
    find(query) {
        return this.#thread.ask({ find: query });
    }

    /**
     * Returns rows of the last search.
     * @param {number} from
     * @param {number} to
     * @returns {Promise<Row[]>}
     */
    rows(from, to) {
        return this.#thread.ask({ rows: [from, to] });
    }

    /**
     * Reads a game.
     * @param {number} index
     * @returns {Promise<Game>}
     */
    async game(index) {
        return Game.from(await this.#thread.ask({ text: index })) ?? new Game();
    }

    /**
     * Returns the moves that the games made in a position, the number of those games, and the best of them. The first call
     * begins to index.
     * @param {Position} position
     * @param {number} most the most games that are listed
     * @param {import('../ferz/index.js').Color | 'both'} side that of the user in the games of the user's score
     * @returns {Promise<{ moves: import('./positions.js').ExploredMove[], count: number, games: Row[], indexed: number, of: number }>}
     */
    explore(position, most, side) {
        return this.#thread.ask({
            explore: position.key,
            games: most,
            side,
            me: namesOf(this.#store.settings.me),
        });
    }

    /**
     * Returns the user's games with a side, or all of them if none is the user's; the last ones of many.
     * @param {import('../ferz/index.js').Color} side
     * @param {number} most
     * @returns {Promise<{ games: Game[], isMine: boolean }>}
     */
    async gamesOf(side, most) {
        const me = namesOf(this.#store.settings.me);
        /** @type {{ isMine: boolean, texts: Uint8Array[] }} */
        const { isMine, texts } = await this.#thread.ask({ mine: side, me, most });
        return { isMine, games: texts.flatMap((text) => Game.from(text) ?? []) };
    }

    /** @param {Report} report */
    #receive(report) {
        if ('reading' in report) {
            this.reading = report.reading;
            this.#changed();
        } else {
            this.indexing = report.indexing;
            this.dispatchEvent(new Event('indexed'));
        }
    }

    #changed() {
        this.dispatchEvent(new Event('change'));
    }
}
