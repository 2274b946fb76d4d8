import { database } from "@/lib/kernel/db";
import type { ListPlace } from "@/lib/kernel/paging/cursor";

/** Sweeps, newest first, each with the send that it waits for: of its gas, or of itself. */
export async function selectSweepPage(before: ListPlace | null, limit: number) {
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
export type SweepPageRow = Awaited<ReturnType<typeof selectSweepPage>>[number];
