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
