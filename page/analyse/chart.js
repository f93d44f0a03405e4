// The chart of White's expected scores over the main line of a game: a slider that goes through it.

import { fill, h, svg } from '../dom.js';
import { classOf, isBad } from '../parts/marks.js';
import { moveText } from '../parts/tree.js';

/** @import { Node as GameNode } from '../ferz/index.js' */

/** The sizes of the chart in its own units. */
const [WIDTH, HEIGHT] = [600, 140];
/** The share of the width from which a part without scores has its name. */
const NAMED = 0.4;

export class Chart {
    #go;
    /** The main line as it is drawn: nodes and White's scores. @type {{ node: GameNode, share: number }[]} */ #points =
        [];
    /** The plies of the main line. */
    #last = 1;
    #cursor = svg('line', { class: 'cursor', y1: 0, y2: HEIGHT });
    element = h('div.chart', {
        role: 'slider',
        tabindex: 0,
        'aria-label': 'Evaluations of the game; arrow keys go through it',
        'aria-valuemin': 0,
    });

    /** @param {(node: GameNode) => void} go called with the node of the place that is pressed */
    constructor(go) {
        this.#go = go;
        this.element.addEventListener('pointerdown', (event) => {
            this.#jump(event);
            this.element.setPointerCapture(event.pointerId);
        });
        this.element.addEventListener(
            'pointermove',
            (event) => event.buttons === 1 && this.#jump(event),
        );
    }

    /**
     * Draws the scores.
     * @param {{ node: GameNode, share: number }[]} points from the start on
     * @param {number} plies those of the main line
     */
    draw(points, plies) {
        this.#points = points;
        this.#last = Math.max(1, plies);
        const x = (/** @type {number} */ index) => (index / this.#last) * WIDTH;
        const y = (/** @type {number} */ share) => (1 - share) * HEIGHT;
        const line = points.map(
            ({ share }, index) => `${x(index).toFixed(1)} ${y(share).toFixed(1)}`,
        );
        const end = x(points.length - 1).toFixed(1);
        const hasCurve = points.length > 1;
        const d = `M${line.join('L')}`;
        const dots = points
            .filter(({ node }) => isBad(node))
            .map(({ node, share }) => {
                const dot = h(`span.point.${classOf(node)}`);
                dot.style.left = `${(node.ply / this.#last) * 100}%`;
                dot.style.top = `${(1 - share) * 100}%`;
                return dot;
            });
        const picture = svg(
            'svg',
            {
                viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
                preserveAspectRatio: 'none',
                'aria-hidden': 'true',
            },
            svg('rect', {
                class: 'black-area',
                x: 0,
                y: 0,
                width: hasCurve ? end : 0,
                height: HEIGHT,
            }),
            svg('path', { class: 'area', d: hasCurve ? `${d}L${end} ${HEIGHT}L0 ${HEIGHT}Z` : '' }),
            svg('line', { class: 'middle', x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
            svg('path', { class: 'curve', d: hasCurve ? d : '' }),
            this.#cursor,
        );
        this.element.setAttribute('aria-valuemax', String(this.#last));
        fill(
            this.element,
            picture,
            this.#pending(Math.max(0, points.length - 1) / this.#last),
            ...dots,
        );
    }

    /**
     * The part of the chart that has no scores yet; null if there is none.
     * @param {number} from where it begins, 0 to 1
     */
    #pending(from) {
        if (from >= 1) {
            return null;
        }
        const pending = h(
            'span.pending',
            {},
            1 - from >= NAMED ? h('span', {}, 'not reviewed yet') : '',
        );
        pending.style.insetInlineStart = `${from * 100}%`;
        return pending;
    }

    /** @param {PointerEvent} event */
    #jump(event) {
        const { left, width } = this.element.getBoundingClientRect();
        const index = Math.round(((event.clientX - left) / width) * this.#last);
        const point = this.#points[Math.min(Math.max(index, 0), this.#points.length - 1)];
        if (point) {
            this.#go(point.node);
        }
    }

    /**
     * Marks the place of a node, or where its variation leaves the main line.
     * @param {GameNode} current
     */
    mark(current) {
        let node = current;
        while (!node.isMainLine && node.parent) {
            node = node.parent;
        }
        const at = String((node.ply / this.#last) * WIDTH);
        this.#cursor.setAttribute('x1', at);
        this.#cursor.setAttribute('x2', at);
        this.element.setAttribute('aria-valuenow', String(Math.min(node.ply, this.#last)));
        const point = this.#points[node.ply];
        this.element.setAttribute(
            'aria-valuetext',
            node.isRoot
                ? 'Start'
                : `${moveText(node)}, ${point ? `${Math.round(point.share * 100)} %` : 'not evaluated'} for White`,
        );
    }
}
