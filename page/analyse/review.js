// The review of the game: its progress, the chart of its evaluations, the numbers of both sides, and the mistakes with their
// better lines. The chart and the mistakes are read from the game, so that a reviewed file shows them too.

import { button, fill, h } from '../dom.js';
import { classOf, evaluationOf, glyphsOf, isBad, shareOf } from '../parts/marks.js';
import { moveText, numberOf } from '../parts/tree.js';
import { Chart } from './chart.js';

/** @import { Game, Node as GameNode } from '../ferz/index.js' */
/** @import { Review as Numbers, ReviewedSide } from '../ferz/engine.js' */
/** @import { Store } from '../store.js' */

/** @type {readonly [number, string][]} */
const EFFORTS = [[25_000, 'Quick'], [100_000, 'Normal'], [400_000, 'Thorough']];

export class Review {
    #store;
    #ended;
    /** @type {AbortController | null} */ #running = null;
    /** White's expected scores so far, while a review runs. @type {number[]} */ #scores = [];
    /** The numbers of the games reviewed. @type {WeakMap<Game, Numbers>} */ #numbers = new WeakMap();
    #progress = /** @type {HTMLProgressElement} */ (h('progress', { max: 1, value: 0, 'aria-label': 'Progress of the review' }));
    #share = h('span.quiet');
    #chart;
    element = h('div.review');

    /**
     * @param {Store} store
     * @param {() => void} ended called when the engine is free again
     */
    constructor(store, ended) {
        this.#store = store;
        this.#ended = ended;
        this.#chart = new Chart((node) => store.go(node));
    }

    /** True while a review runs. */
    get isRunning() {
        return this.#running !== null;
    }

    /** Reviews the game that is open. */
    async start() {
        const { game, settings } = this.#store;
        const running = new AbortController();
        this.#running?.abort();
        this.#running = running;
        this.#scores = [];
        this.draw();
        try {
            const numbers = await this.#store.review(game, {
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
                this.#numbers.set(numbers.game, numbers);
                this.#store.replace(numbers.game);
            }
        } catch (error) {
            if (!running.signal.aborted && !(error instanceof DOMException)) {
                this.#store.say(`The review has failed: ${error instanceof Error ? error.message : error}`);
            }
        } finally {
            if (this.#running === running) {
                this.#running = null;
                this.draw();
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
            fill(this.element, h('div.review-head', {}, h('h2', {}, 'Reviewing the game'), this.#share, h('span.grow'), stop), this.#progress, this.#drawChart());
            this.#showProgress(this.#progress.value = 0);
            return;
        }
        if (game.root.next === null) {
            fill(this.element, h('p.empty', {}, 'A review needs a game. Make moves on the board, paste a game, or open one from Games.'));
            return;
        }
        const hasReview = pointsOf(game).length > 1;
        fill(this.element, this.#head(hasReview), hasReview && this.#drawChart(), hasReview && this.#table(game), hasReview && this.#mistakes(game));
        this.mark();
    }

    /** @param {boolean} isAgain */
    #head(isAgain) {
        const { settings } = this.#store;
        const efforts = EFFORTS.map(([nodes, label]) => h('option', { value: nodes, selected: nodes === settings.reviewNodes }, label));
        const effort = /** @type {HTMLSelectElement} */ (h('select', { 'aria-label': 'Effort' }, ...efforts));
        effort.addEventListener('change', () => this.#store.set('reviewNodes', Number(effort.value)));
        const start = button(isAgain ? 'Review again' : 'Review the game', () => void this.start(), { class: isAgain ? 'button' : 'button main' });
        const text = 'The engine looks at each position of the main line, marks what loses, and adds the better lines.';
        return h('div.review-start', {}, !isAgain && h('p.quiet', {}, text), h('div.row', {}, start, h('div.effort', {}, effort)));
    }

    /** The main line with White's expected scores, as far as they are known. */
    #points() {
        const { game } = this.#store;
        return this.isRunning
            ? [game.root, ...game.mainline()].slice(0, this.#scores.length).map((node, index) => ({ node, share: this.#scores[index] }))
            : pointsOf(game);
    }

    #drawChart() {
        const { game, node } = this.#store;
        this.#chart.draw(this.#points(), [...game.mainline()].length);
        this.#chart.mark(node);
        return this.#chart.element;
    }

    /** Shows the current node in the chart and the list. */
    mark() {
        this.#chart.mark(this.#store.node);
        for (const item of this.element.querySelectorAll('.fault-row')) {
            item.toggleAttribute('aria-current', Number(/** @type {HTMLElement} */ (item).dataset.ply) === this.#store.node.ply && this.#store.node.isMainLine);
        }
    }

    /** @param {Game} game */
    #table(game) {
        const numbers = this.#numbers.get(game);
        const count = (/** @type {boolean} */ isWhite, /** @type {string} */ kind) => {
            return [...game.mainline()].filter((node) => numberOf(node).isWhite === isWhite && classOf(node) === kind).length;
        };
        const row = (/** @type {string} */ label, /** @type {any} */ white, /** @type {any} */ black, kind = '') => {
            return h(`tr${kind && `.${kind}`}`, {}, h('td', {}, white), h('th', { scope: 'row' }, label), h('td', {}, black));
        };
        const side = (/** @type {(side: ReviewedSide) => string} */ read) => (numbers ? [read(numbers.white), read(numbers.black)] : ['', '']);
        const accuracy = side(({ accuracy: value }) => (value === null ? '–' : `${value.toFixed(0)} %`));
        const loss = side(({ averageCentipawnLoss: value }) => (value === null ? '–' : value.toFixed(0)));
        return h(
            'table.sides', {}, h('caption.vh', {}, 'Both sides'),
            h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, game.tags.White ?? 'White'), h('td'), h('th', { scope: 'col' }, game.tags.Black ?? 'Black'))),
            h(
                'tbody', {},
                numbers && row('Accuracy', accuracy[0], accuracy[1], 'accuracy'),
                row('Inaccuracies', count(true, 'dubious'), count(false, 'dubious'), 'dubious'),
                row('Mistakes', count(true, 'mistake'), count(false, 'mistake'), 'mistake'),
                row('Blunders', count(true, 'blunder'), count(false, 'blunder'), 'blunder'),
                numbers && row('Average loss (cp)', loss[0], loss[1]),
            ),
        );
    }

    /** Goes to a mistake, and to the board where it is out of sight. @param {GameNode} node */
    #show(node) {
        this.#store.go(node);
        const board = document.querySelector('ferz-board');
        if (board && board.getBoundingClientRect().top < 0) {
            board.scrollIntoView({ block: 'start' });
        }
    }

    /** @param {Game} game */
    #mistakes(game) {
        const bad = [...game.mainline()].filter(isBad);
        if (bad.length === 0) {
            return h('p.empty', {}, 'No mistakes were found.');
        }
        const rows = bad.map((node) => {
            const better = node.parent?.children.find((child) => child !== node) ?? null;
            const [before, after] = [node.parent && evaluationOf(node.parent), evaluationOf(node)];
            const line = [];
            for (let step = better; step !== null && line.length < 5; step = step.next) {
                line.push(step.san);
            }
            const jump = h(
                'button.fault-row', { type: 'button', 'data-ply': node.ply, onclick: () => this.#show(node) },
                h('span.fault-move', {}, moveText(node), h(`span.glyph.${classOf(node)}`, {}, glyphsOf(node))),
                h('span.fault-line', {}, line.join(' ')),
                h('span.fault-scores', {}, before && after ? `${before.text} → ${after.text}` : ''),
            );
            return h('li', {}, jump);
        });
        return h('div.faults', {}, h('div.faults-head', {}, h('span', {}, 'Mistakes'), h('span', {}, 'Better'), h('span', {}, 'Evaluation')), h('ol', {}, ...rows));
    }
}

/**
 * The evaluations of the main line; where a position has none the one before counts.
 * @param {Game} game
 */
function pointsOf(game) {
    let share = 0.53;
    let known = 0;
    const points = [game.root, ...game.mainline()].map((node) => {
        const evaluation = node.comments.length > 0 || node.next === null ? evaluationOf(node) : null;
        if (evaluation !== null) {
            share = evaluation.share;
            known += node.comments.length > 0 ? 1 : 0;
        }
        return { node, share };
    });
    return known > 1 ? points : [];
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
