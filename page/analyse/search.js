// The engine of Analyse: a switch, the evaluation, and the best lines, which play into the tree.

import { OWN } from '../desk.js';
import { button, fill, h, iconButton } from '../dom.js';
import { pawnsText } from '../parts/marks.js';
import { resultText } from '../parts/result.js';
import { LineSet } from './lines.js';
import { hasThreat, passed } from './threat.js';

/** @import { AnalysisLine } from '../ferz/engine.js' */
/** @import { Position } from '../ferz/index.js' */
/** @import { Store } from '../store.js' */

/** The most positions whose lines are remembered. */
const REMEMBERED = 300;
/** The moves of a line that are shown. */
const SHOWN = 16;
/** The milliseconds between two drawings. */
const PAUSE = 90;
/** The nodes of the search that a threat is compared with. */
const COMPARED = 60_000;
/** The colours of arrows: the best move, a threat. */
const [BEST, THREAT] = ['B', 'R'];

/** @type {Record<string, string>} */
const STATES = {
    loading: 'Loading the engine…',
    waiting: 'Another tab is searching. This one goes on when it ends.',
    hidden: 'Paused while the page is hidden',
    failed: 'No engine',
};

export class Search {
    #store;
    #stop = new AbortController();
    /** The lines of positions, by FEN. @type {Map<string, LineSet>} */ #known = new Map();
    #set = new LineSet();
    #showsThreat = false;
    /** True while the lines are those of the other side, as if it were its turn. */
    #isThreat = false;
    /** The best line of the side to move, which a threat is compared with. @type {AnalysisLine | undefined} */ #quiet;
    #isActive = false;
    /** What keeps the engine from the position, in words. */
    #pause = '';
    /** What the search is for: it does not begin again for the same. */
    #key = '';
    #isDrawn = true;
    #isPressed = false;
    #switch = /** @type {HTMLInputElement} */ (
        h('input.switch', { type: 'checkbox', role: 'switch', 'aria-label': 'Engine' })
    );
    #score = h('output.score', { 'aria-label': 'Evaluation' });
    #facts = h('div.facts');
    #list = h('ol.lines', { 'aria-label': 'Best lines', 'data-keys': true });
    #threat = button('Threat', () => this.#toggleThreat(), {
        class: 'button threat',
        'aria-pressed': 'false',
        title: 'Shows what the other side would play if it were its turn',
    });
    #options = h('div.options', { hidden: true });
    /** Why there is no engine, in place of the lines. */
    #fault = h('div.engine-fault', { role: 'status', hidden: true });

    /** @param {Store} store */
    constructor(store) {
        this.#store = store;
        this.#switch.addEventListener('change', () => store.set('engine', this.#switch.checked));
        const more = iconButton(
            'Engine options',
            'M4 7H14M18 7H20M4 17H6M10 17H20M16 5V9M8 15V19',
            () => {
                this.#options.hidden = !this.#options.hidden;
                this.#fillOptions();
                more.setAttribute('aria-expanded', String(!this.#options.hidden));
            },
            { 'aria-expanded': 'false', caption: 'Options' },
        );
        this.element = h(
            'section.search',
            { 'aria-label': 'Engine' },
            h('div.head', {}, this.#switch, this.#score, this.#facts, this.#threat, more),
            this.#options,
            this.#fault,
            this.#list,
        );
        this.#list.addEventListener('pointerdown', () => (this.#isPressed = true));
        addEventListener('pointerup', () => setTimeout(() => (this.#isPressed = false), 0));
        this.#list.addEventListener('click', (event) =>
            this.#play(/** @type {HTMLElement} */ (event.target)),
        );
        this.#list.addEventListener('keydown', (event) => this.#walk(event));
    }

    get #lines() {
        return this.#set.shown;
    }

    /** The arrow of the best move, or of the threat, for the board. */
    get marks() {
        const { arrows, engine } = this.#store.settings;
        const isShown = arrows && engine && (!this.#isThreat || this.#threatens);
        const move = isShown ? this.#lines[0]?.pv[0] : undefined;
        return move ? [`${this.#isThreat ? THREAT : BEST}${move.slice(0, 4)}`] : [];
    }

    /** The best line of the current position, if it is searched. @returns {AnalysisLine | undefined} */
    get best() {
        return this.#isThreat ? undefined : this.#lines[0];
    }

    /** Whether the other side threatens something; null if it is not known yet. */
    get #threatens() {
        return hasThreat(this.#store.position, this.#lines[0], this.#quiet);
    }

    /**
     * Searches the current position, unless it does so already.
     * @param {boolean} isActive false ends the search
     * @param {string} [pause] what else the engine does, in words: the search waits
     */
    update(isActive, pause = '') {
        const { settings, position, desk } = this.#store;
        this.#isActive = isActive;
        this.#pause = pause;
        this.#switch.checked = settings.engine;
        const threat = this.#showsThreat ? passed(position) : null;
        this.#threat.disabled = !settings.engine || passed(position) === null;
        this.#threat.setAttribute('aria-pressed', String(threat !== null));
        const searched = threat ?? position;
        const isOn = isActive && settings.engine && pause === '';
        const keyOf = (/** @type {Position} */ of) =>
            `${isOn ? settings.lines : 0} ${desk.run} ${of.repetitions} ${of.fen}`;
        const key = keyOf(searched);
        if (key === this.#key) {
            return;
        }
        this.#key = key;
        this.#stop.abort();
        this.#stop = new AbortController();
        this.#set = (isOn && this.#known.get(key)) || new LineSet();
        this.#isThreat = threat !== null;
        this.#quiet = threat === null ? undefined : this.#known.get(keyOf(position))?.shown[0];
        if (isOn && searched.outcome === null) {
            void this.#search(searched, key, this.#stop.signal);
        }
        this.draw();
    }

    /** Begins again, after another use of the engine. */
    restart() {
        this.#key = '';
        this.update(this.#isActive);
    }

    /**
     * @param {Position} position
     * @param {string} key
     * @param {AbortSignal} signal
     */
    async #search(position, key, signal) {
        const { lines } = this.#store.settings;
        if (this.#isThreat && !this.#quiet) {
            for await (const line of this.#store.desk.search(this.#store.position, {
                nodes: COMPARED,
                signal,
            })) {
                this.#quiet = line.bound === null && !signal.aborted ? line : this.#quiet;
            }
            // Another search has begun, which this one must not end.
            if (signal.aborted) {
                return;
            }
        }
        for await (const line of this.#store.desk.search(position, { lines, signal })) {
            if (signal.aborted) {
                return;
            }
            this.#set.take(line);
            this.#known.delete(key);
            this.#known.set(key, this.#set);
            if (this.#known.size > REMEMBERED) {
                this.#known.delete(/** @type {string} */ (this.#known.keys().next().value));
            }
            this.#redraw();
        }
    }

    #redraw() {
        if (this.#isDrawn) {
            this.#isDrawn = false;
            setTimeout(() => this.draw(), PAUSE);
        }
    }

    /** Draws the lines, the facts and the bar. Nothing changes under a finger. */
    draw() {
        this.#isDrawn = true;
        if (this.#isPressed) {
            setTimeout(() => this.#redraw(), 100);
            return;
        }
        const { settings, desk, position } = this.#store;
        const outcome = position.outcome;
        const [best] = this.#lines;
        this.element.classList.toggle('on', settings.engine);
        this.#score.textContent = outcome
            ? resultText(outcome.result)
            : best && settings.engine
              ? shortened(best.text)
              : '–';
        fill(this.#facts, this.#factsOf(best, outcome?.reason, this.#pause || STATES[desk.state]));
        const hasFailed = settings.engine && desk.state === 'failed';
        this.#showFault(hasFailed);
        const count = settings.engine && !hasFailed ? settings.lines : 0;
        this.#list.hidden = count === 0;
        while (this.#list.children.length > count) {
            this.#list.lastChild?.remove();
        }
        while (this.#list.children.length < count) {
            this.#list.append(h('li', {}, h('span.value'), h('span.pv')));
        }
        for (let index = 0; index < count; index++) {
            this.#drawLine(
                /** @type {HTMLElement} */ (this.#list.children[index]),
                outcome ? undefined : this.#lines[index],
            );
        }
        if (this.#isActive && this.#pause === '') {
            this.#showBar(best, outcome);
        }
        this.element.dispatchEvent(new Event('drawn'));
    }

    /** @param {boolean} hasFailed */
    #showFault(hasFailed) {
        const { desk } = this.#store;
        this.#fault.hidden = !hasFailed;
        if (hasFailed) {
            fill(
                this.#fault,
                h('p', {}, `The engine has failed: ${desk.reason}`),
                desk.canTryAgain && button('Try again', () => this.restart()),
            );
        }
    }

    /**
     * @param {AnalysisLine | undefined} best
     * @param {string | undefined} end
     * @param {string | undefined} state
     */
    #factsOf(best, end, state) {
        if (end !== undefined) {
            return h('span', {}, end[0].toUpperCase() + end.slice(1));
        }
        if (!this.#store.settings.engine && this.#pause === '') {
            return h('span', {}, 'The engine is off');
        }
        if (state) {
            return h('span', {}, state);
        }
        if (!best) {
            return h('span', {}, 'Searching…');
        }
        const depth = h(
            'abbr',
            {
                title: 'Half-moves that the engine looks ahead, and further where pieces are taken or checks are given',
            },
            `Depth ${best.depth}`,
        );
        const nodes = h(
            'abbr',
            { title: `Positions that the engine has looked at, ${amount(best.speed)} a second` },
            `${amount(best.nodes)} nodes`,
        );
        if (this.#isThreat) {
            const side = this.#store.position.turn === 'white' ? 'Black' : 'White';
            const threatens = this.#threatens;
            const text =
                threatens === null
                    ? `Does ${side} threaten?`
                    : threatens
                      ? `${side}’s threat`
                      : `No threat by ${side}`;
            return h('span', {}, h('b', {}, text), ' ', h('span.searched', {}, depth));
        }
        return h('span', {}, h('b', {}, depth), ' ', h('span.searched', {}, nodes));
    }

    /**
     * @param {HTMLElement} row
     * @param {AnalysisLine | undefined} line
     */
    #drawLine(row, line) {
        const [value, pv] = row.children;
        value.textContent = line ? shortened(line.text) : '';
        value.classList.toggle('black', line !== undefined && line.whiteExpected < 50);
        const steps = line ? stepsOf(line) : [];
        while (pv.children.length > steps.length) {
            pv.lastChild?.remove();
        }
        steps.forEach(({ number, san }, index) => {
            const step =
                pv.children[index] ??
                pv.appendChild(
                    h('button.step', { type: 'button', tabindex: index === 0 ? 0 : -1 }),
                );
            const text = number ? `${number} ${san}` : san;
            if (step.textContent !== text) {
                step.textContent = text;
            }
        });
    }

    /**
     * @param {AnalysisLine | undefined} best
     * @param {Position['outcome']} outcome
     */
    #showBar(best, outcome) {
        if (outcome !== null) {
            const share = outcome.winner === null ? 0.5 : outcome.winner === 'white' ? 1 : 0;
            this.#store.evaluation = { text: outcome.winner === null ? '½' : '#', share };
        } else if (best) {
            this.#store.evaluation = { text: short(best.text), share: best.whiteExpected / 100 };
        } else if (!this.#store.settings.engine) {
            this.#store.evaluation = null;
        }
    }

    /**
     * Plays a line up to the move that was pressed. A threat begins with a null move.
     * @param {HTMLElement} target
     */
    #play(target) {
        const step = target.closest('.step');
        const row = target.closest('li');
        if (!step || !row || !step.parentElement) {
            return;
        }
        const line = this.#lines[[...this.#list.children].indexOf(row)];
        const count = [...step.parentElement.children].indexOf(step) + 1;
        if (line && this.#isThreat) {
            const store = this.#store;
            let end = store.node;
            store.edit(() => (end = store.node.add(null).addLine(line.moves.slice(0, count))));
            store.go(end);
            this.#showsThreat = false;
        } else if (line) {
            this.#store.playLine(line.moves.slice(0, count));
        }
    }

    /** Arrows go along a line and from line to line. @param {KeyboardEvent} event */
    #walk(event) {
        const target = /** @type {HTMLElement} */ (event.target);
        const row = target.closest('li');
        const next = {
            ArrowRight: target.nextElementSibling,
            ArrowLeft: target.previousElementSibling,
            ArrowDown: row?.nextElementSibling?.querySelector('.step'),
            ArrowUp: row?.previousElementSibling?.querySelector('.step'),
        }[event.key];
        if (next instanceof HTMLElement) {
            next.focus();
            event.preventDefault();
        }
    }

    #toggleThreat() {
        this.#showsThreat = !this.#showsThreat;
        this.update(this.#isActive);
    }

    #fillOptions() {
        const { settings, desk } = this.#store;
        const choice = (
            /** @type {string} */ label,
            /** @type {readonly [string | number, string][]} */ values,
            /** @type {string | number} */ value,
            /** @type {(value: string) => void} */ set,
        ) => {
            const select = /** @type {HTMLSelectElement} */ (
                h(
                    'select',
                    {},
                    ...values.map(([key, text]) =>
                        h('option', { value: key, selected: key === value }, text),
                    ),
                )
            );
            select.addEventListener('change', () => set(select.value));
            return h('label.field', {}, h('span', {}, label), select);
        };
        const numbers = (/** @type {number[]} */ ...list) =>
            list.map((number) => /** @type {[number, string]} */ ([number, String(number)]));
        const arrows = /** @type {HTMLInputElement} */ (
            h('input', { type: 'checkbox', checked: settings.arrows })
        );
        arrows.addEventListener('change', () => this.#store.set('arrows', arrows.checked));
        const names = desk.engines.map(
            (name) =>
                /** @type {[string, string]} */ ([
                    name,
                    name === OWN ? 'In this page' : `${name}, on this computer`,
                ]),
        );
        fill(
            this.#options,
            names.length > 1 &&
                choice('Engine', names, desk.name, (name) => this.#store.set('engineName', name)),
            choice('Lines', numbers(1, 2, 3, 4, 5), settings.lines, (lines) =>
                this.#store.set('lines', Number(lines)),
            ),
            desk.name === OWN &&
                choice('Memory in MB', numbers(16, 32, 64, 128, 256), settings.hashMiB, (size) =>
                    this.#store.set('hashMiB', Number(size)),
                ),
            h('label.check', {}, arrows, 'Arrow of the best move'),
        );
    }
}

/**
 * The moves of a line with their numbers.
 * @param {AnalysisLine} line
 */
function stepsOf(line) {
    /** @type {{ number: string, san: string }[]} */
    const steps = [];
    let number = '';
    for (const word of line.san.split(' ')) {
        if (/^\d+\.+$/.test(word)) {
            number = word.replace('...', '…');
        } else if (word !== '' && steps.length < SHOWN) {
            steps.push({ number, san: word });
            number = '';
        }
    }
    return steps;
}

/** @param {string} text */
function minus(text) {
    return text.replace('-', '−');
}

/** A score as a person reads it: what is won by a hundred pawns needs no hundredths. @param {string} text */
function shortened(text) {
    return minus(Math.abs(Number(text)) >= 100 ? text.replace(/\..*/, '') : text);
}

/** @param {string} text */
function short(text) {
    return text.startsWith('#') ? minus(text) : pawnsText(Number(text), 1);
}

/**
 * A number as a person reads it: 950, 12,000, 3.4 M.
 * @param {number} count
 */
function amount(count) {
    if (count >= 1e6) {
        return `${(count / 1e6).toFixed(1)} M`;
    }
    return (count >= 1e3 ? Math.round(count / 1e3) * 1000 : count).toLocaleString('en');
}
