import { database } from "@/lib/db";
import type { MemberRole } from "@/lib/merchants/role";

/** Decisions that a merchant's own people can make, of outflows that still wait. */
export async function countOpenReviews(merchantId: string): Promise<number> {
  const [row] = await database().$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM reviews r JOIN outflows o ON o.kind = r.kind AND o.subject_id = r.subject_id
    WHERE r.merchant_id = ${merchantId}::uuid AND r.decision IS NULL AND r.reason <> 'screening' AND o.returned_at IS NULL`;
  return row.count;
}

/** How many of a merchant's members have one of these roles. */
export function countMembersWith(merchantId: string, roles: readonly MemberRole[]): Promise<number> {
  return database().merchantMember.count({ where: { merchantId, role: { in: [...roles] } } });
}

/** The invoice or static wallet that each of these refunds is of, with its order id. */
export async function selectRefundOwners(merchantId: string, refundIds: readonly string[]) {
  if (refundIds.length === 0) return [];
  const refunds = await database().refund.findMany({
    where: { merchantId, id: { in: [...refundIds] } },
    select: { id: true, invoiceId: true, walletId: true },
  });
  const select = { id: true, orderId: true } as const;
  const [invoices, wallets] = await Promise.all([
    database().invoice.findMany({
      where: { merchantId, id: { in: refunds.flatMap(({ invoiceId }) => invoiceId ?? []) } },
      select,
    }),
    database().staticWallet.findMany({
      where: { merchantId, id: { in: refunds.flatMap(({ walletId }) => walletId ?? []) } },
      select,
    }),
  ]);
  return refunds.map((refund) => ({
    ...refund,
    orderId: [...invoices, ...wallets].find(({ id }) => id === (refund.invoiceId ?? refund.walletId))?.orderId ?? null,
  }));
}
