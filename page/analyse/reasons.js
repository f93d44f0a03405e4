// The reasons of a mistake in its card. The moves of a sentence are buttons: they are played on the board, as if the user made
// them, with the squares that the reason is about.

import { h, iconButton } from '../dom.js';
import { isIn } from '../places.js';

/** @import { Node as GameNode } from '../ferz/index.js' */
/** @import { Review } from '../ferz/engine.js' */
/** @import { Store } from '../store.js' */

/** @typedef {Review['moves'][number]['reasons'][number]} Reason */

/** The colours of what a move allows, and of what it misses: those of the two arrows of a mistake. */
const COLORS = { played: 'R', best: 'B' };
/** The picture of the button that plays a line. */
export const PLAY = 'M8 5.5V18.5L18.5 12Z';
/** The time of a move when the line is played, in milliseconds. */
const STEP = 1100;

export class Reasons {
    #store;
    /** @type {Map<GameNode, Reason[]>} */ #reasons = new Map();
    /** The line on the board: its reason, the mistake, and the nodes from the position before its first move. @type {{ reason: Reason, mistake: GameNode, nodes: GameNode[] } | null} */
    #shown = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
    /** What a screen reader speaks. */
    status = h('p.vh', { role: 'status' });

    /** @param {Store} store */
    constructor(store) {
        this.#store = store;
    }

    /** Takes the reasons of a review, null without one of the game. @param {Review | null} review */
    set(review) {
        this.#reasons = new Map(review?.moves.map(({ node, reasons }) => [node, reasons]));
    }

    /** @param {GameNode} mistake */
    of(mistake) {
        return this.#reasons.get(mistake) ?? [];
    }

    /** Returns the mistake whose line a node belongs to, while that is shown. @param {GameNode} node */
    mistakeOf(node) {
        return this.#shown?.nodes.includes(node) ? this.#shown.mistake : null;
    }

    /**
     * Returns the marks of the line that is shown: the squares of the reason and the next move.
     * @param {GameNode} node
     * @returns {string[] | null}
     */
    marksAt(node) {
        const index = this.#shown?.nodes.indexOf(node) ?? -1;
        if (this.#shown === null || index < 0) {
            return null;
        }
        const { reason, nodes } = this.#shown;
        const color = COLORS[reason.concern];
        const move = nodes[index + 1]?.move;
        return [
            ...reason.squares.map((square) => `${color}${square}`),
            ...(move ? [`${color}${move.from}${move.to}`] : []),
        ];
    }

    /**
     * Returns the sentences of a mistake.
     * @param {GameNode} mistake
     * @param {GameNode} current
     * @returns {HTMLElement[]}
     */
    sentences(mistake, current) {
        return this.of(mistake).map((reason, number) => {
            const start = startOf(reason, mistake);
            const line = start === null ? '' : shownLine(start, reason);
            if (line === '') {
                return h('p.reason', {}, reason.text);
            }
            const at = reason.text.indexOf(line);
            const isShown = this.#shown?.reason === reason;
            let ply = 0;
            const steps = line.split(' ').flatMap((word) => {
                if (/^\d+\.+$/.test(word)) {
                    return [word, ' '];
                }
                const index = ++ply;
                const isCurrent = isShown && this.#shown?.nodes[index] === current;
                const step = h(
                    'button.step',
                    {
                        type: 'button',
                        onclick: () => this.#show(reason, mistake, index),
                        'aria-current': isCurrent ? 'true' : null,
                        'data-focus': `reason ${number} ${index}`,
                    },
                    word,
                );
                return [step, ' '];
            });
            const play = iconButton('Play the line on the board', PLAY, () =>
                this.#play(reason, mistake),
            );
            play.dataset.focus = `reason ${number} play`;
            const [before, after] = [reason.text.slice(0, at), reason.text.slice(at + line.length)];
            return h('p.reason', {}, before, ...steps.slice(0, -1), after, ' ', play);
        });
    }

    /**
     * Shows the line after so many moves. What the game lacks of it is added, as if the user made the moves.
     * @param {Reason} reason
     * @param {GameNode} mistake
     * @param {number} plies
     */
    #show(reason, mistake, plies) {
        clearTimeout(this.#timer);
        const start = startOf(reason, mistake);
        if (start === null) {
            return;
        }
        const isKnown = (/** @type {GameNode} */ node) => isIn(node, this.#store.game);
        if (this.#shown?.reason !== reason || !this.#shown.nodes.every(isKnown)) {
            this.#store.go(start);
            const nodes = [this.#store.playLine(reason.line)];
            for (let node = nodes[0].parent; node !== null && nodes[0] !== start; ) {
                nodes.unshift(node);
                node = node.parent;
            }
            this.#shown = { reason, mistake, nodes };
        }
        this.#store.go(this.#shown.nodes[plies]);
        this.status.textContent =
            plies === 0
                ? reason.text
                : numbered(this.#shown.nodes[plies - 1], [reason.line[plies - 1]]);
    }

    /**
     * Plays the line from its beginning, until another position is shown.
     * @param {Reason} reason
     * @param {GameNode} mistake
     * @param {number} [plies]
     */
    #play(reason, mistake, plies = 0) {
        this.#show(reason, mistake, plies);
        const { node } = this.#store;
        if (plies < reason.line.length) {
            this.#timer = setTimeout(
                () => this.#store.node === node && this.#play(reason, mistake, plies + 1),
                STEP,
            );
        }
    }
}

/**
 * The node from which a line is played; null for the root of a game, which has no moves before it.
 * @param {Reason} reason
 * @param {GameNode} mistake
 */
function startOf(reason, mistake) {
    return reason.concern === 'played' ? mistake : mistake.parent;
}

/**
 * The moves of a line that its sentence shows: all, or the first ones of a long mate.
 * @param {GameNode} start
 * @param {Reason} reason
 */
function shownLine(start, reason) {
    const lines = reason.line.map((_, plies) => numbered(start, reason.line.slice(0, plies + 1)));
    return lines.findLast((line) => reason.text.includes(line)) ?? '';
}

/**
 * The moves after a node with their numbers.
 * @param {GameNode} start
 * @param {string[]} line
 */
function numbered(start, line) {
    return start.position.sanLine(line);
}
