import type { ApproveReversalForm, ReversalView } from "@/lib/fronts/admin/reversals-schema";
import type { Prisma } from "@/lib/generated/prisma/client";
import { clearAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { decimal } from "@/lib/kernel/money/decimal";
import { approveReversal as approve } from "@/lib/money-in/deposits/chain-repo";
import { settleOwners } from "@/lib/money-in/deposits/record-blocks";
import { explorerTransactionUrl } from "@/lib/pricing/catalog/availability";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/** Returns booked payments on which the nodes disagree, oldest first. */
export async function listReversals(): Promise<ReversalView[]> {
  const [catalog, rows] = await Promise.all([loadCatalog(), selectWaitingReversals()]);
  return rows.map(({ id, networkCode, transactionId, amount, currencyCode, ownerKind, merchantName, vanishedAt }) => {
    const network = catalog.network(networkCode);
    return {
      id,
      networkName: network?.name ?? networkCode,
      transactionId,
      transactionUrl: network && explorerTransactionUrl(network, transactionId),
      amount: decimal(amount).toFixed(),
      currency: currencyCode,
      ownerKind,
      merchantName,
      vanishedAt: vanishedAt.toISOString(),
    };
  });
}

const SHOWN_MAX = 200;

type ReversalRow = {
  readonly id: string;
  readonly networkCode: string;
  readonly transactionId: string;
  readonly amount: Prisma.Decimal;
  readonly currencyCode: string;
  readonly ownerKind: string | null;
  readonly merchantName: string | null;
  readonly vanishedAt: Date;
};

/** Returns those waiting for the operator, oldest first. */
function selectWaitingReversals(): Promise<ReversalRow[]> {
  return database().$queryRaw<ReversalRow[]>`
    SELECT d.id, d.network_code AS "networkCode", d.transaction_id AS "transactionId", d.amount, d.currency_code AS "currencyCode",
      d.owner_kind AS "ownerKind", m.name AS "merchantName", d.vanished_at AS "vanishedAt"
    FROM deposits d LEFT JOIN invoices i ON d.owner_kind = 'invoice' AND i.id = d.owner_id
      LEFT JOIN static_wallets w ON d.owner_kind = 'wallet' AND w.id = d.owner_id
      LEFT JOIN merchants m ON m.id = coalesce(i.merchant_id, w.merchant_id)
    WHERE d.status = 'vanished' AND d.booked_inclusion IS NOT NULL AND d.reversal_approved_at IS NULL
    ORDER BY d.vanished_at LIMIT ${SHOWN_MAX}`;
}

/** Returns its current state; null when it no longer waits. */
export function findWaitingReversal(tx: Tx, id: string) {
  return tx.deposit.findFirst({
    where: { id, status: "vanished", bookedInclusion: { not: null }, reversalApprovedAt: null },
    select: { id: true, ownerKind: true, ownerId: true, transactionId: true, networkCode: true, vanishedAt: true },
  });
}

/**
 * Records the operator's attestation that a booked payment is gone, which replaces a second node's.
 * The settling enqueued here reverses the credit and the posting; what the merchant has already
 * spent becomes a receivable.
 * @throws AppError `not_found` when it reappeared, disappeared again, or was decided meanwhile
 */
export async function approveReversal(form: ApproveReversalForm, actorId: string): Promise<void> {
  await withTransaction(async (tx) => {
    const waiting = await findWaitingReversal(tx, form.id);
    const { vanishedAt } = waiting ?? {};
    if (waiting === null || !vanishedAt || vanishedAt.toISOString() !== form.vanishedAt) throw gone();
    if (!(await approve(tx, { ...waiting, vanishedAt, isReplaced: false }))) throw gone();
    await clearAlarm(tx, { kind: "reversal-pending", subject: waiting.id });
    await settleOwners(tx, [waiting]);
    const detail = { network: waiting.networkCode, transaction: waiting.transactionId };
    await recordAudit(tx, { actorId, action: "deposit.approve-reversal", target: waiting.id, detail });
  });
}

function gone(): AppError {
  return new AppError("not_found", "It is back on the chain or was already decided. Nothing was changed.");
}
