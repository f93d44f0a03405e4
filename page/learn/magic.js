// Magic bitboards step by step: from the blockers to the place in the table.

import { button, fill, h } from '../dom.js';
import { attacks, SQUARES, squaresOf } from '../ferz/index.js';
import { count, hex, nextSubset, placeOf, readSet } from './bits.js';
import { grouped, introduction, legend, picture, select } from './lesson.js';
import { Lookup } from './lookup.js';
import { placement } from './sets.js';

/** @import { Square } from '../ferz/index.js' */
/** @import { Host, Lesson } from './lesson.js' */
/** @import { Slider } from './lookup.js' */
/** @import { Mark } from './overlay.js' */

const SLIDERS = /** @type {const} */ ([
    ['rook', 'Rook'],
    ['bishop', 'Bishop'],
]);
/** The milliseconds of a slice of the search for a factor. */
const SLICE = 40;

/** @implements {Lesson} */
export class Magic {
    #host;
    #lookup = new Lookup('rook', 'd4');
    /** The occupied squares, other than that of the slider. */
    #occupied = 0x0000080000220800n;
    #magic = this.#lookup.magic;
    /** Counts the searches for a factor: an older one ends. */
    #search = 0;
    #fields = h('div.attack-fields');
    #field = /** @type {HTMLInputElement} */ (
        h('input', {
            type: 'text',
            spellcheck: 'false',
            autocomplete: 'off',
            autocapitalize: 'off',
        })
    );
    #steps = h('ol.steps-list');
    #rippler = h('p.formula', { role: 'status' });
    #verdict = h('div.verdict-box', { role: 'status', hidden: true });
    #find = button('Find another by trial', () => void this.#findMagic());
    #legend = h('p.legend');

    /** @param {Host} host */
    constructor(host) {
        this.#host = host;
        this.#field.addEventListener('change', () => this.#read());
        this.element = h(
            'div.lesson',
            { 'data-keys': true },
            introduction(
                'A multiplication brings the bits of the blockers side by side. Click squares to put blockers there.',
                'Chapter 6: sliders',
                '06-sliders',
            ),
            this.#fields,
            this.#steps,
            h('h2', {}, 'All blockers, by the carry-rippler'),
            h(
                'div.row',
                {},
                button('First', () => this.#take(0n)),
                button('Next subset', () =>
                    this.#take(nextSubset(this.#blockers, this.#lookup.mask)),
                ),
                button('Last', () => this.#take(this.#lookup.mask)),
            ),
            this.#rippler,
            h('h2', {}, 'The factor'),
            h('label.field.wide', {}, h('span', {}, 'Magic number'), this.#field),
            h(
                'div.row',
                {},
                button('Look up all subsets', () => this.#prove()),
                this.#find,
                button('That of Ferz', () => this.#use(this.#lookup.magic)),
            ),
            this.#verdict,
            this.#legend,
        );
        this.#drawFields();
    }

    #drawFields() {
        const { slider, square } = this.#lookup;
        fill(
            this.#fields,
            select('Piece', SLIDERS, slider, (name) =>
                this.#place(/** @type {Slider} */ (name), this.#lookup.square),
            ).field,
            select(
                'On',
                SQUARES.map((name) => /** @type {const} */ ([name, name])),
                square,
                (name) => this.#place(this.#lookup.slider, /** @type {Square} */ (name)),
            ).field,
        );
    }

    get #blockers() {
        return this.#occupied & this.#lookup.mask;
    }

    /**
     * @param {Slider} slider
     * @param {Square} square
     */
    #place(slider, square) {
        this.#lookup = new Lookup(slider, square);
        this.#use(this.#lookup.magic);
    }

    /** @param {bigint} magic */
    #use(magic) {
        this.#search += 1;
        this.#magic = magic;
        this.#verdict.hidden = true;
        this.draw();
    }

    /** @param {bigint} occupied */
    #take(occupied) {
        this.#occupied = occupied;
        this.draw();
    }

    /** @param {Square} square */
    press(square) {
        if (square !== this.#lookup.square) {
            this.#take(this.#occupied ^ (1n << BigInt(SQUARES.indexOf(square))));
        }
    }

    #read() {
        const magic = readSet(this.#field.value);
        if (magic === null) {
            this.#field.setAttribute('aria-invalid', 'true');
            this.#say(false, 'This is no number of 64 bits: write 0xff, 0b1010 or 255.');
        } else {
            this.#use(magic);
        }
    }

    /**
     * @param {boolean} isGood
     * @param {(Node | string)[]} parts
     */
    #say(isGood, ...parts) {
        this.#verdict.hidden = false;
        this.#verdict.classList.toggle('bad', !isGood);
        fill(this.#verdict, ...parts);
        this.#verdict.scrollIntoView({ block: 'nearest' });
    }

    #prove() {
        const { looked, used, shared, collision } = this.#lookup.try(this.#magic);
        if (collision === null) {
            this.#say(
                true,
                h('b', {}, 'The number is magic. '),
                `All ${grouped(looked)} subsets of the mask find their attacks: ${grouped(used)} places are filled, and ${grouped(shared)} subsets share a place with others of the same attacks.`,
            );
            return;
        }
        const [first, second] = collision;
        this.#say(
            false,
            h('b', {}, 'A wrong collision. '),
            `After ${grouped(looked)} subsets two of them have the place ${this.#lookup.index(first, this.#magic)}, but different attacks:`,
            h(
                'div.row',
                {},
                ...[first, second].map((set) =>
                    button(hex(set), () => this.#take(set), {
                        class: 'button mono',
                        'aria-label': `Show the blockers ${hex(set)}`,
                    }),
                ),
            ),
        );
    }

    /** Tries random factors until one has no wrong collision. */
    async #findMagic() {
        const search = ++this.#search;
        const lookup = this.#lookup;
        const words = new BigUint64Array(3 * 64);
        for (let tried = 0; ; ) {
            const end = performance.now() + SLICE;
            while (performance.now() < end) {
                crypto.getRandomValues(words);
                for (let at = 0; at < words.length; at += 3) {
                    // Factors with few bits set succeed more often.
                    const magic = words[at] & words[at + 1] & words[at + 2];
                    tried += 1;
                    if (lookup.try(magic).collision === null) {
                        this.#use(magic);
                        this.#say(
                            true,
                            h('b', {}, `Found after ${grouped(tried)} random numbers. `),
                            'Each has about eight bits set, since three random numbers are combined by &.',
                        );
                        return;
                    }
                }
            }
            this.#say(true, `${grouped(tried)} numbers tried…`);
            await new Promise((resolve) => setTimeout(resolve, 0));
            if (search !== this.#search || !this.element.isConnected) {
                return;
            }
        }
    }

    draw() {
        const { slider, square, mask, bits, shift } = this.#lookup;
        const blockers = this.#blockers;
        const product = this.#lookup.product(blockers, this.#magic);
        const index = this.#lookup.index(blockers, this.#magic);
        const reached = attacks(slider, square, blockers);
        this.#field.value = hex(this.#magic);
        this.#field.removeAttribute('aria-invalid');
        const step = (/** @type {string} */ title, /** @type {(Node | string)[]} */ ...parts) =>
            h('li', {}, h('span.step-title', {}, title), ...parts);
        fill(
            this.#steps,
            step(`The mask: ${bits} squares whose pieces matter`, h('code', {}, hex(mask))),
            step('The blockers: occupied & mask', h('code', {}, hex(blockers))),
            step(
                'The product: blockers * magic, cut to 64 bits',
                h('code', {}, hex(product)),
                binary(product, bits),
            ),
            step(
                `The place: product >> ${shift}, the highest ${bits} bits`,
                h('code.place-number', {}, String(index)),
                h('span.quiet', {}, ` of ${grouped(2 ** bits)}`),
            ),
            step(
                'The attacks: table[place]',
                h(
                    'div.with-picture',
                    {},
                    picture(reached, 'r'),
                    h(
                        'span',
                        {},
                        h('code', {}, hex(reached)),
                        h('span.vh', {}, squaresOf(reached).join(' ')),
                    ),
                ),
            ),
        );
        const at = placeOf(blockers, mask) + 1;
        fill(
            this.#rippler,
            h('code', {}, 'next = (subset - mask) & mask'),
            ` Subset ${grouped(at)} of ${grouped(2 ** bits)}, ${blockers === 0n ? 'no blockers' : count(blockers) === 1 ? '1 blocker' : `${count(blockers)} blockers`}`,
        );
        legend(this.#legend, [
            ['m', 'mask'],
            ['r', 'attacks'],
        ]);
        if (this.#host.isShown()) {
            this.#drawBoard(reached);
        }
    }

    /** @param {bigint} reached */
    #drawBoard(reached) {
        const { slider, square, mask } = this.#lookup;
        /** @type {Map<Square, Mark>} */
        const marks = new Map();
        /** @type {Map<Square, string>} */
        const letters = new Map();
        for (const [index, name] of SQUARES.entries()) {
            const [isMask, isReached, isOccupied] = [mask, reached, this.#occupied].map(
                (set) => (set >> BigInt(index)) & 1n,
            );
            marks.set(name, { kind: `${isMask ? 'm' : ''}${isReached ? ' r' : ''}` });
            if (isOccupied) {
                letters.set(name, 'p');
            }
        }
        letters.set(square, slider === 'rook' ? 'R' : 'B');
        this.#host.store.board = { fen: placement(letters), movable: 'none', steps: false };
        this.#host.mark(marks);
    }

    /**
     * @param {string} value
     * @param {URLSearchParams} read
     */
    load(value, read) {
        const [slider, square] = value.split(',');
        if (
            (slider === 'rook' || slider === 'bishop') &&
            SQUARES.includes(/** @type {Square} */ (square))
        ) {
            this.#lookup = new Lookup(slider, /** @type {Square} */ (square));
        }
        this.#occupied = readSet(read.get('occupied') ?? '') ?? this.#occupied;
        this.#drawFields();
        this.#use(readSet(read.get('factor') ?? '') ?? this.#lookup.magic);
    }

    address() {
        const { slider, square, magic } = this.#lookup;
        const factor = this.#magic === magic ? '' : `&factor=0x${this.#magic.toString(16)}`;
        return `magic=${slider},${square}&occupied=0x${this.#occupied.toString(16)}${factor}`;
    }
}

/**
 * A number in binary, with its highest bits marked.
 * @param {bigint} number
 * @param {number} marked
 */
function binary(number, marked) {
    const digits = number.toString(2).padStart(64, '0');
    return h(
        'code.binary',
        { 'aria-label': `Highest bits ${digits.slice(0, marked)}`, role: 'img' },
        ...Array.from({ length: 8 }, (_, at) => {
            const [from, end] = [8 * at, 8 * at + 8];
            const inside = Math.max(0, Math.min(8, marked - from));
            return h(
                'span',
                {},
                inside > 0 && h('mark', {}, digits.slice(from, from + inside)),
                digits.slice(from + inside, end),
            );
        }),
    );
}
