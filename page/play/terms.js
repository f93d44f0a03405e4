// The choices before a game.

import { button, fill, h } from '../dom.js';
import { choice } from '../parts/choice.js';
import { keep, kept } from '../storage.js';
import { randomStart } from './match.js';

/** @import { Store } from '../store.js' */
/** @import { Terms } from './match.js' */

/** The levels of `UCI_Elo`. */
const [WEAKEST, STRONGEST, STEP] = [800, 2900, 50];

const LEVELS = /** @type {const} */ ([
    [800, 'Beginner'],
    [1000, 'Casual player'],
    [1300, 'Club newcomer'],
    [1500, 'Club player'],
    [1700, 'Experienced club player'],
    [1900, 'Strong club player'],
    [2100, 'Expert'],
    [2300, 'Master'],
    [2500, 'Grandmaster'],
    [2700, 'World class'],
]);

/** The controls that are offered: minutes and seconds of increment. @type {readonly [string, number | null, number][]} */
const CONTROLS = [
    ['No clock', null, 0],
    ['1+0', 1, 0],
    ['3+2', 3, 2],
    ['5+3', 5, 3],
    ['10+5', 10, 5],
    ['15+10', 15, 10],
    ['30+20', 30, 20],
];

const COLOURS = /** @type {const} */ ([
    ['white', 'White'],
    ['random', 'Random'],
    ['black', 'Black'],
]);
const STARTS = /** @type {const} */ ([
    ['usual', 'Usual'],
    ['chess960', 'Chess960'],
    ['position', 'From Analyse'],
]);

export class TermsForm {
    #store;
    #begin;
    /** @type {{ colour: string, elo: number, isFull: boolean, control: string, minutes: number, increment: number, start: string }} */
    #chosen = {
        colour: 'white',
        elo: 1600,
        isFull: false,
        control: 'No clock',
        minutes: 5,
        increment: 3,
        start: 'usual',
        ...kept('play.terms'),
    };
    #strength = h('output');
    #own = h('div.own-control');

    /**
     * @param {Store} store
     * @param {(terms: Terms) => void} begin
     */
    constructor(store, begin) {
        this.#store = store;
        this.#begin = begin;
        this.element = h('form.terms', {
            'data-keys': true,
            onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), this.#submit()),
        });
        this.draw();
    }

    /** Draws the form anew. */
    draw() {
        const chosen = this.#chosen;
        const set = (/** @type {Partial<typeof chosen>} */ change) => {
            Object.assign(chosen, change);
            this.#show();
        };
        const range = /** @type {HTMLInputElement} */ (
            h('input', {
                type: 'range',
                min: WEAKEST,
                max: STRONGEST,
                step: STEP,
                value: chosen.elo,
                'aria-label': 'Elo of the engine',
                disabled: chosen.isFull,
            })
        );
        range.addEventListener('input', () => set({ elo: Number(range.value) }));
        const full = /** @type {HTMLInputElement} */ (
            h('input', { type: 'checkbox', checked: chosen.isFull })
        );
        full.addEventListener('change', () => {
            range.disabled = full.checked;
            set({ isFull: full.checked });
        });
        const controls = [
            ...CONTROLS.map(([label]) => /** @type {const} */ ([label, label])),
            /** @type {const} */ (['own', 'Other']),
        ];
        const starts = STARTS.filter(([value]) => value !== 'position' || !this.#isUsual);
        if (!starts.some(([value]) => value === chosen.start)) {
            chosen.start = 'usual';
        }
        fill(
            this.element,
            h('h2', {}, 'Play against Ferz'),
            choice('You play', COLOURS, chosen.colour, (colour) => (set({ colour }), this.turn())),
            h(
                'fieldset.choice',
                {},
                h('legend', {}, 'Strength'),
                h('div.strength', {}, this.#strength, range),
                h('label.check', {}, full, 'Full strength'),
            ),
            h(
                'div.controls',
                {},
                choice(
                    'Time for each side: minutes + seconds a move',
                    controls,
                    chosen.control,
                    (control) => set({ control }),
                ),
            ),
            this.#own,
            choice('Start position', starts, chosen.start, (start) => set({ start })),
            button('Start the game', () => {}, { class: 'button main start', type: 'submit' }),
        );
        this.#fillOwn();
        this.#show();
    }

    /** Shows the board from the side that is chosen. */
    turn() {
        this.#store.orientation = this.#chosen.colour === 'black' ? 'black' : 'white';
    }

    /** True if Analyse shows the usual start position. */
    get #isUsual() {
        const { position } = this.#store;
        return (
            (position.ply === 0 &&
                position.fen.startsWith('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq')) ||
            position.outcome !== null
        );
    }

    #fillOwn() {
        const chosen = this.#chosen;
        const field = (
            /** @type {string} */ label,
            /** @type {'minutes' | 'increment'} */ name,
            /** @type {number} */ min,
            /** @type {number} */ max,
        ) => {
            const input = /** @type {HTMLInputElement} */ (
                h('input', {
                    type: 'number',
                    min,
                    max,
                    step: 'any',
                    value: chosen[name],
                    required: true,
                })
            );
            input.addEventListener(
                'input',
                () => input.checkValidity() && (chosen[name] = Number(input.value)),
            );
            return h('label.field', {}, h('span', {}, label), input);
        };
        fill(
            this.#own,
            field('Minutes', 'minutes', 0.1, 600),
            field('Seconds a move', 'increment', 0, 600),
        );
    }

    #show() {
        const { elo, isFull, control } = this.#chosen;
        const level = LEVELS.filter(([from]) => from <= elo).at(-1)?.[1] ?? '';
        fill(
            this.#strength,
            ...(isFull
                ? [h('b', {}, 'Full'), ' stronger than any human']
                : [h('b', {}, elo), ` ${level}`]),
        );
        this.#own.hidden = control !== 'own';
        for (const input of this.#own.querySelectorAll('input')) {
            input.disabled = control !== 'own';
        }
    }

    #submit() {
        const { colour, elo, isFull, control, minutes, increment, start } = this.#chosen;
        keep('play.terms', this.#chosen);
        const known = CONTROLS.find(([label]) => label === control);
        const { position } = this.#store;
        this.#begin({
            color:
                colour === 'random'
                    ? Math.random() < 0.5
                        ? 'white'
                        : 'black'
                    : colour === 'black'
                      ? 'black'
                      : 'white',
            elo: isFull ? null : elo,
            minutes: known ? known[1] : minutes,
            increment: known ? known[2] : increment,
            fen: start === 'chess960' ? randomStart() : start === 'position' ? position.fen : null,
            chess960: start === 'chess960' || (start === 'position' && position.isChess960),
        });
    }
}
