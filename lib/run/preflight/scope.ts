/**
 * The process whose settings are checked; null: whichever the settings of this environment are for.
 */
export type Scope = "web" | "worker" | null;

/** Whether what only this process needs is checked. */
export function concerns(scope: Scope, process: "web" | "worker"): boolean {
  return scope === null || scope === process;
}
