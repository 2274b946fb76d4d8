import { BillPage } from "@/components/payers/bill/bill-page";
import type { BillPageModel } from "@/components/payers/bill/bill-page-model";
import { billPath } from "@/components/payers/bill/bill-path";
import { renderDocument } from "@/components/payers/pay/render-pay-page";

/** Renders the page of a bill as a whole HTML document. Its script only prints. */
export async function renderBillPage(model: BillPageModel): Promise<string> {
  const { view, messages } = model;
  const { bill, brand, merchantName } = view;
  const title = `${messages.say("bill.title", { number: bill.number ?? "" })} · ${messages.isolate(merchantName)}`;
  const facts = { title, path: billPath(bill.secret, null), messages, isLive: true, brand };
  return await renderDocument(facts, <BillPage {...model} />);
}
