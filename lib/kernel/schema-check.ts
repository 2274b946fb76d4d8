import { MIGRATION_NAMES } from "@/lib/generated/migrations";
import { isContract } from "@/scripts/lib/phases.mjs";

/** A migration that was started and not rolled back. */
export type AppliedMigration = { readonly name: string; readonly isFinished: boolean };

export type SchemaDifference = {
  readonly unfinished: readonly string[];
  /** Expand migrations without which this version cannot run. */
  readonly missing: readonly string[];
  /** Contract migrations of this version that wait until no earlier version runs. */
  readonly pendingContract: readonly string[];
  /** Expand migrations of a later version, beside which this one runs. */
  readonly newerExpand: readonly string[];
  /** Contract migrations of a later version: what this one needs may be gone. */
  readonly newerContract: readonly string[];
};

/** Compares the database's schema with what this version knows. Pure. */
export function compareSchema(
  applied: readonly AppliedMigration[],
  known: readonly string[] = MIGRATION_NAMES,
): SchemaDifference {
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

/**
 * Returns why this version must not run on the database, or null. Later expand migrations are no
 * reason: they leave everything that this version needs. Pure.
 */
export function schemaProblem({ missing, newerContract }: SchemaDifference): string | null {
  const listed = (names: readonly string[]) => `${names.slice(0, 3).join(", ")}${names.length > 3 ? ", ..." : ""}`;
  if (newerContract.length > 0) {
    return `The database was contracted for a newer version (${listed(newerContract)}): run that version, or restore a backup.`;
  }
  if (missing.length === 0) return null;
  return `The database lacks ${missing.length} migrations of this version (${listed(missing)}): run npm run db:migrate.`;
}
