import { type SweepPageRow, selectSweepPage } from "@/lib/fronts/admin/sweeps-repo";
import {
  SWEEP_PAGE_SIZE,
  type SweepListQuery,
  type SweepPageView,
  type SweepRowView,
} from "@/lib/fronts/admin/sweeps-schema";
import { decimal } from "@/lib/kernel/money/decimal";
import { parseListCursor, toListCursor } from "@/lib/kernel/paging/cursor";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";
import { WAIT_REASONS } from "@/lib/sending/sends/send";

/** Sweeps of all networks, newest first, a page at a time. */
export async function listSweeps(query: SweepListQuery): Promise<SweepPageView> {
  const before = query.cursor ? parseListCursor(query.cursor) : null;
  const [rows, catalog] = await Promise.all([selectSweepPage(before, SWEEP_PAGE_SIZE + 1), loadCatalog()]);
  const shown = rows.slice(0, SWEEP_PAGE_SIZE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    items: shown.map((row) => toRowView(row, catalog)),
    nextCursor: last ? toListCursor({ at: last.createdAt, id: last.id }) : null,
  };
}

function toRowView(row: SweepPageRow, catalog: Catalog): SweepRowView {
  const { send } = row;
  return {
    id: row.id,
    networkName: catalog.network(row.networkCode)?.name ?? row.networkCode,
    currency: row.currencyCode,
    amount: decimal(row.amount).toFixed(),
    address: row.address,
    status: row.status,
    waitReason: send?.status === "queued" ? (WAIT_REASONS.find((reason) => reason === send.waitReason) ?? null) : null,
    sendId: send?.id ?? null,
    createdAt: row.createdAt.toISOString(),
    finalAt: row.finalAt?.toISOString() ?? null,
  };
}
