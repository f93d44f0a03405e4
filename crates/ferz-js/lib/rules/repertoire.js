// A repertoire, for the page: its faults, its cards and what is remembered of them, with the meaning of `ferz repertoire`.

import './in-place.js';
import { Game } from './game.js';
import { lastError, pass, renewals, text, wasm, words } from './wasm.js';

/**
 * A fault of a text.
 * @typedef {{ message: string, game: number, line: number, column: number }} TextFault
 */
/**
 * A place of a repertoire: the line to it, and its position.
 * @typedef {{ line: string, fen: string }} Place
 */
/**
 * The faults of a repertoire: several answers that exclude each other, moves of the repertoire without an answer, moves of
 * games that it does not have, and lines that end early. The chance is that of a game to get there.
 * @typedef {object} Faults
 * @property {number} answered the positions with an answer
 * @property {number} transpositions
 * @property {(Place & { answers: string[] })[]} conflicts
 * @property {(Place & { games: number, chance: number })[]} unanswered
 * @property {(Place & { games: number, ofGames: number, chance: number })[]} gaps
 * @property {(Place & { games: number, chance: number })[]} ends
 */
/**
 * The games of a place, those with a result, their points for the side of the repertoire, and the last of their dates.
 * @typedef {{ games: number, decided: number, points: number, last: string }} Tally
 */
/**
 * A place where games left: the position before their move, the line with it, and the card if the side of the repertoire left.
 * It is the end of a line if the repertoire has no move there.
 * @typedef {Place & Tally & { move: string, card: number | null, isEnd: boolean }} Departure
 */
/**
 * A position to learn.
 * @typedef {object} Card
 * @property {string} name the first four fields of its FEN
 * @property {string} fen
 * @property {string} line the moves to it
 * @property {string} continuation the moves from it
 * @property {{ uci: string, san: string, comment: string }[]} answers
 */
/**
 * What is remembered of a card, as in the file of `ferz repertoire learn`: days as `2026-11-29`.
 * @typedef {object} CardRecord
 * @property {string[]} answers
 * @property {number} stability
 * @property {number} difficulty
 * @property {string} first
 * @property {string} last
 * @property {string} due
 * @property {number} answered
 * @property {number} lapses
 */
/**
 * @typedef {object} Counts
 * @property {number} cards
 * @property {number} new
 * @property {number} learned
 * @property {number} forgotten
 * @property {number} due
 * @property {number} recall the mean probability that an answer is remembered
 * @property {number | null} next the day on which the next cards are due
 */

const DAY = 86_400_000;
/** The units of the module for chances, and for stability and difficulty. */
const MILLION = 1e6;
const STATE_UNIT = 1e5;

/** Returns the number of a day since 1 January 1970 by its date. @param {string} date */
const dayOf = (date) => Date.parse(`${date}T00:00:00Z`) / DAY;
/** Returns the date of a day. @param {number} day */
const dateOf = (day) => new Date(day * DAY).toISOString().slice(0, 10);

/** The number of today, by the local date. */
export function today() {
    const now = new Date();
    return Math.floor((now.getTime() - now.getTimezoneOffset() * 60_000) / DAY);
}

/** The repertoire that the module has. @type {Repertoire | null} */
let loaded = null;
/** The number of the module that has it. */
let loadedIn = 0;

/** The repertoire of a side: PGN texts with variations. */
export class Repertoire {
    /** @type {{ name: string, text: string }[]} */ #files;
    #isBlack;
    /** What is remembered, by the names of the cards. @type {Map<string, CardRecord>} */ #records;
    /** @type {(TextFault & { file: string })[]} */ errors = [];
    /** @type {(TextFault & { file: string })[]} */ warnings = [];
    /** @type {Faults} */ faults = /** @type {any} */ (undefined);
    /** @type {Card[]} */ cards = [];

    /**
     * @param {{ name: string, text: string }[]} files
     * @param {'white' | 'black'} color
     * @param {Record<string, CardRecord>} records
     */
    constructor(files, color, records) {
        this.#files = files;
        this.#isBlack = color === 'black' ? 1 : 0;
        this.#records = new Map(Object.entries(records));
        this.#load();
    }

    /** Reads the texts and the records, unless the module has them. */
    #load() {
        if (loaded === this && loadedIn === renewals) {
            return;
        }
        [this.errors, this.warnings] = [[], []];
        pass('');
        wasm.repertoire_begin();
        for (const { name, text: pgn } of this.#files) {
            for (const game of Game.parse(pgn)) {
                add(game, (count) => wasm.repertoire_add(count));
                game.error && this.errors.push(faultOf(game.error, name));
                this.warnings.push(...game.warnings.map((warning) => faultOf(warning, name)));
            }
        }
        pass('');
        wasm.repertoire_open(this.#isBlack);
        const { cards, ...faults } = JSON.parse(text());
        [this.cards, this.faults] = [cards, inParts(faults)];
        const numbers = [...this.#records.values()].flatMap((it) => [
            Math.round(it.stability * STATE_UNIT),
            Math.round(it.difficulty * STATE_UNIT),
            dayOf(it.first),
            dayOf(it.last),
            dayOf(it.due),
            it.answered,
            it.lapses,
        ]);
        const lines = [...this.#records].map(([name, it]) => [name, ...it.answers].join('\t'));
        pass(lines.join('\n'), numbers);
        wasm.repertoire_states(lines.length);
        [loaded, loadedIn] = [this, renewals];
    }

    /** What is remembered, by the names of the cards. */
    get records() {
        return Object.fromEntries(this.#records);
    }

    /**
     * Returns the numbers of the cards to answer on a day, of which a day has at most so many new ones, and the counts.
     * @param {number} day
     * @param {number} newADay
     * @returns {{ queue: number[], counts: Counts }}
     */
    queue(day, newADay) {
        this.#load();
        pass('');
        wasm.repertoire_queue(day, newADay);
        const [queue, counts] = [[...words()], JSON.parse(text())];
        return { queue, counts: { ...counts, recall: counts.recall / MILLION } };
    }

    /**
     * Grades an answer to a card.
     * @param {number} card
     * @param {boolean} isRight
     * @param {number} day
     */
    answer(card, isRight, day) {
        this.#load();
        pass('');
        if (wasm.repertoire_answer(card, isRight ? 1 : 0, day) === 0) {
            throw new RangeError(`there is no card ${card}`);
        }
        const [stability, difficulty, first, last, due, answered, lapses] = words();
        this.#records.set(this.cards[card].name, {
            answers: text().split('\t'),
            stability: stability / STATE_UNIT,
            difficulty: difficulty / STATE_UNIT,
            first: dateOf(first),
            last: dateOf(last),
            due: dateOf(due),
            answered,
            lapses,
        });
    }

    /**
     * Compares the repertoire with games: the faults by their moves, and where the games left it, with their results for its side.
     * @param {Iterable<Game>} games those with an error are left out
     * @param {number} chance the least one of a fault
     * @returns {Faults & { games: number, left: Departure[] }}
     */
    compare(games, chance = 0.01) {
        this.#load();
        pass('');
        wasm.repertoire_begin_games();
        /** @type {Tally[]} */
        const tallies = [];
        const won = this.#isBlack ? '0-1' : '1-0';
        for (const game of games) {
            if (game.error) {
                continue;
            }
            const number = wasm.repertoire_compare(game.passRecord());
            if (number === 0) {
                throw lastError();
            }
            const tally = (tallies[number] ??= { games: 0, decided: 0, points: 0, last: '' });
            const { result } = game;
            const { Date: date = '' } = game.tags;
            const points = result === '1/2-1/2' ? 0.5 : result === won ? 1 : 0;
            tally.games += 1;
            tally.decided += result === '*' ? 0 : 1;
            tally.points += points;
            // Dates of which the year is unknown say nothing; other unknown parts sort last, as late as they can be.
            tally.last = /^\d/.test(date) && date > tally.last ? date : tally.last;
        }
        pass('');
        const count = wasm.repertoire_compared(Math.round(chance * MILLION));
        const { left, ...faults } = inParts(JSON.parse(text()));
        const places = left.map((/** @type {any} */ { number, ...place }) => ({
            ...place,
            ...tallies[number],
        }));
        places.sort(
            (/** @type {Tally} */ one, /** @type {Tally} */ other) => other.games - one.games,
        );
        return { games: count, ...faults, left: places };
    }

    /**
     * Makes a card due, unless it was answered after the day of a game, or is new. Returns true if it is due now and was not.
     * @param {number} card
     * @param {string} date of the game, as PGN has it; one with an unknown part is as late as it can be
     * @param {number} day
     */
    makeDue(card, date, day) {
        this.#load();
        const [year, month, dayOfMonth] = date.split('.').map(Number);
        const last =
            Date.UTC(year, month > 0 ? month - 1 : 11, dayOfMonth > 0 ? dayOfMonth : 31) / DAY;
        const since = Number.isInteger(last) ? Math.min(last, day) : day;
        if (wasm.repertoire_make_due(card, since, day) === 0) {
            return false;
        }
        const { name } = this.cards[card];
        const record = /** @type {CardRecord} */ (this.#records.get(name));
        this.#records.set(name, { ...record, due: dateOf(day) });
        return true;
    }
}

/**
 * Passes a game to a function of the module.
 * @param {Game} game
 * @param {(count: number) => number} act
 */
function add(game, act) {
    if (act(game.passRecord()) !== 1) {
        throw lastError();
    }
}

/** @param {{ message: string, game: number, line: number, column: number }} fault @param {string} file */
const faultOf = ({ message, game, line, column }, file) => ({ message, game, line, column, file });

/** Faults with their chances from 0 to 1; the module has millionths. @param {any} faults */
function inParts(faults) {
    for (const list of [faults.unanswered, faults.gaps, faults.ends]) {
        list.forEach((/** @type {any} */ it) => (it.chance /= MILLION));
    }
    return faults;
}

const FORMAT = 'ferz repertoire progress';

/**
 * Returns the text of a file of `ferz repertoire learn`.
 * @param {Record<string, CardRecord>} records
 */
export function progressText(records) {
    const cards = Object.fromEntries(Object.entries(records).sort(([a], [b]) => (a < b ? -1 : 1)));
    return `${JSON.stringify({ format: FORMAT, version: 1, cards }, null, 2)}\n`;
}

/**
 * Reads a file of `ferz repertoire learn`.
 * @param {string} json
 * @returns {Record<string, CardRecord>}
 * @throws {Error} if it is another file
 */
export function readProgress(json) {
    const { format, version, cards } = JSON.parse(json);
    if (format !== FORMAT || version !== 1) {
        throw new Error('It is no progress of a repertoire, or of a later version.');
    }
    const isRecord = (/** @type {any} */ it) =>
        Array.isArray(it?.answers) &&
        it.stability > 0 &&
        it.difficulty >= 1 &&
        [it.first, it.last, it.due].every((date) => Number.isInteger(dayOf(date))) &&
        Number.isInteger(it.answered) &&
        Number.isInteger(it.lapses);
    for (const [name, record] of Object.entries(cards)) {
        if (!isRecord(record)) {
            throw new Error(`The card ${name} has an impossible value.`);
        }
    }
    return cards;
}
