import type { OpenedCase } from "@/lib/cases/case";
import type { Invoice } from "@/lib/invoices/invoice";
import type { InvoiceStatus } from "@/lib/invoices/status";

/** Invoices that a late payment can still decide; any other was decided for good without it. */
const OPEN_TO_LATE: readonly InvoiceStatus[] = ["check", "process", "cancel", "wrong_amount"];

/** Whether crediting the case passes its payment on to the invoice, which is decided anew with it. */
export function takesLate(
  { kind }: Pick<OpenedCase, "kind">,
  invoice: Pick<Invoice, "status"> | null,
): invoice is Invoice {
  return kind === "late" && invoice !== null && OPEN_TO_LATE.includes(invoice.status);
}
