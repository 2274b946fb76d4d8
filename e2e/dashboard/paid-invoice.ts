import { expect, type Page } from "@playwright/test";
import { type NewInvoice, newInvoice } from "../pay/new-invoice";

/**
 * Creates an invoice in USDT on bsc, pays it with play money or with another token, and shows it on
 * the page.
 */
export async function paidInvoice(page: Page, amount = "25", kind: "exact" | "token" = "exact"): Promise<NewInvoice> {
  const invoice = await newInvoice({ to_currency: "USDT", network: "bsc", amount });
  await page.request.post(`${invoice.url}/sandbox`, { form: { kind } });
  await page.goto(`/invoices/${invoice.uuid}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(kind === "exact" ? "Paid" : "Waiting");
  return invoice;
}
