import type { RefundRequest } from "@/lib/exceptions/refund-requests/refund-request";
import type { RefundStatus } from "@/lib/exceptions/refunds/status";
import type { Prisma, RefundRequestProof } from "@/lib/generated/prisma/client";
import type { Tx } from "@/lib/kernel/db";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";

export type NewRequest = Pick<
  RefundRequest,
  | "merchantId"
  | "invoiceId"
  | "kind"
  | "caseId"
  | "currencyCode"
  | "networkCode"
  | "address"
  | "amount"
  | "challenge"
  | "locale"
  | "confirmUntil"
> & { readonly tokenHash: Uint8Array<ArrayBuffer> | null };

export async function insertRequest(tx: Tx, { amount, ...rest }: NewRequest): Promise<RefundRequest> {
  return toRequest(await tx.refundRequest.create({ data: { ...rest, amount: amount.toFixed() } }));
}

/** By id, for the gateway itself: no owner is checked. */
export async function findRequest(tx: Tx, id: string): Promise<RefundRequest | null> {
  const row = await tx.refundRequest.findUnique({ where: { id } });
  return row && toRequest(row);
}

/** Of one invoice, since the link to its page was opened with it. */
export async function findRequestOfInvoice(tx: Tx, invoiceId: string, id: string): Promise<RefundRequest | null> {
  const row = await tx.refundRequest.findUnique({ where: { id, invoiceId } });
  return row && toRequest(row);
}

export async function findRequestOfMerchant(tx: Tx, merchantId: string, id: string): Promise<RefundRequest | null> {
  const row = await tx.refundRequest.findUnique({ where: { id, merchantId } });
  return row && toRequest(row);
}

export async function findRequestBySecret(
  tx: Tx,
  invoiceId: string,
  tokenHash: Uint8Array<ArrayBuffer>,
): Promise<RefundRequest | null> {
  const row = await tx.refundRequest.findUnique({ where: { tokenHash, invoiceId } });
  return row && toRequest(row);
}

/** How often it was asked since then, whatever became of it. */
export function countRequestsSince(tx: Tx, invoiceId: string, since: Date): Promise<number> {
  return tx.refundRequest.count({ where: { invoiceId, createdAt: { gt: since } } });
}

/** Nobody has confirmed it, and somebody still may. */
function confirmable(now: Date): Prisma.RefundRequestWhereInput {
  return { status: "unconfirmed", confirmUntil: { gt: now } };
}

/**
 * What the payer's page shows of an invoice, newest first: not what ended, nor what nobody can
 * confirm any more.
 */
export async function listRequestsOfInvoice(tx: Tx, invoiceId: string, now: Date): Promise<RefundRequest[]> {
  const rows = await tx.refundRequest.findMany({
    where: { invoiceId, OR: [{ status: { in: ["confirmed", "approved", "refused"] } }, confirmable(now)] },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return rows.map(toRequest);
}

/** What was shown to come from the payer of a merchant's invoice, newest first. */
export async function listRequestsOfMerchantInvoice(
  tx: Tx,
  merchantId: string,
  invoiceId: string,
): Promise<RefundRequest[]> {
  const rows = await tx.refundRequest.findMany({
    where: { merchantId, invoiceId, status: { in: ["confirmed", "approved", "refused"] } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return rows.map(toRequest);
}

export function countWaitingRequests(tx: Tx, merchantId: string): Promise<number> {
  return tx.refundRequest.count({ where: { merchantId, status: "confirmed" } });
}

/** Which money of an invoice a confirmed wish waits for: case ids, null for the payment's own. */
export async function listAwaitedMoney(tx: Tx, invoiceId: string): Promise<ReadonlySet<string | null>> {
  const rows = await tx.refundRequest.findMany({
    where: { invoiceId, status: "confirmed" },
    select: { caseId: true },
  });
  return new Set(rows.map(({ caseId }) => caseId));
}

/** The payer's wish was shown to be theirs. The other open ones for the same money are void. */
export async function markConfirmed(
  tx: Tx,
  request: RefundRequest,
  proof: RefundRequestProof,
  now: Date,
): Promise<void> {
  const { id, invoiceId, caseId } = request;
  await tx.refundRequest.update({
    where: { id },
    data: { status: "confirmed", proof, confirmedAt: now },
    select: { id: true },
  });
  await tx.refundRequest.updateMany({
    where: { invoiceId, caseId, status: "unconfirmed" },
    data: { status: "void" },
  });
}

/**
 * What of an invoice is asked for and nobody has decided, confirmed or still to be. Never what
 * nobody has confirmed in its time: whoever holds the link leaves some every day, and they stay.
 */
export async function listUndecidedRequests(tx: Tx, invoiceId: string, now: Date): Promise<RefundRequest[]> {
  const rows = await tx.refundRequest.findMany({
    where: { invoiceId, OR: [{ status: "confirmed" }, confirmable(now)] },
    orderBy: { id: "asc" },
  });
  return rows.map(toRequest);
}

/**
 * Its money went another way. False where it was decided at the same moment: a refusal takes no
 * lock but its own.
 */
export async function closeAnswered(tx: Tx, id: string): Promise<boolean> {
  const { count } = await tx.refundRequest.updateMany({
    where: { id, status: { in: ["unconfirmed", "confirmed"] } },
    data: { status: "void", failure: null },
  });
  return count === 1;
}

/**
 * A part of its money went another way: this is left. False where it was decided at the same
 * moment.
 */
export async function lowerAsked(tx: Tx, id: string, amount: Decimal): Promise<boolean> {
  const { count } = await tx.refundRequest.updateMany({
    where: { id, status: "confirmed" },
    data: { amount: amount.toFixed() },
  });
  return count === 1;
}

export type Decision = {
  readonly status: "approved" | "refused";
  /** Null: the merchant's policy. */
  readonly decidedById: string | null;
  readonly note: string | null;
  readonly refundId: string | null;
};

/** Whether this was the one decision: false when another came first. */
export async function decideOnce(tx: Tx, id: string, decision: Decision): Promise<boolean> {
  const { count } = await tx.refundRequest.updateMany({
    where: { id, status: "confirmed" },
    data: { ...decision, decidedAt: new Date(), failure: null },
  });
  return count === 1;
}

/** Why it did not go by itself, for a person who decides. */
export async function recordFailure(tx: Tx, id: string, failure: string): Promise<void> {
  await tx.refundRequest.updateMany({ where: { id, status: "confirmed" }, data: { failure } });
}

/** What became of the refunds that answered these. */
export async function listRefundStatuses(
  tx: Tx,
  requests: readonly Pick<RefundRequest, "refundId">[],
): Promise<ReadonlyMap<string, RefundStatus>> {
  const ids = requests.flatMap(({ refundId }) => refundId ?? []);
  if (ids.length === 0) return new Map();
  const rows = await tx.refund.findMany({ where: { id: { in: ids } }, select: { id: true, status: true } });
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** The row without its secret. */
export function toRequest({ tokenHash, ...row }: Prisma.RefundRequestGetPayload<object>): RefundRequest {
  return { ...row, isMailed: tokenHash !== null, amount: decimal(row.amount) };
}
