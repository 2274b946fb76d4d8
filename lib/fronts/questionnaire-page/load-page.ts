import { database } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { findInvoiceById } from "@/lib/money-in/invoices/repo";
import { questionnaireIdOf } from "@/lib/money-in/questionnaires/list-views";
import { findQuestionnaire } from "@/lib/money-in/questionnaires/repo";
import { type AmlStatus, amlStatusOf } from "@/lib/money-in/questionnaires/schema";
import type { BrandView } from "@/lib/people/brands/brand-view";
import { findBrand } from "@/lib/people/brands/find-brand";
import { findPayee } from "@/lib/people/merchants/merchants-repo";

/** The public part of a questionnaire's page: whose payment it is about, and no answers. */
export type AmlPageView = {
  readonly id: string;
  readonly status: AmlStatus;
  readonly invoiceId: string;
  readonly orderId: string;
  readonly merchantName: string;
  readonly brand: BrandView;
};

/**
 * Finds it by the last part of its URL; returns null without a database query if we did not create
 * that link.
 */
export async function loadAmlPage(link: string, now: Date): Promise<AmlPageView | null> {
  const id = questionnaireIdOf(link);
  const found = id === null ? null : await findQuestionnaire(database(), id);
  if (found === null) return null;
  const invoice = await findInvoiceById(database(), found.invoiceId);
  invariant(invoice, "an invoice is never deleted");
  const [{ name }, brand] = await Promise.all([
    findPayee(database(), invoice.merchantId),
    findBrand(invoice.merchantId),
  ]);
  return {
    id: found.id,
    status: amlStatusOf(found, now),
    invoiceId: invoice.id,
    orderId: invoice.orderId,
    merchantName: name,
    brand,
  };
}
