import {
  SWEEP_PAGE_SIZE,
  type SweepListQuery,
  type SweepPageView,
  type SweepRowView,
} from "@/lib/fronts/admin/sweeps-schema";
import { database } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { type ListPosition, parseListCursor, toListCursor } from "@/lib/kernel/paging/cursor";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";
import { WAIT_REASONS } from "@/lib/sending/sends/send";

/** Returns one page of the sweeps of all networks, newest first. */
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

/**
 * Returns sweeps, newest first, each with the send that it waits for: the one for its gas, or its
 * own.
 */
async function selectSweepPage(before: ListPosition | null, limit: number) {
  const older = before && {
    OR: [{ createdAt: { lt: before.at } }, { createdAt: before.at, id: { lt: before.id } }],
  };
  const rows = await database().sweep.findMany({
    where: { ...older },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
  const sends = await database().send.findMany({
    where: { purpose: { in: ["sweep", "gas"] }, purposeId: { in: rows.map(({ id }) => id) } },
    select: { id: true, purpose: true, purposeId: true, status: true, waitReason: true },
  });
  return rows.map((row) => {
    const own = sends.filter(({ purposeId }) => purposeId === row.id);
    return { ...row, send: own.find(({ purpose }) => purpose === "sweep") ?? own[0] ?? null };
  });
}
type SweepPageRow = Awaited<ReturnType<typeof selectSweepPage>>[number];
