import { createHmac, timingSafeEqual } from "node:crypto";
import { authSecrets } from "@/lib/kernel/env";

/** The offer shown to a user, who accepts it by submitting its form. */
export type SealedOffer = {
  readonly sessionId: string;
  readonly invoiceId: string;
  readonly quoteId: string;
  readonly amount: string;
};

/**
 * Returns a MAC that only our own page can put into a form, for this session and these terms. The
 * payment page sends no referrer, so browsers hide its Origin as well; this keeps another site from
 * submitting the form, and an outdated tab from accepting new terms.
 */
export function sealOffer(offer: SealedOffer): string {
  return sealWith(authSecrets()[0], offer);
}

export function isSealOf(offer: SealedOffer, seal: string): boolean {
  const given = Buffer.from(seal);
  return authSecrets().some((secret) => {
    const expected = Buffer.from(sealWith(secret, offer));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
}

function sealWith(secret: string, { sessionId, invoiceId, quoteId, amount }: SealedOffer): string {
  const text = ["pay-from-balance", sessionId, invoiceId, quoteId, amount].join("\n");
  return createHmac("sha256", secret).update(text).digest("base64url");
}
