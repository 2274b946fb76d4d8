import { MIGRATION_NAMES } from "@/lib/generated/migrations";
import { type AppliedMigration, compareMigrations, type SchemaDifference } from "@/scripts/lib/phases.mjs";

/** Compares the database's schema with what this version knows. Pure. */
export function compareSchema(
  applied: readonly AppliedMigration[],
  known: readonly string[] = MIGRATION_NAMES,
): SchemaDifference {
  return compareMigrations(applied, known);
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
