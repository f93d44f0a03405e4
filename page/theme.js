// Sets the colours before the first paint, and says so if the page cannot start.
'use strict';

try {
    const { theme } = JSON.parse(localStorage.getItem('ferz.settings') ?? '{}');
    if (theme === 'light' || theme === 'dark') {
        document.documentElement.dataset.theme = theme;
    }
} catch {
    // Without storage the system's colours stay.
}

addEventListener(
    'error',
    ({ message }) => {
        const note = document.querySelector('#panel > .loading');
        if (note !== null) {
            note.textContent = `The page cannot start: ${message || 'a file is missing'}. It needs a browser of 2024 or later.`;
        }
    },
    true,
);
