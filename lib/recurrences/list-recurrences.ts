import type { Cursor } from "@/lib/paging/cursor";
import { readPage } from "@/lib/paging/read-page";
import { selectRecurrences } from "@/lib/recurrences/repo";
import type { RecurrencePageView } from "@/lib/recurrences/schema";
import { toRecurrenceView } from "@/lib/recurrences/wire-view";

const EVER = { from: null, to: null };

/** A merchant's plans, newest first. */
export async function listRecurrences(merchantId: string, cursor: Cursor | null): Promise<RecurrencePageView> {
  const { items, paginate } = await readPage(cursor, EVER, (slice) => selectRecurrences(merchantId, slice));
  return { items: items.map(toRecurrenceView), paginate };
}
