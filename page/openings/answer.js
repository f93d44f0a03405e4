// The place of a repertoire that lacks an answer: one is played on the board, typed, or chosen among those of games and engine.

import { movesTable } from '../analyse/explored.js';
import { LineSet } from '../analyse/lines.js';
import { servedMoves } from '../analyse/served.js';
import { pass } from '../desk.js';
import { button, fill, h, iconButton } from '../dom.js';
import { Position } from '../ferz/index.js';
import { libraryOf } from '../games/library.js';
import { keyButton, listen, Verdict } from '../parts/drill.js';
import { typedMove } from '../parts/typed.js';
import { viewOf, viewOfPosition } from '../view.js';
import { lineOf } from './answers.js';

/** @import { Color, Game, MoveSquares } from '../ferz/index.js' */
/** @import { Place } from '../ferz/rules/repertoire.js' */
/** @import { ExploredMove } from '../games/positions.js' */
/** @import { Store } from '../store.js' */

/** The engine's moves, and the nodes of its search. */
const LINES = 3;
const NODES = 600_000;
/** The games that are looked at before the page goes on, and the milliseconds after which an index is asked again. */
const PART = 500;
const AGAIN = 400;

/**
 * The mode around the form.
 * @typedef {object} Host
 * @property {() => boolean} isActive
 * @property {() => void} leave
 * @property {(place: Place, move: string) => Promise<string>} add adds an answer, and returns what is said of it
 * @property {() => Promise<void>} undo takes the last one back
 * @property {(place: Place) => boolean} hasAnswer true if another order of moves has brought one
 * @property {(place: Place) => void} analyse
 */

export class AnswerForm {
    #store;
    #host;
    /** The places that lack an answer; the first is that which is shown. @type {Place[]} */ #places =
        [];
    /** @type {Color} */ #color = 'white';
    /** The games in which moves are counted; none are those that are open. @type {readonly Game[]} */ #games =
        [];
    /** The move that was added in UCI notation. @type {string | null} */ #added = null;
    /** True while an answer is added or taken back. */
    #isBusy = false;
    /** Ends the look for moves. */
    #look = new AbortController();
    #counts = h('p.quiet.small', { role: 'status' });
    #verdict = new Verdict();
    #typed;
    #ofGames = h('div');
    #served = h('div');
    #engine = h('div');
    #actions = h('div.drill-actions');

    /**
     * @param {Store} store
     * @param {Host} host
     */
    constructor(store, host) {
        this.#store = store;
        this.#host = host;
        this.#typed = typedMove(store, (text) => void this.#add(this.#position.find(text).uci));
        const close = iconButton('Close', 'M6 6L18 18M18 6L6 18', () => host.leave(), {
            caption: 'Close',
        });
        this.element = h(
            'div.trainer.openings-answer',
            {},
            h(
                'header.drill-head',
                {},
                h('div.grow', {}, h('h2', {}, 'Add my answer'), this.#counts),
                close,
            ),
            h(
                'div.drill-main.scroll',
                {},
                this.#verdict.element,
                this.#typed,
                this.#ofGames,
                this.#served,
                this.#engine,
            ),
            this.#actions,
        );
        const isShown = () => host.isActive() && this.isOpen;
        listen(this.element, store, isShown, (move) => void this.#add(move));
    }

    get isOpen() {
        return this.#places.length > 0;
    }

    /** @returns {Place} */
    get #place() {
        return this.#places[0];
    }

    get #position() {
        return new Position(this.#place.fen);
    }

    /**
     * Asks for answers.
     * @param {Place[]} places those without one, at least one
     * @param {Color} color
     * @param {readonly Game[]} games in which moves are counted; none for those that are open
     */
    begin(places, color, games) {
        [this.#places, this.#color, this.#games] = [places, color, games];
        this.#prepare();
    }

    end() {
        this.#look.abort();
        this.#places = [];
    }

    /** Takes the focus from the button that has opened the form. */
    focus() {
        this.#verdict.focus();
    }

    /** Ends what needs the engine, when another mode is opened. */
    pause() {
        this.#look.abort();
    }

    /** Shows the place again. */
    resume() {
        this.draw();
        if (this.#added === null) {
            this.#suggest();
        }
    }

    /** Asks for the answer of the first place. */
    #ask() {
        this.#prepare();
        this.resume();
    }

    #prepare() {
        this.#added = null;
        const side = this.#color === 'white' ? 'White' : 'Black';
        this.#verdict.say('', this.#place.line || 'The start', [
            `Your answer with ${side}? Play it on the board, or choose one.`,
        ]);
    }

    /** @param {MoveSquares | string} move */
    async #add(move) {
        if (this.#added !== null || this.#isBusy) {
            return;
        }
        const { uci } = this.#position.find(move);
        const san = this.#position.sanLine([uci]);
        await this.#change(async () => {
            const said = await this.#host.add(this.#place, uci);
            this.#added = uci;
            this.#verdict.say('good', `Added: ${san}`, [said]);
            this.#look.abort();
        });
    }

    async #undo() {
        await this.#change(() => this.#host.undo());
        this.#ask();
    }

    /**
     * Changes the repertoire. The focus stays on what is said.
     * @param {() => Promise<void>} act
     */
    async #change(act) {
        this.#isBusy = true;
        try {
            await act();
        } finally {
            this.#isBusy = false;
        }
        this.draw();
        this.#verdict.focus();
    }

    #next() {
        const rest = this.#places.slice(1);
        this.#places = rest.filter((place) => !this.#host.hasAnswer(place));
        this.isOpen ? this.#ask() : this.#host.leave();
        this.#verdict.focus();
    }

    draw() {
        const isAsking = this.#added === null;
        const left = this.#places.length - (isAsking ? 0 : 1);
        this.#counts.textContent = `${left.toLocaleString('en')} ${left === 1 ? 'place lacks' : 'places lack'} one`;
        this.#typed.hidden = !isAsking;
        for (const part of [this.#ofGames, this.#served, this.#engine]) {
            part.hidden = !isAsking;
        }
        fill(
            this.#actions,
            ...(isAsking
                ? [
                      this.#places.length > 1 && keyButton('Skip', 'n', () => this.#next()),
                      button('Analyse', () => this.#host.analyse(this.#place)),
                      button('Back', () => this.#host.leave()),
                  ]
                : [
                      left > 0 &&
                          keyButton('Next place', 'n', () => this.#next(), {
                              class: 'button main',
                          }),
                      button('Undo', () => void this.#undo()),
                      button('Back', () => this.#host.leave()),
                  ]),
        );
        if (this.#host.isActive() && this.isOpen) {
            this.#drawBoard();
        }
    }

    #drawBoard() {
        const line = lineOf(this.#place);
        const view = line === null ? viewOfPosition(this.#position) : viewOf(line.end);
        const after = this.#position;
        const move = this.#added === null ? null : after.play(this.#added);
        this.#store.orientation = this.#color;
        this.#store.board =
            move === null
                ? { ...view, movable: this.#color, steps: false }
                : { ...viewOfPosition(after), movable: 'none', steps: false };
    }

    // ---- What others play

    /** Shows the moves of games, of the server and of the engine. */
    #suggest() {
        this.#look.abort();
        this.#look = new AbortController();
        const { signal } = this.#look;
        [this.#ofGames, this.#served, this.#engine].forEach((part) => fill(part));
        void this.#suggestGames(signal);
        void servedMoves(this.#store, this.#position, {}, (san) => void this.#add(san)).then(
            (tables) => signal.aborted || fill(this.#served, ...tables),
        );
        if (this.#store.settings.engine && !this.#store.desk.isMissing) {
            void this.#suggestEngine(signal);
        }
    }

    /** @param {AbortSignal} signal */
    async #suggestGames(signal) {
        const position = this.#position;
        const show = (/** @type {ExploredMove[]} */ moves, /** @type {string} */ title) => {
            const play = (/** @type {string} */ san) => void this.#add(san);
            signal.aborted ||
                fill(
                    this.#ofGames,
                    moves.length > 0 && h('h3', {}, title),
                    moves.length > 0 && movesTable(play, title, moves),
                );
        };
        if (this.#games.length > 0) {
            show(await movesIn(this.#games, position, signal), 'Moves of the games');
            return;
        }
        const library = libraryOf(this.#store);
        for (let isAll = library.size === 0; !isAll && !signal.aborted; ) {
            const { moves, indexed, of } = await library.explore(position, 0, this.#color);
            show(moves, 'Moves of the opened games');
            isAll = indexed >= of;
            await pass(isAll ? 0 : AGAIN, signal);
        }
    }

    /** @param {AbortSignal} signal */
    async #suggestEngine(signal) {
        const lines = new LineSet();
        const title = h('h3', {}, 'Moves of the engine');
        const list = h('div.row', { role: 'group', 'aria-label': 'Moves of the engine' });
        fill(this.#engine, title, list);
        const limits = { lines: LINES, nodes: NODES, signal };
        for await (const line of this.#store.desk.search(this.#position, limits)) {
            const before = lines.shown;
            lines.take(line);
            const { shown } = lines;
            const isSame =
                before.length === shown.length &&
                shown.every((it, rank) => it.pv[0] === before[rank].pv[0]);
            if (signal.aborted || (isSame && list.contains(document.activeElement))) {
                continue;
            }
            fill(
                list,
                ...shown.map(({ moves: [{ san, uci }], text }) =>
                    button(`${san} ${text.replace('-', '−')}`, () => void this.#add(uci)),
                ),
            );
        }
        title.hidden = lines.shown.length === 0;
    }
}

/**
 * Counts the moves of games in a position, which they have after as many half-moves.
 * @param {readonly Game[]} games
 * @param {Position} position
 * @param {AbortSignal} signal
 * @returns {Promise<ExploredMove[]>}
 */
async function movesIn(games, { key, ply }, signal) {
    /** @type {Map<string, ExploredMove>} */
    const moves = new Map();
    for (const [index, game] of games.entries()) {
        if (index % PART === PART - 1) {
            await pass(0, signal);
        }
        if (signal.aborted) {
            break;
        }
        const sans = game.sans();
        const { start } = game;
        const plies = ply - start.ply;
        const san = sans[plies];
        if (san === undefined || sans.slice(0, plies + 1).includes('--')) {
            continue;
        }
        sans.slice(0, plies).forEach((it) => start.play(it));
        if (start.key !== key) {
            continue;
        }
        const move = moves.get(san) ?? { san, games: 0, white: 0, draws: 0, black: 0 };
        moves.set(san, move);
        move.games += 1;
        move.white += game.result === '1-0' ? 1 : 0;
        move.draws += game.result === '1/2-1/2' ? 1 : 0;
        move.black += game.result === '0-1' ? 1 : 0;
    }
    return [...moves.values()].sort((a, b) => b.games - a.games || (a.san < b.san ? -1 : 1));
}
