// The shell: the board with its bar and buttons, the tabs, keys, and the messages.

import { HAS_OWN } from './desk.js';
import { fill, h, icon, iconButton, loadStyle } from './dom.js';
import { Game } from './ferz/index.js';
import { droppedHandles } from './handles.js';
import { MODES } from './modes.js';
import { openFiles, openText } from './open.js';
import { hold, isHeld, isWorthKeeping, keepRecent, readRecent, recent } from './recent.js';
import { showDialog } from './parts/dialog.js';
import { keptReview, restoreReview } from './parts/reviewed.js';
import { positionInWords } from './parts/spoken.js';
import { showPreferences } from './preferences.js';
import { Sounds } from './sound.js';
import { keep, keepInTab, kept, keptInTab, storage } from './storage.js';
import { nodeAt, pathOf } from './places.js';
import { Store } from './store.js';
import { viewOf } from './view.js';
import { ELSEWHERE, IS_ELSEWHERE } from './serving.js';

/** @import { BoardView, Player } from './view.js' */
/** @import { FerzBoard } from './ferz/board.js' */

const store = new Store();
const part = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const board = /** @type {FerzBoard} */ (part('board'));
const panel = part('panel');
/** For measurements: when the board was first there. */
customElements.whenDefined('ferz-board').then(() => performance.mark('board'));

// ---- The board

/** Shows the view of the store. The FEN is first, since it takes the destinations away. */
function showBoard() {
    const view = store.board;
    const orientation = view.orientation ?? store.orientation;
    // A FEN that is set closes an open choice of a promotion.
    if (board.fen !== view.fen.split(' ').slice(0, 2).join(' ')) {
        board.fen = view.fen;
    }
    board.turn = view.turn ?? (view.fen.split(' ')[1] === 'b' ? 'black' : 'white');
    part('pieces').textContent = positionInWords(view.fen);
    board.orientation = orientation;
    board.dests = view.dests ?? null;
    board.movable = view.movable ?? 'none';
    board.check = view.check ?? null;
    board.lastMove = view.lastMove ?? null;
    board.marks = view.marks ?? [];
    board.shapes = view.shapes ?? [];
    board.badges = view.badges ?? new Map();
    board.toggleAttribute('premoves', view.premoves ?? false);
    board.toggleAttribute('editable', view.editable ?? false);
    store.settings.coordinates
        ? board.removeAttribute('coordinates')
        : board.setAttribute('coordinates', 'none');
    showPlayer(part('far'), orientation === 'white' ? 'black' : 'white', view);
    showPlayer(part('near'), orientation, view);
    part('steps').classList.toggle('off', view.steps === false);
    part('steps').classList.toggle('bare', view.steps !== undefined);
    document.body.classList.toggle(
        'named',
        [view.white, view.black].some((player) => player?.name || player?.clock),
    );
}

/**
 * @param {HTMLElement} line
 * @param {'white' | 'black'} color
 * @param {BoardView} view
 */
function showPlayer(line, color, view) {
    /** @type {Player} */
    const { name = '', note = '', clock, running = false, material } = view[color] ?? {};
    fill(
        line,
        h(`span.dot.${color}`, {
            role: 'img',
            'aria-label': color === 'white' ? 'White' : 'Black',
        }),
        h('span.name', {}, name || (color === 'white' ? 'White' : 'Black')),
        note && h('span.note', {}, note),
        material &&
            material.words !== '' &&
            h(
                'span.material',
                { role: 'img', 'aria-label': material.words, title: material.words },
                material.pieces,
                material.lead > 0 && h('span.lead', {}, `+${material.lead}`),
            ),
        clock !== undefined && h(`span.clock${running ? '.running' : ''}`, {}, clock),
    );
}

function showEvaluation() {
    const { evaluation } = store;
    const isTurned = (store.board.orientation ?? store.orientation) === 'black';
    part('bar').classList.toggle('off', evaluation === null);
    part('bar').classList.toggle('turned', isTurned);
    part('bar').setAttribute(
        'aria-label',
        evaluation === null ? 'No evaluation' : `Evaluation ${evaluation.text} for White`,
    );
    part('fill').style.blockSize = `${(evaluation?.share ?? 0.5) * 100}%`;
    part('score').textContent = evaluation === null ? '' : evaluation.text.replace(/^[+−]/, '');
    part('score').classList.toggle('low', (evaluation?.share ?? 0.5) < 0.5);
}

for (const name of ['move', 'premove', 'select', 'draw', 'place', 'remove']) {
    board.addEventListener(name, (event) =>
        store.did(name, /** @type {CustomEvent} */ (event).detail),
    );
}

/** The turns of a wheel, in points, that make a step. */
const A_STEP = 60;
let turned = 0;
// Where the page scrolls, the wheel does that over the board too.
board.addEventListener(
    'wheel',
    (event) => {
        const page = document.documentElement;
        if (store.board.steps === false || event.ctrlKey || page.scrollHeight > innerHeight + 1) {
            return;
        }
        event.preventDefault();
        // Some wheels count lines.
        turned += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1);
        for (; Math.abs(turned) >= A_STEP; turned -= Math.sign(turned) * A_STEP) {
            turned > 0 ? stepper().forward() : stepper().back();
        }
    },
    { passive: false },
);

// ---- Tabs and modes

/** The elements of the modes that have been used. @type {Map<string, HTMLElement>} */
const elements = new Map();

/** @param {string} name */
async function elementOf(name) {
    const known = elements.get(name);
    if (known) {
        return known;
    }
    const style = new URL(`${name}/${name}.css`, import.meta.url);
    await Promise.all([import(`./${name}/${name}.js`), loadStyle(style)]);
    // Another call may have been faster.
    const made = elements.get(name);
    if (made) {
        return made;
    }
    const element = Object.assign(document.createElement(`ferz-${name}`), { store });
    elements.set(name, element);
    return element;
}

async function showMode() {
    const mode = store.mode;
    for (const tab of part('tabs').children) {
        tab.toggleAttribute('aria-current', false);
        if (tab.getAttribute('href') === `#${mode}`) {
            tab.setAttribute('aria-current', 'page');
        }
    }
    document.title = `${MODES.find(({ name }) => name === mode)?.label ?? ''} · Ferz`;
    document.body.dataset.mode = mode;
    let shown;
    try {
        shown = await elementOf(mode);
    } catch (error) {
        shown = h(
            'p.fault',
            {},
            `This part of the page cannot be loaded: ${error instanceof Error ? error.message : error}`,
        );
    }
    if (store.mode !== mode) {
        return;
    }
    // The one that is left first: it may turn the board back, which the next one finds.
    for (const isNext of [false, true]) {
        for (const [name, element] of elements) {
            if ((name === mode) === isNext) {
                element.hidden = !isNext;
                element.toggleAttribute('active', isNext);
            }
        }
    }
    panel.querySelectorAll(':scope > .loading, :scope > .fault').forEach((note) => note.remove());
    if (shown.parentElement !== panel) {
        panel.append(shown);
    }
}

/** Shows what the address names: `#MODE` or `#MODE/route`. */
function follow() {
    const [, mode, route = ''] = /^#([a-z]+)(?:\/(.*))?$/s.exec(location.hash) ?? [];
    const known = MODES.some(({ name }) => name === mode);
    store.show(known ? mode : MODES[0].name, known ? route : '');
}

for (const { name, label, icon: picture } of MODES) {
    part('tabs').append(h('a.tab', { href: `#${name}` }, icon(picture), h('span', {}, label)));
}
addEventListener('hashchange', follow);

// ---- Buttons

/** What steps through the game that the board shows. @returns {import('./view.js').Stepper} */
const stepper = () => store.board.steps || store;

const STEPS = /** @type {const} */ ([
    ['First position', 'First', 'M18 5L9 12L18 19M6 5V19', () => stepper().first()],
    ['Previous move', 'Previous', 'M15 5L8 12L15 19', () => stepper().back()],
    ['Next move', 'Next', 'M9 5L16 12L9 19', () => stepper().forward()],
    ['Last position', 'Last', 'M6 5L15 12L6 19M18 5V19', () => stepper().last()],
]);
part('steps').append(
    ...STEPS.map(([label, caption, picture, act]) => iconButton(label, picture, act, { caption })),
    iconButton(
        'Draw arrows',
        'M4 20L5 15L16 4L20 8L9 19ZM14 6L18 10',
        () => {
            const isOn = board.toggleAttribute('drawing');
            part('steps').querySelector('.draw')?.setAttribute('aria-pressed', String(isOn));
        },
        { class: 'icon-button draw', 'aria-pressed': 'false', caption: 'Draw' },
    ),
    iconButton(
        'Flip the board',
        'M8 20V5M4 9L8 5L12 9M16 4V19M12 15L16 19L20 15',
        () => store.flip(),
        { class: 'icon-button flip', caption: 'Flip' },
    ),
);

/** Shows the colours, the board and the pieces that are chosen. */
function showLook() {
    const { theme, board: wood, pieces } = store.settings;
    const { dataset } = document.documentElement;
    theme === 'system' ? delete dataset.theme : (dataset.theme = theme);
    dataset.board = wood;
    board.setAttribute('drawings', pieces);
}

part('tools').append(
    iconButton(
        'Help: words and keys',
        'M12 3A9 9 0 1 1 11.9 3ZM9.4 9.6A2.6 2.6 0 1 1 12 12.2V13.6M12 16.7V16.9',
        showHelp,
        { class: 'icon-button help-button', caption: 'Help' },
    ),
    iconButton(
        'Settings',
        'M4 7H12M18 7H20M15 4V10M4 17H6M12 17H20M9 14V20',
        () => showPreferences(store, showHelp),
        { caption: 'Settings' },
    ),
);

/** @type {readonly [string, string][]} */
const WORDS = [
    ['+0.5', 'White is better by half a pawn; −0.5: Black is. #3 is checkmate in three moves.'],
    ['Depth', 'The half-moves that the engine looks ahead.'],
    ['Nodes', 'The positions that the engine has looked at. M stands for a million.'],
    ['Threat', 'What the other side would gain if it were its turn.'],
    ['?! ? ??', 'An inaccuracy, a mistake, a blunder. ! and !! are a good and a brilliant move.'],
    ['Elo', 'A rating: about 1500 for a club player, 2500 for a grandmaster.'],
    ['PGN', 'A game as text: moves, variations and comments.'],
    ['FEN', 'A position as a line of text.'],
    ['C41', 'The code of an opening in the Encyclopaedia of Chess Openings (ECO).'],
];

/** @type {readonly [string, string][]} */
const KEY_HELP = [
    ['← →', 'the move before, the next move'],
    ['↑ ↓', 'the other moves in place of this one'],
    ['Home End', 'the start, the end of the line'],
    ['f', 'turn the board'],
    ['Ctrl+Z', 'undo; with Shift, redo'],
    ['Tab', 'to the board: arrows and Enter move the pieces'],
    ['Ctrl+V', 'open a game or a position'],
    ['Wheel', 'over the board: the move before, the next move'],
    ['Right button', 'draws arrows and circles on the board'],
    ['h n', 'puzzles and openings: a hint, the next one'],
    ['?', 'this help'],
];

function showHelp() {
    const list = (
        /** @type {readonly [string, string][]} */ rows,
        /** @type {(term: string) => import('./dom.js').Child[]} */ shown,
    ) => {
        return h(
            'dl',
            {},
            ...rows.map(([term, text]) =>
                h('div', {}, h('dt', {}, ...shown(term)), h('dd', {}, text)),
            ),
        );
    };
    const keys = (/** @type {string} */ names) =>
        /^(Right|Wheel)/.test(names) ? [names] : names.split(' ').map((name) => h('kbd', {}, name));
    showDialog(
        'help',
        'Help',
        h('h2', { tabindex: -1, autofocus: true }, 'Words'),
        list(WORDS, (word) => [word]),
        h('h2', {}, 'Keys'),
        list(KEY_HELP, keys),
    );
}

// ---- Messages

/** The milliseconds in which a letter of a message is read. */
const A_LETTER = 60;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
store.addEventListener('say', (event) => {
    const { text, action } = /** @type {CustomEvent} */ (event).detail;
    const toast = part('toast');
    const hide = () => toast.classList.remove('on');
    const act =
        action &&
        h('button.button', { type: 'button', onclick: () => (action.act(), hide()) }, action.label);
    fill(toast, h('span', {}, text), act);
    toast.classList.add('on');
    toast.classList.toggle('high', isOver(toast, document.activeElement));
    clearTimeout(timer);
    timer = setTimeout(hide, Math.max(action ? 8000 : 4000, text.length * A_LETTER));
});

/**
 * True if a message lies over a field that is typed in, which it may speak of.
 * @param {Element} message
 * @param {Element | null} field
 */
function isOver(message, field) {
    if (!field?.matches('input, textarea')) {
        return false;
    }
    message.classList.remove('high');
    const [over, under] = [message.getBoundingClientRect(), field.getBoundingClientRect()];
    return over.top < under.bottom && over.bottom > under.top;
}

// ---- Keys

/** True if the focus was moved by keys: only then arrows walk over the squares of the board. */
let isByKeys = false;
addEventListener('pointerdown', () => (isByKeys = false), true);

/** True if the board shows the game of the store. */
const isOwnGame = () => store.board.steps === undefined;

/** @type {Record<string, () => void>} */
const KEYS = {
    ArrowLeft: () => stepper().back(),
    ArrowRight: () => stepper().forward(),
    ArrowUp: () => isOwnGame() && store.sibling(-1),
    ArrowDown: () => isOwnGame() && store.sibling(1),
    Home: () => stepper().first(),
    End: () => stepper().last(),
    f: () => store.flip(),
    '?': () => showHelp(),
};
/** The keys that are there without steps, too. */
const ALWAYS = ['f', '?'];

addEventListener(
    'keydown',
    (event) => {
        if (event.key === 'Tab') {
            isByKeys = true;
        }
        const target = /** @type {HTMLElement} */ (event.target);
        const isStepping = store.board.steps !== false;
        // What was clicked in a row of buttons does not take the keys of the moves; what was reached by keys has its own.
        const row = /** @type {HTMLElement | null} */ (target.closest('[data-keys]'));
        const hasOwnKeys = row !== null && (isByKeys || row.dataset.keys !== 'row');
        if (
            event.defaultPrevented ||
            target.closest('input, textarea, select, dialog') ||
            hasOwnKeys
        ) {
            return;
        }
        if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && isOwnGame()) {
            event.shiftKey ? store.redo() : store.undo();
            event.preventDefault();
        } else if (
            !event.ctrlKey &&
            !event.metaKey &&
            !event.altKey &&
            Object.hasOwn(KEYS, event.key)
        ) {
            const isOnBoard = target === board && isByKeys && !ALWAYS.includes(event.key);
            if (!isOnBoard && (isStepping || ALWAYS.includes(event.key))) {
                KEYS[event.key]();
                event.preventDefault();
                event.stopPropagation();
            }
        }
    },
    true,
);

// ---- Paste and drop

addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const isField = /** @type {HTMLElement} */ (event.target).closest?.('input, textarea');
    if (!isField && text.trim() !== '') {
        event.preventDefault();
        void openText(store, text);
    }
});
addEventListener('dragover', (event) => {
    event.preventDefault();
    document.body.classList.add('dropping');
});
addEventListener(
    'dragleave',
    (event) => event.relatedTarget === null && document.body.classList.remove('dropping'),
);
addEventListener('drop', (event) => {
    event.preventDefault();
    document.body.classList.remove('dropping');
    const files = [...(event.dataTransfer?.files ?? [])];
    const text = event.dataTransfer?.getData('text/plain') ?? '';
    if (files.length > 0) {
        void droppedHandles(event.dataTransfer).then((handles) => openFiles(store, files, handles));
    } else if (text.trim() !== '') {
        void openText(store, text);
    }
});

// ---- Start

/**
 * The game that is open survives a reload: it is kept for this tab, for the next new tab, and among the recent games. The first
 * two are there at once at the start; larger games than this come from the recent ones.
 */
const LARGEST = 500_000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let saving;

function keepSoon() {
    clearTimeout(saving);
    saving = setTimeout(() => void keepGame(), 400);
}

/** The game was changed since it was opened here; to look at one is no reason to write it. */
let isChanged = false;

/** @param {boolean} isLast true as the page goes, when nothing can be waited for */
async function keepGame(isLast = false) {
    clearTimeout(saving);
    saving = undefined;
    if (
        isChanged &&
        isWorthKeeping(store.game) &&
        !isHeld(store.entry) &&
        (isLast || !(await hold(store.entry)))
    ) {
        store.renewEntry();
        void hold(store.entry);
    }
    const { game, entry: id, orientation } = store;
    const [pgn, path] = [game.toPgn(), pathOf(store.node)];
    const saved = store.saved === pgn ? undefined : store.saved;
    const left = { id, pgn, path, orientation, review: keptReview(game), saved };
    const isLarge = left.pgn.length > LARGEST;
    const small = isLarge ? { id, path, orientation } : left;
    keep('game', small);
    keepInTab('game', small);
    if (isChanged && isWorthKeeping(game)) {
        isChanged = false;
        await keepRecent(left, game);
    }
}

addEventListener('pagehide', () => saving !== undefined && void keepGame(true));
recent.addEventListener('refused', () => storage.dispatchEvent(new Event('refused')));

storage.addEventListener(
    'refused',
    () =>
        store.say(
            'The browser’s storage is full or refused: what is new here is lost with the page. Save games as PGN.',
        ),
    { once: true },
);

/**
 * Reads a large game from the recent ones, and writes a game that is not yet among them, since its tab was closed at once.
 * @param {string} id
 * @param {boolean} isThere
 */
async function reconcile(id, isThere) {
    const found = await readRecent(id);
    if (isThere && found === null) {
        isChanged = true;
        keepSoon();
    } else if (!isThere && found !== null && !isWorthKeeping(store.game)) {
        restore(found);
        queueMicrotask(() => (isChanged = false));
    }
}

/** @param {any} left what was kept */
function restore({ id, pgn, path, orientation, review, saved }) {
    const game = typeof pgn === 'string' ? Game.from(pgn) : null;
    if (game !== null) {
        const node = nodeAt(game, Array.isArray(path) ? path : []);
        restoreReview(game, review);
        store.setGame(game, {
            node,
            orientation: orientation === 'black' ? 'black' : 'white',
            entry: typeof id === 'string' ? id : undefined,
            saved,
        });
    }
    return game !== null;
}

function restoreGame() {
    try {
        const left = keptInTab('game') ?? kept('game');
        const isThere = left !== undefined && restore(left);
        if (typeof left?.id === 'string') {
            void reconcile(left.id, isThere).catch(() => {});
        }
    } catch {
        // What another version has kept is no reason not to start.
        keep('game', undefined);
    }
}

store.addEventListener('change', (event) => {
    const changes = /** @type {CustomEvent<Set<import('./store.js').Change>>} */ (event).detail;
    const has = (/** @type {import('./store.js').Change[]} */ ...names) =>
        names.some((name) => changes.has(name));
    if (has('board', 'orientation', 'settings')) {
        showBoard();
    }
    if (has('board', 'orientation', 'evaluation')) {
        showEvaluation();
    }
    if (has('settings')) {
        showLook();
    }
    if (has('game', 'node', 'orientation')) {
        isChanged ||= has('game');
        keepSoon();
    }
    if (has('mode')) {
        void showMode();
    }
});
new Sounds(store);
restoreGame();
// To come back to a game is no change of it.
queueMicrotask(() => (isChanged = false));
store.board = viewOf(store.node);
showLook();
showEvaluation();
follow();
if (IS_ELSEWHERE) {
    store.say(ELSEWHERE);
}

// ---- Without a network

/** The milliseconds after which all files are kept: the first search comes first. */
const QUIET = 3000;

async function keepFiles() {
    const { serviceWorker } = navigator;
    await serviceWorker.register(new URL('sw.js', import.meta.url));
    const { active } = await serviceWorker.ready;
    const files = MODES.flatMap(({ name }) =>
        ['js', 'css'].map((kind) => new URL(`${name}/${name}.${kind}`, import.meta.url).href),
    );
    const missing = HAS_OWN
        ? []
        : ['ferz/ferz-engine.wasm', 'ferz/network.packed'].map(
              (name) => new URL(name, import.meta.url).href,
          );
    active?.postMessage({ keep: files, missing });
}

if ('serviceWorker' in navigator) {
    // Browsers may refuse a service worker; the page works without.
    setTimeout(() => void keepFiles().catch(() => {}), QUIET);
}
