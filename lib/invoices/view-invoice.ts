import { loadCatalog } from "@/lib/catalog/queries";
import { loadConvertView } from "@/lib/invoices/convert-view";
import type { Invoice } from "@/lib/invoices/invoice";
import type { InvoiceView } from "@/lib/invoices/schema";
import { toInvoiceView } from "@/lib/invoices/wire-view";

/** The Invoice object of the interface for an invoice. */
export async function viewInvoice(invoice: Invoice): Promise<InvoiceView> {
  const [catalog, convert] = [await loadCatalog(), await loadConvertView(invoice)];
  return toInvoiceView(invoice, catalog.currency(invoice.currencyCode)?.kind === "crypto", convert);
}
