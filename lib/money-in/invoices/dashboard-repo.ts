import { database } from "@/lib/kernel/db";

/**
 * Of a shop that never answers there are a dozen for each event, and more when somebody resends.
 */
const ATTEMPTS_MAX = 60;

/**
 * What the detail page shows beside the invoice itself. The caller has checked whose invoice it is.
 */
export async function selectInvoiceDetailRows(invoiceId: string) {
  const db = database();
  // Those of a top-up belong to its wallet, and are known by their credits.
  const credits = await db.invoiceCredit.findMany({
    where: { invoiceId },
    select: { depositId: true, commission: true, reversedAt: true },
  });
  const [quotes, deposits, cases, events, attempts] = await Promise.all([
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
  ]);
  const heads = await db.chainCursor.findMany({
    where: { networkCode: { in: deposits.map((deposit) => deposit.networkCode) } },
    select: { networkCode: true, headHeight: true },
  });
  return { quotes, deposits, cases, events, attempts, heads, credits };
}
export type InvoiceDetailRows = Awaited<ReturnType<typeof selectInvoiceDetailRows>>;
