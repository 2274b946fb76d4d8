import type { ResendSubject } from "@/lib/webhooks/reads-repo";

/** Resends of each payment, payout or wallet, those that people ask for and those of the machine API together; the operator may ask for more. */
export const RESENDS_MAX = 10;

/** What the limit counts for: a top-up by itself, for its wallet lasts for years. */
export function subjectOf(delivery: {
  readonly merchantId: string;
  readonly objectKind: string;
  readonly objectId: string;
  readonly topUpId: string | null;
}): ResendSubject {
  const { merchantId, objectKind, objectId, topUpId } = delivery;
  return topUpId === null ? { merchantId, objectKind, objectId } : { merchantId, topUpId };
}
