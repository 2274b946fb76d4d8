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

/** Finds a request by id, for internal use: does not check ownership. */
export async function findRequest(tx: Tx, id: string): Promise<RefundRequest | null> {
  const row = await tx.refundRequest.findUnique({ where: { id } });
  return row && toRequest(row);
}

/** Finds a request within one invoice, because the page was opened with that invoice's link. */
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

/** Counts requests since then, in any status. */
export function countRequestsSince(tx: Tx, invoiceId: string, since: Date): Promise<number> {
  return tx.refundRequest.count({ where: { invoiceId, createdAt: { gt: since } } });
}

/** Filter for unconfirmed requests that can still be confirmed. */
function confirmable(now: Date): Prisma.RefundRequestWhereInput {
  return { status: "unconfirmed", confirmUntil: { gt: now } };
}

/**
 * Lists the requests that the payer's page shows for an invoice, newest first: excludes closed ones
 * and those whose confirmation has expired.
 */
export async function listRequestsOfInvoice(tx: Tx, invoiceId: string, now: Date): Promise<RefundRequest[]> {
  const rows = await tx.refundRequest.findMany({
    where: { invoiceId, OR: [{ status: { in: ["confirmed", "approved", "refused"] } }, confirmable(now)] },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return rows.map(toRequest);
}

/** Lists confirmed requests of a merchant's invoice, newest first. */
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

/**
 * Returns which money of an invoice has a confirmed request: case ids, null for the payment's own
 * money.
 */
export async function listAwaitedMoney(tx: Tx, invoiceId: string): Promise<ReadonlySet<string | null>> {
  const rows = await tx.refundRequest.findMany({
    where: { invoiceId, status: "confirmed" },
    select: { caseId: true },
  });
  return new Set(rows.map(({ caseId }) => caseId));
}

/**
 * Marks a request as confirmed by the payer. Other unconfirmed requests for the same money become
 * void.
 */
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
 * Lists undecided requests of an invoice, confirmed or still confirmable. Excludes unconfirmed
 * requests that have expired: anyone with the link can submit some every day, and they remain.
 */
export async function listUndecidedRequests(tx: Tx, invoiceId: string, now: Date): Promise<RefundRequest[]> {
  const rows = await tx.refundRequest.findMany({
    where: { invoiceId, OR: [{ status: "confirmed" }, confirmable(now)] },
    orderBy: { id: "asc" },
  });
  return rows.map(toRequest);
}

/**
 * Voids a request whose money is no longer available. Returns false if it was decided concurrently:
 * a refusal locks only the request.
 */
export async function closeAnswered(tx: Tx, id: string): Promise<boolean> {
  const { count } = await tx.refundRequest.updateMany({
    where: { id, status: { in: ["unconfirmed", "confirmed"] } },
    data: { status: "void", failure: null },
  });
  return count === 1;
}

/** Reduces a request to the amount that is left. Returns false if it was decided concurrently. */
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

/** Decides a request once; returns false if another decision came first. */
export async function decideOnce(tx: Tx, id: string, decision: Decision): Promise<boolean> {
  const { count } = await tx.refundRequest.updateMany({
    where: { id, status: "confirmed" },
    data: { ...decision, decidedAt: new Date(), failure: null },
  });
  return count === 1;
}

/** Records why the policy could not refund it automatically, for the user who decides. */
export async function recordFailure(tx: Tx, id: string, failure: string): Promise<void> {
  await tx.refundRequest.updateMany({ where: { id, status: "confirmed" }, data: { failure } });
}

/** Returns the statuses of the refunds created for these requests. */
export async function listRefundStatuses(
  tx: Tx,
  requests: readonly Pick<RefundRequest, "refundId">[],
): Promise<ReadonlyMap<string, RefundStatus>> {
  const ids = requests.flatMap(({ refundId }) => refundId ?? []);
  if (ids.length === 0) return new Map();
  const rows = await tx.refund.findMany({ where: { id: { in: ids } }, select: { id: true, status: true } });
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** Maps a row to a request without its secret. */
export function toRequest({ tokenHash, ...row }: Prisma.RefundRequestGetPayload<object>): RefundRequest {
  return { ...row, isMailed: tokenHash !== null, amount: decimal(row.amount) };
}
