import { database } from "@/lib/kernel/db";
import type { ListPlace } from "@/lib/kernel/paging/cursor";

/** Withdrawals, newest first, each with its send and who ordered it. */
export async function selectWithdrawalPage(before: ListPlace | null, limit: number) {
  const older = before && {
    OR: [{ createdAt: { lt: before.at } }, { createdAt: before.at, id: { lt: before.id } }],
  };
  const rows = await database().withdrawal.findMany({
    where: { ...older },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
  const [sends, people] = await Promise.all([
    database().send.findMany({
      where: { purpose: "withdrawal", purposeId: { in: rows.map(({ id }) => id) } },
      select: { id: true, purposeId: true, status: true, waitReason: true },
    }),
    database().user.findMany({
      where: { id: { in: rows.flatMap(({ createdById }) => createdById ?? []) } },
      select: { id: true, name: true },
    }),
  ]);
  return rows.map((row) => ({
    ...row,
    send: sends.find(({ purposeId }) => purposeId === row.id) ?? null,
    orderedBy: people.find(({ id }) => id === row.createdById)?.name ?? null,
  }));
}
export type WithdrawalRow = Awaited<ReturnType<typeof selectWithdrawalPage>>[number];
