// Groups of buttons with one stop of the tab key; arrow keys go from button to button.

const KEYS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/**
 * Makes each group of buttons in an element one stop of the tab key, also after they have been drawn anew.
 * @param {HTMLElement} element
 * @param {string} groups the selector of the groups
 */
export function rove(element, groups) {
    const buttonsOf = (/** @type {Element} */ group) => [
        .../** @type {NodeListOf<HTMLElement>} */ (group.querySelectorAll('button:enabled')),
    ];
    const stop = (/** @type {HTMLElement[]} */ buttons, /** @type {HTMLElement} */ at) =>
        buttons.forEach((button) => (button.tabIndex = button === at ? 0 : -1));
    const settle = () => {
        for (const group of element.querySelectorAll(groups)) {
            group.setAttribute('data-keys', 'row');
            const buttons = buttonsOf(group);
            const current = buttons.find(
                (button) =>
                    button === document.activeElement || button.hasAttribute('aria-current'),
            );
            buttons.length > 0 && stop(buttons, current ?? buttons[0]);
        }
    };
    new MutationObserver(settle).observe(element, { childList: true, subtree: true });
    element.addEventListener('keydown', (event) => {
        const target = /** @type {HTMLElement} */ (event.target);
        const group = target.closest(groups);
        const step = KEYS[/** @type {keyof typeof KEYS} */ (event.key)];
        if (group === null || step === undefined) {
            return;
        }
        const buttons = buttonsOf(group);
        const next = buttons[buttons.indexOf(target) + step];
        if (next) {
            stop(buttons, next);
            next.focus();
        }
        event.preventDefault();
    });
    settle();
}
