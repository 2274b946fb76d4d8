import { selectUnsignedBatches, selectUnsignedPayouts, type UnsignedPayoutRow } from "@/lib/fronts/admin/unsigned-repo";
import { UNSIGNED_PAGE_SIZE, type UnsignedPageView, type UnsignedPayoutView } from "@/lib/fronts/admin/unsigned-schema";
import { decimal } from "@/lib/kernel/money/decimal";
import { parseListCursor, toListCursor } from "@/lib/kernel/paging/cursor";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";
import { WAIT_REASONS } from "@/lib/sending/sends/send";

const BATCHES_SHOWN = 20;

/** What of a merchant's money is ordered and could still be kept here: its files, and its payouts a page at a time. */
export async function listUnsigned(query: { readonly id: string; readonly cursor?: string | undefined }) {
  const before = query.cursor ? parseListCursor(query.cursor) : null;
  const [batches, rows, catalog] = await Promise.all([
    before === null ? selectUnsignedBatches(query.id, BATCHES_SHOWN) : [],
    selectUnsignedPayouts(query.id, before, UNSIGNED_PAGE_SIZE + 1),
    loadCatalog(),
  ]);
  const shown = rows.slice(0, UNSIGNED_PAGE_SIZE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    batches: batches.map(({ orderedAt, orderedBy, ...batch }) => ({
      ...batch,
      orderedBy: orderedBy ?? "somebody",
      orderedAt: orderedAt.toISOString(),
    })),
    items: shown.map((row) => toView(row, catalog)),
    nextCursor: last ? toListCursor({ at: last.createdAt, id: last.id }) : null,
  } satisfies UnsignedPageView;
}

function toView(row: UnsignedPayoutRow, catalog: Catalog): UnsignedPayoutView {
  const { isQueued, waitReason, networkCode, amount, createdAt, ...rest } = row;
  return {
    ...rest,
    amount: decimal(amount).toFixed(),
    networkName: catalog.network(networkCode)?.name ?? networkCode,
    waits: isQueued ? (WAIT_REASONS.find((reason) => reason === waitReason) ?? null) : "decision",
    createdAt: createdAt.toISOString(),
  };
}
