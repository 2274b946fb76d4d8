import type { Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";

const SHOWN_MAX = 200;

export type ReversalRow = {
  readonly id: string;
  readonly networkCode: string;
  readonly transactionId: string;
  readonly amount: Prisma.Decimal;
  readonly currencyCode: string;
  readonly ownerKind: string | null;
  readonly merchantName: string | null;
  readonly vanishedAt: Date;
};

/** Those that wait for a word, the oldest first. */
export function selectWaitingReversals(): Promise<ReversalRow[]> {
  return database().$queryRaw<ReversalRow[]>`
    SELECT d.id, d.network_code AS "networkCode", d.transaction_id AS "transactionId", d.amount, d.currency_code AS "currencyCode",
      d.owner_kind AS "ownerKind", m.name AS "merchantName", d.vanished_at AS "vanishedAt"
    FROM deposits d LEFT JOIN invoices i ON d.owner_kind = 'invoice' AND i.id = d.owner_id
      LEFT JOIN static_wallets w ON d.owner_kind = 'wallet' AND w.id = d.owner_id
      LEFT JOIN merchants m ON m.id = coalesce(i.merchant_id, w.merchant_id)
    WHERE d.status = 'vanished' AND d.booked_inclusion IS NOT NULL AND d.reversal_approved_at IS NULL
    ORDER BY d.vanished_at LIMIT ${SHOWN_MAX}`;
}

/** One of them, as it is now; null when it waits no more. */
export function findWaitingReversal(tx: Tx, id: string) {
  return tx.deposit.findFirst({
    where: { id, status: "vanished", bookedInclusion: { not: null }, reversalApprovedAt: null },
    select: { id: true, ownerKind: true, ownerId: true, transactionId: true, networkCode: true, vanishedAt: true },
  });
}
