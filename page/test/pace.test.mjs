import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paceOf } from '../play/pace.js';

test('an opponent takes its time, but not more than it has', () => {
    const turn = { plies: 30, moves: 35, left: null, increment: 0 };
    const times = [0, 0.25, 0.5, 0.75, 1].map((random) => paceOf(turn, random));
    assert.deepEqual(
        times,
        [...times].sort((a, b) => a - b),
    );
    assert.ok(times[0] >= 300 && times[4] <= 4000, times.join());
    for (const left of [100, 1000, 20_000, 300_000, 5_400_000]) {
        for (const random of [0, 0.5, 1]) {
            const time = paceOf({ ...turn, left, increment: 2000 }, random);
            assert.ok(time <= left / 20 && time <= 8000, `${time} of ${left}`);
        }
    }
    assert.ok(paceOf({ ...turn, moves: 1 }, 0.5) < paceOf(turn, 0.5) / 2);
    assert.ok(paceOf({ ...turn, plies: 2 }, 0.5) < paceOf(turn, 0.5) / 2);
});
