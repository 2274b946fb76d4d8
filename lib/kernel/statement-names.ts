/** Before a statement gets a name: rare ones would take memory in every connection for nothing. */
const USES_BEFORE_NAME = 4;
/**
 * Distinct statements with a name. Each takes memory in every connection that ran it, here and in
 * PostgreSQL; the text of some depends on how many values a list has.
 */
const NAMES_MAX = 300;
/** Texts that are counted; beyond that, counting starts again. */
const TEXTS_MAX = 3_000;

/**
 * Returns a function that names statements by their text. PostgreSQL analyses a statement with a
 * name once for each connection, not at each use. Returns "" (no name) for a statement without
 * values, for one that is rare, and for all further ones once 300 have names.
 */
export function createStatementNames(): (query: { readonly sql: string; readonly args: readonly unknown[] }) => string {
  const names = new Map<string, string>();
  const uses = new Map<string, number>();
  return ({ sql, args }) => {
    if (args.length === 0) return "";
    const name = names.get(sql);
    if (name !== undefined || names.size >= NAMES_MAX) return name ?? "";
    const count = (uses.get(sql) ?? 0) + 1;
    if (count <= USES_BEFORE_NAME) {
      if (uses.size >= TEXTS_MAX) uses.clear();
      uses.set(sql, count);
      return "";
    }
    uses.delete(sql);
    const given = `s${names.size + 1}`;
    names.set(sql, given);
    return given;
  };
}
