export type Phase = "expand" | "contract" | "all";
export const PHASES: readonly Phase[];
export const LAST_UNPHASED: string;
export function isContract(name: string): boolean;
/** A migration that was started and not rolled back. */
export type AppliedMigration = { readonly name: string; readonly isFinished: boolean };
export type SchemaDifference = {
  readonly unfinished: readonly string[];
  readonly missing: readonly string[];
  readonly pendingContract: readonly string[];
  readonly newerExpand: readonly string[];
  readonly newerContract: readonly string[];
};
export function compareMigrations(applied: readonly AppliedMigration[], known: readonly string[]): SchemaDifference;
