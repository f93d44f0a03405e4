import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { EngineError, Game, Position, expectedScore } from '../lib/index.js';
import { Client } from '../lib/engine/client.js';
import { Engine } from '../lib/engine.js';
import { pack, unpack } from '../lib/engine/network.js';

/** Runs a test with each way to stop a search that Node has. */
function each(name, run) {
    for (const stopBy of ['memory', 'messages', 'never']) {
        test(`${name} (${stopBy})`, { timeout: 60_000 }, async () => {
            const engine = await Engine.start({ stopBy });
            try {
                await run(engine);
            } finally {
                engine.close();
            }
        });
    }
}

each('a depth is searched, and its lines belong to the position', async (engine) => {
    const position = new Position();
    position.play('e4');
    let last;
    for await (const line of engine.analyse(position, { depth: 8, lines: 2 })) {
        assert.equal(line.moves.length, line.pv.length);
        last = line;
    }
    assert.equal(last.depth, 8);
    assert.match(last.san, /^1\.\.\. \S+ 2\. /);
    assert.equal(
        last.wdl.reduce((sum, part) => sum + part),
        1000,
    );
    assert.deepEqual(last.whiteWdl, [...last.wdl].reverse());
    assert.equal(position.fen, 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1');
});

each('an abort ends a search without a limit', async (engine) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 300);
    const start = performance.now();
    let last;
    for await (const line of engine.analyse(new Position(), { signal: controller.signal })) {
        last = line;
    }
    const waited = performance.now() - start;
    assert.ok(last.depth >= 5, `depth ${last.depth}`);
    assert.ok(waited < 3000, `${waited} ms`);
    // The next search is a search of its own.
    assert.ok(await engine.play(new Position(), { depth: 3 }));
});

each('a loop that is left ends its search', async (engine) => {
    for await (const line of engine.analyse(new Position())) {
        if (line.depth >= 4) {
            break;
        }
    }
    assert.ok(await engine.play(new Position(), { nodes: 1000 }));
});

test('searches wait for each other', { timeout: 60_000 }, async () => {
    const engine = await Engine.start();
    const [mate, stalemate] = [
        '6k1/5ppp/8/8/8/8/8/R6K w - - 0 1',
        '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1',
    ];
    const moves = await Promise.all([
        engine.play(Position.from(mate), { depth: 4 }),
        engine.play(Position.from(stalemate), { depth: 4 }),
        engine.play(Position.chess960(0), { depth: 4 }),
    ]);
    assert.equal(moves[0].san, 'Ra8#');
    assert.equal(moves[1], null);
    assert.ok(moves[2].san);
    engine.close();
});

test('strength is limited', { timeout: 60_000 }, async () => {
    const engine = await Engine.start({ network: null });
    const moves = new Set();
    for (let i = 0; i < 12; i++) {
        moves.add((await engine.play(new Position(), { elo: 1320, depth: 3 })).uci);
    }
    assert.ok(moves.size > 1, [...moves].join(' '));
    await assert.rejects(engine.play(new Position(), { elo: -5 }), RangeError);
    engine.close();
});

test('a game is reviewed', { timeout: 60_000 }, async () => {
    const engine = await Engine.start();
    const game = Game.from('[White "A"]\n\n1. e4 e5 (1... c5) 2. Qh5 Ke7 3. Qxe5# 1-0');
    const progress = [];
    const review = await engine.annotate(game, {
        nodes: 5000,
        onProgress: (share) => progress.push(share),
    });
    assert.equal(review.moves.length, 5);
    assert.equal(review.moves[3].assessment, 'blunder');
    assert.equal(review.black.blunders, 1);
    assert.ok(
        progress.length >= 5 &&
            progress.every((share, index) => share > (progress[index - 1] ?? 0) && share < 1),
    );
    const { node, best, assessment } = review.moves[3];
    assert.deepEqual([node.numbered, assessment], ['2... Ke7', 'blunder']);
    assert.equal(node, review.game.end.parent);
    assert.match(best, /^2\.\.\. (?!Ke7)\S+( 3\. \S+|$)/);
    assert.ok(review.game.end.parent.nags.includes(4));
    assert.equal(review.game.root.next.children.length, 2, 'variations are kept');
    assert.equal(game.end.parent.nags.length, 0, 'the game itself stays');
    // Why the move was bad, and on request in the game.
    const { reasons } = review.moves[3];
    assert.deepEqual(
        [reasons[0].text, reasons[0].kind, reasons[0].concern, reasons[0].line, reasons[0].squares],
        ['It allows mate: 3. Qxe5#.', 'mate', 'played', ['Qxe5#'], ['e7']],
    );
    assert.deepEqual(review.moves[0].reasons, []);
    assert.ok(!node.comment.includes('mate'));
    let told = game;
    for (let time = 0; time < 2; time += 1) {
        ({ game: told } = await engine.annotate(told, { nodes: 5000, comments: true }));
        const { comment } = told.end.parent;
        assert.equal(comment.split('It allows mate: 3. Qxe5#.').length, 2, comment);
        assert.match(comment, /\[%csl Re7\] \[%cal Rh5e5\]$/);
    }
    engine.close();
});

test('reviews are equal with several workers at once, and after other searches', {
    timeout: 120_000,
}, async () => {
    const game = Game.from(
        '1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0',
    );
    const reviewed = async (hashMiB) => {
        const engine = await Engine.start({ hashMiB });
        await engine.play(new Position(), { nodes: hashMiB * 200 });
        const { game: annotated, ...rest } = await engine.annotate(game, { nodes: 3000 });
        engine.close();
        return [
            annotated.toString(),
            JSON.stringify({ ...rest, moves: rest.moves.map(({ node, ...move }) => move) }),
        ];
    };
    const [first, ...others] = await Promise.all([16, 8, 32].map(reviewed));
    others.forEach((other) => assert.deepEqual(other, first));
    const read = Game.from(first[0]).recordedReview();
    assert.equal(read.moves.length, 13);
    assert.equal(read.white.moves, 7);
    assert.equal(game.recordedReview(), null);
});

test('the curve from scores to expected scores', () => {
    assert.ok(Math.abs(expectedScore({ centipawns: 100, mate: null }) - 59.102) < 1e-3);
    assert.deepEqual(
        [{ centipawns: 0 }, { mate: 2 }, { mate: -1 }, { mate: 0 }].map(expectedScore),
        [50, 100, 0, 0],
    );
});

test('the network is packed without loss', () => {
    const read = (path) => readFileSync(new URL(path, import.meta.url));
    const file = read('../../ferz-engine/network/default.nnue');
    const packed = read('../lib/network.packed');
    assert.ok(packed.length < 0.6 * file.length);
    assert.ok(file.equals(unpack(packed)));
    const weights = Uint8Array.of(1, 2, 0x7f, 0x00, 0x80, 0xff, 0x81, 0xff, 0x80, 0x00, 3);
    assert.deepEqual(unpack(pack(weights, 2, 4)), weights);
    assert.equal(pack(weights, 2, 4).length, 8 + 2 + 4 + 2 * 2 + 1);
});

test('mistakes of the caller and the end are errors', { timeout: 60_000 }, async () => {
    await assert.rejects(Engine.start({ network: new Uint8Array(8) }), EngineError);
    await assert.rejects(Engine.start({ hashMiB: 0 }), RangeError);
    const engine = await Engine.start({ network: null });
    await assert.rejects(engine.play('e4'), TypeError);
    await assert.rejects(engine.play(new Position(), { depth: NaN }), RangeError);
    await assert.rejects(engine.analyse(new Position(), { lines: 0 }).next(), RangeError);
    await assert.rejects(engine.annotate(null), TypeError);
    const search = engine.play(new Position(), { time: 60_000 });
    setTimeout(() => engine.close(), 100);
    await assert.rejects(search, EngineError);
    await assert.rejects(engine.play(new Position(), { depth: 1 }), EngineError);
});

/** Executes lines, and returns the output up to one that matches. */
async function lines(client, commands, last) {
    const output = [];
    const ended = new Promise((resolve) => {
        client.online = (line) => {
            output.push(line);
            if (last.test(line)) {
                resolve(undefined);
            }
        };
    });
    commands.forEach((command) => client.send(command));
    await ended;
    return output;
}

test('the bench has the signature of the native engine', { timeout: 120_000 }, async (t) => {
    let signature;
    try {
        signature = readFileSync(
            new URL('../../../.ci/bench-signature', import.meta.url),
            'utf8',
        ).trim();
    } catch {
        t.skip('a published package has no such file');
        return;
    }
    const client = new Client();
    await client.start();
    const output = await lines(client, ['bench'], /nodes .* nps/);
    assert.match(output.at(-1), new RegExp(`^${signature} nodes `));
    client.close();
});

for (const stopBy of ['memory', 'never']) {
    test(`UCI text is answered as by a process (${stopBy})`, { timeout: 60_000 }, async () => {
        const client = new Client({ stopBy });
        await client.start();
        const hello = await lines(client, ['uci'], /^uciok$/);
        assert.match(hello[0], /^id name Ferz /);
        await lines(
            client,
            ['setoption name MultiPV value 2', 'position startpos moves e2e4', 'go infinite'],
            / depth 5 .* multipv 2 /,
        );
        await lines(client, ['isready'], /^readyok$/);
        const stopped = await lines(client, ['stop'], /^bestmove /);
        assert.match(stopped.at(-1), /^bestmove [a-h][5-8]|^bestmove [a-h]8/);
        // Options and position are those from before.
        const again = await lines(client, ['go depth 3'], /^bestmove /);
        assert.ok(again.some((line) => line.includes(' multipv 2 ')));
        assert.match(again.at(-1), /^bestmove [a-h][78]/);
        // A stop before the search begins ends it at once.
        assert.ok(await lines(client, ['go infinite', 'stop'], /^bestmove /));
        const pondered = lines(client, ['go ponder wtime 1000 btime 1000'], /^bestmove /);
        client.send('ponderhit');
        await pondered;
        client.close();
    });
}

test('uci.js is a worker that speaks UCI', { timeout: 60_000 }, async () => {
    const worker = new Worker(new URL('../lib/uci.js', import.meta.url));
    const output = [];
    const done = new Promise((resolve) => {
        worker.on('message', (line) => {
            output.push(line);
            if (line.startsWith('bestmove')) {
                resolve(undefined);
            }
        });
    });
    worker.postMessage('uci');
    worker.postMessage('position startpos');
    worker.postMessage('go depth 6');
    await done;
    assert.ok(output.includes('uciok'));
    const exited = new Promise((resolve) => worker.on('exit', resolve));
    worker.postMessage('quit');
    await exited;
});

test('cli.js is a UCI engine on standard input and output', { timeout: 60_000 }, () => {
    const cli = new URL('../lib/cli.js', import.meta.url);
    const input = 'uci\nposition startpos\ngo depth 5\nposition startpos moves e2e4\ngo infinite\n';
    const { stdout, status } = spawnSync(process.execPath, [fileURLToPath(cli)], {
        input,
        encoding: 'utf8',
    });
    assert.equal(status, 0);
    assert.equal(stdout.match(/^bestmove/gm).length, 2);
    assert.match(stdout, /^uciok$/m);
});

test('cli.js answers what comes before quit, even if the engine has not loaded, and stops a search', {
    timeout: 60_000,
}, () => {
    const cli = new URL('../lib/cli.js', import.meta.url);
    const input = 'uci\ngo movetime 50000\nquit\nisready\n';
    const { stdout, status } = spawnSync(process.execPath, [fileURLToPath(cli)], {
        input,
        encoding: 'utf8',
        timeout: 30_000,
    });
    assert.equal(status, 0);
    assert.match(stdout, /^uciok$/m);
    assert.match(stdout, /^bestmove/m);
    assert.doesNotMatch(stdout, /readyok/);
});

each(
    'the worth of the pieces is that of the network, with the sign of their colour',
    async (engine) => {
        const position = new Position();
        for (const move of ['e4', 'd5', 'exd5']) {
            position.play(move);
        }
        const { pieces, centipawns, endgame } = await engine.worth(position);
        const others = [...position.pieces()]
            .filter(([, { role }]) => role !== 'king')
            .map(([square]) => square);
        assert.deepEqual([...pieces.keys()].sort(), others.sort());
        assert.ok(
            pieces.get('d1') > 5 && pieces.get('d8') < -5,
            `${pieces.get('d1')} ${pieces.get('d8')}`,
        );
        assert.ok(centipawns > 20, `${centipawns}`);
        assert.equal(endgame, null);
        // The next search gets its own lines.
        assert.ok(await engine.play(position, { depth: 3 }));
    },
);

test('without a network pieces have no worth', { timeout: 60_000 }, async () => {
    const engine = await Engine.start({ network: null });
    await assert.rejects(engine.worth(new Position()), EngineError);
    assert.ok(await engine.play(new Position(), { depth: 2 }));
    engine.close();
});
