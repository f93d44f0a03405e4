// Play: a game against the engine.

import { button, fill, h } from '../dom.js';
import { Game } from '../ferz/index.js';
import { hintsFor } from '../ferz/rules/puzzles.js';
import { ModeElement } from '../mode.js';
import { pass } from '../desk.js';
import { go } from '../open.js';
import { shareOf } from '../parts/marks.js';
import { materialOf } from '../parts/material.js';
import { openingParts } from '../parts/opening.js';
import { resultText } from '../parts/result.js';
import { moveText, Tree } from '../parts/tree.js';
import { keepRecent } from '../recent.js';
import { keep, kept } from '../storage.js';
import { openingOf, pathOf } from '../places.js';
import { clockText } from './clock.js';
import { Match, other } from './match.js';
import { openingMove } from './opening.js';
import { paceOf } from './pace.js';
import { TermsForm } from './terms.js';
import { viewOf } from '../view.js';

/** @import { Change } from '../store.js' */
/** @import { AnalysisLine } from '../ferz/engine.js' */
/** @import { Node as GameNode } from '../ferz/index.js' */
/** @import { Stepper } from '../view.js' */
/** @import { Terms } from './match.js' */

/** The milliseconds that the engine thinks without a clock. */
const THOUGHT = 700;
/** The milliseconds of a hint, and of the look before the answer to an offered draw. */
const HINT = 1000;
const LOOK = 300;
/** The moves of a hint that are shown. */
const HINT_PLIES = 6;
/** The move from which the engine accepts a draw, if it does not stand better. */
const DRAW_MOVE = 20;
const TICK = 100;
/** What a hint says of the player's expected score, from the best down. @type {readonly [number, string][]} */
const VERDICTS = [
    [0.85, 'you are winning'],
    [0.65, 'you are better'],
    [0.55, 'you are a little better'],
    [0.45, 'about equal'],
    [0.35, 'you are a little worse'],
    [0.15, 'you are worse'],
    [0, 'you are losing'],
];

export class FerzPlay extends ModeElement {
    /** @type {Match | null} */ #match = null;
    /** Ends what the engine does for this game. */
    #work = new AbortController();
    /** The move that is looked back at; null while the board shows the game as it stands. @type {GameNode | null} */ #past =
        null;
    /** @type {Stepper} */ #steps = {
        first: () => this.#look(this.#match?.game.root),
        back: () => this.#look(this.#shown?.parent),
        forward: () => this.#look(this.#shown?.next),
        last: () => this.#look(this.#match?.node),
    };
    /**
     * The best line, what is said of it, and how much of that was asked for: the motif and the piece, the square, the line.
     * @type {{ line: AnalysisLine, texts: string[], asked: number } | null}
     */
    #hint = null;
    /** A hint is looked for. */
    #looks = false;
    /** The next move claims a draw. */
    #claims = false;
    /** The player is asked whether to resign. */
    #resigns = false;
    /** @type {ReturnType<typeof setInterval> | undefined} */ #ticks;

    /** @type {TermsForm} */ #terms = /** @type {any} */ (undefined);
    #tree = new Tree((node) => this.#look(node));
    #status = h('p.status', { role: 'status' });
    #note = h('p.opening');
    #actions = h('div.actions');
    #table = h(
        'div.match',
        {},
        h('div.match-head', {}, this.#status, this.#note),
        this.#tree.element,
        this.#actions,
    );

    build() {
        this.#terms = new TermsForm(this.store, (terms) => this.#begin(terms));
        this.append(h('div.scroll', {}, this.#terms.element), this.#table);
        this.#match = Match.of(kept('play.game') ?? {});
        this.on('move', (move) => this.#move(move));
        document.addEventListener(
            'visibilitychange',
            () => this.isActive && (document.hidden ? this.#pause() : this.#resume()),
        );
        addEventListener('pagehide', () => this.#keep());
    }

    enter() {
        this.store.evaluation = null;
        if (this.#match === null) {
            this.#terms.draw();
            this.#terms.turn();
        } else {
            this.store.orientation = this.#match.terms.color;
        }
        this.#resume();
    }

    leave() {
        this.#pause();
    }

    /** @param {Set<Change>} changes */
    changed(changes) {
        if (changes.has('engine')) {
            this.#showStatus();
        }
        if (changes.has('openings') && this.#match !== null) {
            this.#showOpening(this.#match);
        }
    }

    // ---- The game

    /** @param {Terms} terms */
    #begin(terms) {
        this.#stopWork();
        this.#match = new Match(terms);
        this.#past = null;
        this.store.orientation = terms.color;
        this.#resume();
    }

    /** Lets the clocks run, and the engine think if it is its turn. */
    #resume() {
        if (this.#match !== null && !document.hidden) {
            this.#match.run(performance.now());
            clearInterval(this.#ticks);
            this.#ticks =
                this.#match.clock === null ? undefined : setInterval(() => this.#tick(), TICK);
        }
        this.#draw();
        void this.#think();
    }

    #pause() {
        this.#match?.pause(performance.now());
        clearInterval(this.#ticks);
        this.#stopWork();
        this.#keep();
    }

    #stopWork() {
        this.#work.abort();
        this.#work = new AbortController();
        this.#hint = null;
        this.#looks = false;
        this.#claims = false;
        this.#resigns = false;
    }

    #tick() {
        const now = performance.now();
        if (this.#match?.checkFlag(now)) {
            this.#stopWork();
            this.#draw();
        } else if (this.#match?.ending === null) {
            this.#showBoard();
            // A reload costs at most a second.
            if (Math.floor(now / 1000) !== Math.floor((now - TICK) / 1000)) {
                this.#keep();
            }
        }
    }

    #keep() {
        keep('play.game', this.#match?.kept(performance.now()));
    }

    /** @param {import('../ferz/index.js').MoveSquares} move */
    #move(move) {
        const match = this.#match;
        if (
            match === null ||
            match.ending !== null ||
            !match.isPlayersTurn ||
            this.#past !== null
        ) {
            return;
        }
        const isClaim = this.#claims;
        this.#stopWork();
        match.play(move, performance.now());
        if (isClaim && match.ending === null) {
            match.claim();
        }
        this.#draw();
        void this.#think();
    }

    /** Asks the engine for its move, if it is its turn. */
    async #think() {
        const match = this.#match;
        if (match === null || match.ending !== null || match.isPlayersTurn || !this.isActive) {
            return;
        }
        const { signal } = this.#work;
        const { elo } = match.terms;
        const start = performance.now();
        const left = match.clock?.left(performance.now());
        const limits =
            left && match.clock
                ? { clock: { ...left, increment: match.clock.increment } }
                : { time: THOUGHT };
        try {
            const opening = await openingMove(this.store, match.position, match.plies, {
                isFull: elo === null,
                signal,
            });
            signal.throwIfAborted();
            const move =
                opening ??
                (await this.store.desk.reply(match.position, {
                    ...limits,
                    elo: elo ?? undefined,
                    signal,
                }));
            if (elo !== null && this.store.settings.pace) {
                const pace = paceOf(
                    {
                        plies: match.plies,
                        moves: match.position.moves().length,
                        left: left?.[other(match.terms.color)] ?? null,
                        increment: match.clock?.increment ?? 0,
                    },
                    Math.random(),
                );
                await pass(pace - (performance.now() - start), signal);
            }
            if (
                move === null ||
                signal.aborted ||
                match !== this.#match ||
                match.checkFlag(performance.now())
            ) {
                this.#draw();
                return;
            }
            match.play(move, performance.now());
            this.#draw();
        } catch {
            // The status tells why an engine has failed.
            if (!signal.aborted) {
                this.#showStatus();
            }
        }
    }

    // ---- Looking back

    /** The node that the board shows. */
    get #shown() {
        return this.#past ?? this.#match?.node ?? null;
    }

    /**
     * Shows a position of the game, which goes on meanwhile.
     * @param {GameNode | null | undefined} node that of the last move comes back to the game; nothing changes without one
     */
    #look(node) {
        const match = this.#match;
        if (match !== null && node) {
            this.#past = node === match.node ? null : node;
            this.#tree.mark(node);
            this.#showStatus();
            this.#showBoard();
        }
    }

    // ---- What the player can do

    #takeBack() {
        this.#stopWork();
        this.#past = null;
        this.#match?.takeBack(performance.now());
        this.#resume();
    }

    async #showHint() {
        const match = this.#match;
        if (match === null) {
            return;
        }
        if (this.#hint !== null) {
            this.#hint.asked += 1;
            this.#look(match.node);
            return;
        }
        this.#stopWork();
        const { signal } = this.#work;
        this.#looks = true;
        this.#look(match.node);
        let best = null;
        for await (const line of this.store.desk.search(match.position, { time: HINT, signal })) {
            best = line.bound === null ? line : best;
        }
        // Said at the end: a piece named in vain would teach nothing.
        if (!signal.aborted) {
            const texts = best && hintsFor(match.position, best.pv).hints;
            this.#hint = best && texts && { line: best, texts, asked: 1 };
            this.#looks = false;
            this.#showStatus();
            this.#showBoard();
        }
    }

    async #draws() {
        const match = this.#match;
        if (match === null) {
            return;
        }
        if (match.claim()) {
            this.#finish();
            return;
        }
        if (match.claimingMoves.length > 0) {
            this.#claims = !this.#claims;
            this.#draw();
            return;
        }
        const { signal } = this.#work;
        let last = /** @type {AnalysisLine | null} */ (null);
        for await (const line of this.store.desk.search(match.position, { time: LOOK, signal })) {
            last = line;
        }
        if (signal.aborted || last === null) {
            return;
        }
        const { centipawns, mate } = last.score;
        const isFine = (mate ?? centipawns ?? 0) >= 0;
        if (isFine && match.position.moveNumber >= DRAW_MOVE) {
            match.agreeDraw();
            this.#finish();
        } else {
            this.store.say('Ferz declines the draw');
        }
    }

    #finish() {
        this.#stopWork();
        this.#match?.pause(performance.now());
        this.#draw();
        const game = this.#match && Game.from(this.#match.game.toPgn());
        if (this.#match && game && game.root.next !== null) {
            const kept = {
                id: crypto.randomUUID(),
                pgn: game.toPgn(),
                path: pathOf(game.end),
                orientation: this.#match.terms.color,
            };
            void keepRecent(kept, game);
        }
    }

    /** Opens a copy of the game in Analyse. @param {boolean} reviews */
    #analyse(reviews) {
        const match = this.#match;
        const copy = match && Game.from(match.game.toPgn());
        if (match && copy) {
            this.outerSide = match.terms.color;
            this.store.setGame(copy, { node: copy.end, orientation: this.outerSide });
            // The number makes each review an address of its own.
            go(reviews ? `analyse/review=${Date.now()}` : 'analyse');
        }
    }

    #leave() {
        this.#stopWork();
        clearInterval(this.#ticks);
        this.#match = null;
        this.#past = null;
        this.#terms.draw();
        this.#terms.turn();
        this.#draw();
        this.#terms.element.querySelector('input')?.focus();
    }

    #rematch() {
        const { terms } = /** @type {Match} */ (this.#match);
        this.#begin({ ...terms, color: other(terms.color) });
    }

    // ---- Drawing

    #draw() {
        const match = this.#match;
        this.#table.hidden = match === null;
        /** @type {HTMLElement} */ (this.#terms.element.parentElement).hidden = match !== null;
        this.classList.toggle('choosing', match === null);
        if (!this.isActive) {
            return;
        }
        if (match !== null) {
            this.#tree.show(match.game, this.#shown ?? match.node);
            this.#showOpening(match);
            this.#drawActions(match);
            this.#showStatus();
            this.#keep();
        } else {
            keep('play.game', undefined);
        }
        this.#showBoard();
    }

    /** @param {Match} match */
    #showOpening(match) {
        const opening = openingOf(match.node);
        fill(
            this.#note,
            ...(opening ? openingParts(opening) : [match.plies === 0 ? 'Good luck!' : '']),
        );
    }

    #showBoard() {
        const match = this.#match;
        const { store } = this;
        if (!this.isActive) {
            return;
        }
        if (match === null) {
            store.board = { fen: new Game().start.fen, movable: 'none', steps: false };
            return;
        }
        const shown = this.#shown ?? match.node;
        const view = viewOf(shown);
        const material = materialOf(match.game.start, shown.position);
        const left = match.clock?.left(performance.now());
        const player = (/** @type {'white' | 'black'} */ color) => ({
            name: color === match.terms.color ? 'You' : 'Ferz',
            note:
                color === match.terms.color
                    ? ''
                    : match.terms.elo === null
                      ? 'full strength'
                      : String(match.terms.elo),
            clock: left && clockText(left[color]),
            running: match.clock?.running === color,
            material: material[color],
        });
        const isOpen = match.ending === null && this.#past === null;
        const claiming = this.#claims ? match.claimingMoves : null;
        const dests = claiming ? destsOf(claiming) : view.dests;
        store.board = {
            ...view,
            dests: isOpen && match.isPlayersTurn ? dests : null,
            movable: isOpen ? match.terms.color : 'none',
            premoves: isOpen,
            steps: this.#steps,
            marks: isOpen && match.isPlayersTurn ? this.#hintMarks : [],
            white: player('white'),
            black: player('black'),
        };
    }

    #showStatus() {
        const match = this.#match;
        if (match === null) {
            return;
        }
        const { ending, terms } = match;
        const { desk } = this.store;
        this.#status.classList.toggle('over', ending !== null);
        if (ending !== null) {
            const winner = { '1-0': 'white', '0-1': 'black', '1/2-1/2': null }[ending.score];
            const title =
                winner === null ? 'Draw' : winner === terms.color ? 'You win' : 'Ferz wins';
            fill(
                this.#status,
                h('b', {}, title),
                h('span.score-text', {}, resultText(ending.score)),
                h('span.reason', {}, match.reason),
            );
        } else if (this.#past !== null) {
            const place = this.#past.isRoot ? 'the start' : moveText(this.#past);
            fill(
                this.#status,
                h('b', {}, `Looking back: ${place}`),
                h(
                    'span.reason',
                    {},
                    match.isPlayersTurn ? 'It is your move.' : 'Ferz is thinking.',
                    button('Back to the game', () => this.#look(match.node)),
                ),
            );
        } else if (match.isPlayersTurn) {
            fill(
                this.#status,
                h('b', {}, match.position.inCheck ? 'Your move: you are in check' : 'Your move'),
                this.#claims
                    ? h('span.reason', {}, 'Make the move that you claim the draw with.')
                    : this.#hintOf(match),
            );
        } else if (desk.state === 'failed') {
            fill(
                this.#status,
                h('b', {}, 'The engine does not start'),
                h('span.reason', {}, desk.reason),
                desk.canTryAgain && button('Try again', () => void this.#think()),
            );
        } else {
            const waits = {
                loading: 'Ferz is loading…',
                waiting: 'Ferz waits: another tab is searching',
                hidden: 'Paused',
            };
            fill(
                this.#status,
                h(
                    'b',
                    {},
                    waits[/** @type {keyof typeof waits} */ (desk.state)] ?? 'Ferz is thinking…',
                ),
                h('span.reason', {}, 'You can make your next move already.'),
            );
        }
    }

    /**
     * The hint, in the second line of the status, which is there without one too: nothing moves when it comes.
     * @param {Match} match
     */
    #hintOf(match) {
        if (this.#hint === null) {
            return this.#looks && h('span.reason', {}, 'Looking for a good move…');
        }
        const { line, texts, asked } = this.#hint;
        const said = texts.slice(0, -1)[asked - 1];
        const parts =
            said === undefined
                ? [
                      h('span.hint-line', {}, match.position.sanLine(line.pv.slice(0, HINT_PLIES))),
                      h('span.hint-score', {}, verdictOf(line)),
                  ]
                : [h('span.hint-text', {}, said)];
        return h('span.reason.hint', {}, h('b', {}, 'Hint '), ...parts);
    }

    /** The square of the second hint, and the move of the third. */
    get #hintMarks() {
        if (this.#hint === null || this.#hint.asked < 2) {
            return [];
        }
        const { from, to } = this.#hint.line.moves[0];
        return [this.#hint.asked === 2 ? `B${from}` : `B${from}${to}`];
    }

    /** @param {Match} match */
    #drawActions(match) {
        const isTurn = match.isPlayersTurn;
        this.#actions.classList.toggle('over', match.ending !== null);
        if (match.ending !== null) {
            fill(
                this.#actions,
                button('Review the game', () => this.#analyse(true), {
                    class: 'button main',
                    disabled: match.plies === 0,
                }),
                button('Rematch', () => this.#rematch()),
                button('New game', () => this.#leave()),
                match.canTakeBack && button('Take back', () => this.#takeBack()),
            );
            return;
        }
        if (this.#resigns) {
            fill(
                this.#actions,
                h('p.ask', {}, 'Resign the game?'),
                button('Resign', () => (match.resign(), this.#finish()), {
                    class: 'button danger',
                }),
                button('Play on', () => ((this.#resigns = false), this.#draw())),
            );
            return;
        }
        const canClaim = match.position.canClaimDraw;
        const label = this.#claims
            ? 'Cancel the claim'
            : canClaim
              ? 'Claim a draw'
              : match.claimingMoves.length > 0
                ? 'Claim a draw with a move'
                : 'Offer a draw';
        fill(
            this.#actions,
            button('Hint', () => void this.#showHint(), { disabled: !isTurn }),
            button('Take back', () => this.#takeBack(), { disabled: !match.canTakeBack }),
            button(label, () => void this.#draws(), {
                disabled: !isTurn,
                class: canClaim ? 'button main' : 'button',
            }),
            button('Resign', () => this.#ask()),
        );
    }

    #ask() {
        const match = /** @type {Match} */ (this.#match);
        // A game that has hardly begun is left without a question.
        if (match.plies < 2) {
            this.#leave();
            return;
        }
        this.#resigns = true;
        this.#drawActions(match);
        this.#actions.querySelector('button')?.focus();
    }
}

/**
 * The destinations of moves.
 * @param {readonly string[]} moves
 */
function destsOf(moves) {
    /** @type {Map<any, any[]>} */
    const dests = new Map();
    for (const move of moves) {
        const [from, to] = [move.slice(0, 2), move.slice(2, 4)];
        dests.set(from, [...(dests.get(from) ?? []), to]);
    }
    return dests;
}

/**
 * How the player stands, in words.
 * @param {AnalysisLine} line a line for the player to move
 */
function verdictOf({ score: { centipawns, mate } }) {
    if (mate !== null) {
        return mate > 0 ? `you mate in ${mate}` : `you are mated in ${-mate}`;
    }
    const share = shareOf(centipawns, null);
    return VERDICTS.find(([least]) => share >= least)?.[1] ?? '';
}

customElements.define('ferz-play', FerzPlay);
