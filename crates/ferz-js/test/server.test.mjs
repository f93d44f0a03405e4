// The engine of a `ferz serve`, by the program in `FERZ`, or one that cargo has built in this repository.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { EngineError, Game, Position } from '../lib/index.js';
import { Engine, Server } from '../lib/engine.js';

const built = ['debug', 'release'].map((profile) =>
    fileURLToPath(new URL(`../../../target/${profile}/ferz`, import.meta.url)),
);
const program = process.env.FERZ ?? built.find((path) => existsSync(path));
const options = { timeout: 60_000, skip: program === undefined && 'no program `ferz` is built' };

let process_;
let address;

before(async () => {
    if (program === undefined) {
        return;
    }
    const others = ['--engine', `other=${program}`];
    process_ = spawn(program, [
        'serve',
        '--no-open',
        '--port',
        '0',
        '--threads',
        '1',
        '--hash',
        '16',
        ...others,
    ]);
    let text = '';
    for await (const piece of process_.stdout) {
        text += piece;
        if (text.includes('\n')) {
            break;
        }
    }
    const [url, token] = text.split('\n')[0].split('/#token=');
    address = { url, token };
});

after(() => process_?.kill());

for (const engine of ['ferz', 'other']) {
    test(
        `a depth is searched, and its lines belong to the position (${engine})`,
        options,
        async () => {
            const remote = await Engine.connect(address, { engine });
            const position = new Position();
            position.play('e4');
            let last;
            for await (const line of remote.analyse(position, { depth: 8, lines: 2 })) {
                assert.equal(line.moves.length, line.pv.length);
                assert.equal(
                    line.wdl.reduce((sum, rate) => sum + rate),
                    1000,
                );
                last = line;
            }
            assert.equal(last.depth, 8);
            assert.equal(last.rank, 2);
            assert.ok(last.nodes > 0 && last.speed > 0 && last.bound === null);
            assert.match(last.san, /^1\.\.\. \S+ 2\. /);
            remote.close();
        },
    );

    test(
        `an abort ends a search without a limit, and so does a loop that is left (${engine})`,
        options,
        async () => {
            const remote = await Engine.connect(address, { engine });
            const controller = new AbortController();
            setTimeout(() => controller.abort(), 300);
            const start = performance.now();
            let last;
            for await (const line of remote.analyse(new Position(), {
                signal: controller.signal,
            })) {
                last = line;
            }
            assert.ok(last.depth >= 3, `depth ${last.depth}`);
            assert.ok(performance.now() - start < 5000);
            for (let count = 0; count < 4; count++) {
                for await (const line of remote.analyse(new Position())) {
                    assert.equal(line.rank, 1);
                    break;
                }
            }
            assert.ok(await remote.play(new Position(), { nodes: 1000 }));
            await assert.rejects(remote.play(new Position(), { signal: AbortSignal.abort() }), {
                name: 'AbortError',
            });
            remote.close();
        },
    );
}

test('all limits, Chess960, strength and ends of games', options, async () => {
    const remote = await Engine.connect(address);
    const mate = Position.from('6k1/5ppp/8/8/8/8/8/R6K w - - 0 1');
    assert.equal((await remote.play(mate, { mate: 1 })).san, 'Ra8#');
    assert.equal((await remote.play(mate, { depth: 3, moves: ['Kg1'] })).san, 'Kg1');
    const clock = { white: 300, black: 300, increment: 10, movesToGo: 10 };
    assert.equal((await remote.play(mate, { clock })).san, 'Ra8#');
    assert.equal(
        await remote.play(new Position('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1'), { depth: 2 }),
        null,
    );
    assert.ok((await remote.play(Position.chess960(0), { depth: 2 })).san);
    const moves = new Set();
    for (let i = 0; i < 12; i++) {
        moves.add((await remote.play(new Position(), { elo: 1320, depth: 3 })).uci);
    }
    assert.ok(moves.size > 1, [...moves].join(' '));
    await remote.newGame();
    assert.ok(await remote.play(new Position(), { level: 3, depth: 3 }));
    remote.close();
});

test('a game is reviewed, with the same result as here and by the command', options, async () => {
    const text = '1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0';
    const reviewed = async (/** @type {Engine} */ engine) => {
        const { game, moves } = await engine.annotate(Game.from(text), {
            nodes: 3000,
            comments: true,
        });
        engine.close();
        return [game.toString(), moves.map(({ loss, reasons }) => [loss, reasons])];
    };
    const [here, there, again] = [
        await Engine.start(),
        await Engine.connect(address),
        await Engine.connect(address),
    ];
    const first = await reviewed(here);
    assert.deepEqual(await reviewed(there), first, 'the server searches as the page does');
    assert.deepEqual(await reviewed(again), first);
    const ran = spawnSync(program, ['pgn', 'annotate', '-', '--reasons', '--nodes', '3000'], {
        input: text,
        encoding: 'utf8',
    });
    const game = Game.from(ran.stdout);
    delete game.tags.Annotator;
    assert.equal(game.toString(), first[0], 'and as the command does');
});

test('refusals are errors, and the next search is a search', options, async () => {
    const server = new Server(address);
    await assert.rejects(Engine.connect({ ...address, token: '0'.repeat(32) }), /secret/);
    await assert.rejects(Engine.connect(address, { engine: '/bin/sh' }), EngineError);
    await assert.rejects(Engine.connect({ url: 'http://127.0.0.1:1', token: '' }), EngineError);
    await assert.rejects(server.call('book', { fen: new Position().fen }), /no book 0/);
    const other = await Engine.connect(server, { engine: 'other' });
    await assert.rejects(other.play(new Position(), { elo: 1500 }), /built-in/);
    assert.ok(await other.play(new Position(), { depth: 1 }));
    // Two searches run at once: the third is refused.
    const engines = await Promise.all([0, 1, 2].map(() => Engine.connect(server)));
    const [first, second] = engines.map((engine) => engine.analyse(new Position()));
    await Promise.all([first.next(), second.next()]);
    await assert.rejects(engines[2].play(new Position(), { depth: 1 }), /2 searches run already/);
    await first.return();
    assert.ok(await engines[2].play(new Position(), { depth: 1 }));
    await second.return();
    const running = other.play(new Position(), { time: 60_000 });
    setTimeout(() => other.close(), 100);
    await assert.rejects(running, EngineError);
});

test('other calls answer JSON', options, async () => {
    const info = await new Server(address).call('info');
    assert.match(info.version, /^Ferz /);
    assert.deepEqual(
        info.engines.map(({ name }) => name),
        ['ferz', 'other'],
    );
    assert.deepEqual(
        [info.threads, info.hash, info.books, info.games, info.tablebases],
        [1, 16, [], 0, 0],
    );
});
