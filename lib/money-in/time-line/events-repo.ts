import type { Prisma } from "@/lib/generated/prisma/client";
import type { Tx } from "@/lib/kernel/db";
import type { InvoiceEventKind } from "@/lib/money-in/time-line/event";

/** Writes a line of an invoice's time line, in the transaction of what it tells of. */
export async function insertEvent(
  tx: Tx,
  invoiceId: string,
  kind: InvoiceEventKind,
  detail: Prisma.InputJsonObject,
): Promise<void> {
  await tx.invoiceEvent.create({ data: { invoiceId, kind, detail }, select: { id: true } });
}
