// The review of the game: its progress, the chart of its evaluations, the mistakes with their better lines, and the numbers
// of both sides. A game that was not reviewed here has the review of its comments.

import { button, fill, h } from '../dom.js';
import { go } from '../open.js';
import { askMe } from '../parts/ask-me.js';
import { classOf, evaluationOf } from '../parts/marks.js';
import { namesOf, sideOf } from '../parts/me.js';
import { reviewOf, setReview } from '../parts/reviewed.js';
import { rove } from '../parts/roving.js';
import { numberOf } from '../parts/tree.js';
import { Chart } from './chart.js';
import { Mistakes, mistakesOf } from './mistakes.js';
import { accuracies, sidesTable } from './sides.js';
import { reasonOf } from '../serving.js';

/** @import { Game, Node as GameNode } from '../ferz/index.js' */
/** @import { Store } from '../store.js' */

/** @type {readonly [number, string][]} */
const EFFORTS = [
    [25_000, 'Quick'],
    [100_000, 'Normal'],
    [400_000, 'Thorough'],
];

export class Review {
    #store;
    #ended;
    /** @type {AbortController | null} */ #running = null;
    /** White's expected scores so far, while a review runs. @type {number[]} */ #scores = [];
    #progress = /** @type {HTMLProgressElement} */ (
        h('progress', { max: 1, value: 0, 'aria-label': 'Progress of the review' })
    );
    #share = h('span.quiet');
    #chart;
    #mistakes;
    element = h('div.review');

    /**
     * @param {Store} store
     * @param {() => void} ended called when the engine is free again
     */
    constructor(store, ended) {
        this.#store = store;
        this.#ended = ended;
        this.#chart = new Chart((node) => store.go(node));
        this.#mistakes = new Mistakes(store);
        rove(this.element, '.mistake-list, .way-moves, .sides');
    }

    /** True while a review runs. */
    get isRunning() {
        return this.#running !== null;
    }

    /** Reviews the game that is open. At its end the first mistake is shown, unless another move was meanwhile. */
    async start() {
        const { game, node, settings } = this.#store;
        const running = new AbortController();
        this.#running?.abort();
        this.#running = running;
        this.#scores = [];
        let hasStayed = false;
        this.draw();
        try {
            const reviewed = await this.#store.desk.review(game, {
                nodes: settings.reviewNodes,
                signal: running.signal,
                onProgress: (share, line, index) => {
                    this.#scores[index] = line.whiteExpected / 100;
                    this.#showProgress(share);
                },
            });
            // What was added to the game meanwhile must not be lost.
            if (this.#store.game === game) {
                hasStayed = this.#store.node === node;
                setReview(reviewed);
                this.#store.replace(reviewed.game);
            }
        } catch (error) {
            if (!running.signal.aborted && !(error instanceof DOMException)) {
                this.#store.say(`The review has failed: ${reasonOf(error)}`);
            }
        } finally {
            if (this.#running === running) {
                this.#running = null;
                this.draw();
                if (hasStayed) {
                    this.#mistakes.first();
                }
                this.#ended();
            }
        }
    }

    /** Ends the review. */
    stop() {
        this.#running?.abort();
    }

    /** @param {number} share */
    #showProgress(share) {
        this.#progress.value = share;
        this.#share.textContent = `${Math.round(share * 100)} %`;
        this.#drawChart();
    }

    /** Draws all for the game that is open. */
    draw() {
        const { game } = this.#store;
        if (this.isRunning) {
            const stop = button('Stop', () => this.stop());
            fill(
                this.element,
                h(
                    'div.review-head',
                    {},
                    h('h2', {}, 'Reviewing the game'),
                    this.#share,
                    h('span.grow'),
                    stop,
                ),
                this.#progress,
                this.#drawChart(),
                h(
                    'p.quiet',
                    {},
                    'The mistakes are listed here at the end. The moves can be looked at meanwhile.',
                ),
            );
            this.#showProgress(0);
            return;
        }
        if (game.root.next === null) {
            fill(
                this.element,
                h(
                    'p.empty',
                    {},
                    'A review needs a game. Make moves on the board, paste a game, or open one from Games.',
                ),
            );
            return;
        }
        const own = reviewOf(game);
        const review = own ?? game.recordedReview();
        if (review === null && pointsOf(game).length < 2) {
            fill(this.element, this.#startPart(false));
            return;
        }
        this.#mistakes.draw(game, own, this.#mine);
        fill(
            this.element,
            askMe(this.#store, game, () => this.#showMine()),
            h('div.row', {}, review && accuracies(review), h('span.grow'), this.#solveButton(game)),
            this.#drawChart(),
            this.#mistakes.element,
            sidesTable(game, review, (isWhite, kind) => this.#mistakes.next(isWhite, kind)),
            this.#startPart(true),
        );
        this.mark();
    }

    /** The user's side of the game that is open, or null. */
    get #mine() {
        const { game, settings } = this.#store;
        return sideOf(namesOf(settings.me), game.tags.White, game.tags.Black);
    }

    /** True if a move is the user's, or it is not known who that is. @param {GameNode} node */
    #isMine(node) {
        return this.#mine === null || numberOf(node).isWhite === (this.#mine === 'white');
    }

    /** Shows the game from the user's side, with the first mistake, once it is known who that is. */
    #showMine() {
        this.draw();
        if (this.#mine !== null) {
            this.#store.orientation = this.#mine;
            this.#mistakes.first();
        }
    }

    /** The way to the mistakes as puzzles, those of the user if there are any. @param {Game} game */
    #solveButton(game) {
        const solvable = mistakesOf(game).filter(
            ({ node, better }) => better !== null && classOf(node) !== 'dubious',
        );
        if (solvable.length === 0) {
            return null;
        }
        const isMine = this.#mine !== null && solvable.some(({ node }) => this.#isMine(node));
        const side = isMine ? this.#mine : 'both';
        // The number makes each time an address of its own.
        return button(isMine ? 'Solve my mistakes' : 'Solve the mistakes', () =>
            go(`solve/mistakes=${side}&at=${Date.now()}`),
        );
    }

    /** @param {boolean} isAgain */
    #startPart(isAgain) {
        const { settings } = this.#store;
        const efforts = EFFORTS.map(([nodes, label]) =>
            h('option', { value: nodes, selected: nodes === settings.reviewNodes }, label),
        );
        const effort = /** @type {HTMLSelectElement} */ (
            h('select', { 'aria-label': 'Effort' }, ...efforts)
        );
        effort.addEventListener('change', () =>
            this.#store.set('reviewNodes', Number(effort.value)),
        );
        const start = button(
            isAgain ? 'Review again' : 'Review the game',
            () => void this.start(),
            { class: isAgain ? 'button' : 'button main' },
        );
        const text =
            'The engine looks at each position of the game, marks what loses, and adds the better lines.';
        return h(
            'div.review-start',
            {},
            !isAgain && h('p.quiet', {}, text),
            h('div.row', {}, start, h('div.effort', {}, effort)),
        );
    }

    #drawChart() {
        const { game, node } = this.#store;
        const nodes = [game.root, ...game.mainline()];
        const review = this.isRunning ? null : (reviewOf(game) ?? game.recordedReview());
        const scores = review
            ? [review.startScore, ...review.moves.map(({ score }) => score)].map(
                  (score) => score / 100,
              )
            : this.#scores;
        const points =
            this.isRunning || review
                ? scores.map((share, index) => ({ node: nodes[index], share }))
                : pointsOf(game);
        this.#chart.draw(points, nodes.length - 1);
        this.#chart.mark(node);
        return this.#chart.element;
    }

    /**
     * Says if the engine finds more than the review did.
     * @param {import('../ferz/engine.js').AnalysisLine | undefined} best the best line of the current position
     */
    compare(best) {
        this.#mistakes.compare(best);
    }

    /**
     * What the board shows of a mistake or of its reasons.
     * @param {import('../ferz/index.js').Node} node
     */
    marksAt(node) {
        return this.#mistakes.marksAt(node);
    }

    /** Shows the current node in the chart and among the mistakes. */
    mark() {
        this.#chart.mark(this.#store.node);
        this.#mistakes.mark(this.#store.node);
    }
}

/**
 * The evaluations of a main line of which not all positions have one, up to the last that does; the one before counts for
 * those that lack one.
 * @param {Game} game
 * @returns {{ node: GameNode, share: number }[]} empty if the game has no more than one evaluation
 */
function pointsOf(game) {
    let share = 0.53;
    let [known, end] = [0, 0];
    const points = [game.root, ...game.mainline()].map((node, index) => {
        const evaluation =
            node.comments.length > 0 || node.next === null ? evaluationOf(node) : null;
        if (evaluation !== null) {
            share = evaluation.share;
            known += node.comments.length > 0 ? 1 : 0;
            end = index + 1;
        }
        return { node, share };
    });
    return known > 1 ? points.slice(0, end) : [];
}
