import assert from 'node:assert/strict';
import { test } from 'node:test';
import { positionInWords } from '../parts/spoken.js';

test('a position is told by the squares of its pieces', () => {
    assert.equal(
        positionInWords('4k3/1p6/8/8/8/3N4/P7/R3K2R w KQ - 0 1'),
        'White: king e1, rooks a1 and h1, knight d3, pawn a2. Black: king e8, pawn b7.',
    );
    assert.equal(
        positionInWords('8/8/8/8/8/8/8/qqq5'),
        'White: no piece. Black: queens a1 b1 and c1.',
    );
    assert.match(
        positionInWords('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR'),
        /^White: king e1, queen d1, rooks a1 and h1, bishops c1 and f1, knights b1 and g1, pawns a2 b2 c2 d2 e2 f2 g2 and h2\. Black: king e8/,
    );
});
