import { database } from "@/lib/db";
import type { Prisma } from "@/lib/generated/prisma/client";

const TOP_UPS_SHOWN = 50;

/** How many top-ups these wallets had, and what of them was credited. */
export async function sumTopUps(walletIds: readonly string[]) {
  return database().invoice.groupBy({
    by: ["walletId"],
    where: { walletId: { in: [...walletIds] } },
    _count: true,
    _sum: { creditedAmount: true },
  });
}

/** What the detail page shows beside the wallet itself. The caller has checked whose wallet it is. */
export async function selectWalletParts(walletId: string) {
  const db = database();
  const [topUps, sums, waiting, held, openCaseCount] = await Promise.all([
    db.invoice.findMany({
      where: { walletId },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: TOP_UPS_SHOWN,
      select: { id: true, status: true, amount: true, creditedAmount: true, transactionId: true, createdAt: true },
    }),
    sumTopUps([walletId]),
    sumWaiting(walletId),
    db.walletHold.aggregate({ where: { walletId, reversedAt: null, refundedAt: null }, _sum: { amount: true } }),
    db.case.count({ where: { walletId, status: "open" } }),
  ]);
  return { topUps, sums: sums[0] ?? null, waiting, held: held._sum.amount, openCaseCount };
}
export type WalletParts = Awaited<ReturnType<typeof selectWalletParts>>;

/** Booked deposits that are neither credited nor held nor a case. */
async function sumWaiting(walletId: string): Promise<Prisma.Decimal> {
  const rows = await database().$queryRaw<{ total: Prisma.Decimal }[]>`
    SELECT coalesce(sum(d.amount), 0) AS total FROM deposits d
    WHERE d.owner_kind = 'wallet' AND d.owner_id = ${walletId}::uuid AND d.booked_inclusion IS NOT NULL
      AND NOT EXISTS (SELECT FROM invoice_credits c WHERE c.deposit_id = d.id AND c.reversed_at IS NULL)
      AND NOT EXISTS (SELECT FROM wallet_holds h WHERE h.deposit_id = d.id AND h.reversed_at IS NULL)
      AND NOT EXISTS (SELECT FROM cases k WHERE k.deposit_id = d.id AND k.status <> 'void')`;
  const [row] = rows;
  if (row === undefined) throw new Error("a sum has one row");
  return row.total;
}
