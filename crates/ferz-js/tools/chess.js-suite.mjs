// Runs the tests of chess.js on `ferz/chess.js`: `npm run test:chess.js -- CHECKOUT`, where CHECKOUT is a checkout of
// https://github.com/jhlywa/chess.js. Its test files import `../src/chess`: they are copied into a temporary folder
// beside a file of that name that exports ours, and run with vitest, which is installed there.

import { spawnSync } from 'node:child_process';
import {
    cpSync,
    existsSync,
    mkdirSync,
    mkdtempSync,
    readFileSync,
    rmSync,
    writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const VITEST = 'vitest@3';

/** @param {string} message */
function fail(message) {
    console.error(message);
    process.exit(2);
}

/**
 * @param {string} folder
 * @param {string} command
 * @param {string[]} args
 */
function run(folder, command, args) {
    const { error, status } = spawnSync(command, args, {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (error) {
        fail(`${command}: ${error.message}`);
    }
    return status;
}

const checkout = resolve(
    process.argv[2] ?? fail('usage: node tools/chess.js-suite.mjs CHECKOUT') ?? '',
);
if (!existsSync(join(checkout, '__tests__'))) {
    fail(`${checkout} has no folder __tests__: is it a checkout of chess.js?`);
}
const folder = mkdtempSync(join(tmpdir(), 'ferz-chess.js-'));
try {
    cpSync(join(checkout, '__tests__'), join(folder, '__tests__'), { recursive: true });
    mkdirSync(join(folder, 'src'));
    const entry = pathToFileURL(resolve(import.meta.dirname, '../lib/chess/ready.js'));
    writeFileSync(join(folder, 'src/chess.ts'), `export * from ${JSON.stringify(entry.href)};\n`);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }\n');
    // Node reads our modules, not vite: they are a package from outside.
    const external = `[${new RegExp(resolve(import.meta.dirname, '../lib').replaceAll('\\', '/')).toString()}]`;
    writeFileSync(
        join(folder, 'vitest.config.mjs'),
        `export default { test: { server: { deps: { external: ${external} } } } };\n`,
    );
    if (run(folder, 'npm', ['install', '--no-audit', '--no-fund', '--silent', VITEST]) !== 0) {
        fail('vitest could not be installed');
    }
    run(folder, 'npx', ['vitest', 'run', '--reporter=json', '--outputFile=report.json']);
    process.exitCode = report(join(folder, 'report.json'));
} finally {
    rmSync(folder, { recursive: true, force: true });
}

/**
 * Prints the cases by file and those that fail, and returns 1 if there are some.
 * @param {string} path
 */
function report(path) {
    const { testResults } = JSON.parse(readFileSync(path, 'utf8'));
    let [passed, all] = [0, 0];
    const failures = [];
    for (const { name, assertionResults } of testResults.sort((a, b) =>
        a.name < b.name ? -1 : 1,
    )) {
        const good = assertionResults.filter(({ status }) => status === 'passed').length;
        console.log(`${basename(name).padEnd(36)} ${good} of ${assertionResults.length}`);
        [passed, all] = [passed + good, all + assertionResults.length];
        for (const { fullName, status, failureMessages } of assertionResults) {
            if (status !== 'passed') {
                failures.push(
                    `${basename(name)}: ${fullName}\n    ${String(failureMessages[0]).split('\n')[0]}`,
                );
            }
        }
    }
    console.log(
        `${testResults.length} files, ${passed} of ${all} cases pass (${((100 * passed) / all).toFixed(1)} %)`,
    );
    for (const failure of failures) {
        console.log(`failed: ${failure}`);
    }
    return failures.length > 0 ? 1 : 0;
}
