// One card of a repertoire after the other: the move of its side, and what is said to it.

import { button, fill, h, iconButton } from '../dom.js';
import { Game, Position } from '../ferz/index.js';
import { today } from '../ferz/rules/repertoire.js';
import { keyButton, listen, Verdict } from '../parts/drill.js';
import { typedMove } from '../parts/typed.js';
import { viewOf, viewOfPosition } from '../view.js';

/** @import { Color, MoveSquares, Node as GameNode } from '../ferz/index.js' */
/** @import { Card, Repertoire } from '../ferz/rules/repertoire.js' */
/** @import { Store } from '../store.js' */

/** The number of other cards before one that was shown or answered wrongly is asked, and the milliseconds after a right answer. */
const AGAIN_AFTER = 4;
const PAUSE = 900;

/**
 * The mode around the trainer.
 * @typedef {object} Host
 * @property {() => boolean} isActive
 * @property {() => void} leave
 * @property {() => void} keep keeps what was learned
 */

export class OpeningTrainer {
    #store;
    #host;
    /** @type {Repertoire | null} */ #repertoire = null;
    /** @type {Color} */ #color = 'white';
    /** The numbers of the cards to ask; the first is that which is shown. @type {number[]} */ #queue =
        [];
    #right = 0;
    #wrong = 0;
    #hints = 0;
    /** The new cards whose answers were not shown yet. @type {Set<number>} */ #unseen = new Set();
    /** True while the answer to a new card is shown, to be played once. */
    #isShowing = false;
    /** Set once the card that is shown was answered, and true if it was right. @type {boolean | null} */ #answered =
        null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
    /** The line to the card, or null if it does not begin at the usual start. @type {Game | null} */ #line =
        null;
    /** The node of that line that is looked at. @type {GameNode | null} */ #seen = null;
    #title = h('h2');
    #counts = h('p.quiet.small', { role: 'status' });
    #verdict = new Verdict();
    #typed;
    #actions = h('div.drill-actions');

    /**
     * @param {Store} store
     * @param {Host} host
     */
    constructor(store, host) {
        this.#store = store;
        this.#host = host;
        this.#typed = typedMove(store, (text) => this.#try(this.#position.find(text).uci));
        const close = iconButton('Close these cards', 'M6 6L18 18M18 6L6 18', () => host.leave(), {
            caption: 'Close',
        });
        this.element = h(
            'div.trainer.openings-trainer',
            {},
            h('header.drill-head', {}, h('div.grow', {}, this.#title, this.#counts), close),
            h('div.drill-main.scroll', {}, this.#verdict.element, this.#typed),
            this.#actions,
        );
        const isShown = () => host.isActive() && this.isOpen;
        listen(this.element, store, isShown, (move) => this.#try(move));
    }

    get isOpen() {
        return this.#repertoire !== null;
    }

    /**
     * Asks for cards.
     * @param {Repertoire} repertoire
     * @param {Color} color
     * @param {string} title
     * @param {number[]} queue the numbers of the cards
     */
    begin(repertoire, color, title, queue) {
        this.#repertoire = repertoire;
        this.#color = color;
        this.#title.textContent = title;
        this.#queue = queue;
        [this.#right, this.#wrong] = [0, 0];
        const { cards, records } = repertoire;
        const isNew = (/** @type {number} */ card) => records[cards[card].name] === undefined;
        this.#unseen = new Set(queue.filter(isNew));
        this.#ask();
    }

    end() {
        clearTimeout(this.#timer);
        this.#repertoire = null;
    }

    /** The card that is shown. @returns {Card | undefined} */
    get #card() {
        return this.#repertoire?.cards[this.#queue[0]];
    }

    get #position() {
        return new Position(/** @type {Card} */ (this.#card).fen);
    }

    /** Asks for the first card of the queue. */
    #ask() {
        clearTimeout(this.#timer);
        const card = this.#card;
        [this.#answered, this.#hints] = [null, 0];
        this.#isShowing = this.#unseen.has(this.#queue[0]);
        this.#line = card === undefined ? null : lineTo(card);
        this.#seen = this.#line?.end ?? null;
        if (card === undefined) {
            this.#finish();
        } else {
            const turn = this.#color === 'white' ? 'White' : 'Black';
            const reasons = this.#isShowing
                ? this.#introduction(card)
                : [`Your move with ${turn}?`];
            this.#verdict.say('', card.line || 'The start', reasons);
        }
        this.draw();
    }

    /** Says how it went, and when something is due again. */
    #finish() {
        const repertoire = /** @type {Repertoire} */ (this.#repertoire);
        const { counts } = repertoire.queue(today(), 0);
        const days = counts.next === null ? null : counts.next - today();
        const next =
            days === null
                ? ''
                : days === 1
                  ? 'The next are due tomorrow.'
                  : `The next are due in ${days} days.`;
        const asked = this.#right + this.#wrong;
        const score =
            asked === 0 ? 'Nothing is due.' : `${this.#right} right, ${this.#wrong} wrong.`;
        this.#verdict.say('good', 'Done for today', [`${score} ${next}`.trim()]);
    }

    /** @param {MoveSquares | string} move */
    #try(move) {
        const card = this.#card;
        if (card === undefined || this.#answered !== null) {
            return;
        }
        const { uci, san } = this.#position.play(move);
        const answer = card.answers.find((known) => known.uci === uci);
        if (answer === undefined && this.#isShowing) {
            this.#store.say(`${san} is not in your repertoire here`);
            this.draw();
        } else if (this.#isShowing) {
            this.#unseen.delete(this.#queue[0]);
            this.#answered = false;
            this.#verdict.say('good', `New: ${san}`, ['You are asked later.']);
            this.#timer = setTimeout(() => this.#next(), PAUSE);
            this.draw(uci);
        } else if (answer === undefined) {
            this.#grade(false);
            this.#verdict.say('bad', `${san} is not in your repertoire here`, this.#solution(card));
            this.draw(null, [`R${uci.slice(0, 4)}`, ...answersOf(card)]);
        } else {
            this.#grade(this.#hints === 0);
            this.#verdict.say('good', `Right: ${san}`, [answer.comment]);
            if (answer.comment === '') {
                this.#timer = setTimeout(() => this.#next(), PAUSE);
            }
            this.draw(uci);
        }
    }

    /** The answers with their comments, and what follows. @param {Card} card */
    #solution({ answers, continuation }) {
        const texts = answers.map(({ san, comment }) => (comment ? `${san}: ${comment}` : san));
        return [`Your answer: ${texts.join(' or ')}`, `The line: ${continuation}`];
    }

    /** What is said to a card that is shown for the first time. @param {Card} card */
    #introduction({ answers, continuation }) {
        const sans = answers.map(({ san }) => san).join(' or ');
        const comments = answers.map(({ comment }) => comment);
        return [
            `New: play ${sans}. You are asked later.`,
            ...comments,
            `The line: ${continuation}`,
        ];
    }

    /** @param {boolean} isRight */
    #grade(isRight) {
        this.#answered = isRight;
        isRight ? this.#right++ : this.#wrong++;
        this.#repertoire?.answer(this.#queue[0], isRight, today());
        this.#host.keep();
    }

    /** Goes to the next card. One that was wrong, or shown, comes again after some others. */
    #next() {
        const card = this.#queue.shift();
        if (card !== undefined && this.#answered === false) {
            this.#queue.splice(AGAIN_AFTER, 0, card);
        }
        const hadFocus = this.#actions.contains(document.activeElement);
        this.#ask();
        hadFocus && this.#verdict.focus();
    }

    #hint() {
        const { from, to, san, piece } = this.#position.find(
            /** @type {Card} */ (this.#card).answers[0].uci,
        );
        this.#hints += 1;
        this.#verdict.say('', 'A hint', [
            this.#hints === 1 ? `The ${piece.role} on ${from} moves.` : san,
        ]);
        this.draw(null, [this.#hints === 1 ? `B${from}` : `B${from}${to}`]);
    }

    #show() {
        const card = /** @type {Card} */ (this.#card);
        this.#grade(false);
        this.#verdict.say('', 'The solution', this.#solution(card));
        this.draw(null, answersOf(card));
    }

    /**
     * Draws the card, with a move that was right, or with arrows.
     * @param {string | null} [played]
     * @param {string[]} [marks]
     */
    draw(played = null, marks = []) {
        const card = this.#card;
        const isAsking = card !== undefined && this.#answered === null;
        const isTest = isAsking && !this.#isShowing;
        // A new card is played twice.
        const left = this.#queue.length + this.#unseen.size;
        this.#counts.textContent = `${left.toLocaleString('en')} ${left === 1 ? 'move' : 'moves'} to go, ${this.#right} right, ${this.#wrong} wrong`;
        this.#typed.hidden = !isAsking;
        fill(
            this.#actions,
            isTest && keyButton('Hint', 'h', () => this.#hint()),
            isTest && button('Solution', () => this.#show(), { 'aria-label': 'Show the solution' }),
            !isAsking &&
                card !== undefined &&
                keyButton('Next', 'n', () => this.#next(), { class: 'button main' }),
            card === undefined &&
                button('Back', () => this.#host.leave(), { class: 'button main' }),
        );
        if (this.#host.isActive() && this.isOpen) {
            this.#store.orientation = this.#color;
            const arrows = isAsking && this.#isShowing ? answersOf(card) : marks;
            this.#drawBoard(isAsking, played, arrows);
        }
    }

    /**
     * Draws the position of the card, or one of the line to it, back to which one may step.
     * @param {boolean} isAsking
     * @param {string | null} played
     * @param {string[]} marks
     */
    #drawBoard(isAsking, played, marks) {
        const position = this.#card === undefined ? new Position() : this.#position;
        const move = played === null ? null : position.play(played);
        const [line, node] = [this.#line, played === null ? this.#seen : null];
        const view = node === null ? viewOfPosition(position) : viewOf(node);
        const isHere = node === null || node === line?.end;
        const look = (/** @type {GameNode | null | undefined} */ to) => {
            this.#seen = to ?? this.#seen;
            this.#drawBoard(isAsking, null, marks);
        };
        this.#store.board = {
            ...view,
            lastMove: move === null ? (view.lastMove ?? null) : [move.from, move.to],
            dests: isAsking && isHere ? view.dests : null,
            movable: isAsking && isHere ? this.#color : 'none',
            marks: isHere ? marks : [],
            steps: line !== null && {
                first: () => look(line.root),
                back: () => look(this.#seen?.parent),
                forward: () => look(this.#seen?.next),
                last: () => look(line.end),
            },
        };
    }
}

/** The arrows of the answers. @param {Card} card */
export const answersOf = ({ answers }) => answers.map(({ uci }) => `B${uci.slice(0, 4)}`);

/**
 * The line to a card, or null if it does not begin at the usual start.
 * @param {Card} card
 */
function lineTo({ line, name }) {
    const game = Game.from(`${line} *`);
    return game?.end.position.fen.startsWith(`${name} `) ? game : null;
}
