// The page of the board: the rules of `ferz` behind the element.

import '../lib/board.js';
import { Position } from '../lib/index.js';

/** @import { FerzBoard, FerzGame } from '../lib/board.js' */

const find = (/** @type {string} */ name) => /** @type {any} */ (document.getElementById(name));
const board = /** @type {FerzBoard} */ (find('play'));
const position = new Position(new URLSearchParams(location.search).get('fen') ?? undefined);
/** @type {string[]} */
const sans = [];

function show() {
    const last = position.lastMove;
    const king = [...position.pieces()].find(
        ([, piece]) => piece.role === 'king' && piece.color === position.turn,
    );
    board.fen = position.fen;
    board.dests = position.dests();
    board.lastMove = last ? [last.from, last.to] : null;
    board.check = position.inCheck && king ? king[0] : null;
    find('status').textContent = position.outcome
        ? 'The game is over'
        : `${position.turn === 'white' ? 'White' : 'Black'} to move`;
    find('moves').replaceChildren(
        ...sans.map((san, index) => {
            const item = document.createElement('li');
            item.textContent = index % 2 ? san : `${index / 2 + 1}. ${san}`;
            return item;
        }),
    );
}

board.addEventListener('move', (event) => {
    sans.push(position.play(/** @type {CustomEvent} */ (event).detail).san);
    show();
});
find('undo').addEventListener('click', () => {
    if (sans.pop() !== undefined) {
        position.undo();
        show();
    }
});
find('flip').addEventListener('click', () => {
    board.orientation = board.orientation === 'white' ? 'black' : 'white';
});
find('draw').addEventListener('click', () => {
    find('draw').setAttribute('aria-pressed', String(board.toggleAttribute('drawing')));
});

const editor = /** @type {FerzBoard} */ (find('editor'));
const showFen = () =>
    queueMicrotask(() => {
        find('fen').value = editor.fen;
    });
editor.addEventListener('place', showFen);
editor.addEventListener('remove', showFen);
showFen();

/** @type {FerzGame} */ (find('game')).pgn = `[Event "Paris"]
[Date "1858.??.??"]
[White "Paul Morphy"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4?! {A pin too early. [%cal Gd4e5,Rg4f3] [%csl Yf3]} (3... exd4 4. Nxd4 Nf6 5. Nc3 $14 (5. f3 c5 {fights for the
centre}) 5... Be7) 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6? 7. Qb3 Qe7 8. Nc3 (8. Qxb7 Qb4+ {only trades the queens}) 8... c6 9. Bg5
b5? 10. Nxb5! cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+!! {The queen is given for mate.}
Nxb8 17. Rd8# 1-0`;
show();
