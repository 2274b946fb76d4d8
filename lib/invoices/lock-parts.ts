import { findCasesOfDeposits } from "@/lib/cases/repo";
import type { Tx } from "@/lib/db";
import { lockOwnerDeposits } from "@/lib/deposits/repo";
import { bookedParts, type Confirmed, findInsidePart } from "@/lib/invoices/confirmed-parts";
import type { Invoice } from "@/lib/invoices/invoice";
import { type Part, partsOf } from "@/lib/invoices/parts";
import { listQuotes } from "@/lib/invoices/repo";

export type LockedParts = {
  /** Every deposit that counts, whatever has become of it. */
  readonly parts: readonly Part[];
  readonly confirmed: Confirmed;
};

/** What came for an invoice, locked until the transaction ends. The caller holds the invoice's row. */
export async function lockParts(tx: Tx, invoice: Invoice): Promise<LockedParts> {
  const deposits = await lockOwnerDeposits(tx, "invoice", invoice.id);
  const quotes = await listQuotes(tx, invoice.id);
  const cases = await findCasesOfDeposits(
    tx,
    deposits.map(({ id }) => id),
  );
  const parts = partsOf(invoice, deposits, quotes, cases);
  return { parts, confirmed: { parts: bookedParts(parts), inside: await findInsidePart(tx, invoice, quotes) } };
}
