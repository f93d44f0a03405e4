// The list of games.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Catalogue } from '../games/catalogue.js';

test('the list: words, accents, years, results, order', () => {
    const catalogue = new Catalogue();
    const place = { source: 0, offset: 0, length: 1 };
    /** @type {[string, string, string, string, string, string][]} */
    const games = [
        ['Müller', 'Tal', '1960.01.02', '0-1', 'B90', '2500'],
        ['Tal', 'Botvinnik', '1961.??.??', '1-0', 'C18', '2600'],
        ['Tal', 'Smyslov', '????.??.??', '1/2-1/2', 'B10', ''],
    ];
    for (const [White, Black, date, Result, ECO, WhiteElo] of games) {
        catalogue.add(
            { White, Black, Date: date, Result, ECO, WhiteElo, Event: 'Candidates' },
            place,
        );
    }
    const find = (/** @type {import('../games/catalogue.js').Query} */ query) => [
        ...catalogue.find(query),
    ];
    assert.deepEqual(find({}), [0, 1, 2]);
    assert.deepEqual(find({ text: 'muller tal' }), [0]);
    assert.deepEqual(find({ text: 'TAL 1961' }), [1]);
    assert.deepEqual(find({ text: 'b1' }), [2]);
    assert.deepEqual(find({ text: 'tal 961' }), [], 'a number begins a word');
    assert.deepEqual(find({ from: 1961 }), [1]);
    assert.deepEqual(find({ to: 1960 }), [0]);
    assert.deepEqual(find({ result: '1/2-1/2' }), [2]);
    assert.deepEqual(find({ eco: 'C' }), [1]);
    assert.deepEqual(find({ text: 'nobody' }), []);
    assert.deepEqual(find({ order: 'newest' }), [1, 0, 2]);
    assert.deepEqual(find({ order: 'rating' }), [1, 0, 2]);
    assert.deepEqual(find({ order: 'white' }), [0, 1, 2]);
    assert.equal(catalogue.row(2).date, '');
    assert.deepEqual(
        [0, 1, 2].map((index) => catalogue.points(index)),
        [0, 1, 0.5],
    );
});
