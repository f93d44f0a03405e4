// Elements of HTML and SVG.

/**
 * Makes an element of HTML.
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} children
 * @returns {HTMLElement}
 */
export function html(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        element.setAttribute(key, value);
    }
    element.append(...children);
    return element;
}

/**
 * Makes an element of SVG.
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {Element[]} children
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
 * Sets again what a page set before the element was defined, when its setters were not there.
 * @param {any} element
 * @param {readonly string[]} names properties in the order in which they are set
 */
export function upgrade(element, names) {
    for (const name of names.filter((key) => Object.hasOwn(element, key))) {
        const value = element[name];
        delete element[name];
        element[name] = value;
    }
}
