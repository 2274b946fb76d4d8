import {
  askAndConfirm,
  newClosed,
  newExtraCase,
  setAutomatic,
} from "@/lib/exceptions/refund-requests/testing/request-rig";
import { database } from "@/lib/kernel/db";
import { give } from "@/lib/money-out/payouts/testing/payout-rig";

/** `cut`: no response. `fault`: the gateway responded with an internal error. */
export type Outcome = "done" | "refused" | "fault" | "cut";

/**
 * A confirmed request whose refund is created by a process (order-process.ts), and its state in the
 * database.
 */
export type OrderCommand = {
  readonly name: string;
  readonly requestId: string;
  readonly send: (url: string) => Promise<Outcome>;
  /** Returns how many times it has completed. @throws Error if it is only partly done */
  readonly count: () => Promise<number>;
};

/** Creates a request for the money of a short payment, or of a case, with its own merchant. */
export async function orderCommand(of: "payment" | "case", how: "approve" | "automatic"): Promise<OrderCommand> {
  const { payer, invoice, caseId } =
    of === "case" ? await newExtraCase() : { ...(await newClosed("60")), caseId: null };
  await give(payer.merchantId, "USDT", "500");
  const request = await askAndConfirm(invoice, caseId === null ? {} : { kind: "case", caseId });
  if (how === "automatic") await setAutomatic(payer.merchantId);
  const order = { requestId: request.id, merchantId: payer.merchantId, actorId: payer.userId };
  return {
    name: `${how} of a ${of}`,
    requestId: request.id,
    send: (url) => outcomeOf(() => fetch(`${url}/${how}`, { method: "POST", body: JSON.stringify(order) })),
    count: () => countOrders(request.id, invoice.id, caseId),
  };
}

async function outcomeOf(request: () => Promise<Response>): Promise<Outcome> {
  try {
    const { status } = await request();
    if (status >= 500) return "fault";
    return status === 200 ? "done" : "refused";
  } catch {
    return "cut";
  }
}

/**
 * Counts refund, ledger entry, send, outflow, subject, audit event and answered request: all of
 * them exist, or none.
 */
async function countOrders(requestId: string, invoiceId: string, caseId: string | null): Promise<number> {
  const refunds = await database().refund.findMany({ where: caseId === null ? { invoiceId } : { caseId } });
  const ids = refunds.map(({ id }) => id);
  const target = caseId ?? invoiceId;
  const counts = {
    refunds: ids.length,
    entries: await database().journalEntry.count({ where: { kind: "refund.reserve", reference: { in: ids } } }),
    sends: await database().send.count({ where: { purpose: "refund", purposeId: { in: ids } } }),
    outflows: await database().outflow.count({ where: { kind: "refund", subjectId: { in: ids } } }),
    subjects:
      caseId === null
        ? await database().invoice.count({ where: { id: invoiceId, status: "refund_process" } })
        : await database().case.count({ where: { id: caseId, status: "refunding" } }),
    trail: await database().auditEvent.count({ where: { action: { in: ["payment.refund", "case.refund"] }, target } }),
    approved: await database().refundRequest.count({
      where: { id: requestId, status: "approved", refundId: { in: ids } },
    }),
  };
  if (new Set(Object.values(counts)).size !== 1) throw new Error(`request ${requestId}: ${JSON.stringify(counts)}`);
  return counts.refunds;
}
