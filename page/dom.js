// Elements of HTML and SVG, made without markup so that no text is ever read as such.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Makes an element. Properties that begin with `on` are listeners, true and false set and leave out attributes, `value` and
 * the like are set as attributes.
 * @param {string} name a tag, with classes behind points: `button.quiet`
 * @param {Record<string, any>} [properties]
 * @param {Child[]} children
 * @returns {HTMLElement}
 */
export function h(name, properties = {}, ...children) {
    const [tag, ...classes] = name.split('.');
    const element = document.createElement(tag);
    if (classes.length > 0) {
        element.className = classes.join(' ');
    }
    for (const [key, value] of Object.entries(properties)) {
        if (typeof value === 'function' && key.startsWith('on')) {
            element.addEventListener(key.slice(2), value);
        } else if (value === true) {
            element.setAttribute(key, '');
        } else if (value !== false && value !== null && value !== undefined) {
            element.setAttribute(key, String(value));
        }
    }
    fill(element, ...children);
    return element;
}

/**
 * Replaces what is in an element.
 * @param {Element} element
 * @param {Child[]} children
 */
export function fill(element, ...children) {
    const shown = children.filter(
        (child) => child !== null && child !== undefined && child !== false,
    );
    element.replaceChildren(
        ...shown.map((child) => (child instanceof Node ? child : String(child))),
    );
}

/**
 * Makes an element of SVG.
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {(Element | string)[]} children
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, ...children) {
    const element = /** @type {SVGElement} */ (
        document.createElementNS('http://www.w3.org/2000/svg', name)
    );
    for (const [key, value] of Object.entries(attributes)) {
        element.setAttribute(key, String(value));
    }
    element.append(...children);
    return element;
}

/**
 * Makes a picture of lines on 24 by 24 points, which screen readers skip.
 * @param {string} d
 */
export function icon(d) {
    return svg(
        'svg',
        { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
        svg('path', { d }),
    );
}

/**
 * Makes a button with a picture. Its label is its name and its hint; its caption stands below the picture where there are no
 * hints, on touch.
 * @param {string} label
 * @param {string} d the path of the picture
 * @param {() => void} act
 * @param {Record<string, any> & { caption?: string }} [properties]
 * @returns {HTMLButtonElement}
 */
export function iconButton(label, d, act, { caption, ...properties } = {}) {
    const button = h(
        'button.icon-button',
        { type: 'button', 'aria-label': label, title: label, onclick: act, ...properties },
        icon(d),
        caption && h('span.caption', {}, caption),
    );
    return /** @type {HTMLButtonElement} */ (button);
}

/**
 * Makes a button with a text.
 * @param {string} text
 * @param {() => void} act
 * @param {Record<string, any>} [properties]
 * @returns {HTMLButtonElement}
 */
export function button(text, act, properties = {}) {
    return /** @type {HTMLButtonElement} */ (
        h('button.button', { type: 'button', onclick: act, ...properties }, text)
    );
}

/**
 * Adds a style to the document. Resolves when it is there, or cannot be loaded.
 * @param {URL} address
 */
export async function loadStyle({ href }) {
    const style = h('link', { rel: 'stylesheet', href });
    const ended = new Promise((resolve) =>
        ['load', 'error'].forEach((end) => style.addEventListener(end, resolve)),
    );
    document.head.append(style);
    await ended;
}
