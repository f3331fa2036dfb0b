// Moving the focus over a board with the keyboard, on pages that only show it.

/** The cell that a key moves to; -1 if the key does not move.
 * @param {string} key @param {number} cell @param {number} size */
function target(key, cell, size) {
  const [row, column] = [Math.floor(cell / size), cell % size];
  const at = (r, c) => ((r + size) % size) * size + ((c + size) % size);
  switch (key) {
    case "ArrowUp": return at(row - 1, column);
    case "ArrowDown": return at(row + 1, column);
    case "ArrowLeft": return at(row, column - 1);
    case "ArrowRight": return at(row, column + 1);
    case "Home": return at(row, 0);
    case "End": return at(row, size - 1);
    default: return -1;
  }
}

/** Lets the arrows, Home and End move over a board; `other` gets every other key.
 * @param {{frame: HTMLElement, focus: (cell: number) => void}} board @param {() => {cell: number, size: number}} now
 * @param {(event: KeyboardEvent) => void} [other] */
export function roam(board, now, other = () => {}) {
  board.frame.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { cell, size } = now();
    const to = target(event.key, cell, size);
    if (to < 0) return other(event);
    event.preventDefault();
    event.stopPropagation();
    return board.focus(to);
  });
}
