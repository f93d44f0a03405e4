// `ferz/board` with the types of its elements in JSX, for React 19.

import type { HTMLAttributes, Ref } from 'react';
import type { FerzBoard, FerzGame } from './board.js';
import type { FerzBoardEventMap, FerzGameEventMap } from './elements.js';

export * from './board.js';

/** The listeners of an element: `onmove` for the event `move`. */
type Listeners<Events> = {
    [Name in keyof Events & string as `on${Name}`]?: ((event: Events[Name]) => unknown) | undefined;
};
/** The properties and attributes of an element. */
type Props<Element, Own, Events> = Omit<HTMLAttributes<Element>, keyof Own> & {
    ref?: Ref<Element> | undefined;
} & Own &
    Listeners<Events>;
type Settable<Element, Names extends keyof Element> = {
    [Name in Names]?: Element[Name] | undefined;
};

/** The properties of `<ferz-board>`. */
export type FerzBoardProps = Props<
    FerzBoard,
    Settable<
        FerzBoard,
        | 'fen'
        | 'pieces'
        | 'dests'
        | 'turn'
        | 'movable'
        | 'orientation'
        | 'lastMove'
        | 'check'
        | 'shapes'
        | 'marks'
        | 'badges'
    > & {
        premoves?: boolean | undefined;
        editable?: boolean | undefined;
        drawing?: boolean | string | undefined;
        coordinates?: 'none' | undefined;
        label?: string | undefined;
    },
    FerzBoardEventMap
>;
/** The properties of `<ferz-game>`. */
export type FerzGameProps = Props<
    FerzGame,
    Settable<FerzGame, 'pgn' | 'game' | 'node' | 'orientation'>,
    FerzGameEventMap
>;

declare module 'react' {
    namespace JSX {
        interface IntrinsicElements {
            'ferz-board': FerzBoardProps;
            'ferz-game': FerzGameProps;
        }
    }
}
