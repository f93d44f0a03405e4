// The review of the game: its progress, the chart of its evaluations, the mistakes with their better lines, and the numbers
// of both sides. All is read from the game, so that a reviewed file shows it too.

import { button, fill, h } from '../dom.js';
import { evaluationOf, shareOf } from '../parts/marks.js';
import { Chart } from './chart.js';
import { Mistakes } from './mistakes.js';
import { accuracies, sidesTable } from './sides.js';

/** @import { Game, Node as GameNode } from '../ferz/index.js' */
/** @import { Store } from '../store.js' */

/** @type {readonly [number, string][]} */
const EFFORTS = [[25_000, 'Quick'], [100_000, 'Normal'], [400_000, 'Thorough']];

export class Review {
    #store;
    #ended;
    /** @type {AbortController | null} */ #running = null;
    /** White's expected scores so far, while a review runs. @type {number[]} */ #scores = [];
    #progress = /** @type {HTMLProgressElement} */ (h('progress', { max: 1, value: 0, 'aria-label': 'Progress of the review' }));
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
            const { game: reviewed } = await this.#store.review(game, {
                nodes: settings.reviewNodes,
                signal: running.signal,
                onProgress: (share, line) => {
                    const score = line?.whiteScore;
                    this.#scores.push(score ? shareOf(score.centipawns, score.mate) : endOf(game, this.#scores.length));
                    this.#showProgress(share);
                },
            });
            // What was added to the game meanwhile must not be lost.
            if (this.#store.game === game) {
                hasStayed = this.#store.node === node;
                this.#store.replace(reviewed);
            }
        } catch (error) {
            if (!running.signal.aborted && !(error instanceof DOMException)) {
                this.#store.say(`The review has failed: ${error instanceof Error ? error.message : error}`);
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
            fill(this.element, h('div.review-head', {}, h('h2', {}, 'Reviewing the game'), this.#share, h('span.grow'), stop), this.#progress, this.#drawChart(),
                h('p.quiet', {}, 'The mistakes are listed here at the end. The moves can be looked at meanwhile.'));
            this.#showProgress(0);
            return;
        }
        if (game.root.next === null) {
            fill(this.element, h('p.empty', {}, 'A review needs a game. Make moves on the board, paste a game, or open one from Games.'));
            return;
        }
        if (pointsOf(game).length < 2) {
            fill(this.element, this.#startPart(false));
            return;
        }
        this.#mistakes.draw(game);
        fill(this.element, accuracies(game), this.#drawChart(), this.#mistakes.element,
            sidesTable(game, (isWhite, kind) => this.#mistakes.next(isWhite, kind)), this.#startPart(true));
        this.mark();
    }

    /** @param {boolean} isAgain */
    #startPart(isAgain) {
        const { settings } = this.#store;
        const efforts = EFFORTS.map(([nodes, label]) => h('option', { value: nodes, selected: nodes === settings.reviewNodes }, label));
        const effort = /** @type {HTMLSelectElement} */ (h('select', { 'aria-label': 'Effort' }, ...efforts));
        effort.addEventListener('change', () => this.#store.set('reviewNodes', Number(effort.value)));
        const start = button(isAgain ? 'Review again' : 'Review the game', () => void this.start(), { class: isAgain ? 'button' : 'button main' });
        const text = 'The engine looks at each position of the game, marks what loses, and adds the better lines.';
        return h('div.review-start', {}, !isAgain && h('p.quiet', {}, text), h('div.row', {}, start, h('div.effort', {}, effort)));
    }

    #drawChart() {
        const { game, node } = this.#store;
        const nodes = [game.root, ...game.mainline()];
        const points = this.isRunning ? nodes.slice(0, this.#scores.length).map((at, index) => ({ node: at, share: this.#scores[index] })) : pointsOf(game);
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

    /** Shows the current node in the chart and among the mistakes. */
    mark() {
        this.#chart.mark(this.#store.node);
        this.#mistakes.mark(this.#store.node);
    }
}

/**
 * The evaluations of the main line up to the last one that is known; where a position before has none, the one before it counts.
 * @param {Game} game
 * @returns {{ node: GameNode, share: number }[]} empty if the game has no more than one evaluation
 */
function pointsOf(game) {
    let share = 0.53;
    let [known, end] = [0, 0];
    const points = [game.root, ...game.mainline()].map((node, index) => {
        const evaluation = node.comments.length > 0 || node.next === null ? evaluationOf(node) : null;
        if (evaluation !== null) {
            share = evaluation.share;
            known += node.comments.length > 0 ? 1 : 0;
            end = index + 1;
        }
        return { node, share };
    });
    return known > 1 ? points.slice(0, end) : [];
}

/**
 * White's score where the game has ended by the rules.
 * @param {Game} game
 * @param {number} ply
 */
function endOf(game, ply) {
    const node = [game.root, ...game.mainline()][ply];
    return (node && evaluationOf(node)?.share) ?? 0.5;
}
