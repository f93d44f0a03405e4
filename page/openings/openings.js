// Openings: repertoires of PGN files, what is missing in them, and their learning.

import { button, fill, h } from '../dom.js';
import { Game } from '../ferz/index.js';
import { Repertoire, progressText, readProgress, today } from '../ferz/rules/repertoire.js';
import { ModeElement } from '../mode.js';
import { go } from '../open.js';
import { choice } from '../parts/choice.js';
import { deleteRepertoire, keepRepertoire, listRepertoires } from './library.js';
import { faultSections } from './report.js';
import { OpeningTrainer } from './trainer.js';

/** @import { Color } from '../ferz/index.js' */
/** @import { Faults, Place } from '../ferz/rules/repertoire.js' */
/** @import { KeptRepertoire } from './library.js' */

/** The number of new cards a day. */
const NEW_A_DAY = 10;

const number = (/** @type {number} */ count) => count.toLocaleString('en');

/**
 * Asks for files and returns their texts; none if none is chosen.
 * @param {string} accept
 * @returns {Promise<{ name: string, text: string }[]>}
 */
function pickTexts(accept) {
    const field = /** @type {HTMLInputElement} */ (
        h('input', { type: 'file', accept, multiple: true })
    );
    return new Promise((resolve) => {
        field.addEventListener('cancel', () => resolve([]));
        field.addEventListener('change', async () => {
            const files = [...(field.files ?? [])];
            const texts = files.map(async (file) => ({ name: file.name, text: await file.text() }));
            resolve(await Promise.all(texts));
        });
        field.click();
    });
}

export class FerzOpenings extends ModeElement {
    /** @type {Color} */ #color = 'white';
    /** The one that is open. @type {KeptRepertoire | null} */ #kept = null;
    /** @type {Repertoire | null} */ #repertoire = null;
    #shelf = h('div.scroll.openings-shelf');
    /** @type {OpeningTrainer} */ #trainer = /** @type {any} */ (undefined);
    /** The side at the bottom before this mode turned the board. @type {Color} */ #orientation =
        'white';

    build() {
        this.#trainer = new OpeningTrainer(this.store, {
            isActive: () => this.isActive,
            leave: () => this.#leaveTrainer(),
            keep: () => void this.#keep(),
        });
        this.append(this.#shelf, this.#trainer.element);
    }

    enter() {
        this.#orientation = this.store.orientation;
        this.store.evaluation = null;
        this.#draw();
    }

    leave() {
        this.store.orientation = this.#orientation;
    }

    #leaveTrainer() {
        this.#trainer.end();
        this.#draw();
        this.#shelf.querySelector('button')?.focus();
    }

    #draw() {
        const isLearning = this.#trainer.isOpen;
        this.#trainer.element.hidden = !isLearning;
        this.#shelf.hidden = isLearning;
        this.classList.toggle('choosing', !isLearning && this.#kept === null);
        if (isLearning) {
            this.#trainer.draw();
            return;
        }
        this.store.board = { fen: new Game().start.fen, movable: 'none', steps: false };
        this.#kept === null ? void this.#drawList() : this.#drawOne();
    }

    /** Keeps what was learned. */
    async #keep() {
        if (this.#kept === null || this.#repertoire === null) {
            return;
        }
        this.#kept.cards = this.#repertoire.records;
        try {
            await keepRepertoire(this.#kept);
        } catch {
            this.store.say('The browser keeps nothing: export the progress before you leave.');
        }
    }

    // ---- The list

    async #drawList() {
        /** @type {KeptRepertoire[]} */
        const kept = await listRepertoires().catch(() => []);
        const rows = kept.map((it) =>
            h(
                'li.openings-row',
                {},
                h(
                    'div.grow',
                    {},
                    h('b', {}, it.name),
                    h('span.quiet.small', {}, it.color === 'white' ? 'White' : 'Black'),
                ),
                button('Open', () => this.#open(it), { 'aria-label': `Open ${it.name}` }),
            ),
        );
        const add = h(
            'section',
            {},
            h('h2', {}, 'My openings'),
            h(
                'p.quiet',
                {},
                'Open PGN files with the variations that you play. You see what is missing, learn the moves, and they stay in this browser.',
            ),
            choice(
                'My side',
                [
                    ['white', 'White'],
                    ['black', 'Black'],
                ],
                this.#color,
                (color) => (this.#color = /** @type {Color} */ (color)),
            ),
            h(
                'div.row',
                {},
                button('Open PGN files…', () => void this.#add(), { class: 'button main' }),
                button('Puzzles', () => go('solve')),
            ),
        );
        const list = rows.length > 0 && h('section', {}, h('h2', {}, 'Kept'), h('ul', {}, ...rows));
        fill(this.#shelf, add, list);
    }

    /** Adds the repertoire of files. */
    async #add() {
        const files = await pickTexts('.pgn,.txt');
        if (files.length === 0) {
            return;
        }
        const names = files.map(({ name }) => name.replace(/\.(pgn|txt)$/i, ''));
        const name =
            names.length > 2 ? `${names[0]} and ${names.length - 1} more` : names.join(', ');
        const color = this.#color;
        const id = `${color}:${names.join('/')}`;
        // The same files again are a new version: what was learned stays.
        const known = (await listRepertoires().catch(() => [])).find((it) => it.id === id);
        const kept = { id, name, color, files, cards: known?.cards ?? {} };
        if (this.#open(kept)) {
            await this.#keep();
        }
    }

    /** @param {KeptRepertoire} kept */
    #open(kept) {
        const repertoire = new Repertoire(kept.files, kept.color, kept.cards);
        if (repertoire.cards.length === 0) {
            const [error] = repertoire.errors;
            const side = kept.color === 'white' ? 'White' : 'Black';
            this.store.say(
                error
                    ? `${error.file}, line ${error.line}: ${error.message}`
                    : `Found no move of ${side} in ${kept.name}`,
            );
            return false;
        }
        [this.#kept, this.#repertoire] = [kept, repertoire];
        this.#draw();
        return true;
    }

    // ---- A repertoire

    /** @param {Faults & { left?: (Place & { games: number })[], games?: number }} [compared] */
    #drawOne(compared) {
        const kept = /** @type {KeptRepertoire} */ (this.#kept);
        const repertoire = /** @type {Repertoire} */ (this.#repertoire);
        const { queue, counts } = repertoire.queue(today(), NEW_A_DAY);
        const head = h(
            'section',
            {},
            h('h2', {}, `${kept.name}, ${kept.color === 'white' ? 'White' : 'Black'}`),
            h(
                'p',
                { role: 'status' },
                `${number(counts.cards)} positions: ${number(counts.due)} due, ${number(counts.learned)} learned, ${number(counts.forgotten)} forgotten, ${number(counts.new)} new.`,
            ),
            h(
                'div.row',
                {},
                button(
                    queue.length > 0 ? `Learn ${number(queue.length)}` : 'Nothing is due',
                    () => this.#learn(),
                    { class: 'button main', disabled: queue.length === 0 },
                ),
                button('Compare with games…', () => void this.#compare()),
                button('All openings', () => this.#close()),
            ),
        );
        const show = (/** @type {Place} */ { fen }) => {
            this.store.orientation = kept.color;
            this.store.board = { fen, movable: 'none', steps: false };
            // On a telephone the board is above the list.
            document.querySelector('#board')?.scrollIntoView({ block: 'nearest' });
        };
        const sections = faultSections(repertoire, compared ?? repertoire.faults, compared, show);
        const file = h(
            'section',
            {},
            h('h2', {}, 'Progress'),
            h(
                'p.quiet.small',
                {},
                'It is kept in this browser. The file is that of ',
                h('code', {}, 'ferz repertoire learn'),
                '.',
            ),
            h(
                'div.row',
                {},
                button('Export', () => this.#export()),
                button('Import…', () => void this.#import()),
                button('Delete this repertoire', () => void this.#delete(), {
                    class: 'button danger',
                }),
            ),
        );
        fill(this.#shelf, head, ...sections, file);
    }

    #close() {
        [this.#kept, this.#repertoire] = [null, null];
        this.#draw();
    }

    #learn() {
        const kept = /** @type {KeptRepertoire} */ (this.#kept);
        this.#trainer.begin(/** @type {Repertoire} */ (this.#repertoire), kept.color, kept.name);
        this.#draw();
    }

    async #compare() {
        const files = await pickTexts('.pgn,.txt');
        if (files.length > 0 && this.#repertoire !== null) {
            const games = files.map(({ text }) => text).join('\n\n');
            this.#drawOne(this.#repertoire.compare(games));
        }
    }

    #export() {
        const kept = /** @type {KeptRepertoire} */ (this.#kept);
        const blob = new Blob([progressText(kept.cards)], { type: 'application/json' });
        const link = h('a', {
            href: URL.createObjectURL(blob),
            download: `${kept.files[0].name.replace(/\.[^.]*$/, '')}.progress.json`,
        });
        link.click();
        setTimeout(() => URL.revokeObjectURL(/** @type {HTMLAnchorElement} */ (link).href), 10_000);
    }

    async #import() {
        const [file] = await pickTexts('.json');
        const kept = this.#kept;
        if (file === undefined || kept === null) {
            return;
        }
        try {
            const cards = readProgress(file.text);
            this.#open({ ...kept, cards: { ...kept.cards, ...cards } });
            await this.#keep();
        } catch (error) {
            this.store.say(`${file.name}: ${error instanceof Error ? error.message : error}`);
        }
    }

    async #delete() {
        const kept = /** @type {KeptRepertoire} */ (this.#kept);
        await deleteRepertoire(kept.id).catch(() => {});
        this.#close();
        this.store.say(`Deleted ${kept.name}`, {
            label: 'Undo',
            act: () => void keepRepertoire(kept).then(() => this.#draw()),
        });
    }
}

customElements.define('ferz-openings', FerzOpenings);
