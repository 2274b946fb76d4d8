import type { Tx } from "@/lib/kernel/db";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { automaticFrom } from "@/lib/people/merchants/merchant";
import { payableDecimalsOf } from "@/lib/pricing/catalog/availability";

export type CaseMoney = {
  readonly caseId: string;
  readonly amount: Decimal;
  readonly currencyCode: string;
  readonly networkCode: string;
  readonly fromAddress: string | null;
};

/**
 * Lists cases of an invoice that a merchant could refund now: open, booked, on their chain.
 * Excludes cases held by screening and deposits that cannot be moved or cost more to move than they
 * hold.
 */
export async function listReturnableCases(tx: Tx, invoiceId: string): Promise<CaseMoney[]> {
  const cases = await tx.case.findMany({
    where: { invoiceId, status: "open", kind: { in: ["late", "extra", "wrong_token", "wrong_network"] } },
    orderBy: [{ openedAt: "asc" }, { id: "asc" }],
    select: { id: true, depositId: true, amount: true, currencyCode: true, networkCode: true },
  });
  if (cases.length === 0) return [];
  const deposits = await tx.deposit.findMany({
    where: {
      id: { in: cases.map(({ depositId }) => depositId) },
      status: "confirmed",
      bookedInclusion: { not: null },
      OR: [{ holdReason: null }, { holdReason: "excess" }],
    },
    select: { id: true, fromAddress: true },
  });
  const senders = new Map(deposits.map(({ id, fromAddress }) => [id, fromAddress]));
  return cases
    .filter(({ depositId }) => senders.has(depositId))
    .map(({ id, depositId, amount, currencyCode, networkCode }) => ({
      caseId: id,
      amount: decimal(amount),
      currencyCode,
      networkCode,
      fromAddress: senders.get(depositId) ?? null,
    }));
}

/**
 * Lists cases of an invoice whose deposit was refunded or credited and can no longer be refunded.
 */
export async function listClosedCases(tx: Tx, invoiceId: string): Promise<ReadonlySet<string>> {
  const rows = await tx.case.findMany({
    where: { invoiceId, status: { in: ["credited", "refunded"] } },
    select: { id: true },
  });
  return new Set(rows.map(({ id }) => id));
}

/** Returns whether a standing credit of a payment is currently not on its chain. */
export async function hasUnverifiedCredit(tx: Tx, invoiceId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM invoice_credits c JOIN deposits d ON d.id = c.deposit_id
    WHERE c.invoice_id = ${invoiceId}::uuid AND c.reversed_at IS NULL AND d.status <> 'confirmed' LIMIT 1`;
  return rows.length > 0;
}

/**
 * Returns a coin's precision as in the catalog, read in the caller's transaction, which must not
 * wait for another connection.
 */
export async function findPrecision(
  tx: Tx,
  currencyCode: string,
  networkCode: string,
): Promise<{ readonly decimals: number; readonly payableDecimals: number }> {
  const where = { currencyCode_networkCode: { currencyCode, networkCode } };
  const { decimals } = await tx.service.findUniqueOrThrow({ where, select: { decimals: true } });
  return { decimals, payableDecimals: payableDecimalsOf(decimals) };
}

/**
 * Lists the senders of a payment's standing credits; null where the chain does not reveal the
 * sender, and for payments from a personal wallet of the gateway.
 */
export async function listCreditedSenders(tx: Tx, invoiceId: string): Promise<(string | null)[]> {
  const rows = await tx.$queryRaw<{ sender: string | null }[]>`
    SELECT DISTINCT d.from_address AS sender FROM invoice_credits c JOIN deposits d ON d.id = c.deposit_id
    WHERE c.invoice_id = ${invoiceId}::uuid AND c.reversed_at IS NULL
    UNION SELECT NULL FROM internal_payments WHERE invoice_id = ${invoiceId}::uuid`;
  return rows.map(({ sender }) => sender);
}

/** Returns the shop's order ids of invoices, by invoice id. */
export async function listOrderIds(tx: Tx, invoiceIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (invoiceIds.length === 0) return new Map();
  const rows = await tx.invoice.findMany({
    where: { id: { in: [...invoiceIds] } },
    select: { id: true, orderId: true },
  });
  return new Map(rows.map(({ id, orderId }) => [id, orderId]));
}

/** Lists the owners of a merchant, who are ultimately responsible for its refunds. */
export function listOwners(tx: Tx, merchantId: string): Promise<{ id: string; email: string }[]> {
  return tx.user.findMany({
    where: { memberships: { some: { merchantId, role: "owner" } } },
    select: { id: true, email: true },
  });
}

/** Returns a merchant's settings for confirmed requests; null when there is no such merchant. */
export async function findTerms(tx: Tx, merchantId: string) {
  const row = await tx.merchant.findUnique({
    where: { id: merchantId },
    select: { name: true, supportContact: true, refundRequestsAutomaticSince: true, refundsNeedPayoutKey: true },
  });
  if (row === null) return null;
  const { refundRequestsAutomaticSince: since, ...terms } = row;
  return { ...terms, automaticFrom: since === null ? null : automaticFrom(since) };
}
