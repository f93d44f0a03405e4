// The drawings of the board element are those of the module.

import assert from 'node:assert/strict';
import test from 'node:test';
import { COLORS, pieceSvg, ROLES } from '../lib/index.js';
import { piecePaths } from '../lib/board/pieces.js';
import { readPlacement, writePlacement } from '../lib/board/placement.js';

test('the pieces of the board element are those of pieceSvg', () => {
    for (const color of COLORS) {
        for (const role of ROLES) {
            const paths = piecePaths({ color, role }).map((path) => {
                return `<path ${Object.entries(path)
                    .map(([key, value]) => `${key}="${value}"`)
                    .join(' ')}/>`;
            });
            assert.equal(paths.join(''), pieceSvg({ color, role }));
        }
    }
});

test('the pieces of a FEN are read and written', () => {
    for (const text of [
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR',
        '8/8/8/8/8/8/8/8',
        'k7/1P6/8/3p4/8/8/8/K6R',
    ]) {
        assert.equal(writePlacement(readPlacement(`${text} w - - 0 1`)), text);
    }
    assert.equal(readPlacement('k7/8/8/8/8/8/8/K6R').get('h1'), 'R');
    for (const text of [
        '',
        '8/8/8/8/8/8/8',
        '9/8/8/8/8/8/8/8',
        '8/8/8/8/8/8/8/7x',
        '8/8/8/8/8/8/8/8/8',
        '08/8/8/8/8/8/8/8',
    ]) {
        assert.throws(() => readPlacement(text), TypeError, text);
    }
});
