// Learn: lessons on the board. Each has an address that the course can link to, such as `#learn/sets=0xff`.

import { h, iconButton } from '../dom.js';
import { FenError, Game, Position } from '../ferz/index.js';
import { ModeElement } from '../mode.js';
import { Tabs } from '../parts/tabs.js';
import { Dead } from './dead.js';
import { Magic } from './magic.js';
import { Overlay, squareOf } from './overlay.js';
import { Perft } from './perft.js';
import { Sets } from './sets.js';
import { Worth } from './worth.js';

/** @import { Change } from '../store.js' */
/** @import { Host, Lesson } from './lesson.js' */

/** @typedef {'worth' | 'sets' | 'magic' | 'perft' | 'dead'} LessonName */

/** @type {readonly [LessonName, string][]} */
const LESSONS = [
    ['worth', 'Worth'],
    ['sets', 'Sets'],
    ['magic', 'Magics'],
    ['perft', 'Perft'],
    ['dead', 'Dead draws'],
];

export class FerzLearn extends ModeElement {
    /** @type {Record<LessonName, Lesson>} */ #lessons = /** @type {any} */ (undefined);
    /** @type {Tabs} */ #tabs = /** @type {any} */ (undefined);
    #overlay = new Overlay();
    /** @type {ReadonlyMap<any, any>} */ #marks = new Map();

    build() {
        const { store } = this;
        const hostOf = (/** @type {LessonName} */ name) =>
            /** @type {Host} */ ({
                store,
                mark: (marks) => this.#mark(marks),
                isShown: () => this.isActive && this.#tabs.name === name,
            });
        const open = (/** @type {string} */ fen) => this.#open(fen);
        this.#lessons = {
            worth: new Worth(hostOf('worth'), open),
            sets: new Sets(hostOf('sets')),
            magic: new Magic(hostOf('magic')),
            perft: new Perft(hostOf('perft'), open),
            dead: new Dead(hostOf('dead'), open),
        };
        this.#tabs = new Tabs(
            'Lessons',
            LESSONS.map(([name, label]) => ({
                name,
                label,
                panel: h('div.scroll', {}, this.#lessons[name].element),
            })),
            () => this.#draw(),
        );
        const link = iconButton(
            'Copy a link to this',
            'M10 14A4 4 0 0 0 16 14L19 11A4 4 0 0 0 13 5L12 6M14 10A4 4 0 0 0 8 10L5 13A4 4 0 0 0 11 19L12 18',
            () => void this.#copyLink(),
            { caption: 'Link' },
        );
        const about = h(
            'p.lesson-about.quiet.small',
            {},
            'How engines see the board: for programmers and the curious.',
        );
        this.append(about, h('div.lesson-tabs', {}, this.#tabs.list, link), this.#tabs.panels);
        this.on('move', (move) => store.play(move));
        const board = /** @type {import('../ferz/board.js').FerzBoard} */ (
            document.querySelector('ferz-board')
        );
        for (const name of ['click', 'keydown']) {
            board.addEventListener(name, (event) => {
                const square = this.isActive ? squareOf(event) : null;
                square !== null && this.#lesson.press?.(square);
            });
        }
    }

    enter() {
        this.followRoute();
        this.#draw();
    }

    leave() {
        this.#overlay.hide();
    }

    get #lesson() {
        return this.#lessons[/** @type {LessonName} */ (this.#tabs.name)];
    }

    /** @param {Set<Change>} changes */
    changed(changes) {
        if (changes.has('node') || changes.has('game')) {
            this.#lesson.draw();
        }
        if (changes.has('orientation')) {
            this.#mark(this.#marks);
        }
    }

    #draw() {
        this.store.evaluation = null;
        this.#lesson.draw();
    }

    /** @param {ReadonlyMap<any, any>} marks */
    #mark(marks) {
        this.#marks = marks;
        this.#overlay.show(marks, this.store.orientation);
    }

    /**
     * Opens the lesson that the address names: `sets=0xff&b=0x3`.
     * @param {URLSearchParams} read
     */
    follow(read) {
        const [name] = LESSONS.find(([key]) => read.has(key)) ?? [];
        if (name) {
            this.#tabs.show(name);
            this.#lessons[name].load(read.get(name) ?? '', read);
        }
    }

    /** Opens a position, which Analyse then has too. @param {string} fen */
    #open(fen) {
        const { store } = this;
        try {
            const before = store.opened;
            store.setGame(new Game(new Position(fen, { lenient: true })));
            if (before.game.root.next !== null) {
                store.say('Another position is open', {
                    label: 'Back',
                    act: () => store.setGame(before.game, before),
                });
            }
        } catch (error) {
            if (!(error instanceof FenError)) {
                throw error;
            }
            store.say(
                `This position is not legal: ${error.faults.map(({ reason }) => reason).join('; ') || error.message}`,
            );
        }
    }

    async #copyLink() {
        const link = `${location.origin}${location.pathname}#learn/${this.#lesson.address()}`;
        try {
            await navigator.clipboard.writeText(link);
            this.store.say('The link is copied');
        } catch {
            history.replaceState(null, '', link);
            this.store.say('The link is in the address bar');
        }
    }
}

customElements.define('ferz-learn', FerzLearn);
