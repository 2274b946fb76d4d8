import { database } from "@/lib/kernel/db";
import { readLinkName } from "@/lib/money-in/payment-links/link-name";
import { type LinkState, linkState, type PaymentLink, paymentLinkUrl } from "@/lib/money-in/payment-links/payment-link";
import { countForLimits, findLinkByName } from "@/lib/money-in/payment-links/repo";
import type { BrandView } from "@/lib/people/brands/brand-view";
import { findBrand } from "@/lib/people/brands/find-brand";
import { arePaymentsBlocked, findPayee } from "@/lib/people/merchants/merchants-repo";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

/** Returns the payment link at a public address; null for an unknown one. */
export async function findPageLink(name: string): Promise<PaymentLink | null> {
  const known = readLinkName(name);
  return known === null ? null : await findLinkByName(known);
}

/** What everybody sees of a payment link. */
export type LinkPageView = {
  readonly link: PaymentLink;
  readonly isFiat: boolean;
  /** Its public URL. */
  readonly url: string;
  readonly state: LinkState;
  readonly merchantName: string;
  readonly supportContact: string | null;
  readonly brand: BrandView;
};

/** Reads what the page shows. Writes nothing and queries no node. */
export async function loadLinkPage(link: PaymentLink, now: Date): Promise<LinkPageView> {
  const payee = await findPayee(database(), link.merchantId);
  return {
    link,
    isFiat: (await loadCatalog()).currency(link.currencyCode)?.kind === "fiat",
    url: paymentLinkUrl(link.name),
    state: await stateNow(link, now),
    merchantName: payee.name,
    supportContact: payee.supportContact,
    brand: await findBrand(link.merchantId),
  };
}

/** A merchant whose payments are blocked sells nothing. */
async function stateNow(link: PaymentLink, now: Date): Promise<LinkState> {
  if (await arePaymentsBlocked(database(), link.merchantId)) return { kind: "closed" };
  return linkState(link, await countForLimits(database(), link), now);
}
