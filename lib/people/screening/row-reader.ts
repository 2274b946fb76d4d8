import { AppError } from "@/lib/kernel/errors";

/**
 * Reads rows out of a text that comes in parts, cut anywhere: `push` answers the rows that are whole, `end` what the last part left.
 * It keeps nothing but the row that has begun.
 */
export type RowReader<Row> = { readonly push: (part: string) => Row[]; readonly end: () => Row[] };

/** An address, a note and whatever other columns a file has. What is longer is no row, and would be read again with every part. */
const ROW_CHARACTERS_MAX = 100_000;

/** @throws AppError `invalid_request` when the row that has begun at `place` does not end */
export function checkRowEnds(rest: string, place: string, hint: string): void {
  if (rest.length > ROW_CHARACTERS_MAX) throw unreadable([`${place}: longer than any row is; ${hint}`]);
}

/** The list is refused as a whole, with what is wrong with it. */
export function unreadable(problems: readonly string[], cause?: unknown): AppError {
  const message = `Nothing was imported. ${problems.join("; ")}`;
  return new AppError("invalid_request", message, { fields: { text: problems }, cause });
}
