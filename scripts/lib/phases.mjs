/**
 * The two phases of migrations (decision 0071). An expand migration adds: the previous version runs
 * on. A contract migration removes what no version that may still run needs; `_contract_` in its
 * name says so, which a process of an earlier version reads in the database.
 */

export const PHASES = ["expand", "contract", "all"];

/** Whether the migration of this name is a contract migration. */
export function isContract(name) {
  return /^\d{14}_contract_/.test(name);
}

/**
 * Migrations up to this one may do anything: no version that was released runs without them. The
 * first release makes it final.
 */
export const LAST_UNPHASED = "20261128081100_index_attempts_by_time";

/**
 * Compares a database's migrations, as `{ name, isFinished }` of those that were not rolled back,
 * with the names that a version knows:
 *
 * - `unfinished`: started and not ended
 * - `missing`: expand migrations without which the version cannot run
 * - `pendingContract`: its contract migrations, which wait until no earlier version runs
 * - `newerExpand`: expand migrations of a later version, beside which it runs
 * - `newerContract`: contract migrations of a later version: what it needs may be gone
 */
export function compareMigrations(applied, known) {
  const finished = new Set(applied.filter(({ isFinished }) => isFinished).map(({ name }) => name));
  const absent = known.filter((name) => !finished.has(name));
  const newer = applied.map(({ name }) => name).filter((name) => !known.includes(name));
  return {
    unfinished: applied.filter(({ isFinished }) => !isFinished).map(({ name }) => name),
    missing: absent.filter((name) => !isContract(name)),
    pendingContract: absent.filter(isContract),
    newerExpand: newer.filter((name) => !isContract(name)),
    newerContract: newer.filter(isContract),
  };
}
