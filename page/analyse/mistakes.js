// The mistakes of a reviewed game. Each is shown in the position before it, with two arrows: the move that was played, and
// the better one, whose line can be played. They are read from the game, so that a reviewed file has them too.

import { button, fill, h, iconButton, svg } from '../dom.js';
import { go } from '../open.js';
import {
    badgesOf,
    classOf,
    evaluationOf,
    glyphsOf,
    isBad,
    JUDGEMENTS,
    textOf,
} from '../parts/marks.js';
import { moveText, numberOf } from '../parts/tree.js';
import { Reasons } from './reasons.js';

/** @import { Color, Game, Node as GameNode, Square } from '../ferz/index.js' */
/** @import { AnalysisLine, Review } from '../ferz/engine.js' */
/** @import { Store } from '../store.js' */

/** A move of the main line that loses, and the first move of the better line. @typedef {{ node: GameNode, better: GameNode | null }} Mistake */

/** The colours of arrows: the move that was played, and the better one, which has that of the engine's best move. */
const [PLAYED, BETTER] = ['R', 'B'];
/** The moves of a better line that are shown. */
const SHOWN = 8;
const [PREVIOUS, NEXT] = ['M15 5L8 12L15 19', 'M9 5L16 12L9 19'];

/**
 * Returns the mistakes of the main line.
 * @param {Game} game
 * @returns {Mistake[]}
 */
export function mistakesOf(game) {
    return [...game.mainline()].filter(isBad).map(mistakeOf);
}

/**
 * Returns the mistake that a node belongs to, or null: the next move of the game, the move itself, or the one that its
 * variation replaces.
 * @param {GameNode} node
 * @returns {Mistake | null}
 */
export function mistakeAt(node) {
    let main = node;
    while (!main.isMainLine && main.parent !== null) {
        main = main.parent;
    }
    if (main.next !== null && isBad(main.next)) {
        return mistakeOf(main.next);
    }
    return node === main && isBad(node) ? mistakeOf(node) : null;
}

/**
 * Returns what the board shows of a mistake, if a node is the position before it: two arrows and a badge.
 * @param {GameNode} node
 * @returns {{ marks: string[], badges: Map<Square, any> } | null}
 */
function arrowsAt(node) {
    const mistake = mistakeAt(node);
    if (mistake === null || mistake.node.parent !== node) {
        return null;
    }
    const arrow = (/** @type {string} */ color, /** @type {GameNode | null} */ to) =>
        to?.move ? [`${color}${to.move.from}${to.move.to}`] : [];
    const glyph = JUDGEMENTS.find(([nag]) => mistake.node.nags.includes(nag))?.[1];
    const badges = new Map(mistake.node.move && glyph ? [[mistake.node.move.to, glyph]] : []);
    return { marks: [...arrow(PLAYED, mistake.node), ...arrow(BETTER, mistake.better)], badges };
}

/**
 * The line that the review has added has an evaluation; a variation of the game may stand before it.
 * @param {GameNode} node
 * @returns {Mistake}
 */
function mistakeOf(node) {
    const others = node.variations;
    return {
        node,
        better: others.find((other) => evaluationOf(other) !== null) ?? others[0] ?? null,
    };
}

export class Mistakes {
    #store;
    #reasons;
    /** In the order in which they are gone through: those of the user first. @type {Mistake[]} */ #mistakes =
        [];
    /** The number of the user's among them; 0 if it is not known who that is. */
    #mine = 0;
    #card = h('section.mistake', { 'aria-label': 'The mistake on the board' });
    /** What a longer look says. */
    #deeper = h('p.deeper.quiet.small');
    #list = h('ol.mistake-list', { 'aria-label': 'Mistakes' });
    element = h('div.mistakes', {}, this.#card, this.#list);

    /** @param {Store} store */
    constructor(store) {
        this.#store = store;
        this.#reasons = new Reasons(store);
        this.element.append(this.#reasons.status);
    }

    /**
     * @param {Game} game
     * @param {Review | null} review that of the game, if it was made here
     * @param {Color | null} side that of the user, if it is known
     */
    draw(game, review, side) {
        this.#reasons.set(review);
        const all = mistakesOf(game);
        const isMine = (/** @type {Mistake} */ { node }) =>
            side !== null && numberOf(node).isWhite === (side === 'white');
        const mine = all.filter(isMine);
        this.#mistakes = [...mine, ...all.filter((mistake) => !isMine(mistake))];
        this.#mine = mine.length;
        const rows = this.#mistakes.map((mistake) => {
            const { node, better } = mistake;
            const [before, after] = [node.parent && evaluationOf(node.parent), evaluationOf(node)];
            const played = h(
                'button.mistake-move',
                { type: 'button', onclick: () => this.#show(mistake) },
                ...named(node),
            );
            const line =
                better &&
                h(
                    'button.mistake-better',
                    { type: 'button', onclick: () => this.#go(better) },
                    h('span.quiet', {}, 'better '),
                    better.san,
                );
            return h(
                'li',
                { 'data-ply': node.ply },
                played,
                line ?? h('span'),
                h(
                    'span.mistake-scores',
                    {},
                    before && after ? `${before.text} → ${after.text}` : '',
                ),
            );
        });
        const part = (/** @type {string} */ title, /** @type {HTMLElement[]} */ own) =>
            own.length > 0 ? [h('li.mistake-part', {}, title), ...own] : [];
        const parts = [
            ...part('Your mistakes', rows.slice(0, this.#mine)),
            ...part('Of the other side', rows.slice(this.#mine)),
        ];
        fill(this.#list, ...(side === null ? rows : parts));
    }

    /**
     * Shows the mistake that a node belongs to.
     * @param {GameNode} node
     */
    mark(node) {
        const current = this.#mistakeAt(node);
        for (const row of /** @type {HTMLCollectionOf<HTMLElement>} */ (this.#list.children)) {
            const isCurrent = Number(row.dataset.ply) === current?.node.ply;
            row.classList.toggle('current', isCurrent);
            isCurrent
                ? row.firstElementChild?.setAttribute('aria-current', 'true')
                : row.firstElementChild?.removeAttribute('aria-current');
        }
        const focused = /** @type {HTMLElement | null} */ (
            this.#card.contains(document.activeElement) ? document.activeElement : null
        )?.dataset.focus;
        this.#card.classList.toggle('none', this.#mistakes.length === 0);
        fill(
            this.#card,
            ...(current === null ? this.#overview(node) : this.#details(current, node)),
        );
        // The card is drawn anew under the keys; the last mistake has no next one.
        const again =
            focused &&
            (this.#card.querySelector(`[data-focus="${focused}"]:enabled`) ??
                this.#card.querySelector('[data-focus]:enabled'));
        /** @type {HTMLElement | null} */ (again || null)?.focus();
    }

    /** The mistake that a node or the line of a reason belongs to. @param {GameNode} node */
    #mistakeAt(node) {
        const shown = this.#reasons.mistakeOf(node);
        return shown === null ? mistakeAt(node) : mistakeOf(shown);
    }

    /** What the board shows of a mistake or of the line of a reason. @param {GameNode} node */
    marksAt(node) {
        const marks = this.#reasons.marksAt(node);
        return marks === null ? arrowsAt(node) : { marks, badges: badgesOf(node) };
    }

    /** Shows the first mistake, if there is one. */
    first() {
        this.#show(this.#mistakes[0]);
    }

    /**
     * Shows the next mistake of a side and a kind, from the first one again after the last.
     * @param {boolean} isWhite
     * @param {string} kind a class of `classOf`
     */
    next(isWhite, kind) {
        const fitting = this.#mistakes.filter(
            ({ node }) => numberOf(node).isWhite === isWhite && classOf(node) === kind,
        );
        this.#show(fitting.find(({ node }) => node.ply > this.#ply) ?? fitting[0], false);
    }

    /** The ply of the mistake that is shown, or of the current move. */
    get #ply() {
        const { node } = this.#store;
        return this.#mistakeAt(node)?.node.ply ?? node.ply;
    }

    /**
     * @param {Mistake | undefined} mistake nothing changes without one
     * @param {boolean} [scrolls] false leaves the button in its place that leads to the next one
     */
    #show(mistake, scrolls = true) {
        if (mistake?.node.parent) {
            this.#go(mistake.node.parent);
            const reasons = this.#reasons.of(mistake.node).map(({ text }) => text);
            const [number] = named(mistake.node);
            this.#reasons.status.textContent = [
                `${wordOf(mistake.node)}: ${number}.`,
                ...reasons,
            ].join(' ');
            scrolls && this.#card.scrollIntoView({ block: 'nearest' });
            this.#seeBoard();
        }
    }

    /** Goes to a node. @param {GameNode} node */
    #go(node) {
        this.#store.go(node);
        this.#seeBoard();
    }

    /** Scrolls to the board where it is above the window. */
    #seeBoard() {
        const board = document.querySelector('ferz-board');
        if (board && board.getBoundingClientRect().top < 0) {
            board.scrollIntoView({ block: 'start' });
        }
    }

    /** What stands in the card where no mistake is. @param {GameNode} node */
    #overview(node) {
        const count = this.#mistakes.length;
        if (count === 0) {
            return [
                h('h2', {}, 'No mistakes were found'),
                h('p.quiet', {}, 'No move cost 5 % of the chances.'),
            ];
        }
        const next = this.#mistakes.find((mistake) => mistake.node.ply > node.ply);
        const canSolve = this.#mistakes.some(
            ({ node: move, better }) => better !== null && classOf(move) !== 'dubious',
        );
        const label =
            next && next !== this.#mistakes[0] ? 'Show the next one' : 'Show the first one';
        return [
            h('h2', {}, count === 1 ? 'One mistake was found' : `${count} mistakes were found`),
            h(
                'p.quiet',
                {},
                'Each is shown as it was before the move, with what was played and what was better.',
            ),
            h(
                'div.row',
                {},
                button(label, () => this.#show(next ?? this.#mistakes[0]), {
                    class: 'button main',
                    'data-focus': 'next',
                }),
                // The number makes each time an address of its own.
                canSolve &&
                    button('Solve as puzzles', () => go(`solve/mistakes=both&at=${Date.now()}`)),
            ),
        ];
    }

    /**
     * @param {Mistake} mistake
     * @param {GameNode} current
     */
    #details({ node, better }, current) {
        const index = this.#mistakes.findIndex((other) => other.node === node);
        const step = (
            /** @type {string} */ label,
            /** @type {string} */ picture,
            /** @type {number} */ to,
            /** @type {string} */ name,
        ) => {
            return iconButton(label, picture, () => this.#show(this.#mistakes[to]), {
                disabled: this.#mistakes[to] === undefined,
                'data-focus': name,
            });
        };
        const side = numberOf(node).isWhite ? 'White' : 'Black';
        const isMine = index < this.#mine;
        const others = this.#mistakes.length - this.#mine;
        const place =
            this.#mine === 0
                ? `${index + 1} of ${others}`
                : isMine
                  ? `${index + 1} of your ${this.#mine}`
                  : `${index + 1 - this.#mine} of ${others} of the other side`;
        return [
            h(
                'div.mistake-head',
                {},
                h('h2', {}, `${wordOf(node)} by ${side}`),
                h('span.quiet', {}, place),
                h('span.grow'),
                step('Previous mistake', PREVIOUS, index - 1, 'previous'),
                step('Next mistake', NEXT, index + 1, 'next'),
            ),
            h('p.quiet', {}, chances(node)),
            this.#way('Played', PLAYED, node, [node], current),
            better === null
                ? h('p.quiet', {}, 'The game has no better line for this move; a review adds one.')
                : this.#way('Better', BETTER, better, lineOf(better), current),
            // Last, since its height varies: the moves stay where they are.
            ...this.#reasons.sentences(node, current),
            ...this.#ownText(node),
            this.#deeper,
        ];
    }

    /** The comment of a mistake without the sentences that the card has. @param {GameNode} node */
    #ownText(node) {
        let text = textOf(node);
        for (const reason of this.#reasons.of(node)) {
            text = text.replace(reason.text, '').trim();
        }
        return text === '' ? [] : [h('p.reason', {}, text)];
    }

    /**
     * Says if the engine, which goes on searching the position on the board, prefers another move than the review, which has
     * looked at fewer nodes.
     * @param {AnalysisLine | undefined} best the best line of the current position
     */
    compare(best) {
        const { node, settings } = this.#store;
        const mistake = mistakeAt(node);
        const isOther =
            best &&
            best.bound === null &&
            best.nodes > settings.reviewNodes &&
            mistake?.better &&
            mistake.node.parent === node &&
            best.pv[0] !== mistake.better.uci;
        this.#deeper.textContent = isOther
            ? `Looking further, the engine prefers ${best.moves[0].san} (${best.text.replace('-', '−')}).`
            : '';
    }

    /**
     * A line of moves, each of which is a button.
     * @param {string} label
     * @param {string} color that of its arrow
     * @param {GameNode} first
     * @param {GameNode[]} line
     * @param {GameNode} current
     */
    #way(label, color, first, line, current) {
        const steps = line.map((node, index) =>
            h(
                'button.step',
                {
                    type: 'button',
                    onclick: () => this.#go(node),
                    'aria-current': node === current ? 'true' : null,
                    'data-focus': `${label} ${index}`,
                },
                ...(node === first
                    ? named(node)
                    : [numberOf(node).isWhite ? moveText(node) : node.san]),
            ),
        );
        const arrow = svg(
            'svg',
            { class: `arrow ${color}`, viewBox: '0 0 28 16', 'aria-hidden': 'true' },
            svg('path', { d: 'M3 6H15V1.5L26 8L15 14.5V10H3Z' }),
        );
        return h(
            'div.way',
            {},
            arrow,
            h('span.way-name', {}, label),
            h('span.way-moves', {}, ...steps),
            h(
                'span.way-score',
                { title: 'Evaluation for White, in pawns' },
                evaluationOf(first)?.text ?? '',
            ),
        );
    }
}

/**
 * The better line, the moves that are shown of it.
 * @param {GameNode} first
 */
function lineOf(first) {
    const line = [];
    for (
        let node = /** @type {GameNode | null} */ (first);
        node !== null && line.length < SHOWN;
        node = node.next
    ) {
        line.push(node);
    }
    return line;
}

/** A move with its number and its glyph. @param {GameNode} node */
function named(node) {
    return [
        moveText(node),
        glyphsOf(node) && h(`span.glyph.${classOf(node) || 'plain'}`, {}, glyphsOf(node)),
    ];
}

/** The word for the judgement of a mistake. @param {GameNode} node */
function wordOf(node) {
    return JUDGEMENTS.find(([nag]) => node.nags.includes(nag))?.[2] ?? '';
}

/**
 * What a mistake cost, in words.
 * @param {GameNode} node
 */
function chances(node) {
    const [before, after] = [node.parent && evaluationOf(node.parent), evaluationOf(node)];
    const { isWhite } = numberOf(node);
    if (!before || !after) {
        return '';
    }
    const share = (/** @type {number} */ white) =>
        `${Math.round((isWhite ? white : 1 - white) * 100)} %`;
    return `${isWhite ? 'White' : 'Black'}’s chances fell from ${share(before.share)} to ${share(after.share)}.`;
}
