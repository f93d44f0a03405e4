import assert from 'node:assert/strict';
import test from 'node:test';
import { hostile } from './hostile.mjs';

test('hostile calls cause no trap and no leak', () => {
    const { counts, nodes, before, after } = hostile(30_000, 7);
    assert.equal(nodes, 8_902);
    assert.ok(after - before < 64 << 20, `memory of the module grew from ${before} to ${after} bytes`);
    assert.ok(counts.returned > 3_000 && counts.TypeError > 3_000, JSON.stringify(counts));
});
