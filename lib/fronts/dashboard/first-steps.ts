import { findFirstInvoiceAt, hasPaidOut, hasReceivedWebhook } from "@/lib/fronts/dashboard/overview-repo";
import type { FirstSteps } from "@/lib/fronts/dashboard/overview-schema";

/** Whoever has worked with it so long knows where things are, whatever of it they use. */
const NEW_DAYS = 30;
const DAY_MS = 86_400_000;

/** What a new merchant has done of what makes a shop ready, from what is there; null once it is all done, or the shop no longer new. */
export async function readFirstSteps(merchantId: string, now: Date): Promise<FirstSteps | null> {
  const firstInvoiceAt = await findFirstInvoiceAt(merchantId);
  if (firstInvoiceAt !== null && now.getTime() - firstInvoiceAt.getTime() > NEW_DAYS * DAY_MS) return null;
  const [hasWebhook, hasPayout] = await Promise.all([hasReceivedWebhook(merchantId), hasPaidOut(merchantId)]);
  const steps = { hasInvoice: firstInvoiceAt !== null, hasWebhook, hasPayout };
  return Object.values(steps).every(Boolean) ? null : steps;
}
