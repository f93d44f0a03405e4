// Makes what is packed, `dist` and `types`: `npm pack` runs it. Needs the modules (`npm run build`) and esbuild.
//
// | script | what |
// |---|---|
// | `index.js` | the rules with their module, as one script; the others import them from here, so that classes are the same |
// | `engine.js`, `board.js`, `chess.js`, `chess-ready.js`, `uci.js`, `cli.js` | the other entries |
// | `react.js` | `board.js`, with types for JSX |
// | `worker.js` | the thread of the engine |
// | `engine-file.js`, `network-file.js`, `openings-file.js`, `worker-file.js` | files as texts, loaded when they are needed |
// | `edge.js`, `workerd.js` | the rules where code cannot be compiled: the module is an import |

import { spawnSync } from 'node:child_process';
import {
    copyFileSync,
    cpSync,
    existsSync,
    mkdirSync,
    readFileSync,
    rmSync,
    writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodeByLoop, decodeByModule, encode } from './packed/text.js';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const LIB = path.join(ROOT, 'lib');
const DIST = path.join(ROOT, 'dist');
const PACKED = path.join(ROOT, 'tools/packed');
/** The files of the package, and the scripts that have their texts. */
const FILES = {
    'ferz.wasm': 'rules-file.js',
    'ferz-engine.wasm': 'engine-file.js',
    'network.packed': 'network-file.js',
    'openings.tsv': 'openings-file.js',
    'worker.js': 'worker-file.js',
};
/** Files that are also packed as they are: for the edge, and for Node, which reads the openings at once. */
const WHOLE = ['ferz.wasm', 'openings.tsv'];
const folderOf = (name) => (name === 'worker.js' ? DIST : LIB);

process.chdir(ROOT);
const missing = [
    ...Object.keys(FILES)
        .filter((name) => folderOf(name) === LIB)
        .map((name) => `lib/${name}`),
    'LICENSE-MIT',
    'LICENSE-APACHE',
].filter((name) => !existsSync(name));
if (missing.length > 0) {
    console.error(
        `not built: ${missing.join(', ')}. A package without them would not work: run \`npm run build\` before.`,
    );
    process.exit(1);
}
const { build } = await import('esbuild').catch(() => {
    console.error('esbuild is not installed: run `npm install` before.');
    process.exit(1);
});
rmSync(DIST, { recursive: true, force: true });
mkdirSync(DIST);

/**
 * Finds modules: those that the packed package has instead of others, files as texts, and scripts that stay apart.
 * @param {(file: string, kind: string) => string | null} apart the script that a module of `lib` is in, if it is another one
 */
function resolver(apart) {
    const replaced = { 'base/files.js': 'files.js', 'rules/in-place.js': 'in-place.js' };
    return {
        name: 'packed',
        setup(builder) {
            builder.onResolve({ filter: /^file:/ }, ({ path: name }) => {
                const script = name.slice('file:'.length);
                return script === 'rules-file.js'
                    ? { path: script, namespace: 'text' }
                    : { path: `./${script}`, external: true };
            });
            builder.onLoad({ filter: /.*/, namespace: 'text' }, ({ path: script }) => ({
                contents: scriptOf(script),
            }));
            builder.onResolve({ filter: /^\./ }, ({ path: name, resolveDir, kind }) => {
                const file = path
                    .relative(LIB, path.resolve(resolveDir, name))
                    .replaceAll('\\', '/');
                const script = apart(file, kind);
                if (script !== null) {
                    return { path: script, external: true };
                }
                return file in replaced ? { path: path.join(PACKED, replaced[file]) } : undefined;
            });
        },
    };
}

/** The script with the text of a file. */
function scriptOf(script) {
    const [name] = Object.entries(FILES).find(([, other]) => other === script);
    const bytes = readFileSync(path.join(folderOf(name), name));
    const file = encode(bytes);
    for (const decode of [decodeByModule, decodeByLoop]) {
        if (!bytes.equals(decode(file))) {
            throw new Error(`${name}: its text is not the file by ${decode.name}`);
        }
    }
    return `export const file = { order: '${file.order}', text: '${file.text}' };\n`;
}

/**
 * Bundles a script. Names stay as they are, for the reports of errors; a bundler of pages shortens them anyway.
 * @param {string} entry a module of `lib`, or the text of one
 * @param {string} script
 * @param {(file: string, kind: string) => string | null} [apart]
 */
async function bundle(entry, script, apart = () => null) {
    const isText = entry.includes('\n');
    await build({
        ...(isText
            ? { stdin: { contents: entry, resolveDir: LIB } }
            : { entryPoints: [path.join(LIB, entry)] }),
        outfile: path.join(DIST, script),
        bundle: true,
        external: ['node:*'],
        format: 'esm',
        target: 'es2022',
        minifySyntax: true,
        minifyWhitespace: true,
        legalComments: 'none',
        logLevel: 'warning',
        plugins: [resolver(apart)],
    });
}

const isOfRules = (file) => /^(rules|base)\//.test(file);
// The other scripts use more of the rules than their public names, which are those that `types` declares.
const modules = ['errors', 'squares', 'files', 'sources']
    .map((name) => `base/${name}`)
    .concat(
        [
            'book',
            'draw',
            'epd',
            'game',
            'line',
            'move',
            'node',
            'openings',
            'position',
            'review',
            'wasm',
        ].map((name) => `rules/${name}`),
    );
await bundle(
    [
        "import './rules/in-place.js';",
        ...modules.map((name) => `export * from './${name}.js';`),
        '',
    ].join('\n'),
    'index.js',
);
await bundle('engine.js', 'engine.js', (file) => (isOfRules(file) ? './index.js' : null));
await bundle('board.js', 'board.js', (file) => (file === 'index.js' ? './index.js' : null));
await bundle('chess.js', 'chess.js', (file) => (file === 'chess/rules.js' ? './index.js' : null));
await bundle('chess/ready.js', 'chess-ready.js', (file) =>
    file === 'chess.js' ? './chess.js' : null,
);
await bundle('uci.js', 'uci.js');
await bundle('cli.js', 'cli.js');
await bundle('engine/worker.js', 'worker.js');
for (const script of Object.values(FILES).filter((name) => name !== 'rules-file.js')) {
    writeFileSync(path.join(DIST, script), scriptOf(script));
}
for (const [script, query] of [
    ['edge.js', '?module'],
    ['workerd.js', ''],
]) {
    writeFileSync(
        path.join(DIST, script),
        `import module from './ferz.wasm${query}';\nimport { load } from './index.js';\nload(module);\nexport * from './index.js';\n`,
    );
}
for (const name of WHOLE) {
    copyFileSync(path.join(LIB, name), path.join(DIST, name));
}
// Elements and their types in JSX.
writeFileSync(path.join(DIST, 'react.js'), "export * from './board.js';\n");
rmSync('types', { recursive: true, force: true });
const { status } = spawnSync(
    process.execPath,
    [path.join(ROOT, 'node_modules/typescript/bin/tsc')],
    { stdio: 'inherit' },
);
// What comments in JavaScript cannot declare.
cpSync(path.join(PACKED, 'types'), 'types', { recursive: true });
for (const [entry, declarations] of [
    ['engine', 'disposable'],
    ['board', 'elements'],
]) {
    const text = readFileSync(`types/${entry}.d.ts`, 'utf8');
    writeFileSync(
        `types/${entry}.d.ts`,
        `/// <reference path="./${declarations}.d.ts" />\n${text}`,
    );
}
process.exit(status ?? 1);
