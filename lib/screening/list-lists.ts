import { database } from "@/lib/db";
import { selectLists } from "@/lib/screening/lists-repo";
import type { ScreeningListView } from "@/lib/screening/schema";

/** As many as a page can show. */
const LISTS_MAX = 500;

/** All versions of all lists, by name, the newest version first. */
export async function listScreeningLists(): Promise<ScreeningListView[]> {
  const rows = await selectLists(database(), LISTS_MAX);
  return rows.map((row, index) => ({
    ...row,
    isNewest: rows[index - 1]?.name !== row.name,
    importedAt: row.importedAt.toISOString(),
  }));
}
