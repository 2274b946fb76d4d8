import { payerOf } from "@/app/pay/payer";
import { isPerson, recordPageView } from "@/lib/fronts/analytics/record-page-view";
import type { PayView } from "@/lib/fronts/payment-page/pay-view";
import { isOpen } from "@/lib/money-in/invoices/status";

/**
 * Records for analytics that a person opened the page while it could be paid. Not awaited; never
 * throws, and repeated requests for the same page need no query.
 */
export async function recordOpenedPage(
  request: Request,
  view: Pick<PayView, "uuid" | "status" | "expiresAt">,
  at: Date,
): Promise<void> {
  if (!isPerson(request) || !isOpen(view.status) || at >= view.expiresAt) return;
  const findUserId = async () => (await payerOf(request))?.user.id ?? null;
  await recordPageView({ invoiceId: view.uuid, findUserId, at });
}
