import { readForm } from "@/app/pay/form-field";
import { payerOf } from "@/app/pay/payer";
import { orTrouble, type PayParams, respondWithPage } from "@/app/pay/respond";
import { seeOther } from "@/components/pay/page-headers";
import { payPath } from "@/components/pay/page-model";
import { say } from "@/components/pay/say";
import { isSealOf } from "@/lib/dashboard/offer-seal";
import { isOwnOrigin } from "@/lib/dashboard/origin";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { loadPayView } from "@/lib/invoices/load-pay-view";
import { payFromPersonalWallet } from "@/lib/invoices/pay-from-personal-wallet";
import { decimal } from "@/lib/money/decimal";

const AMOUNT = /^\d{1,40}(?:\.\d{1,18})?$/;

/** The payer agrees to what the page has shown: it is taken out of the personal wallet, or nothing is. */
export async function POST(request: Request, { params }: PayParams): Promise<Response> {
  const { uuid } = await params;
  const form = isFromElsewhere(request) ? null : await readForm(request);
  return await orTrouble(async () => {
    const view = await loadPayView(uuid.toLowerCase());
    if (view === null || form === null) return await respondWithPage(request, uuid);
    const payer = await payerOf(request);
    if (payer === null) return await respondWithPage(request, uuid, { error: say("balance.signed-out") });
    const [quoteId = "", amount = "", seal = ""] = ["quote", "amount", "seal"].map((name) => form.get(name) ?? "");
    const terms = { sessionId: payer.id, invoiceId: view.uuid, quoteId, amount };
    if (!AMOUNT.test(amount) || !isSealOf(terms, seal))
      return await respondWithPage(request, uuid, { error: say("balance.changed") });
    try {
      const agreed = { quoteId, amount: decimal(amount) };
      await payFromPersonalWallet({ invoiceId: view.uuid, userId: payer.user.id, agreed });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return await respondWithPage(request, uuid, { error: error.message });
    }
    return seeOther(payPath(view.uuid));
  });
}

/** Browsers write `null` here for a page without a referrer; what names another site is not our page. */
function isFromElsewhere({ headers }: Request): boolean {
  const origin = headers.get("origin");
  return origin !== null && origin !== "null" && !isOwnOrigin(headers, env().BASE_URL);
}

/** Somebody reloads the answer to a refused payment by its address. */
export async function GET(_request: Request, { params }: PayParams): Promise<Response> {
  return seeOther(payPath(encodeURIComponent((await params).uuid)));
}
