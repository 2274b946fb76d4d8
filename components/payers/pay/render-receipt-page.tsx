import type { PageModel } from "@/components/payers/pay/page-model";
import { ReceiptPage } from "@/components/payers/pay/receipt-page";
import { receiptPath } from "@/components/payers/pay/receipt-path";
import { renderDocument } from "@/components/payers/pay/render-pay-page";

type ReceiptModel = Pick<PageModel, "view" | "state" | "messages" | "lang">;

/** Renders the receipt of a payment as a whole HTML document. */
export async function renderReceiptPage(model: ReceiptModel, isEmbedded = false): Promise<string> {
  const { view, messages } = model;
  const title = `${messages.say("receipt.title")} · ${messages.isolate(view.merchantName)}`;
  const facts = { title, path: receiptPath(view.uuid), messages, isLive: true, brand: view.brand, isEmbedded };
  return await renderDocument(facts, <ReceiptPage {...model} />);
}
