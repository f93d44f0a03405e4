// What can be asserted of the layout of a page. The functions run in the page, so that each has all that it needs.

/**
 * Returns the faults of the layout in words: what is wider than the window, covered or too small, and scrolling into nothing.
 * @returns {string[]}
 */
export function faultsOfLayout() {
    /** @type {string[]} */
    const faults = [];
    const page = /** @type {HTMLElement} */ (document.scrollingElement);
    const name = (/** @type {Element} */ element) =>
        `${element.localName}.${[...element.classList].join('.')} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30)}"`;
    const boxOf = (/** @type {Element} */ element) => element.getBoundingClientRect();
    const isShown = (/** @type {Element} */ element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        boxOf(element).width > 1;
    const clipped = (
        /** @type {Element} */ element,
        /** @type {'overflowX' | 'overflowY'} */ way,
    ) => {
        for (let at = element.parentElement; at !== null; at = at.parentElement) {
            if (getComputedStyle(at)[way] !== 'visible' && at !== document.body && at !== page) {
                return at;
            }
        }
        return null;
    };

    // Nothing is wider than the window.
    if (page.scrollWidth > innerWidth) {
        faults.push(`the page is ${page.scrollWidth} points wide`);
    }
    // A dialog covers the page on purpose.
    const dialog = document.querySelector('dialog[open]');
    const controls = [
        ...(dialog ?? document).querySelectorAll(
            'button, a, input, select, textarea, summary, label',
        ),
    ].filter((element) => isShown(element) && !element.closest('.vh, .skip'));
    for (const control of controls) {
        const box = boxOf(control);
        if (
            (box.right > innerWidth + 1 || box.left < -1) &&
            clipped(control, 'overflowX') === null
        ) {
            faults.push(`${name(control)} is outside of the window`);
        }
    }
    // Tabs are not cut.
    for (const list of document.querySelectorAll('.tab-list')) {
        if (isShown(list) && list.scrollWidth > list.clientWidth + 1) {
            faults.push(`${name(list)} is cut: ${list.scrollWidth} of ${list.clientWidth} points`);
        }
    }

    // The board is as large as the window allows.
    const board = document.querySelector('ferz-board');
    if (board && isShown(board)) {
        const { width, height, top, bottom } = boxOf(board);
        const room = Math.min(innerWidth, innerHeight);
        const least = document.body.classList.contains('editing') ? 0.45 : 0.6;
        const size = Math.min(width, height);
        if (size < least * room) {
            faults.push(`the board has ${Math.round(size)} of ${room} points`);
        }
        if (page.scrollTop === 0 && (top < -1 || (bottom > innerHeight + 1 && width > 1))) {
            faults.push(`the board ends at ${Math.round(bottom)} of ${innerHeight} points`);
        }
    }

    const isInBar = (/** @type {Element | null} */ element) => {
        for (let at = element; at !== null; at = at.parentElement) {
            if (['fixed', 'sticky'].includes(getComputedStyle(at).position)) {
                return true;
            }
        }
        return false;
    };
    // What can be pressed is not covered.
    for (const control of controls) {
        const box = boxOf(control);
        const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
        const frames = [clipped(control, 'overflowX'), clipped(control, 'overflowY')];
        const isSeen = frames.every((frame) => {
            const window = frame
                ? boxOf(frame)
                : { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
            return x >= window.left && x <= window.right && y >= window.top && y <= window.bottom;
        });
        if (!isSeen || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) {
            continue;
        }
        const at = document.elementFromPoint(x, y);
        const isHit =
            at &&
            (control.contains(at) ||
                at.contains(control) ||
                at.closest('label')?.contains(control));
        // What lies below a bar comes out by scrolling.
        if (!isHit && !isInBar(at)) {
            faults.push(`${name(control)} is covered by ${at ? name(at) : 'nothing'}`);
        }
    }

    // What ends a form is in sight.
    for (const end of document.querySelectorAll('.setup-end')) {
        const { bottom } = boxOf(end);
        const bar = [...document.querySelectorAll('.top')]
            .filter((top) => getComputedStyle(top).position === 'fixed' && boxOf(top).top > 0)
            .reduce((least, top) => Math.min(least, boxOf(top).top), innerHeight);
        if (isShown(end) && bottom > bar + 1) {
            faults.push(`${name(end)} ends at ${Math.round(bottom)} of ${Math.round(bar)} points`);
        }
    }

    // Nothing scrolls into nothing.
    const ends = [...document.querySelectorAll('.table, #panel, .top')]
        .filter(isShown)
        .map((part) => boxOf(part).bottom + page.scrollTop);
    const fixed = [...document.querySelectorAll('.top, .steps')]
        .filter((bar) => isShown(bar) && getComputedStyle(bar).position === 'fixed')
        .reduce((sum, bar) => sum + boxOf(bar).height, 0);
    const excess = page.scrollHeight - Math.max(innerHeight, ...ends) - fixed;
    if (excess > 40) {
        faults.push(`the page scrolls ${Math.round(excess)} points into nothing`);
    }
    for (const frame of document.querySelectorAll('.scroll, .tree, .list')) {
        if (isShown(frame) && frame.scrollHeight > frame.clientHeight + 1) {
            const last = [...frame.querySelectorAll('*')]
                .filter((element) => isShown(element) && !element.closest('.vh'))
                .reduce((end, element) => Math.max(end, boxOf(element).bottom), 0);
            const rest = frame.scrollHeight - (last - boxOf(frame).top + frame.scrollTop);
            if (rest > 64) {
                faults.push(`${name(frame)} scrolls ${Math.round(rest)} points into nothing`);
            }
        }
    }
    return faults;
}

/**
 * Returns the options that are chosen but look like those that are not, as in forced colours, which take away backgrounds.
 * @returns {string[]}
 */
export function faultsOfChoices() {
    const chosen =
        '[aria-current], [aria-selected=true], [aria-pressed=true], .option:has(input:checked), .switch:checked';
    const groups =
        '.tabs, .tab-list, .choices, .toolbar, .list, .main-line, .mistake-list, .head, .steps, .judgements';
    const look = (/** @type {Element} */ element) => {
        const drawn = element.classList.contains('option')
            ? /** @type {Element} */ (element.querySelector('span'))
            : element;
        const style = getComputedStyle(drawn);
        return [
            style.backgroundColor,
            style.color,
            style.outlineStyle,
            style.borderTopColor,
            style.borderTopWidth,
            style.borderBottomColor,
            style.borderInlineStartColor,
            style.textDecorationLine,
        ].join();
    };
    return [...document.querySelectorAll(chosen)]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .flatMap((element) => {
            const others = [
                ...(element
                    .closest(groups)
                    ?.querySelectorAll(`${element.localName}.${element.classList[0] ?? 'none'}`) ??
                    []),
            ].filter((other) => !other.matches(chosen) && other.checkVisibility());
            return others.length > 0 && others.every((other) => look(other) === look(element))
                ? [
                      `${element.className} "${element.textContent?.trim().slice(0, 30)}" does not look chosen`,
                  ]
                : [];
        });
}
