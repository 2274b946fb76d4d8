import { readForm } from "@/app/pay/form-field";
import { isOwnOrigin } from "@/lib/fronts/dashboard/gates";
import { isSealOf } from "@/lib/fronts/dashboard/offer-seal";
import { env } from "@/lib/kernel/env";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import type { SessionRow } from "@/lib/people/identity/sessions-repo";

const AMOUNT = /^\d{1,40}(?:\.\d{1,18})?$/;

/**
 * Returns what a signed-in payer accepted by sending the page's form; null if this page did not
 * create the form for this session.
 */
export async function readAgreement(
  request: Request,
  invoiceId: string,
  payer: SessionRow,
): Promise<{ readonly quoteId: string; readonly amount: Decimal } | null> {
  const form = isFromElsewhere(request) ? null : await readForm(request);
  const [quoteId = "", amount = "", seal = ""] = ["quote", "amount", "seal"].map((name) => form?.get(name) ?? "");
  const terms = { sessionId: payer.id, invoiceId, quoteId, amount };
  return AMOUNT.test(amount) && isSealOf(terms, seal) ? { quoteId, amount: decimal(amount) } : null;
}

/** Browsers send `null` for a page without a referrer; any other foreign origin is not our page. */
function isFromElsewhere({ headers }: Request): boolean {
  const origin = headers.get("origin");
  return origin !== null && origin !== "null" && !isOwnOrigin(headers, env().BASE_URL);
}
