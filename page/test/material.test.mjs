// What was taken in a game, and threats, without a browser.

import assert from 'node:assert/strict';
import { register } from 'node:module';
import { test } from 'node:test';
import { Position } from '../../crates/ferz-js/lib/index.js';
import { materialOf } from '../parts/material.js';

// The package is served at `ferz/` beside the page.
const lib = new URL('../../crates/ferz-js/lib/', import.meta.url).href;
register(
    `data:text/javascript,${encodeURIComponent(`
    export const resolve = (name, context, next) => next(/^[.]{1,2}.ferz./.test(name) ? ${JSON.stringify(lib)} + name.slice(name.indexOf('ferz/') + 5) : name, context);
`)}`,
);
const { hasThreat, passed } = await import('../analyse/threat.js');

test('what was taken, and who is ahead', () => {
    const start = new Position();
    const position = new Position();
    assert.deepEqual(materialOf(start, position).white, { pieces: '', lead: 0, words: '' });
    ['e4', 'd5', 'exd5', 'Qxd5', 'Nc3', 'Nf6', 'Nxd5'].forEach((san) => position.play(san));
    assert.deepEqual(materialOf(start, position), {
        white: { pieces: '♛\uFE0E♟\uFE0E', lead: 9, words: 'has taken 1 queen, 1 pawn; 9 ahead' },
        black: { pieces: '♟\uFE0E', lead: 0, words: 'has taken 1 pawn' },
    });
});

test('a pawn that was promoted was not taken', () => {
    const start = new Position('4k3/P7/8/8/8/8/8/4K3 w - - 0 1');
    const position = start.clone();
    position.play('a8=Q+');
    assert.deepEqual(materialOf(start, position).black, { pieces: '', lead: 0, words: '' });
    assert.equal(materialOf(start, position).white.words, '9 ahead');
});

/**
 * A line as the engine gives it.
 * @param {Position} position
 * @param {string} move
 * @param {{ centipawns: number, mate: null } | { centipawns: null, mate: number }} score for the side to move
 * @param {number} [depth]
 * @returns {any}
 */
const line = (position, move, score, depth = 12) => ({
    depth,
    score,
    pv: [move],
    moves: [position.find(move)],
});
const pawns = (/** @type {number} */ value) => ({
    centipawns: value * 100,
    mate: /** @type {null} */ (null),
});

test('a threat gains more than two moves in a row always do, and saves nothing', () => {
    const position = new Position('rnbqkb1r/pppp1ppp/5n2/4P3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3');
    const other = /** @type {Position} */ (passed(position));
    const quiet = line(position, 'd2d4', pawns(0.3));
    assert.equal(
        hasThreat(position, line(other, 'd7d5', pawns(0.2)), quiet),
        false,
        'a tempo is no threat',
    );
    assert.equal(hasThreat(position, line(other, 'd7d5', pawns(1.2)), quiet), true);
    assert.equal(
        hasThreat(position, line(other, 'd7d5', pawns(1.2), 3), quiet),
        null,
        'a short look decides nothing',
    );
    assert.equal(
        hasThreat(position, line(other, 'f6d5', pawns(0.2)), line(position, 'e5f6', pawns(3))),
        false,
        'the knight is only saved',
    );
    assert.equal(
        hasThreat(position, line(other, 'd7d5', { centipawns: null, mate: 2 }), undefined),
        true,
        'a mate is a threat',
    );
    assert.equal(passed(new Position('4k3/8/8/8/8/8/4r3/4K3 w - - 0 1')), null, 'none in check');
});
