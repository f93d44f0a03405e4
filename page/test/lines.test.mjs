import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LineSet } from '../analyse/lines.js';

/** @param {string} text lines as `rank depth move`, or `rank depth move bound` */
function shownAfter(text) {
    const set = new LineSet();
    return text.split(', ').map((line) => {
        const [rank, depth, move, bound = null] = line.split(' ');
        set.take(
            /** @type {any} */ ({ rank: Number(rank), depth: Number(depth), bound, pv: [move] }),
        );
        return set.shown.map((shown) => `${shown.depth} ${shown.pv[0]}`).join(' ');
    });
}

test('the first lines are shown as they come, later ones when their depth is complete', () => {
    assert.deepEqual(shownAfter('1 1 a, 2 1 b, 3 1 c, 1 2 b, 2 2 a, 3 2 d'), [
        '1 a',
        '1 a 1 b',
        '1 a 1 b 1 c',
        '1 a 1 b 1 c',
        '1 a 1 b 1 c',
        '2 b 2 a 2 d',
    ]);
});

test('lines of the depth before among those of a new one are not shown with them', () => {
    // As engines report each new line with all others.
    const reports =
        '1 4 a, 2 4 b, 3 4 c, 1 5 c, 2 4 a, 3 4 b, 1 5 c, 2 5 b, 3 4 a, 1 5 c, 2 5 b, 3 5 a';
    const shown = shownAfter(reports);
    assert.deepEqual([...new Set(shown.slice(2))], ['4 a 4 b 4 c', '5 c 5 b 5 a']);
});

test('a line that is lost leaves the depth out, an engine with one line is shown, and bounds are not', () => {
    assert.equal(shownAfter('1 1 a, 2 1 b, 1 2 b, 1 3 a, 2 3 b').at(-1), '3 a 3 b');
    assert.equal(shownAfter('1 1 a, 2 1 b, 3 1 c, 1 2 b, 3 2 a').at(-1), '1 a 1 b 1 c');
    assert.deepEqual(shownAfter('1 1 a, 1 2 b, 1 3 b lower, 1 3 c'), ['1 a', '2 b', '2 b', '3 c']);
});

test('a search that begins anew keeps what is deeper', () => {
    assert.equal(shownAfter('1 9 a, 2 9 b, 1 1 c, 2 1 a').at(-1), '9 a 9 b');
    assert.equal(shownAfter('1 9 a, 2 9 b, 1 9 b, 2 9 a').at(-1), '9 b 9 a');
});
