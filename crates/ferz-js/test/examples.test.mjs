// The examples in the comments of lib and those of the documentation run, and what a comment behind an expression says
// is its value: `expr;  // value`. A comment that is not JavaScript is prose. The blocks of a page share their names; one
// with `<!-- not run: reason -->` before it is left out.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import * as rules from '../lib/index.js';
import * as engine from '../lib/engine.js';

const ferz = { ...rules, ...engine };

const AsyncFunction = (async () => {}).constructor;
const LIB = new URL('../lib/', import.meta.url);
/** The examples of the engine search: they run where it is tested. */
const ELSEWHERE = ['engine.js', 'uci.js'];

/** The examples of a file, each with its line. */
function examplesOf(source) {
    const blocks = source.matchAll(/^( *)\* ```js\n([\s\S]*?)^ *\* ```$/gm);
    return Array.from(blocks, ({ index, 2: body }) => ({
        line: source.slice(0, index).split('\n').length,
        code: body.replaceAll(/^ *\* ?/gm, ''),
    }));
}

/** Replaces each `expr;  // value` by a call that compares them. */
function withChecks(code) {
    let checks = 0;
    const lines = code.split('\n').map((line) => {
        const match = /^(\s*)(?!\/\/|const |let )(.+?);\s+\/\/ (.+)$/.exec(line);
        if (match === null || !isExpression(match[3])) {
            return line;
        }
        checks += 1;
        return `${match[1]}check(${match[2]}, ${match[3]});`;
    });
    return { code: lines.join('\n'), checks };
}

function isExpression(text) {
    try {
        new Function(`return (${text});`);
        return true;
    } catch {
        return false;
    }
}

/** Runs code with the names of a module. */
async function run(code, names) {
    const check = (actual, expected) => assert.deepEqual(actual, expected);
    const body = `{ ${code.replaceAll(/^import .*$/gm, '')} }`;
    await new AsyncFunction('check', ...Object.keys(names), body)(check, ...Object.values(names));
}

let checks = 0;
for (const file of readdirSync(LIB, { recursive: true }).filter(
    (name) => name.endsWith('.js') && !ELSEWHERE.includes(name),
)) {
    for (const example of examplesOf(readFileSync(new URL(file, LIB), 'utf8'))) {
        const checked = withChecks(example.code);
        checks += checked.checks;
        test(`${file}:${example.line}`, async () => {
            const names = { ...ferz, ...(await import(new URL(file, LIB).href)) };
            await run(checked.code, names);
        });
    }
}

const PAGES = [
    '../README.md',
    ...['index', 'loading', 'engine', 'from-chessops'].map(
        (name) => `../../../docs/javascript/${name}.md`,
    ),
];
for (const page of PAGES) {
    const text = readFileSync(new URL(page, import.meta.url), 'utf8');
    const blocks = text.matchAll(/(<!-- not run: .+? -->\n)?^```js\n([\s\S]*?)^```$/gm);
    const code = Array.from(blocks)
        .filter(([, skipped]) => !skipped)
        .map(([, , block]) => block)
        .join('\n');
    const checked = withChecks(code);
    checks += checked.checks;
    test(page, async () => {
        assert.ok(checked.checks > 0);
        await run(checked.code, ferz);
    });
}

test('there are examples with values', () => {
    assert.ok(checks >= 15, String(checks));
});
