// Openings: repertoires of PGN files, what is missing in them, and their learning.

import { button, fill, h } from '../dom.js';
import { Game, Position } from '../ferz/index.js';
import { Repertoire, progressText, readProgress, today } from '../ferz/rules/repertoire.js';
import { ModeElement } from '../mode.js';
import { go, picker } from '../open.js';
import { libraryOf } from '../games/library.js';
import { askMe } from '../parts/ask-me.js';
import { choice } from '../parts/choice.js';
import { namesOf, sideOf } from '../parts/me.js';
import { save } from '../parts/save.js';
import { AnswerForm } from './answer.js';
import { saveAnswers, withAnswers, withoutLast } from './answers.js';
import { deleteRepertoire, keepRepertoire, listRepertoires } from './library.js';
import { faultSections } from './report.js';
import { answersOf, OpeningTrainer } from './trainer.js';

/** @import { Color } from '../ferz/index.js' */
/** @import { Place } from '../ferz/rules/repertoire.js' */
/** @import { Handle } from '../handles.js' */
/** @import { KeptRepertoire, RepertoireFile } from './library.js' */
/** @import { Compared } from './report.js' */

/** The milliseconds of a day. */
const A_DAY = 86_400_000;
/** The number of new cards a day. */
const NEW_A_DAY = 10;
/** The most games that are taken for a repertoire without being chosen as its file. */
const MOST_CHAPTERS = 300;
/** The most of the opened games that are compared. */
const MOST_GAMES = 20_000;

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

/**
 * The players of most games, at most two, each of more than one.
 * @param {Game[]} games
 */
function frequentPlayers(games) {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const name of games.flatMap(({ tags }) => [tags.White, tags.Black])) {
        name && counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    const sorted = [...counts].filter(([, count]) => count > 1).sort((a, b) => b[1] - a[1]);
    return sorted.slice(0, 2).map(([name]) => name);
}

/**
 * The side of a repertoire, and what is learned and due of it.
 * @param {KeptRepertoire} repertoire
 */
function factsOf({ color, cards }) {
    const records = Object.values(cards);
    const day = new Date(today() * A_DAY).toISOString().slice(0, 10);
    const due = records.filter((record) => record.due <= day).length;
    const side = color === 'white' ? 'White' : 'Black';
    return records.length === 0
        ? `${side} · not learned yet`
        : `${side} · ${number(records.length)} learned, ${number(due)} due`;
}

export class FerzOpenings extends ModeElement {
    /** @type {Color} */ #color = 'white';
    /** The one that is open. @type {KeptRepertoire | null} */ #kept = null;
    /** @type {Repertoire | null} */ #repertoire = null;
    /** What the last comparison of the open one has shown. @type {Compared | undefined} */ #compared;
    /** The file of games that was compared with last. @type {{ name: string, games: Game[] } | null} */ #played =
        null;
    #shelf = h('div.scroll.openings-shelf');
    /** True if the open one has changed since that comparison. */
    #isStale = false;
    /** @type {OpeningTrainer} */ #trainer = /** @type {any} */ (undefined);
    /** @type {AnswerForm} */ #form = /** @type {any} */ (undefined);
    turnsBoard = true;

    build() {
        this.#trainer = new OpeningTrainer(this.store, {
            isActive: () => this.isActive,
            leave: () => this.#leaveTrainer(),
            keep: () => void this.#keep(),
        });
        this.#form = new AnswerForm(this.store, {
            isActive: () => this.isActive,
            leave: () => this.#leaveForm(),
            add: (place, move) => this.#addAnswer(place, move),
            undo: () => this.#undoAnswer(),
            hasAnswer: ({ fen }) => this.#hasAnswer(fen),
            analyse: (place) => this.#analyse(place),
        });
        this.append(this.#shelf, this.#trainer.element, this.#form.element);
    }

    enter() {
        this.store.evaluation = null;
        this.#draw();
    }

    leave() {
        this.#form.pause();
    }

    #leaveForm() {
        this.#form.end();
        this.#draw();
        this.#shelf.querySelector('button')?.focus();
    }

    #leaveTrainer() {
        this.#trainer.end();
        this.#draw();
        this.#shelf.querySelector('button')?.focus();
    }

    #draw() {
        const [isLearning, isAnswering] = [this.#trainer.isOpen, this.#form.isOpen];
        this.#trainer.element.hidden = !isLearning;
        this.#form.element.hidden = !isAnswering;
        this.#shelf.hidden = isLearning || isAnswering;
        this.classList.toggle('choosing', !this.#shelf.hidden && this.#kept === null);
        if (this.#shelf.hidden) {
            isLearning ? this.#trainer.draw() : this.#form.resume();
            return;
        }
        if (this.#isStale && this.#compared !== undefined) {
            this.#compareAgain(this.#compared.all);
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
                h('div.grow', {}, h('b', {}, it.name), h('span.quiet.small', {}, factsOf(it))),
                button('Open', () => this.#open(it), { 'aria-label': `Open ${it.name}` }),
            ),
        );
        const add = h(
            'section',
            {},
            h('h2', {}, rows.length > 0 ? 'Add another' : 'My openings'),
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
                picker(
                    'Open PGN files…',
                    { class: 'button main' },
                    '.pgn,.txt',
                    'Files of openings',
                    (files, handles) => this.#add(files, handles),
                ),
                this.store.game.root.next !== null &&
                    button('Use the open game', () => void this.#addOpen()),
                this.#openedButton(),
            ),
        );
        const list =
            rows.length > 0 && h('section', {}, h('h2', {}, 'My openings'), h('ul', {}, ...rows));
        fill(this.#shelf, list, add);
    }

    /** The button for the files that are open in Games, unless they have more games than a repertoire has. */
    #openedButton() {
        const library = libraryOf(this.store);
        const { size, files } = library;
        const [{ name } = { name: '' }] = files;
        const all = files.length === 1 ? name : `the ${number(files.length)} opened files`;
        const use = async () => {
            const numbers = Array.from({ length: size }, (_, game) => game);
            const games = await Promise.all(numbers.map((game) => library.game(game)));
            const text = games.map((game) => game.toPgn()).join('\n');
            await this.#addTexts([{ name: files.map((file) => file.name).join(', '), text }]);
        };
        return size > 0 && size <= MOST_CHAPTERS && button(`Use ${all}`, () => void use());
    }

    /** Adds the repertoire of the game that is open, with its variations. */
    #addOpen() {
        const { game } = this.store;
        const players = [game.tags.White, game.tags.Black].filter(Boolean).join(' – ');
        const name = game.tags.Event?.replace(/^\?$/, '') || players || 'Open game';
        return this.#addTexts([{ name: `${name}.pgn`, text: game.toPgn() }]);
    }

    /**
     * Adds the repertoire of files.
     * @param {File[]} files
     * @param {Handle[]} handles
     */
    async #add(files, handles) {
        const texts = files.map(async (file, index) => ({
            name: file.name,
            text: await file.text(),
            handle: handles[index],
        }));
        await this.#addTexts(await Promise.all(texts));
    }

    /** @param {RepertoireFile[]} files */
    async #addTexts(files) {
        const names = files.map(({ name }) => name.replace(/\.(pgn|txt)$/i, ''));
        const name =
            names.length > 2 ? `${names[0]} and ${names.length - 1} more` : names.join(', ');
        const color = this.#color;
        const id = `${color}:${names.join('/')}`;
        // The same files again are a new version: what was learned stays, and what was added and they lack.
        const known = (await listRepertoires().catch(() => [])).find((it) => it.id === id);
        const kept = { id, name, color, files, cards: known?.cards ?? {} };
        if (this.#open(await withAnswers(kept, known?.added ?? []))) {
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
        [this.#kept, this.#repertoire, this.#compared] = [kept, repertoire, undefined];
        this.store.orientation = kept.color;
        this.#draw();
        return true;
    }

    // ---- A repertoire

    #drawOne() {
        const compared = this.#compared;
        const kept = /** @type {KeptRepertoire} */ (this.#kept);
        const repertoire = /** @type {Repertoire} */ (this.#repertoire);
        const { counts } = repertoire.queue(today(), NEW_A_DAY);
        const { queue, isMore } = this.#queue;
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
                    queue.length === 0
                        ? 'Nothing is due'
                        : `Learn ${number(queue.length)}${isMore ? ' more' : ''}`,
                    () => this.#learn(),
                    { class: 'button main', disabled: queue.length === 0 },
                ),
                button('All openings', () => this.#close()),
            ),
        );
        const opened = libraryOf(this.store).size;
        const played = this.#played;
        const compare = h(
            'div.row',
            {},
            opened > 0 &&
                button(
                    `Compare with the ${number(opened)} opened games`,
                    () => void this.#compareOpened(),
                ),
            played !== null &&
                button(`With ${played.name} again`, () => this.#compare(played.games)),
            button(
                opened > 0 || played !== null ? 'With a file…' : 'Compare with games…',
                () => void this.#compareFiles(),
            ),
        );
        const show = (
            /** @type {Place & { move?: string, card?: number | null }} */ { fen, move, card },
        ) => {
            this.store.orientation = kept.color;
            const answers = card == null ? [] : answersOf(repertoire.cards[card]);
            const marks = move === undefined ? [] : [`R${move.slice(0, 4)}`, ...answers];
            this.store.board = { fen, marks, movable: 'none', steps: false };
            // On a telephone the board is above the list.
            document.querySelector('#board')?.scrollIntoView({ block: 'nearest' });
        };
        const sections = faultSections(
            repertoire,
            { ...compared, faults: compared?.faults ?? repertoire.faults, side: kept.color },
            {
                compare: this.#whoseGames(compared, compare),
                show,
                analyse: (place) => this.#analyse(place),
                answer: (places) => this.#answer(places),
            },
        );
        const due = compared?.isMine ? this.#dueButton(compared) : null;
        const file = h(
            'section',
            {},
            h('h2', {}, 'Progress'),
            h(
                'p.quiet.small',
                {},
                'It is kept in this browser. An exported file is read here again, and by the command ',
                h('code', {}, 'ferz repertoire learn'),
                '.',
            ),
            h(
                'div.row',
                {},
                button('Export', () => this.#export()),
                button('Import…', () => void this.#import()),
                button('Delete this repertoire', () => void this.#delete()),
            ),
        );
        fill(this.#shelf, head, this.#addedSection(kept), ...sections, due, file);
    }

    // ---- Answers that are missing

    /** Asks for the answers that places lack. @param {(Place & { move?: string })[]} places */
    #answer(places) {
        const { color } = /** @type {KeptRepertoire} */ (this.#kept);
        // Where games left the repertoire, the place is that before their move.
        const lacking = places.map(({ line, fen, move }) => {
            const position = new Position(fen);
            move !== undefined && position.play(move);
            return { line, fen: position.fen };
        });
        this.#form.begin(lacking, color, this.#compared?.all ?? []);
        this.#draw();
        this.#form.focus();
    }

    /**
     * Adds an answer and returns what is said of it.
     * @param {Place} place
     * @param {string} move
     */
    async #addAnswer(place, move) {
        const before = /** @type {KeptRepertoire} */ (this.#kept);
        await this.#change(await withAnswers(before, [{ ...place, move }]));
        const { files } = /** @type {KeptRepertoire} */ (this.#kept);
        const grown = files.find((file, index) => file !== before.files[index]);
        return `In ${grown?.name ?? before.name}, kept in this browser until you save it. It is asked among the new cards.`;
    }

    /** True if the repertoire has an answer in a position. @param {string} fen */
    #hasAnswer(fen) {
        const name = fen.split(' ').slice(0, 4).join(' ');
        return this.#repertoire?.cards.some((card) => card.name === name) ?? false;
    }

    async #undoAnswer() {
        await this.#change(await withoutLast(/** @type {KeptRepertoire} */ (this.#kept)));
    }

    /** Goes on with a changed repertoire. @param {KeptRepertoire} kept */
    async #change(kept) {
        this.#kept = kept;
        this.#repertoire = new Repertoire(kept.files, kept.color, kept.cards);
        this.#isStale = true;
        await this.#keep();
    }

    /** The answers that the files lack. @param {KeptRepertoire} kept */
    #addedSection({ files, added = [] }) {
        const last = added.at(-1);
        if (last === undefined) {
            return null;
        }
        const changed = files.filter((file) => file.original !== undefined);
        const names = changed.map(({ name }) => name).join(', ');
        const hasHandles = changed.every(({ handle }) => handle !== undefined);
        const undo = async () => {
            await this.#undoAnswer();
            this.#draw();
        };
        return h(
            'section',
            {},
            h('h2', {}, `Answers that you added (${number(added.length)})`),
            h(
                'ul',
                {},
                ...added.map(({ line, fen, move }) =>
                    h('li', {}, `${line} `, h('b', {}, new Position(fen).sanLine([move]))),
                ),
            ),
            h(
                'p.quiet.small',
                {},
                hasHandles
                    ? `They are in this browser. ${names} has them when you save it.`
                    : `They are in this browser. Save ${names} with them, and open the saved file here the next time.`,
            ),
            h(
                'div.row',
                {},
                button(`Save ${names}`, () => void this.#saveAnswers(names), {
                    class: 'button main',
                }),
                button('Undo the last', () => void undo()),
            ),
        );
    }

    /** @param {string} names */
    async #saveAnswers(names) {
        try {
            const kept = /** @type {KeptRepertoire} */ (this.#kept);
            await this.#change(await saveAnswers(kept));
            this.#draw();
            this.store.say(`Saved ${names}`);
        } catch (error) {
            this.store.say(
                `${names} cannot be saved: ${error instanceof Error ? error.message : error}`,
            );
        }
    }

    /** Opens a place in Analyse, with the line to it. @param {Place} place */
    #analyse({ line, fen }) {
        const game = Game.from(`${line} *`);
        const isWhole = game?.error === null && line !== '';
        const opened = isWhole ? game : new Game(new Position(fen));
        this.outerSide = /** @type {KeptRepertoire} */ (this.#kept).color;
        this.store.setGame(opened, { node: opened.end, orientation: this.outerSide });
        go('analyse');
    }

    /**
     * The ways to compare with games, and the question who the user is, if no game tells.
     * @param {Compared | undefined} compared
     * @param {HTMLElement} compare
     */
    #whoseGames(compared, compare) {
        const players = compared && !compared.isMine ? compared.players : [];
        const [White, Black] = players;
        const again = () => void this.#compare(/** @type {Compared} */ (compared).all);
        return h(
            'div.openings-compare',
            {},
            compare,
            askMe(this.store, { tags: { White, Black } }, again),
        );
    }

    /** Makes the places due that the user left. @param {Compared} compared */
    #dueButton({ left = [] }) {
        const repertoire = /** @type {Repertoire} */ (this.#repertoire);
        const cards = left.filter(({ card, isEnd }) => card !== null && !isEnd);
        const numbers = new Set(cards.map(({ card }) => /** @type {number} */ (card)));
        const count = numbers.size;
        const learn = () => {
            for (const { card, last } of cards) {
                repertoire.makeDue(/** @type {number} */ (card), last, today());
            }
            void this.#keep();
            this.#learn([...numbers]);
        };
        return (
            cards.length > 0 &&
            h(
                'section',
                {},
                h(
                    'p.quiet',
                    {},
                    'The places that you left are cards. Learn them before the others:',
                ),
                h(
                    'div.row',
                    {},
                    button(`Learn the ${count === 1 ? 'one' : number(count)} that I left`, learn),
                ),
            )
        );
    }

    #close() {
        [this.#kept, this.#repertoire] = [null, null];
        this.#draw();
    }

    /** The cards to learn now: what is due and the new ones of a day or, after them, of more than a day. */
    get #queue() {
        const repertoire = /** @type {Repertoire} */ (this.#repertoire);
        let limit = NEW_A_DAY;
        let { queue } = repertoire.queue(today(), limit);
        while (queue.length === 0 && limit < repertoire.cards.length) {
            limit += NEW_A_DAY;
            ({ queue } = repertoire.queue(today(), limit));
        }
        return { queue, isMore: limit > NEW_A_DAY };
    }

    /** @param {number[]} [cards] those to learn; by default what is due */
    #learn(cards) {
        const { color, name } = /** @type {KeptRepertoire} */ (this.#kept);
        const repertoire = /** @type {Repertoire} */ (this.#repertoire);
        const queue = cards ?? this.#queue.queue;
        const title = `My openings: ${name}, ${color === 'white' ? 'White' : 'Black'}`;
        this.#trainer.begin(repertoire, color, title, queue);
        this.#draw();
    }

    async #compareFiles() {
        const files = await pickTexts('.pgn,.txt');
        if (files.length > 0) {
            const name = files.map((file) => file.name).join(', ');
            const games = files.flatMap(({ text }) => [...Game.parse(text)]);
            this.#played = { name, games };
            this.#compare(games);
        }
    }

    async #compareOpened() {
        const { color } = /** @type {KeptRepertoire} */ (this.#kept);
        const { games } = await libraryOf(this.store).gamesOf(color, MOST_GAMES);
        this.#compare(games);
    }

    /** Compares with the user's games with the side of the repertoire, or with all if none is. @param {Game[]} all */
    #compare(all) {
        if (this.#kept === null || this.#repertoire === null) {
            return;
        }
        this.#compareAgain(all);
        this.#drawOne();
        this.#shelf.querySelector('.openings-about')?.scrollIntoView({ block: 'nearest' });
    }

    /** @param {Game[]} all */
    #compareAgain(all) {
        const { color } = /** @type {KeptRepertoire} */ (this.#kept);
        const repertoire = /** @type {Repertoire} */ (this.#repertoire);
        const names = namesOf(this.store.settings.me);
        const mine = all.filter(({ tags }) => sideOf(names, tags.White, tags.Black) === color);
        const isMine = mine.length > 0;
        const { games, left, ...faults } = repertoire.compare(isMine ? mine : all);
        this.#compared = { faults, games, left, isMine, all, players: frequentPlayers(all) };
        this.#isStale = false;
    }

    #export() {
        const kept = /** @type {KeptRepertoire} */ (this.#kept);
        const blob = new Blob([progressText(kept.cards)], { type: 'application/json' });
        save(blob, `${kept.files[0].name.replace(/\.[^.]*$/, '')}.progress.json`);
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
