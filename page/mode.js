// What the modes of the page have in common: when they are built, shown and hidden, and what they listen to.

/** @import { Color } from './ferz/index.js' */
/** @import { Change, Store } from './store.js' */

/**
 * A mode: a custom element `<ferz-NAME>`. A mode that is not shown hears nothing: what has changed in between it draws when it
 * is shown again.
 */
export class ModeElement extends HTMLElement {
    static observedAttributes = ['active'];

    /** Set once, before the element is connected. @type {Store} */ store = /** @type {any} */ (
        undefined
    );
    #isBuilt = false;
    #wasActive = false;
    /** Set for a mode that turns the board for itself: the side at the bottom is then that of before when it is left. */
    turnsBoard = false;
    /** The side at the bottom outside of the mode. @type {Color} */ outerSide = 'white';
    /** The route that was followed last. */
    #route = '';

    /** True while the mode is shown. */
    get isActive() {
        return this.hasAttribute('active');
    }

    connectedCallback() {
        if (this.#isBuilt) {
            return;
        }
        this.#isBuilt = true;
        this.build();
        this.on('change', (/** @type {Set<Change>} */ changes) => {
            // A mode that is left is active until the next one has been loaded.
            if (changes.has('mode') && this.localName === `ferz-${this.store.mode}`) {
                this.followRoute();
            }
            this.changed(changes);
        });
        this.#activate();
    }

    attributeChangedCallback() {
        if (this.#isBuilt) {
            this.#activate();
        }
    }

    #activate() {
        if (this.isActive !== this.#wasActive) {
            this.#wasActive = this.isActive;
            if (this.isActive) {
                this.outerSide = this.store.orientation;
                this.enter();
                return;
            }
            this.leave();
            if (this.turnsBoard) {
                this.store.orientation = this.outerSide;
            }
        }
    }

    /**
     * Listens to an event of the store while the mode is shown.
     * @param {string} name
     * @param {(detail: any) => void} act
     */
    on(name, act) {
        this.store.addEventListener(
            name,
            (event) => this.isActive && act(/** @type {CustomEvent} */ (event).detail),
        );
    }

    /** Follows the route of the address, unless it was the last one that was followed. */
    followRoute() {
        const { route } = this.store;
        if (route !== '' && route !== this.#route) {
            this.#route = route;
            this.follow(new URLSearchParams(route));
        }
    }

    // What a mode does; by default nothing.

    /** Makes the content, once. */
    build() {}

    /** The mode is shown: it draws all. One that has routes calls `followRoute`. */
    enter() {}

    /** Another mode is shown. */
    leave() {}

    /**
     * The store has changed while the mode is shown.
     * @param {Set<Change>} _changes
     */
    changed(_changes) {}

    /**
     * Opens what the address names behind the mode.
     * @param {URLSearchParams} _read the route
     */
    follow(_read) {}
}
