// Sets the colours before the first paint.
'use strict';

try {
    const { theme } = JSON.parse(localStorage.getItem('ferz.settings') ?? '{}');
    if (theme === 'light' || theme === 'dark') {
        document.documentElement.dataset.theme = theme;
    }
} catch {
    // Without storage the system's colours stay.
}
