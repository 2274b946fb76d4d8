import type { Page } from "@playwright/test";
import { onPage } from "../dashboard/on-page";
import { sandbox } from "../machine-api";

/** The form of a new payment link, as the dashboard sends it: any number of pieces of one price. */
const FORM = {
  amount: "12",
  currency: "USD",
  amountMin: "",
  amountMax: "",
  quantityMax: "",
  noteQuestion: "no",
  emailQuestion: "no",
  urlCallback: "",
  stock: "",
  useLimit: "",
  endsAt: "",
};

type LinkFields = Partial<typeof FORM> & { readonly name: string; readonly title: string };

/**
 * Creates a payment link of the user's merchant. @throws Error with the response if it is refused
 */
export async function newLink(page: Page, fields: LinkFields): Promise<{ readonly id: string; readonly url: string }> {
  const data = { ...FORM, ...fields };
  const answer = await page.request.post("/api/rpc/paymentLinks.create", { data, headers: await onPage(page) });
  if (!answer.ok()) throw new Error(`${fields.name} was not created: ${await answer.text()}`);
  const { id }: { id: string } = await answer.json();
  return { id, url: `${sandbox.baseUrl}/l/${fields.name}` };
}
