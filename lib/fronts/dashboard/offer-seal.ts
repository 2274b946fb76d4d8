import { createHmac, timingSafeEqual } from "node:crypto";
import { requiredSetting } from "@/lib/kernel/env";

/** What a person was shown on a page and agrees to by sending its form. */
export type SealedOffer = {
  readonly sessionId: string;
  readonly invoiceId: string;
  readonly quoteId: string;
  readonly amount: string;
};

/**
 * A mark that only our own page can put into a form, for this session and these terms. The payment
 * page sends no referrer, so that browsers hide its Origin as well; this is what keeps another site
 * from sending the form, and an old tab from agreeing to new terms.
 */
export function sealOffer({ sessionId, invoiceId, quoteId, amount }: SealedOffer): string {
  const text = ["pay-from-balance", sessionId, invoiceId, quoteId, amount].join("\n");
  return createHmac("sha256", requiredSetting("AUTH_SECRET")).update(text).digest("base64url");
}

export function isSealOf(offer: SealedOffer, seal: string): boolean {
  const [expected, given] = [Buffer.from(sealOffer(offer)), Buffer.from(seal)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}
