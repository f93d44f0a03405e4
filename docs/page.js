// The page beside the documents: its address, and whether the site has it.

export const page = new URL('board/', import.meta.url);

export async function siteHasPage() {
    try {
        return (await fetch(new URL('index.html', page), { method: 'HEAD' })).ok;
    } catch {
        return false;
    }
}
