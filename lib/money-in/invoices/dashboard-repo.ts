import { database } from "@/lib/kernel/db";

/** A shop that never responds causes a dozen attempts per event, and more when somebody resends. */
const ATTEMPTS_MAX = 60;

/**
 * Reads what the detail page shows in addition to the invoice itself. The caller has checked the
 * invoice's owner.
 */
export async function selectInvoiceDetailRows(invoiceId: string) {
  const db = database();
  // Conversions of a top-up belong to its wallet and are found by its credits.
  const credits = await db.invoiceCredit.findMany({
    where: { invoiceId },
    select: { depositId: true, commission: true, reversedAt: true },
  });
  const [quotes, deposits, cases, events, attempts, order, sale, billed] = await Promise.all([
    db.quote.findMany({ where: { invoiceId }, orderBy: { number: "asc" } }),
    db.deposit.findMany({
      where: {
        OR: [{ ownerKind: "invoice", ownerId: invoiceId }, { id: { in: credits.map(({ depositId }) => depositId) } }],
      },
      orderBy: [{ seenAt: "asc" }, { id: "asc" }],
      select: {
        id: true,
        networkCode: true,
        transactionId: true,
        currencyCode: true,
        amount: true,
        fromAddress: true,
        status: true,
        blockHeight: true,
        seenAt: true,
      },
    }),
    db.case.findMany({ where: { invoiceId }, select: { id: true, depositId: true } }),
    db.invoiceEvent.findMany({
      where: { invoiceId },
      orderBy: { id: "asc" },
      select: { id: true, at: true, kind: true, detail: true },
    }),
    db.webhookAttempt.findMany({
      where: { delivery: { OR: [{ objectKind: "invoice", objectId: invoiceId }, { topUpId: invoiceId }] } },
      orderBy: { id: "desc" },
      take: ATTEMPTS_MAX,
      select: {
        id: true,
        number: true,
        startedAt: true,
        durationMs: true,
        httpStatus: true,
        error: true,
        delivery: { select: { eventStatus: true } },
      },
    }),
    db.paymentLinkOrder.findUnique({
      where: { invoiceId },
      select: { quantity: true, note: true, link: { select: { id: true, title: true } } },
    }),
    db.posSale.findUnique({ where: { invoiceId }, select: { tip: true } }),
    db.billPayment.findUnique({
      where: { invoiceId },
      select: { bill: { select: { id: true, number: true, customerName: true } } },
    }),
  ]);
  const paymentLink = order && { ...order.link, quantity: order.quantity, note: order.note };
  const heads = await db.chainCursor.findMany({
    where: { networkCode: { in: deposits.map((deposit) => deposit.networkCode) } },
    select: { networkCode: true, headHeight: true },
  });
  return { quotes, deposits, cases, events, attempts, heads, credits, paymentLink, sale, bill: billed?.bill ?? null };
}
export type InvoiceDetailRows = Awaited<ReturnType<typeof selectInvoiceDetailRows>>;
