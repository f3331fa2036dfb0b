// File formats under the names that people know.

const NAMES = {
  scl: "SudokuPad (.json)", fpuzzles: "f-puzzles (.json)", "scl-link": "SudokuPad link", "fpuzzles-link": "f-puzzles link",
  scf: "SudokuPad short link", classic: "SudokuPad older link", ninefold: "Ninefold (.json)", link: "Ninefold link", xlsx: "Excel (.xlsx)",
  opensudoku: "OpenSudoku (.opensudoku)", ksudoku: "KSudoku (.ksudoku)", "1gsudoku": "Sudoku 10\u2019000 (.1gsudoku)", gnome: "GNOME Sudoku (.save)",
  ipuz: "ipuz (.ipuz)", sdk: "SadMan Sudoku (.sdk)", sdm: "SudoCue list (.sdm)", sdx: "SudoCue candidates (.sdx)", ss: "Simple Sudoku (.ss)",
  hodoku: "HoDoKu library", bank: "SudokuExchange bank", solo: "Simon Tatham\u2019s Solo", csv: "CSV table (.csv)", line: "Text, one puzzle per line (.txt)",
  board: "Text, drawn boards (.txt)", marks: "Candidate grid (.pm)", parquet: "Parquet (.parquet)", kaggle: "Kaggle CSV", extreme: "sudoku-extreme CSV",
  euler: "Project Euler 96", lpl: "LPL table (sudoku.txt)",
};

/** [value, text] pairs of formats that can be written, sorted by the text. @param {{name: string, about: string, writes: boolean}[]} formats
 * @returns {[string, string][]} */
export const writable = (formats) => formats.filter(({ writes }) => writes)
  .map(({ name, about }) => /** @type {[string, string]} */ ([name, NAMES[name] ?? about])).sort((a, b) => a[1].localeCompare(b[1]));
