// Draws the numbers of a table in `<div class="bars">` as bars behind them: each column up to its largest number, or all
// columns up to that of the table (`data-scale="table"`). `data-columns="1 2"` names the columns with bars, from 0.

for (const frame of document.querySelectorAll('.bars')) {
    const wanted = frame.dataset.columns?.split(' ').map(Number);
    for (const table of frame.querySelectorAll('table')) {
        const cells = [...table.tBodies]
            .flatMap((body) => [...body.rows])
            .flatMap((row) => [...row.cells].slice(1));
        const numbers = cells
            .filter(({ cellIndex }) => wanted?.includes(cellIndex) ?? true)
            .map((cell) => ({ cell, value: Number.parseFloat(cell.textContent) }))
            .filter(({ value }) => value > 0);
        for (const { cell, value } of numbers) {
            const scale = numbers.filter(
                (other) =>
                    frame.dataset.scale === 'table' || other.cell.cellIndex === cell.cellIndex,
            );
            cell.classList.add('bar');
            cell.style.setProperty(
                '--share',
                `${(100 * value) / Math.max(...scale.map((other) => other.value))}%`,
            );
        }
    }
}
