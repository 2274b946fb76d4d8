import { randomUUID } from "node:crypto";
import { readForm } from "@/app/pay/form-field";
import { type PageLanguage, pageLanguage } from "@/app/pay/page-language";
import { orErrorPage } from "@/app/pay/respond";
import { billProblemText } from "@/components/payers/bill/problem-text";
import { renderBillPage } from "@/components/payers/bill/render-bill-page";
import { pageResponse, seeOther } from "@/components/payers/pay/page-headers";
import { payPath } from "@/components/payers/pay/page-model";
import { renderMessagePage } from "@/components/payers/pay/render-pay-page";
import { findPageBill, loadBillPage } from "@/lib/fronts/bill-page/load-bill-page";
import { AppError } from "@/lib/kernel/errors";
import { withinShare } from "@/lib/kernel/http/address-limits";
import { type Bill, billErrors } from "@/lib/money-in/bills/bill";
import { payBill } from "@/lib/money-in/bills/pay-bill";

/** Daily limits per network address: of one bill, and of all together. */
const OF_BILL_A_DAY = 20;
const OF_ALL_A_DAY = 60;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Returns the page of a bill. Creates nothing: scanners of mail open every link. */
export async function respondWithBill(request: Request, secret: string): Promise<Response> {
  return await withBill(request, secret, (bill, language) => billResponse(bill, language));
}

/**
 * Leads to the payment of what is due; a form submitted twice leads to the same one. A refused one
 * is shown again with the cause.
 */
export async function handlePayment(request: Request, secret: string): Promise<Response> {
  return await withBill(request, secret, async (bill, language) => {
    const key = (await readForm(request))?.get("key") ?? "";
    if (!UUID.test(key)) return await billResponse(bill, language);
    try {
      const invoiceId = await payWithinShare(request, bill, key);
      return seeOther(payPath(invoiceId, "", { lang: language.lang }), request);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return await billResponse(bill, language, error);
    }
  });
}

async function payWithinShare(request: Request, bill: Bill, key: string): Promise<string> {
  const refuse = billErrors.tooOften;
  const ofAll = { what: "payments of bills", perDay: OF_ALL_A_DAY, refuse };
  const ofBill = { what: `payments of bill ${bill.id}`, perDay: OF_BILL_A_DAY, refuse };
  return await withinShare(request, ofAll, () => withinShare(request, ofBill, () => payBill(bill, key)));
}

async function billResponse(bill: Bill, language: PageLanguage, refused: AppError | null = null): Promise<Response> {
  const { messages, lang } = language;
  const view = await loadBillPage(bill, new Date());
  const error = refused && billProblemText(refused, view.merchantName, messages);
  const html = await renderBillPage({ view, formKey: randomUUID(), error, messages, lang });
  return pageResponse(html, refused === null ? 200 : 422, language, { brand: view.brand, isEmbedded: false });
}

/** Calls `respond` with the bill of the URL; an unknown one gets a 404 page. */
async function withBill(
  request: Request,
  secret: string,
  respond: (bill: Bill, language: PageLanguage) => Promise<Response>,
): Promise<Response> {
  const language = await pageLanguage(request);
  return await orErrorPage(language, async () => {
    const bill = await findPageBill(secret);
    if (bill !== null) return await respond(bill, language);
    return pageResponse(await renderMessagePage("missing", language.messages), 404, language);
  });
}
