// Answers that are added to the files of a repertoire: nothing else in them changes.

import assert from 'node:assert/strict';
import { register } from 'node:module';
import { test } from 'node:test';
import { Game, Position } from '../../crates/ferz-js/lib/index.js';

// The package is served at `ferz/` beside the page.
const lib = new URL('../../crates/ferz-js/lib/', import.meta.url).href;
register(
    `data:text/javascript,${encodeURIComponent(`
    export const resolve = (name, context, next) => next(/^[.]{1,2}.ferz./.test(name) ? ${JSON.stringify(lib)} + name.slice(name.indexOf('ferz/') + 5) : name, context);
`)}`,
);
const { withAnswers, withoutLast } = await import('../openings/answers.js');

const OPEN =
    '[Event "Open games"]\n\n{First.} 1. e4 {Space; [%cal Ge2e4]} 1... e5 (1... d6 $6 {Pirc}) 2. Nf3 Nc6 3. Bb5 *\n';
const FRENCH = '[Event "French"]\r\n[Result "*"]\r\n\r\n1. e4 e6 2. d4 {The centre.} 2... d5 *\r\n';
const BROKEN = '; a note\n[Event "Broken"]\n\n1. d4 d5 (1... Ke5) 2. c4 *';

/** @param {string[]} texts */
const kept = (...texts) =>
    /** @type {import('../openings/library.js').KeptRepertoire} */ ({
        id: 'white:a',
        name: 'a',
        color: 'white',
        files: texts.map((text, index) => ({ name: `${index}.pgn`, text })),
        cards: {},
    });

/**
 * The place after moves, and an answer to it.
 * @param {string} line
 * @param {string} san
 */
function answer(line, san) {
    const { position } = /** @type {Game} */ (Game.from(`${line} *`)).end;
    return { line, fen: position.fen, move: position.find(san).uci };
}

/** The texts of the files. @param {import('../openings/library.js').KeptRepertoire} repertoire */
const texts = ({ files }) => files.map(({ text }) => text);

test('an answer goes into the game that leads to it, and the other games stay byte for byte', async () => {
    const both = `% a line of its own\n${OPEN}\n\n${FRENCH}`;
    const start = kept(BROKEN, both);
    const grown = await withAnswers(start, [answer('1. e4 e6 2. d4 d5', 'Nc3')]);
    assert.deepEqual(texts(grown), [BROKEN, both.replace('d5 *', 'd5 3. Nc3 *')]);
    assert.equal(grown.files[0], start.files[0]);
    assert.equal(grown.files[1].original, both);
    assert.deepEqual(await withoutLast(grown), { ...start, added: [] });
});

test('a move that the repertoire lacks becomes a variation, and the comments, marks and variations stay', async () => {
    const grown = await withAnswers(kept(OPEN), [
        answer('1. e4 e5 2. Nf3 d6', 'd4'),
        answer('1. e4 d6', 'd4'),
        answer('1. e4 d6', 'd4'),
    ]);
    assert.equal(grown.added?.length, 2, 'what is there is not added again');
    assert.equal(
        grown.files[0].text,
        '[Event "Open games"]\n\n{First.} 1. e4 {Space; [%cal Ge2e4]} 1... e5 (1... d6 $6 {Pirc} 2. d4) 2. Nf3\nNc6 (2... d6 3. d4) 3. Bb5 *\n',
    );
});

test('orders of moves do not matter, and what no game leads to is a game of its own', async () => {
    const files = kept(OPEN, FRENCH);
    const grown = await withAnswers(files, [answer('1. d4 e6 2. e4 d5 3. Nc3 Nf6', 'Bg5')]);
    assert.match(
        grown.files[1].text,
        /2\. d4 \{The centre\.\} 2\.\.\. d5 3\. Nc3 Nf6 4\. Bg5 \*\r\n$/,
    );
    const own = await withAnswers(kept(BROKEN, ''), [
        answer('1. d4 d5 2. c4 c6', 'Nf3'),
        answer('1. d4 d5 2. c4 e6', 'Nc3'),
    ]);
    assert.deepEqual(texts(own), [
        BROKEN,
        `[Event "Added answers"]\n${['Site', 'Date', 'Round', 'White', 'Black'].map((name) => `[${name} "${name === 'Date' ? '????.??.??' : '?'}"]\n`).join('')}[Result "*"]\n\n1. d4 d5 2. c4 c6 (2... e6 3. Nc3) 3. Nf3 *\n`,
    ]);
    const place = { line: '', fen: '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1', move: 'e2e4' };
    const [text] = texts(await withAnswers(kept(''), [place]));
    assert.equal(/** @type {Game} */ (Game.from(text)).end.san, 'e4');
    const from = await withAnswers(kept(text), [{ ...place, move: 'e2e3' }]);
    assert.match(from.files[0].text, /1\. e4 \(1\. e3\) \*/, 'the same start again');
    assert.ok(new Position(place.fen));
});

/** Random numbers of a seed. @param {number} seed */
const random = (seed) => (/** @type {number} */ below) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
};

/**
 * A game of random moves with variations, comments and marks.
 * @param {(below: number) => number} draw
 */
function randomGame(draw) {
    const game = new Game();
    const nodes = [game.root];
    for (let left = 40; left > 0; left--) {
        const node = nodes[draw(3) === 0 ? draw(nodes.length) : nodes.length - 1];
        const sans = node.position.sans();
        if (sans.length > 0) {
            const next = node.add(sans[draw(sans.length)]);
            nodes.includes(next) || nodes.push(next);
            next.comment = draw(4) === 0 ? `note ${left} [x] "y" (z` : next.comment;
            next.nags = draw(6) === 0 ? [1 + draw(6)] : next.nags;
        }
    }
    return { game, nodes };
}

/** Each node of a game with its notes, by the moves to it. @param {Game} game */
function notesOf(game) {
    /** @type {Map<string, string>} */
    const notes = new Map();
    const stack = [game.root];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
        const way = node.path.map(({ uci }) => uci).join(' ');
        notes.set(way, JSON.stringify([node.comments, node.nags]));
        stack.push(...node.children);
    }
    return notes;
}

test('of random games nothing is lost, and the answer is there', async () => {
    const draw = random(20_261_129);
    for (let round = 0; round < 40; round++) {
        const { game, nodes } = randomGame(draw);
        const before = kept(game.toPgn());
        const start = nodes[draw(nodes.length)];
        const line = new Game();
        let node = line.root.addLine(start.path.map(({ uci }) => uci));
        const sans = node.position.sans();
        node = draw(2) === 0 && sans.length > 0 ? node.add(sans[draw(sans.length)]) : node;
        const moves = node.position.moves();
        if (node.isRoot || moves.length === 0) {
            continue;
        }
        const { uci } = moves[draw(moves.length)];
        const place = { line: line.toPgn({ tags: false }).replace(/\*\s*$/, ''), fen: node.fen };
        const [text] = texts(await withAnswers(before, [{ ...place, move: uci }]));
        const [old, ...grown] = [game, ...Game.parse(text)].map(notesOf);
        for (const [way, note] of old) {
            assert.equal(grown[0].get(way), note, `${way} in ${text}`);
        }
        const key = node.position.key;
        const isThere = [...Game.parse(text)].some((it) => {
            const stack = [it.root];
            for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
                if (at.position.key === key && at.children.some((next) => next.uci === uci)) {
                    return true;
                }
                stack.push(...at.children);
            }
            return false;
        });
        assert.ok(isThere, `${place.line} ${uci} in ${text}`);
    }
});
