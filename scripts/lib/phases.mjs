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
