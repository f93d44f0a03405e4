// The choice of the piece that a pawn becomes, over a board.

import { html } from './elements.js';
import { pieceElement } from './pieces.js';

/** @import { Color, PromotionRole } from '../base/squares.js' */

const PROMOTIONS = /** @type {PromotionRole[]} */ (['queen', 'knight', 'rook', 'bishop']);

export class PromotionChoice {
    #frame;
    #closed;

    /**
     * @param {HTMLElement} frame the board
     * @param {() => void} closed called when a choice that had the focus is closed
     */
    constructor(frame, closed) {
        this.#frame = frame;
        this.#closed = closed;
    }

    /**
     * Asks for a piece.
     * @param {Color} color
     * @param {[number, number]} place the column and the row of the square
     * @param {(role: PromotionRole) => void} chosen
     */
    ask(color, [column, row], chosen) {
        this.close();
        const choice = html('div', {
            class: 'choice',
            role: 'dialog',
            'aria-modal': 'true',
            'aria-label': 'Promote to',
        });
        // The end of the tap that opened the choice is a click on the button below the finger: it does not count.
        let isPressed = false;
        const buttons = PROMOTIONS.map((role) => {
            const button = html(
                'button',
                { type: 'button', 'aria-label': role },
                pieceElement({ color, role }),
            );
            button.addEventListener('click', (event) => {
                if (isPressed || event.detail === 0) {
                    this.close();
                    chosen(role);
                }
            });
            return button;
        });
        choice.append(...(row === 0 ? buttons : buttons.reverse()));
        choice.style.left = `${column * 12.5}%`;
        choice.style[row === 0 ? 'top' : 'bottom'] = '0';
        const veil = html('div', { class: 'veil' }, choice);
        veil.addEventListener('pointerdown', (event) => {
            isPressed = true;
            if (event.target === veil) {
                this.close();
            }
        });
        veil.addEventListener('keydown', (event) => this.#key(event, buttons));
        this.#frame.append(veil);
        (row === 0 ? buttons[0] : buttons[3]).focus();
    }

    /**
     * @param {KeyboardEvent} event
     * @param {HTMLElement[]} buttons
     */
    #key(event, buttons) {
        const at = buttons.indexOf(/** @type {HTMLElement} */ (event.target));
        const step = {
            ArrowDown: 1,
            ArrowRight: 1,
            ArrowUp: -1,
            ArrowLeft: -1,
            Tab: event.shiftKey ? -1 : 1,
        }[event.key];
        if (event.key === 'Escape') {
            this.close();
        } else if (step !== undefined) {
            buttons[(at + step + 4) % 4].focus();
        } else {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    }

    /** Closes a choice that is open. */
    close() {
        const veil = this.#frame.querySelector('.veil');
        if (veil) {
            const { activeElement } = /** @type {ShadowRoot | Document} */ (
                this.#frame.getRootNode()
            );
            const hadFocus = veil.contains(activeElement);
            veil.remove();
            if (hadFocus) {
                this.#closed();
            }
        }
    }
}
