// The board of the first page: a few moves against the engine of this browser, where the site has the page. The rules
// are loaded with it, the engine with the first move.

import { page, siteHasPage } from './page.js';

const ELO = 1500;

const place = document.querySelector('.try');
const status = place?.querySelector('.try-status');

/** Makes an element with properties and content. */
function element(name, properties, ...content) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...content);
    return made;
}

function endingOf({ reason, winner }) {
    return winner === null
        ? `A draw: ${reason}.`
        : `${winner === 'white' ? 'You won' : 'Ferz won'}: ${reason}.`;
}

function kingOf(position) {
    return [...position.pieces()].find(
        ([, { role, color }]) => role === 'king' && color === position.turn,
    )[0];
}

async function start() {
    const load = (name) => import(new URL(`ferz/${name}.js`, page).href);
    const [{ Game, Position }] = await Promise.all([load('index'), load('board')]);
    let game = new Game(new Position());
    let node = game.root;
    /** The engine on its way, from the first move on. */
    let engine = null;
    /** Counts games: an answer that belongs to an earlier one is dropped. */
    let games = 0;

    const board = element('ferz-board', { movable: 'white' });
    board.setAttribute('label', 'A game against the engine');
    const again = element(
        'button',
        { className: 'md-button', type: 'button', onclick: reset },
        'New game',
    );
    const further = element(
        'a',
        { className: 'md-button md-button--primary' },
        'Go on in the page',
    );
    place.prepend(board);
    status.after(element('p', {}, further, ' ', again));

    function show(text) {
        const { position, move } = node;
        board.fen = position.fen;
        board.dests =
            position.turn === 'white' && position.outcome === null ? position.dests() : null;
        board.lastMove = move === null ? null : [move.from, move.to];
        board.check = position.inCheck ? kingOf(position) : null;
        again.hidden = node.isRoot;
        status.textContent = text;
        const route = new URLSearchParams({
            pgn: game.toPgn({ tags: false, lineWidth: 0 }),
            at: node.path.map(() => 0).join('.'),
        });
        further.href = node.isRoot ? page.href : `${page.href}#analyse/${route}`;
    }

    function reset() {
        games += 1;
        game = new Game(new Position());
        node = game.root;
        show('Your move: drag a piece, or click it and its square.');
    }

    async function answer() {
        const asked = games;
        engine ??= load('engine').then(({ Engine }) => Engine.start());
        const move = await (await engine).play(node.position, { elo: ELO, time: 300 });
        if (asked !== games || move === null) {
            return;
        }
        node = node.add(move);
        const { outcome } = node.position;
        show(outcome === null ? `Ferz plays ${node.numbered}. Your move.` : endingOf(outcome));
    }

    board.addEventListener('move', async ({ detail }) => {
        node = node.add(detail);
        const { outcome } = node.position;
        show(outcome === null ? 'Ferz thinks …' : endingOf(outcome));
        if (outcome === null) {
            try {
                await answer();
            } catch (error) {
                engine = null;
                show(`The engine cannot be loaded: ${error.message}`);
            }
        }
    });
    reset();
}

if (place !== null && (await siteHasPage())) {
    place.hidden = false;
    await start();
}
