import { database } from "@/lib/db";
import type { CaseStatus } from "@/lib/generated/prisma/client";
import type { ListPlace } from "@/lib/paging/list-cursor";

export type CaseFilter = {
  /** Null: the cases without a merchant, which are the operator's. */
  readonly merchantId: string | null;
  readonly statuses: readonly CaseStatus[];
  readonly before: ListPlace | null;
};

/** Newest first, each with its deposit and the order id of its invoice or static wallet. */
export async function selectCasePage(filter: CaseFilter, limit: number) {
  const { merchantId, statuses, before } = filter;
  const older = before && {
    OR: [{ openedAt: { lt: before.at } }, { openedAt: before.at, id: { lt: before.id } }],
  };
  const cases = await database().case.findMany({
    where: { merchantId, status: { in: [...statuses] }, ...older },
    orderBy: [{ openedAt: "desc" }, { id: "desc" }],
    take: limit,
  });
  const [deposits, invoices, wallets] = await Promise.all([
    database().deposit.findMany({
      where: { id: { in: cases.map((row) => row.depositId) } },
      select: { id: true, transactionId: true, fromAddress: true, toAddress: true, status: true },
    }),
    database().invoice.findMany({
      where: { id: { in: cases.flatMap((row) => row.invoiceId ?? []) } },
      select: { id: true, orderId: true },
    }),
    database().staticWallet.findMany({
      where: { id: { in: cases.flatMap((row) => row.walletId ?? []) } },
      select: { id: true, orderId: true },
    }),
  ]);
  return cases.map((row) => ({
    ...row,
    deposit: deposits.find((deposit) => deposit.id === row.depositId) ?? null,
    orderId: [...invoices, ...wallets].find(({ id }) => id === (row.invoiceId ?? row.walletId))?.orderId ?? null,
  }));
}
export type CasePageRow = Awaited<ReturnType<typeof selectCasePage>>[number];

export function countOpenCases(merchantId: string | null): Promise<number> {
  return database().case.count({ where: { merchantId, status: "open" } });
}
