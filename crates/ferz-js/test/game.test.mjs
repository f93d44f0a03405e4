import assert from 'node:assert/strict';
import test from 'node:test';
import { FerzError, Game, MoveError, Node, PgnError, Position, TagError } from '../lib/index.js';
import { numbers } from './playout.mjs';

const SAMPLE = `[Event "Café \\"Zürich\\""]
[Site "?"]
[Date "1858.??.??"]
[Round "-"]
[White "Morphy, Paul"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]
[WhiteElo "2690"]

{before the game} 1. e4 {[%clk 0:10:00] best by test} e5 2. Nf3 $1 d6 (2... Nc6 3. Bb5 (3. Bc4 Bc5) ({or} 3. d4)
a6) (2... -- 3. d4) 3. d4 Bg4?! ; to the end of the line
4. dxe5 Bxf3 $6 $14 1-0
`;

/** The roster that each written game has. */
const ROSTER = { Event: '?', Site: '?', Date: '????.??.??', Round: '?', White: '?', Black: '?' };

/** All that a game holds, for comparison. */
function contents(game) {
    const node = ({ uci, nags, comments, commentsBefore, commentsAfterVariation, children }) => ({
        uci,
        nags,
        comments,
        commentsBefore,
        commentsAfterVariation,
        children: children.map(node),
    });
    return {
        tags: { ...ROSTER, ...game.tags },
        result: game.result,
        start: game.start.fen,
        isChess960: game.start.isChess960,
        root: node(game.root),
    };
}

test('a game with everything', () => {
    const game = Game.from(SAMPLE);
    assert.equal(game.error, null);
    assert.deepEqual(game.warnings, []);
    assert.deepEqual(
        { ...game.tags },
        {
            Event: 'Café "Zürich"',
            Site: '?',
            Date: '1858.??.??',
            Round: '-',
            White: 'Morphy, Paul',
            Black: 'Duke Karl / Count Isouard',
            WhiteElo: '2690',
        },
    );
    assert.equal(game.result, '1-0');
    assert.deepEqual(game.sans(), ['e4', 'e5', 'Nf3', 'd6', 'd4', 'Bg4', 'dxe5', 'Bxf3']);
    assert.deepEqual(game.root.comments, ['before the game']);
    const [e4, e5, nf3, d6, d4, bg4] = game.mainline();
    assert.deepEqual(e4.annotations, { clock: 600_000, text: 'best by test' });
    assert.deepEqual([nf3.nags, bg4.nags, bg4.comments], [[1], [6], ['to the end of the line']]);
    assert.deepEqual(game.end.nags, [6, 14]);
    assert.deepEqual(
        d6.variations.map(({ san, uci }) => [san, uci]),
        [
            ['Nc6', 'b8c6'],
            ['--', '0000'],
        ],
    );
    assert.equal(d6.variations[1].move, null);
    const bb5 = d6.variations[0].next;
    assert.deepEqual(
        bb5.variations.map((node) => node.commentsBefore),
        [[], ['or']],
    );
    assert.deepEqual(
        Game.from('1. e4 {a} (1. d4 {b}) {c} e5 *').toPgn().split('\n').at(-2),
        '1. e4 {a} (1. d4 {b}) {c} 1... e5 *',
    );
    assert.deepEqual([bb5.next.san, bb5.isMainLine, d4.isMainLine, e5.ply], ['a6', false, true, 2]);
    assert.deepEqual(
        bb5.path.map(({ san }) => san),
        ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5'],
    );
    assert.equal(bb5.fen, 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3');
    assert.deepEqual(
        [bb5.numbered, bb5.next.numbered, d6.variations[1].numbered, game.root.numbered],
        ['3. Bb5', '3... a6', '2... --', ''],
    );
    assert.deepEqual(
        [d6.moveNumber, d6.color, nf3.color, game.root.moveNumber, game.root.color],
        [2, 'black', 'white', 0, null],
    );
    assert.equal([...game.root.descendants()].length, 16);
    assert.deepEqual(
        [game.root.isRoot, game.root.san, game.root.uci, game.root.move, game.root.variations],
        [true, '', '', null, []],
    );
    assert.equal(game.opening.name, 'Philidor Defense');
    assert.equal(game.opening.ply, 5);
    assert.deepEqual(contents(Game.from(game.toPgn())), contents(game));
    assert.equal(String(game), game.toPgn());
});

test('writing leaves out what is not wanted', () => {
    const game = Game.from(
        '[White "a"]\n\n1. e4 {[%clk 0:01:00] [%eval 0.25,20] x} (1. d4) e5 $1 *',
    );
    assert.equal(
        game.toPgn({ tags: false }),
        '1. e4 {[%clk 0:01:00] [%eval 0.25,20] x} (1. d4) 1... e5 $1 *\n',
    );
    assert.equal(
        game.toPgn({ tags: false, comments: false, clocks: false, evaluations: false }),
        '1. e4 (1. d4) 1... e5 $1 *\n',
    );
    assert.equal(
        game.toPgn({
            tags: false,
            variations: false,
            nags: false,
            clocks: false,
            evaluations: false,
        }),
        '1. e4 {x} 1... e5 *\n',
    );
    assert.deepEqual(
        { ...game.root.next.annotations },
        { clock: 60_000, centipawns: 25, depth: 20, text: 'x' },
    );
    const long = new Game();
    long.root.addLine(Array.from({ length: 100 }, (_, i) => ['Nf3', 'Nf6', 'Ng1', 'Ng8'][i % 4]));
    assert.ok(
        long
            .toPgn({ lineWidth: 40 })
            .split('\n')
            .every((line) => line.length <= 40),
    );
    assert.equal(long.toPgn({ tags: false, lineWidth: 0 }).trimEnd().split('\n').length, 1);
    for (const lineWidth of [-1, NaN, 1.5, 2 ** 53]) {
        assert.throws(() => game.toPgn({ lineWidth }), RangeError);
    }
});

test('annotations of comments', () => {
    const game = new Game();
    const node = game.root.add('e4');
    node.comment = '[%emt 0:00:05.5] [%eval #-3] [%csl Gd4,Re5] [%cal Be2e4] {';
    assert.deepEqual(node.annotations, {
        elapsed: 5_500,
        mate: node.annotations.mate,
        squares: ['Gd4', 'Re5'],
        arrows: ['Be2e4'],
        text: '{',
    });
    assert.match(node.annotations.mate, /-3/);
    node.comment = '';
    assert.deepEqual([node.comments, node.annotations], [[], { text: '' }]);
    assert.throws(() => (node.comment = 5), TypeError);
});

test('editing of variations', () => {
    const game = new Game();
    const e4 = game.root.add('e4');
    const d4 = game.root.add({ from: 'd2', to: 'd4' });
    const c4 = game.root.add('c2c4');
    assert.equal(game.root.add('e4'), e4);
    assert.equal(game.root.add(e4.move), e4);
    assert.deepEqual(game.root.children, [e4, d4, c4]);
    const end = d4.addLine(['d5', 'c4', null]);
    assert.deepEqual([end.san, end.uci, end.ply, game.end], ['--', '0000', 4, e4]);
    c4.promote();
    assert.deepEqual(game.root.children, [e4, c4, d4]);
    end.promoteToMainLine();
    assert.deepEqual(game.sans(), ['d4', 'd5', 'c4', '--']);
    assert.equal(e4.promote(), undefined);
    assert.throws(() => d4.add('Ke5'), MoveError);
    assert.equal(d4.children.length, 1);
    game.root.promote();
    const removed = d4.children[0];
    removed.delete();
    assert.deepEqual(
        [removed.parent, removed.san, removed.next.san, d4.children],
        [null, 'd5', 'c4', []],
    );
    game.root.delete();
    assert.deepEqual([game.root.children, game.toPgn({ tags: false })], [[], '*\n']);
    const inCheck = new Game('4k3/8/8/8/8/8/8/4RK2 b - - 0 1');
    assert.throws(() => inCheck.root.add(null), MoveError);
    assert.ok(game.root instanceof Node);
});

test('games from other positions, and of Chess960', () => {
    const game = new Game('4k3/8/8/8/8/8/4P3/4K3 b - - 3 17');
    game.root.addLine(['Kd7', 'e4']);
    assert.match(
        game.toPgn(),
        /\[SetUp "1"\]\n\[FEN "4k3\/8\/8\/8\/8\/8\/4P3\/4K3 b - - 3 17"\]\n/,
    );
    assert.match(game.toPgn(), /17\.\.\. Kd7 18\. e4/);
    assert.deepEqual(contents(Game.from(game.toPgn())), contents(game));
    const chess960 = new Game(Position.chess960(0));
    chess960.root.addLine(['b4', 'b5']);
    const again = Game.from(chess960.toPgn());
    assert.deepEqual(contents(again), contents(chess960));
    assert.ok(again.start.isChess960);
    assert.throws(() => new Game('8/8/8/8/8/8/8/8 w - - 0 1'), FerzError);
    assert.equal(new Game(new Position()).toPgn({ tags: false }), '*\n');
    // The moves of the position are not those of the game.
    const played = new Position();
    played.play('e4');
    assert.deepEqual([new Game(played).sans(), new Game(played).start.turn], [[], 'black']);
});

test('files as people have them', () => {
    for (const [pgn, sans, result] of [
        ['1.e4 e5 2.Nf3', ['e4', 'e5', 'Nf3'], '*'],
        ['\ufeff[Event "x"]\r\n\r\n1. e4 e5\r\n1-0\r\n', ['e4', 'e5'], '1-0'],
        ['e4 e5 Nf3 1/2-1/2', ['e4', 'e5', 'Nf3'], '1/2-1/2'],
        ['1. e2e4 e7-e5 2. Ng1-f3', ['e4', 'e5', 'Nf3'], '*'],
        [
            '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. 0-0',
            ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6'],
            undefined,
        ],
        ['1. e4! e5?? 2. Nf3!? *', ['e4', 'e5', 'Nf3'], '*'],
        ['% escaped\n1. e4 {multi\nline} e5 *', ['e4', 'e5'], '*'],
        [
            '[Event "x"]\n[FEN "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. a8Q+ Kd7 *',
            ['a8=Q+', 'Kd7'],
            '*',
        ],
        ['[Event "no moves"]\n\n*', [], '*'],
    ]) {
        const game = Game.from(pgn);
        assert.deepEqual(game.sans().slice(0, sans.length), sans, pgn);
        if (result) {
            assert.equal(game.result, result, pgn);
            assert.equal(game.error, null, pgn);
        }
    }
    assert.deepEqual(Game.from('1. Sf3 d5 2. Dd2', { language: 'de' }).sans(), ['Nf3', 'd5']);
    assert.equal(Game.from('1. Sf3 d5', { language: 'de' }).error, null);
    assert.equal(Game.from(''), null);
    assert.equal(Game.from(' \n\n'), null);
    assert.equal(Game.from(new TextEncoder().encode('1. e4 *')).sans().length, 1);
    // Latin-1, as old files have it.
    assert.equal(
        Game.from(Uint8Array.from(Buffer.from('[White "M\xfcller"]\n\n1. e4 *', 'latin1'))).tags
            .White,
        'Müller',
    );
});

test('errors end a game at their place, and the next game is read', () => {
    const games = [
        ...Game.parse(
            '[Event "1"]\n\n1. e4 e5 2. Ke3 Nc6 *\n\n[Event "2"]\n\n1. d4\n  d5 xx *\n\n[Event "3"]\n\n1. c4 *\n',
        ),
    ];
    assert.deepEqual(
        games.map((game) => game.sans()),
        [['e4', 'e5'], ['d4', 'd5'], ['c4']],
    );
    const [first, second, third] = games;
    assert.ok(first.error instanceof PgnError && first.error.name === 'PgnError');
    assert.deepEqual([first.error.game, first.error.line, first.error.column], [1, 3, 13]);
    assert.match(first.error.message, /Ke3/);
    assert.deepEqual([second.error.game, second.error.line, second.error.column], [2, 8, 6]);
    assert.equal(third.error, null);
    const warned = Game.from('[Event "x]\n\n1. e4 *');
    assert.ok(
        warned.warnings.length > 0 &&
            warned.warnings[0] instanceof PgnError &&
            warned.warnings[0].line === 1,
    );
    assert.equal(warned.error, null);
    assert.ok(Game.from('[Event "x]\n\n1. e4 *', { strict: true }).error instanceof PgnError);
    for (const pgn of [null, undefined, 5, {}, new ArrayBuffer(4)]) {
        assert.throws(() => Game.parse(pgn), TypeError);
        assert.throws(() => Game.from(pgn), TypeError);
    }
    assert.throws(() => Game.parse('', { language: 'xx' }), RangeError);
    assert.throws(() => Game.parse('', { language: 'deu' }), RangeError);
    assert.throws(() => Game.parse('', { language: 5 }), TypeError);
});

test('places across parts of 256 kB, in strings, bytes and streams', async () => {
    const text = Array.from({ length: 9_000 }, (_, index) => {
        const moves =
            index % 500 === 499
                ? '1. e4 e5 2. Ke3 *'
                : '1. e4 {\u{1F600} é 日本 } e5 2. Nf3 Nc6 1-0';
        return `[Event "${index} \u{1F600}"]\n[Site "x"]\n\n${moves}\n\n`;
    }).join('');
    assert.ok(text.length > 2 * (1 << 18));
    const lines = text.split('\n');
    const places = [];
    let count = 0;
    for (const game of Game.parse(text)) {
        assert.equal(game.tags.Event, `${count++} \u{1F600}`);
        if (game.error) {
            places.push(game.error);
            assert.equal(game.error.game, count);
            assert.equal(
                lines[game.error.line - 1].slice(game.error.column - 1, game.error.column + 2),
                'Ke3',
            );
        } else {
            assert.equal(game.root.next.comment, '\u{1F600} é 日本');
        }
    }
    assert.deepEqual([count, places.length], [9_000, 18]);
    const bytes = new TextEncoder().encode(text);
    const all = [...Game.parse(bytes)];
    assert.deepEqual(
        all.filter(({ error }) => error).map(({ error }) => [error.game, error.line, error.column]),
        places.map(({ game, line, column }) => [game, line, column]),
    );
    count = 0;
    for await (const game of Game.stream(new Blob([bytes]).stream())) {
        assert.equal(game.tags.Event, all[count++].tags.Event);
        assert.equal(game.error?.line, all[count - 1].error?.line);
    }
    assert.equal(count, 9_000);
});

test('pairs of surrogates at the borders of parts', () => {
    for (let shift = 0; shift < 4; shift++) {
        const comment = 'x'.repeat(shift) + '\u{1F600}'.repeat(400_000);
        const game = Game.from(`1. e4 {${comment}} e5 *`);
        assert.equal(game.root.next.comment, comment);
        assert.equal(game.sans().length, 2);
        assert.equal(Game.from(game.toPgn()).root.next.comment.replaceAll(/\s/g, ''), comment);
    }
});

test('streams divided at every place, in bytes and in strings', async () => {
    const text = `${SAMPLE}\n[Event "2 \u{1F600}"]\n\n1. d4 {\u{1F600}} d5 *\n`;
    const expected = [...Game.parse(text)].map(contents);
    const bytes = new TextEncoder().encode(text);
    const read = async (...parts) => {
        const games = [];
        for await (const game of Game.stream(
            (async function* () {
                yield* parts;
            })(),
        )) {
            games.push(contents(game));
        }
        return games;
    };
    for (let at = 0; at <= bytes.length; at++) {
        assert.deepEqual(
            await read(bytes.subarray(0, at), bytes.subarray(at)),
            expected,
            `at byte ${at}`,
        );
    }
    for (let at = 0; at <= text.length; at++) {
        assert.deepEqual(await read(text.slice(0, at), text.slice(at)), expected, `at unit ${at}`);
    }
    assert.deepEqual(await read(...Array.from(bytes, (byte) => Uint8Array.of(byte))), expected);
    assert.deepEqual(await read(...text.split('')), expected);
    assert.deepEqual(
        await read('1. e4 {\ud83d', '} *').then(([game]) => game.root.children[0].comments),
        ['\ufffd'],
    );
    for (const source of [null, undefined, 5, 'text', {}]) {
        await assert.rejects(async () => {
            for await (const _ of Game.stream(source));
        }, TypeError);
    }
    await assert.rejects(() => read(5), TypeError);
});

/** Files, and the main lines of their games. @type {Record<string, [string, string[][]]>} */
const FILES = {
    'tags between games': [
        '[White "A"]\n\n1. e4 e5 1-0\n\n[White "B"]\n\n1. d4 *\n',
        [['e4', 'e5'], ['d4']],
    ],
    'no empty line': ['[White "A"]\n1. e4 1-0\n[White "B"]\n1. d4 *', [['e4'], ['d4']]],
    'games without tags': [
        '1. e4 e5 1-0\n\n1. d4 d5 1/2-1/2\n1. c4 *\n',
        [['e4', 'e5'], ['d4', 'd5'], ['c4']],
    ],
    'no result': ['[Event "a"]\n\n1. e4 e5\n\n[Event "b"]\n\n1. d4\n', [['e4', 'e5'], ['d4']]],
    'castling with zeros is no result': [
        '1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 *',
        [['e4', 'e5', 'Nf3', 'Nf6', 'Bc4', 'Bc5', 'O-O', 'O-O']],
    ],
    'a result in a variation': ['1. e4 (1. d4 d5 1/2-1/2) 1... e5 2. Nf3 *', [['e4', 'e5', 'Nf3']]],
    'brackets and results in comments': [
        '1. e4 {a\n[White "x"]\n1-0 1. d4} e5 *\n',
        [['e4', 'e5']],
    ],
    'a comment to the end of the line': ['1. e4 ; { 1-0\ne5 *\n', [['e4', 'e5']]],
    'an escaped line': ['% [White "x"] {\n[White "A"]\n\n1. e4 *\n', [['e4']]],
    'a comment that is never closed': [
        '[Event "a"]\n\n1. e4 {open\n\n[Event "b"]\n\n1. d4 *\n',
        [['e4'], ['d4']],
    ],
    'other letters': [
        '[White "Ðåvíð"]\n\n1. e4 {é 1-0} *\n\n[White "B"]\n\n1. d4 *',
        [['e4'], ['d4']],
    ],
    'an illegal move': ['1. e4 Ke4 *\n\n1. d4 *\n', [['e4'], ['d4']]],
    nothing: ['\n \n', []],
};

test('a list has the games that are parsed, each at its place and with its tags', async () => {
    for (const [name, [file, lines]] of Object.entries({ ...FILES, sample: [SAMPLE, null] })) {
        const bytes = new TextEncoder().encode(file);
        const parsed = [...Game.parse(file)];
        assert.deepEqual(
            parsed.map((game) => game.sans()),
            lines ?? parsed.map((game) => game.sans()),
            name,
        );
        for (const size of [1, 7, bytes.length + 1]) {
            const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
                bytes.subarray(index * size, (index + 1) * size),
            );
            const listed = [];
            for await (const game of Game.list(
                (async function* () {
                    yield* parts;
                })(),
            )) {
                listed.push(game);
            }
            const alone = listed.map(({ offset, length }) =>
                Game.from(bytes.slice(offset, offset + length)),
            );
            assert.deepEqual(
                alone.map((game) => game?.sans()),
                parsed.map((game) => game.sans()),
                `${name}, in parts of ${size} bytes`,
            );
            listed.forEach(({ tags, offset }, index) => {
                assert.equal(
                    offset,
                    index === 0 ? 0 : listed[index - 1].offset + listed[index - 1].length,
                    `${name}: the place`,
                );
                for (const [tag, value] of Object.entries(parsed[index].tags)) {
                    assert.equal(tags[tag], value, `${name}: ${tag}`);
                }
                assert.equal(
                    tags.FEN ?? new Position().fen,
                    parsed[index].start.fen,
                    `${name}: the start`,
                );
            });
        }
    }
});

test('a list goes on behind a game that is too large', async () => {
    const comment = `{${'0123456789abcde\n'.repeat(1 << 16)}}\n`;
    /** @type {(games: string[][]) => Promise<any[]>} */
    const list = async (games) => {
        const listed = [];
        const source = (async function* () {
            for (const game of games) {
                yield* game;
            }
        })();
        for await (const { offset, length, tags, error } of Game.list(source)) {
            assert.equal(
                offset,
                listed.length === 0 ? 0 : listed.at(-1).offset + listed.at(-1).length,
            );
            listed.push({ offset, length, tags, error });
        }
        assert.equal(
            listed.at(-1).offset + listed.at(-1).length,
            games.flat().reduce((sum, part) => sum + part.length, 0),
        );
        return listed;
    };
    const game = (/** @type {string} */ name, /** @type {number} */ count) => [
        `[White "${name}"]\n\n1. e4 `,
        ...Array(count).fill(comment),
        '*\n\n',
    ];
    const names = (/** @type {any[]} */ listed) =>
        listed.map(({ tags, error }) => [tags.White, error?.message ?? null]);
    const refused = (/** @type {number} */ number) =>
        `game ${number} is larger than ${1 << 25} bytes`;
    const listed = await list([
        game('A', 0),
        game('B', 40),
        game('C', 1),
        game('D', 90),
        game('E', 33),
    ]);
    assert.deepEqual(names(listed), [
        ['A', null],
        ['B', refused(2)],
        ['C', null],
        ['D', refused(4)],
        ['E', refused(5)],
    ]);
    // A border is looked for before a game is said to be too large.
    assert.deepEqual(names(await list([game('A', 17), game('B', 17), game('C', 31)])), [
        ['A', null],
        ['B', null],
        ['C', null],
    ]);
    // Games without tags are complete when the next one begins.
    assert.deepEqual(
        names(await list(Array(40).fill(['1. e4 ', comment, '*\n']))),
        Array(40).fill([undefined, null]),
    );
    await assert.rejects(
        async () => {
            for await (const _ of Game.stream(
                (async function* () {
                    yield* game('A', 40);
                })(),
            ));
        },
        { message: refused(1) },
    );
});

test('a stream without asynchronous iteration is read by its reader', async () => {
    const stream = new Blob(['1. e4 *']).stream();
    const plain = { getReader: () => stream.getReader() };
    for await (const game of Game.stream(plain)) {
        assert.equal(game.sans()[0], 'e4');
    }
    assert.equal(stream.locked, false);
});

test('a large stream of small parts takes linear time', async () => {
    // One game of 8 MB, in parts of 64 bytes.
    const part = new TextEncoder().encode(
        '{0123456789012345678901234567890123456789012345678901234567890}\n',
    );
    const started = process.cpuUsage();
    let games = 0;
    for await (const _ of Game.stream(
        (async function* () {
            for (let i = 0; i < 130_000; i++) {
                yield part;
            }
        })(),
    )) {
        games += 1;
    }
    assert.equal(games, 1);
    // Processor time: other programs do not count.
    assert.ok(process.cpuUsage(started).user < 10_000_000);
});

test('tags of any name', () => {
    const game = Game.from('[constructor "c"]\n[toString "t"]\n[hasOwnProperty "h"]\n\n1. e4 *');
    assert.deepEqual(
        [game.tags.constructor, game.tags.toString, game.tags.hasOwnProperty],
        ['c', 't', 'h'],
    );
    game.tags['__proto__'] = 'p';
    assert.deepEqual(Object.keys(game.tags), [
        'constructor',
        'toString',
        'hasOwnProperty',
        '__proto__',
    ]);
    assert.equal(new Game().tags.constructor, undefined);
    assert.deepEqual(contents(Game.from(game.toPgn())).tags.constructor, 'c');
    assert.match(game.toPgn(), /\[__proto__ "p"\]/);
    game.tags = { White: 'a "b" \\ c', Elo: 5 };
    assert.deepEqual(
        [Game.from(game.toPgn()).tags.White, Game.from(game.toPgn()).tags.Elo],
        ['a "b" \\ c', '5'],
    );
    for (const name of ['a b', '', 'Result', 'FEN', 'SetUp', 'é', 'x"']) {
        game.tags = { [name]: 'x' };
        assert.throws(
            () => game.toPgn(),
            (error) => error instanceof TagError && error.found === name,
        );
    }
    game.tags = { White: '\ud83d', Black: '\ude00x', Event: 'e' };
    assert.deepEqual(
        [Game.from(game.toPgn()).tags.Black, Game.from(game.toPgn()).tags.Event],
        ['\ufffdx', 'e'],
    );
});

test('a byte order mark at the begin of a text belongs to it', () => {
    const game = Game.from('1. e4 {\ufeffabc} e5 {d} *');
    assert.deepEqual([game.root.next.comment, game.end.comment], ['\ufeffabc', 'd']);
    assert.deepEqual(contents(Game.from(game.toPgn())), contents(game));
});

test('the moves of the main line are those of its nodes, before and after the nodes are made', () => {
    const next = numbers(3);
    for (let i = 0; i < 50; i++) {
        const game = new Game(i % 2 === 0 ? undefined : Position.chess960(i));
        let node = game.root;
        for (let ply = 0; ply < 60; ply++) {
            const sans = node.position.sans();
            if (sans.length === 0) {
                break;
            }
            const main = node.add(sans[next() % sans.length]);
            node.add(sans[next() % sans.length]).comment = 'x';
            node = main;
            if (ply === 20 && !node.position.inCheck) {
                node = node.add(null);
            }
        }
        const expected = [...game.mainline()].map(({ san }) => san);
        assert.deepEqual(game.sans(), expected);
        const read = Game.from(game.toPgn());
        assert.deepEqual(read.sans(), expected);
        assert.deepEqual(
            [...read.mainline()].map(({ san }) => san),
            expected,
        );
        assert.deepEqual(read.sans(), expected);
    }
    assert.deepEqual(new Game().sans(), []);
});

test('halves of pairs in comments do not displace others', () => {
    const game = new Game();
    game.root.add('e4').comment = 'a\ud83d';
    game.end.add('e5').comment = '\ude00b';
    game.end.comments.push('ccc');
    assert.equal(game.toPgn({ tags: false }), '1. e4 {a\ufffd} 1... e5 {\ufffdb} {ccc} *\n');
});

test('what cannot be written is an error', () => {
    const game = new Game();
    game.root.add('e4').nags.push(256);
    assert.throws(() => game.toPgn(), RangeError);
    game.root.next.nags = [1];
    game.result = '2-0';
    assert.throws(() => game.toPgn(), /found "2-0"/);
});

test('huge comments and deep variations', () => {
    const huge = `a${'b '.repeat(4_000_000)}c`;
    const game = Game.from(`1. e4 {${huge}} e5 {d} *`);
    assert.equal(game.root.next.comment.length, huge.length);
    assert.equal(game.end.comment, 'd');
    assert.deepEqual(contents(Game.from(game.toPgn())), contents(game));
    // 500 variations, each within the last one.
    let node = new Game();
    const deep = node;
    node = deep.root;
    for (let i = 0; i < 500; i++) {
        const [main, other] = [
            ['Nf3', 'Nc3'],
            ['Nf6', 'Nc6'],
            ['Ng1', 'Nb1'],
            ['Ng8', 'Nb8'],
        ][i % 4];
        const legal = new Position(node.fen).sans();
        node.add(legal.includes(main) ? main : legal[0]);
        node = node.add(legal.includes(other) ? other : legal[1]);
    }
    const pgn = deep.toPgn();
    assert.equal(pgn.split('(').length, 501);
    const again = Game.from(pgn);
    assert.equal(again.error, null);
    assert.equal(again.toPgn(), pgn);
    assert.equal([...again.root.descendants()].length, [...deep.root.descendants()].length);
    // Deeper than any stack.
    const deepest = `1. e4 ${'(1. d4 '.repeat(100_000)}${')'.repeat(100_000)} *`;
    const read = Game.from(deepest);
    assert.equal(typeof read.toPgn(), 'string');
});

test('a text that is nothing but faults or tags is read in bounded time', () => {
    const game = Game.from(`1. e4 ${')'.repeat(1_000_000)} *`);
    assert.deepEqual([game.warnings.length, game.sans(), game.result], [100, ['e4'], '*']);
    const tags = Array.from({ length: 50_000 }, (_, index) => `[A${index} "x"]\n`).join('');
    assert.equal(Object.keys(Game.from(`${tags}\n1. e4 *`).tags).length, 1_000);
});

test('long lines take bounded memory', async () => {
    const { wasm } = await import('../lib/rules/wasm.js');
    const game = Game.from('Nf3 Nf6 Ng1 Ng8 '.repeat(70_000));
    assert.equal(game.sans().length, 250_000);
    assert.match(game.error.message, /250,000/);
    const nodes = [...game.mainline()].slice(-70);
    const positions = nodes.map((node) => node.position);
    assert.equal(
        positions.map((position) => position.sans().length).filter((count) => count > 0).length,
        70,
    );
    assert.equal(positions[69].fen, positions[65].fen);
    assert.throws(() => game.end.add('Nf3'), FerzError);
    assert.ok(wasm.memory.buffer.byteLength < 1 << 29, `${wasm.memory.buffer.byteLength} bytes`);
});

/** Texts to mutate. */
const SEEDS = [
    SAMPLE,
    '[Event "a"]\n[FEN "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"]\n[Variant "Chess960"]\n\n9. O-O O-O (9... g6 $5) 10. b4 *\n',
    '1. e4 c5 2. Nf3 (2. c3 {[%eval 0.1] [%csl Gd4]} d5) 2... d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 {x} ({y} 5... g6 6. Be3) 1/2-1/2\n',
];

test('what was read is written and read again as the same, for 2,000 mutated games', () => {
    const next = numbers(2_000);
    const pieces = [
        '(',
        ')',
        '{',
        '}',
        '[',
        ']',
        '"',
        '\\',
        ';',
        '\n',
        '\n\n',
        '$3',
        '$',
        '--',
        'e4',
        'Nf3',
        '1-0',
        '*',
        '%',
        '\ufffd',
        '\u{1F600}',
        '\t',
        '\r',
        '...',
        '17.',
        '\u00a0',
        '[%clk 0:0:1]',
        'Z0',
        '!?',
        '\0',
        ' ',
    ];
    let games = 0;
    for (let round = 0; games < 2_000; round++) {
        let text = SEEDS[round % SEEDS.length];
        for (let i = next() % 6; i >= 0; i--) {
            const at = next() % text.length;
            const removed = next() % 3 === 0 ? next() % 8 : 0;
            text =
                text.slice(0, at) +
                (next() % 4 > 0 ? pieces[next() % pieces.length] : '') +
                text.slice(at + removed);
        }
        for (const game of Game.parse(text)) {
            if (game.error?.message.includes('variant')) {
                // The tag of an unknown variant stays, and its game cannot be read.
                continue;
            }
            games += 1;
            const once = Game.from(game.toPgn());
            assert.equal(once.error, null, text);
            assert.deepEqual(
                once.warnings.filter(({ message }) => !message.includes('null move')),
                [],
                text,
            );
            assert.deepEqual(contents(once), contents(game), text);
            assert.equal(once.toPgn(), game.toPgn(), text);
        }
    }
});
