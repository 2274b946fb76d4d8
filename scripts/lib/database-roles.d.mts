import type { Client } from "pg";

export type RoleNames = { readonly web: string; readonly worker: string };
export const PROCESS_ROLES: RoleNames;
export function grantRoles(
  client: Pick<Client, "query" | "escapeIdentifier">,
  names?: RoleNames,
  options?: { readonly isAdditive?: boolean },
): Promise<string[]>;
