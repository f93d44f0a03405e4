// Calls of all public members with wrong types, huge strings, ended objects and odd numbers, in random order.
// `node test/hostile.mjs CALLS [SEED]` runs many and prints what came of them.

import { pathToFileURL } from 'node:url';
import * as ferz from '../lib/index.js';
import { renew, wasm } from '../lib/rules/wasm.js';
import { numbers } from './playout.mjs';

const { Book, Game, Move, Node, Position } = ferz;

const FENS = [
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
    '8/8/8/8/8/8/8/8 w - - 0 1',
    'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 65535 65535',
    '6kr/8/8/8/8/8/8/6KR w Hh - 0 1',
    'R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1',
    'QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/8/8/k6K w - - 0 1',
];
const TEXTS = [
    '',
    ' ',
    '\0',
    'e4',
    'e2e4',
    'O-O',
    '--',
    'Nf3',
    'e8=Q',
    'x',
    '[Event "',
    '1. e4 (1. d4 {',
    '{',
    '}',
    '\ud800',
    '\udfff',
    '\u{1F600}',
    '__proto__',
    'constructor',
    'toString',
    'de',
    'white',
    'w',
    'queen',
    'k',
    'a1',
    'h8',
    'i9',
    'king',
    'colors',
    'files',
    'board',
    '1. e4 e5 2. Nf3 (2. f4 exf4) Nc6 $1 {[%clk 0:0:1]} *',
    'Gd4',
    'Re2e4',
    '8/8/8/8/8/4k3/4p3/4K3 w - - bm Kd1; id "end";',
    ...FENS,
];
const NUMBERS = [
    0,
    1,
    -1,
    2,
    3,
    0.5,
    NaN,
    Infinity,
    -Infinity,
    15,
    64,
    255,
    256,
    959,
    2 ** 31,
    2 ** 32,
    2 ** 32 + 1,
    2 ** 53,
    -(2 ** 53),
    -0,
];
const OTHERS = [
    null,
    undefined,
    true,
    false,
    0n,
    -1n,
    2n ** 64n,
    Symbol('s'),
    () => 1,
    [],
    {},
    [1],
    [[]],
    new Map(),
    /x/,
    new Date(NaN),
    Object.create(null),
];

/** Members that take as long as their argument says, and the largest one here. */
const SLOW = { perft: 3, divide: 3, isDead: 100 };

function limit(name, args) {
    if (name in SLOW) {
        args[0] =
            typeof args[0] === 'number' || args[0] === undefined
                ? Math.min(args[0] ?? Infinity, SLOW[name])
                : args[0];
    }
}

/** Members that take a move, which is often a legal one. */
const MOVERS = ['play', 'find', 'wins', 'add'];

/** Values that calls have returned, so that ended and foreign objects come back. */
class Pool {
    #values = [];
    constructor(next) {
        this.next = next;
    }
    keep(value) {
        if (value !== null && (typeof value === 'object' || typeof value === 'function')) {
            this.#values[this.#values.length < 300 ? this.#values.length : this.next() % 300] =
                value;
        }
    }
    pick(list) {
        return list[this.next() % list.length];
    }
    /** An argument of any kind. */
    any() {
        switch (this.next() % 12) {
            case 0:
            case 1:
            case 2:
                return this.pick(TEXTS);
            case 3:
            case 4:
                return this.pick(NUMBERS);
            case 5:
                return this.pick(OTHERS);
            case 6:
                return this.text();
            case 7:
                return this.options();
            case 8:
                return this.next() % 200 === 0
                    ? this.pick(TEXTS).repeat(1 + (this.next() % 20_000))
                    : this.pick(FENS);
            case 9:
                return new Uint8Array(
                    Array.from({ length: 16 * (this.next() % 4) }, () => this.next()),
                );
            default:
                return this.#values.length > 0 ? this.pick(this.#values) : null;
        }
    }
    text() {
        const text = this.pick(TEXTS);
        const at = this.next() % (text.length + 1);
        return text.slice(0, at) + this.pick(TEXTS) + text.slice(at + (this.next() % 3));
    }
    options() {
        const names = [
            'chess960',
            'lenient',
            'from',
            'to',
            'promotion',
            'size',
            'squares',
            'arrows',
            'highlights',
            'orientation',
            'light',
            'lineWidth',
            'tags',
            'comments',
            'strict',
            'language',
            'color',
            'role',
            'coordinates',
        ];
        return Object.fromEntries(
            Array.from({ length: this.next() % 4 }, () => [
                this.pick(names),
                this.next() % 2 ? this.any() : this.pick(TEXTS),
            ]),
        );
    }
    instance(Kind) {
        const found = this.#values.filter((value) => value instanceof Kind);
        return found.length > 0 ? this.pick(found) : undefined;
    }
}

/** The public members of a class: methods, accessors and statics. */
function membersOf(Kind) {
    const own = Object.getOwnPropertyDescriptors(Kind.prototype);
    const hidden = ['constructor', 'line', 'bits', 'review'];
    return {
        Kind,
        members: Object.entries(own).filter(([name]) => !hidden.includes(name)),
        statics: Object.getOwnPropertyNames(Kind).filter(
            (name) => typeof Kind[name] === 'function' && !['ofLine', 'ofRecord'].includes(name),
        ),
    };
}

const KINDS = [Position, Game, Node, Move, Book].map(membersOf);
const FUNCTIONS = [
    ferz.attacks,
    ferz.faults,
    ferz.boardSvg,
    ferz.pieceSvg,
    ferz.readEpd,
    ferz.squaresOf,
    (value) => ferz.openings.find(value),
];
const FIELDS = {
    [Game.name]: ['tags', 'result'],
    [Node.name]: ['nags', 'comments', 'commentsBefore', 'commentsAfterVariation'],
};

/** Makes one call. */
function call(pool) {
    const args = Array.from({ length: pool.next() % 4 }, () => pool.any());
    const { Kind, members, statics } = pool.pick(KINDS);
    switch (pool.next() % 10) {
        case 0:
            return pool.pick(FUNCTIONS)(...args);
        case 1:
            return Kind === Move || Kind === Node ? new Position().moves() : new Kind(...args);
        case 2:
            return statics.length > 0
                ? Kind[pool.pick(statics)](...args)
                : Position.from(pool.pick(FENS));
        case 3: {
            // A method with an object that is none of its own.
            const [name, descriptor] = pool.pick(members);
            limit(name, args);
            return (descriptor.value ?? descriptor.get).apply(pool.any(), args);
        }
        case 4: {
            const value = pool.instance(Kind);
            const fields = FIELDS[Kind.name];
            if (value && fields) {
                value[pool.pick(fields)] = pool.any();
            }
            return value;
        }
        default: {
            const value =
                pool.instance(Kind) ??
                (Kind === Game ? Game.from(pool.pick(TEXTS)) : new Position());
            const [name, descriptor] = pool.pick(members.filter(([name]) => name in value));
            limit(name, args);
            if (MOVERS.includes(name) && pool.next() % 3 > 0) {
                const position = value instanceof Node ? value.position : value;
                args[0] = pool.pick(position.sans()) ?? null;
            }
            if (descriptor.set && pool.next() % 2 === 0) {
                descriptor.set.call(value, args[0]);
            }
            return descriptor.value
                ? descriptor.value.apply(value, args)
                : descriptor.get.call(value);
        }
    }
}

/** Makes the start of a generator run, and a stream that is not read. */
function settle(result, pool) {
    if (
        result &&
        typeof result.next === 'function' &&
        typeof result[Symbol.iterator] === 'function'
    ) {
        let taken = 0;
        for (const value of result) {
            pool.keep(value);
            if (++taken === 5) {
                break;
            }
        }
    }
}

/**
 * Makes hostile calls and counts what came of them. A trap of the module, JSON that is none, and a position that is
 * lost end the run.
 * @param {number} calls
 * @param {number} seed
 */
export function hostile(calls, seed) {
    const next = numbers(seed);
    const pool = new Pool(next);
    const counts = { returned: 0 };
    renew();
    const memory = () => wasm.memory.buffer.byteLength;
    const before = memory();
    let slowest = 0;
    for (let i = 0; i < calls; i++) {
        const started = performance.now();
        try {
            const result = call(pool);
            settle(result, pool);
            pool.keep(Array.isArray(result) ? result[0] : result);
            counts.returned += 1;
        } catch (error) {
            const isDefect =
                error instanceof WebAssembly.RuntimeError ||
                error instanceof SyntaxError ||
                /lost|of the line/.test(error?.message);
            if (isDefect) {
                throw error;
            }
            const name = error instanceof Error ? error.name : typeof error;
            counts[name] = (counts[name] ?? 0) + 1;
        }
        slowest = Math.max(slowest, performance.now() - started);
    }
    // The module still works.
    const nodes = new Position().perft(3);
    return { counts, nodes, before, after: memory(), slowest };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
    const calls = Number(process.argv[2] ?? 1_000_000);
    const started = performance.now();
    const result = hostile(calls, Number(process.argv[3] ?? 1));
    console.log(
        `${calls} calls in ${((performance.now() - started) / 1000).toFixed(1)} s, the slowest ${result.slowest.toFixed(0)} ms`,
    );
    console.log(result.counts, `perft 3: ${result.nodes}`);
    console.log(
        `memory of the module: ${result.before} bytes before, ${result.after} after; resident ${process.memoryUsage().rss}`,
    );
}
