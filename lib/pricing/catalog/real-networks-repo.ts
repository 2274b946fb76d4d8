import { database } from "@/lib/kernel/db";

/** Networks that are on, are read, and move real money. */
export async function listRealNetworks(): Promise<string[]> {
  const rows = await database().$queryRaw<{ code: string }[]>`
    SELECT n.code FROM networks n JOIN chain_cursors c ON c.network_code = n.code
    WHERE n.is_enabled AND NOT n.is_sandbox ORDER BY 1`;
  return rows.map(({ code }) => code);
}
