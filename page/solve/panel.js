// The panel beside the board of a puzzle: the set with its counts, what is said, themes, and what can be done.

import { button, fill, h, iconButton } from '../dom.js';
import { keyButton, Verdict } from '../parts/drill.js';
import { numberOf } from '../parts/tree.js';
import { themeName } from './filter.js';
import { HINTS } from './trial.js';

/** @import { Child } from '../dom.js' */
/** @import { Node as GameNode } from '../ferz/index.js' */
/** @import { Next, PuzzleSet } from './collection.js' */
/** @import { Trial } from './trial.js' */

/**
 * What the buttons do.
 * @typedef {object} Acts
 * @property {() => void} leave
 * @property {() => void} skip
 * @property {() => void} hint
 * @property {() => void} solution
 * @property {() => void} again
 * @property {() => void} analyse
 * @property {() => void} origin
 */

const words = (/** @type {number} */ count) => count.toLocaleString('en');

export class Panel {
    #name = h('h2');
    #counts = h('p.quiet.small', { role: 'status' });
    #streak = h('span.streak', { title: 'Puzzles in a row without a wrong move or help' });
    #meter = /** @type {HTMLProgressElement} */ (
        h('progress', { max: 1, value: 0, 'aria-label': 'Reading', hidden: true })
    );
    /** The shares of solved and of failed puzzles, which the counts tell in words. */
    #done = h('div.solve-meter', { 'aria-hidden': 'true' }, h('span.done'), h('span.missed'));
    #verdict = new Verdict();
    #about = h('div.solve-about');
    /** The buttons, by their acts. */
    #buttons;
    #link = h(
        'a.button',
        { target: '_blank', rel: 'noopener noreferrer', 'aria-label': 'The game it came from' },
        'The game',
    );
    #actions;

    /**
     * @param {Acts} acts
     * @param {{ filter: HTMLElement, typed: HTMLElement, tree: HTMLElement }} parts the elements between
     */
    constructor(acts, { filter, typed, tree }) {
        const { leave, skip, hint, solution, again, analyse, origin } = acts;
        this.#buttons = {
            skip: keyButton('Next', 'n', skip),
            hint: keyButton('Hint', 'h', hint),
            solution: button('Solution', solution, { 'aria-label': 'Show the solution' }),
            again: button('Try again', again),
            analyse: button('Analyse', analyse, { 'aria-label': 'Analyse this position' }),
            origin: button('The game', origin, { 'aria-label': 'The game it came from' }),
        };
        this.#actions = h('div.drill-actions', {}, ...Object.values(this.#buttons), this.#link);
        const close = iconButton('Close these puzzles', 'M6 6L18 18M18 6L6 18', leave, {
            caption: 'Close',
        });
        this.element = h(
            'div.trainer',
            {},
            h(
                'header.drill-head',
                {},
                h('div.grow', {}, this.#name, this.#counts),
                this.#streak,
                close,
            ),
            this.#meter,
            this.#done,
            filter,
            h('div.drill-main', {}, this.#verdict.element, typed, this.#about),
            tree,
            this.#actions,
        );
    }

    /** @param {string} name that of the set */
    showName(name) {
        this.#name.textContent = this.#name.title = name;
    }

    /**
     * Shows how far a set was read, or the counts of its puzzles.
     * @param {PuzzleSet | null} set
     * @param {Next | null} next
     * @param {number} streak
     */
    showCounts(set, next, streak) {
        const reading = set?.reading ?? null;
        this.#meter.hidden = reading === null;
        this.#done.hidden = reading !== null;
        this.#streak.hidden = streak < 2;
        this.#streak.textContent = `${words(streak)} in a row`;
        if (reading !== null) {
            reading.of > 0
                ? (this.#meter.value = reading.bytes / reading.of)
                : this.#meter.removeAttribute('value');
            this.#counts.textContent =
                reading.puzzles > 0 ? `Reading: ${words(reading.puzzles)} puzzles` : 'Reading…';
            return;
        }
        const { fitting, solved, failed } = next ?? { fitting: 0, solved: 0, failed: 0 };
        [solved, failed].forEach((count, index) => {
            /** @type {HTMLElement} */ (this.#done.children[index]).style.inlineSize =
                `${fitting > 0 ? (count / fitting) * 100 : 0}%`;
        });
        const all = `${words(fitting)} ${fitting === 1 ? 'puzzle' : 'puzzles'}`;
        const skipped = set?.skipped ? `; ${words(set.skipped)} cannot be read` : '';
        this.#counts.textContent =
            next === null || set?.fault
                ? ''
                : `${all}: ${words(solved)} solved, ${words(failed)} failed${skipped}`;
    }

    /**
     * Says something of the puzzle, or why there is none.
     * @param {'' | 'good' | 'bad'} kind
     * @param {string} title
     * @param {string | Child[]} reason
     * @param {(HTMLElement | false)[]} [buttons]
     */
    say(kind, title, reason, buttons) {
        this.#verdict.say(kind, title, [reason], buttons);
    }

    /**
     * Shows what can be done, and at the end what the puzzle is about: before, it would give it away.
     * @param {Trial | null} trial
     */
    show(trial) {
        const isOver = trial?.isOver ?? false;
        this.#showAbout(isOver ? trial : null);
        const { skip, hint, solution, again, analyse, origin } = this.#buttons;
        this.#actions.hidden = trial === null;
        skip.textContent = isOver ? 'Next puzzle' : 'Skip';
        skip.classList.toggle('main', isOver);
        hint.hidden = solution.hidden = isOver;
        hint.disabled = trial?.phase !== 'turn' || trial.hints === HINTS;
        solution.disabled = trial?.attempt.isSolved ?? true;
        again.hidden = analyse.hidden = !isOver;
        origin.hidden = !isOver || trial?.puzzle.mistake === null;
        const address = trial?.puzzle.address ?? '';
        this.#link.hidden = !isOver || address === '';
        address !== ''
            ? this.#link.setAttribute('href', address)
            : this.#link.removeAttribute('href');
    }

    /** @param {Trial | null} trial */
    #showAbout(trial) {
        const { themes = [], rating = 0, mistake = null } = trial?.puzzle ?? {};
        const reasons = trial?.puzzle.reasons ?? [];
        this.#about.hidden =
            trial === null ||
            (themes.length === 0 && rating === 0 && mistake === null && reasons.length === 0);
        fill(
            this.#about,
            rating > 0 && h('span.theme.rating', {}, `Rating ${rating}`),
            ...themes.map((theme) => h('span.theme', {}, themeName(theme))),
            ...reasons.map((reason) => h('p.reason', {}, reason)),
            mistake !== null && h('p.quiet', {}, `In the game: ${mistakeText(mistake.node)}`),
        );
    }

    /** Moves the focus to the button of the next puzzle. */
    focusNext() {
        this.#buttons.skip.focus();
    }

    /** Moves the focus off the button of the next puzzle, which becomes that which skips one: Enter shall not do so by mistake. */
    leaveNext() {
        if (document.activeElement === this.#buttons.skip) {
            this.#verdict.focus();
        }
    }
}

/** @param {GameNode} node */
function mistakeText(node) {
    const { number, isWhite } = numberOf(node);
    return `${number}${isWhite ? '.' : '…'} ${node.san}`;
}
