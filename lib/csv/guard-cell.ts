/** What begins a formula in a spreadsheet, in the widths that input methods write; tab and return are skipped by some programs. */
const STARTS_FORMULA = /^[=+\-@＝＋－＠﹦﹢﹣﹫−\t\r]$/u;
/** What a spreadsheet may pass over before it looks for a formula: spaces, controls, invisible marks, quotes. */
const PASSED_OVER = /^[\p{Z}\p{Cc}\p{Cf}\p{Pi}\p{Pf}"'`´＂＇]$/u;
/** A program that is set to another separator begins a cell after each of these. */
const BEGINS_CELL = /^[;\t\r\n]$/;
/** The one thing with a sign in front that is what it looks like. */
const EXACT_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;
/** Spreadsheets take what follows it as text. */
const MARK = "'";

/**
 * A cell that no spreadsheet runs: where a formula could begin, at the start and after anything that another program may split at,
 * an apostrophe goes in front. Exact decimals such as `-0.015` stay numbers. Undone by `unguardCell`. Linear in the text's length,
 * because strangers choose it.
 */
export function guardCell(text: string): string {
  if (EXACT_NUMBER.test(text)) return text;
  const characters = [...text];
  let isFormulaAhead = false;
  for (let index = characters.length - 1; index >= 0; index -= 1) {
    const character = characters[index] ?? "";
    isFormulaAhead = STARTS_FORMULA.test(character) || (isFormulaAhead && PASSED_OVER.test(character));
    const before = characters[index - 1];
    if (isFormulaAhead && (before === undefined || BEGINS_CELL.test(before))) characters[index] = MARK + character;
  }
  return characters.join("");
}

/** What `guardCell` was given: for files of ours that come back. A text that was never guarded may lose an apostrophe that hid a formula. */
export function unguardCell(text: string): string {
  const characters = [...text];
  let isFormulaAhead = false;
  for (let index = characters.length - 1; index >= 0; index -= 1) {
    const character = characters[index] ?? "";
    const before = characters[index - 1];
    const isMark = character === MARK && isFormulaAhead && (before === undefined || BEGINS_CELL.test(before));
    if (isMark) characters[index] = "";
    isFormulaAhead = STARTS_FORMULA.test(character) || (isFormulaAhead && PASSED_OVER.test(character));
  }
  return characters.join("");
}
