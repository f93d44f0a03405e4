// The elements of `ferz/board` by their names, and the events that they dispatch.

import type { BoardMove, FerzBoard, FerzGame } from './board.js';
import type { Piece, Square } from './base/squares.js';
import type { Node } from './rules/node.js';

/** The events of `<ferz-board>`. */
export interface FerzBoardEventMap {
    move: CustomEvent<BoardMove>;
    premove: CustomEvent<BoardMove | null>;
    select: CustomEvent<{ square: Square | null }>;
    draw: CustomEvent<{ shapes: string[] }>;
    place: CustomEvent<{ square: Square; piece: Piece; from: Square | null }>;
    remove: CustomEvent<{ square: Square; piece: Piece }>;
}

/** The events of `<ferz-game>`. */
export interface FerzGameEventMap {
    select: CustomEvent<{ node: Node }>;
}

/** What adds and removes the listeners of an element with events of its own. */
interface Listening<Element, Events> {
    <Name extends keyof Events>(
        type: Name,
        listener: (this: Element, event: Events[Name]) => unknown,
        options?: boolean | AddEventListenerOptions,
    ): void;
    <Name extends Exclude<keyof HTMLElementEventMap, keyof Events>>(
        type: Name,
        listener: (this: Element, event: HTMLElementEventMap[Name]) => unknown,
        options?: boolean | AddEventListenerOptions,
    ): void;
    (
        type: string,
        listener: EventListenerOrEventListenerObject,
        options?: boolean | AddEventListenerOptions,
    ): void;
}

declare module './board/element.js' {
    interface FerzBoard {
        addEventListener: Listening<FerzBoard, FerzBoardEventMap>;
        removeEventListener: Listening<FerzBoard, FerzBoardEventMap>;
    }
}

declare module './board/game.js' {
    interface FerzGame {
        addEventListener: Listening<FerzGame, FerzGameEventMap>;
        removeEventListener: Listening<FerzGame, FerzGameEventMap>;
    }
}

declare global {
    interface HTMLElementTagNameMap {
        'ferz-board': FerzBoard;
        'ferz-game': FerzGame;
    }
}
