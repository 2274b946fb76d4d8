import type { Tx } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { type Decimal, decimal, HUNDRED } from "@/lib/kernel/money/decimal";
import type { OpenedCase } from "@/lib/money-in/cases/case";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { commissionOn } from "@/lib/money-in/invoices/payer-amount";
import type { InvoiceStatus } from "@/lib/money-in/invoices/status";
import type { CatalogService } from "@/lib/pricing/catalog/catalog-types";

/** Invoices that a late payment can still decide; any other was decided for good without it. */
const OPEN_TO_LATE: readonly InvoiceStatus[] = ["check", "process", "cancel", "wrong_amount"];

/** Whether crediting the case passes its payment on to the invoice, which is decided anew with it. */
export function takesLate(
  { kind }: Pick<OpenedCase, "kind">,
  invoice: Pick<Invoice, "status"> | null,
): invoice is Invoice {
  return kind === "late" && invoice !== null && OPEN_TO_LATE.includes(invoice.status);
}

/**
 * What the gateway keeps of a deposit that is credited as it is: the merchant's own percentage or the service's, and the service's fixed
 * part; never more than the deposit. In its coin. @throws AppError for no such merchant
 */
export async function caseCommission(
  tx: Tx,
  merchantId: string,
  amount: Decimal,
  service: CatalogService,
): Promise<Decimal> {
  const own = await readCommission(tx, merchantId);
  return commissionOn(amount, {
    commissionRate: own ?? service.paymentFeePercent.dividedBy(HUNDRED),
    commissionFixed: service.paymentFeeFixed,
    subtractPercent: 0,
  });
}

/** A merchant's own commission, part of 1; null when the services' own applies. @throws AppError for no such merchant */
async function readCommission(tx: Tx, merchantId: string): Promise<Decimal | null> {
  const row = await tx.merchant.findUnique({ where: { id: merchantId }, select: { paymentCommission: true } });
  if (row === null) throw new AppError("not_found", "Merchant not found");
  return row.paymentCommission === null ? null : decimal(row.paymentCommission);
}
