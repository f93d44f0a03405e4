// The moves of a game: the main line in two columns, variations as running text below the move that they replace.

import { fill, h } from '../dom.js';
import { classOf, evaluationOf, glyphsOf, textOf, wordsOf } from './marks.js';
import { resultText } from './result.js';

/** @import { Game, Node as GameNode } from '../ferz/index.js' */

/** Variations nested deeper are not indented any more. */
const DEEP = 6;
/** The least height of the moves above the bars of a narrow window for which it is worth scrolling. */
const ROOM = 44;
/** The distance of the current move from the edges of the list. */
const EDGE = 8;

export class Tree {
    /** @type {Map<GameNode, HTMLElement>} */ #buttons = new Map();
    /** @type {HTMLElement | undefined} */ #current;
    /** The height below the last move that lets it be scrolled above the bars of a narrow window. */
    #room = 0;
    #frame = 0;
    #go;

    /** @param {(node: GameNode) => void} go called with the node of a move that is pressed */
    constructor(go) {
        this.#go = go;
        this.element = h('div.tree', { role: 'group', 'aria-label': 'Moves', tabindex: 0 });
    }

    /**
     * Shows a game.
     * @param {Game} game
     * @param {GameNode} node the current one
     */
    show(game, node) {
        const { scrollTop } = this.element;
        this.#buttons.clear();
        const before = textOf(game.root);
        fill(
            this.element,
            before && h('p.remark.first', {}, before),
            this.#mainline(game),
            ending(game),
        );
        this.element.scrollTop = scrollTop;
        this.mark(node);
    }

    /**
     * Marks the current move and scrolls to it.
     * @param {GameNode} node
     */
    mark(node) {
        this.#current?.removeAttribute('aria-current');
        this.#current = this.#buttons.get(node);
        this.#current?.setAttribute('aria-current', 'true');
        if (this.#current) {
            // The board above may get its names meanwhile.
            cancelAnimationFrame(this.#frame);
            this.#frame = requestAnimationFrame(
                () => this.#current && this.#scrollTo(this.#current),
            );
        } else if (node.isRoot) {
            this.element.scrollTop = 0;
        }
    }

    /**
     * Scrolls to a move, above what lies over the lower end of a narrow window.
     * @param {HTMLElement} move
     */
    #scrollTo(move) {
        const { element } = this;
        const frame = element.getBoundingClientRect();
        if (frame.height === 0) {
            return;
        }
        const end = windowEnd();
        const bottom = end - frame.top < ROOM ? frame.bottom : Math.min(frame.bottom, end);
        // The last moves can only be scrolled above the bars if there is room below them.
        const most = Number.parseFloat(getComputedStyle(element).maxHeight) || frame.height;
        const isCovered =
            bottom < frame.bottom &&
            frame.top + Math.min(element.scrollHeight - this.#room, most) > bottom;
        this.#room = isCovered ? frame.top + most - bottom : 0;
        element.style.setProperty('--room', `${this.#room}px`);
        const box = move.getBoundingClientRect();
        if (box.top < frame.top + EDGE) {
            element.scrollTop -= frame.top - box.top + (bottom - frame.top) / 3;
        } else if (box.bottom > bottom - EDGE) {
            element.scrollTop += box.bottom - bottom + (bottom - frame.top) / 3;
        }
    }

    /** @param {Game} game */
    #mainline(game) {
        const main = h('div.main-line');
        let isOpen = false;
        for (let node = game.root.next; node !== null; node = node.next) {
            const { number, isWhite } = numberOf(node);
            if (isWhite || !isOpen) {
                main.append(h('span.number', {}, number));
            }
            if (!isWhite && !isOpen) {
                main.append(h('span.gap', {}, '…'));
            }
            main.append(this.#move(node, true));
            isOpen = isWhite;
            const aside = this.#aside(node);
            if (aside !== null) {
                if (isWhite) {
                    main.append(h('span.gap', {}, node.next === null ? '' : '…'));
                }
                main.append(aside);
                isOpen = false;
            }
        }
        return main;
    }

    /**
     * The comment of a move of the main line and the moves in place of it.
     * @param {GameNode} node
     */
    #aside(node) {
        const comment = textOf(node);
        const others = node.variations;
        if (comment === '' && others.length === 0) {
            return null;
        }
        return h(
            'div.aside',
            {},
            comment && h('p.remark', {}, comment),
            ...others.flatMap((other) => this.#variation(other, 1)),
        );
    }

    /**
     * A variation with the comment before its first move, and the comment behind it.
     * @param {GameNode} first
     * @param {number} depth
     * @returns {HTMLElement[]}
     */
    #variation(first, depth) {
        const line = h(depth < DEEP ? 'div.variation' : 'div.variation.deep');
        const before = wordsOf(first.commentsBefore);
        if (before !== '') {
            line.append(h('span.remark', {}, before));
        }
        let needsNumber = true;
        for (let node = /** @type {GameNode | null} */ (first); node !== null; node = node.next) {
            const { number, isWhite } = numberOf(node);
            if (isWhite || needsNumber) {
                line.append(h('span.number', {}, `${number}${isWhite ? '.' : '…'}`));
            }
            line.append(this.#move(node, false));
            needsNumber = false;
            const comment = textOf(node);
            if (comment !== '') {
                line.append(h('span.remark', {}, comment));
                needsNumber = true;
            }
            const others = node === first ? [] : node.variations;
            if (others.length > 0) {
                line.append(...others.flatMap((other) => this.#variation(other, depth + 1)));
                needsNumber = true;
            }
        }
        const behind = wordsOf(first.commentsAfterVariation);
        return behind === '' ? [line] : [line, h('p.remark', {}, behind)];
    }

    /**
     * @param {GameNode} node
     * @param {boolean} showsEvaluation
     */
    #move(node, showsEvaluation) {
        const evaluation = showsEvaluation && node.comments.length > 0 ? evaluationOf(node) : null;
        const button = h(
            'button.move',
            { type: 'button', tabindex: -1, onclick: () => this.#go(node) },
            h('span.san', {}, node.san),
            glyphsOf(node) && h(`span.glyph.${classOf(node) || 'plain'}`, {}, glyphsOf(node)),
            evaluation && h('span.evaluation', {}, evaluation.text),
        );
        this.#buttons.set(node, button);
        return button;
    }
}

/** Where the part of the window ends that no bar covers. */
function windowEnd() {
    const bars = Array.from(document.querySelectorAll('.top, .steps')).filter(
        (bar) => getComputedStyle(bar).position === 'fixed',
    );
    const tops = bars
        .map((bar) => bar.getBoundingClientRect())
        .filter(({ height }) => height > 0)
        .map(({ top }) => top);
    return Math.min(innerHeight, ...tops);
}

/** @param {Game} game */
function ending(game) {
    if (game.result === '*' || game.root.next === null) {
        return null;
    }
    return h('p.ending', {}, resultText(game.result));
}

/**
 * The number of the move to a node, and whether it is White's.
 * @param {GameNode} node
 */
export function numberOf(node) {
    const { moveNumber, turn } = node.position;
    const isWhite = turn === 'black';
    return { number: isWhite ? moveNumber : moveNumber - 1, isWhite };
}

/**
 * The move to a node with its number: `3. Nf3`, `3… Nf6`.
 * @param {GameNode} node
 */
export function moveText(node) {
    const { number, isWhite } = numberOf(node);
    return `${number}${isWhite ? '.' : '…'} ${node.san}`;
}
