import type { Page } from "@playwright/test";
import { onPage } from "../dashboard/on-page";

const DAY_MS = 86_400_000;
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** The form of a new bill, as the dashboard sends it: two lamps with a tax. */
const FORM = {
  customerName: "Ada Lovelace",
  customerEmail: "ada@example.com",
  customerAddress: "12 St James Square\nLondon",
  currency: "USD",
  lines: [{ text: "Reading lamp, brass", quantity: "2", price: "64.50" }],
  taxes: [{ name: "VAT", percent: "20" }],
  numberPrefix: "B-",
  issueDate: dayFromNow(0),
  dueDate: dayFromNow(14),
  note: "Thank you for your order.",
  locale: "en",
  reminderDays: "0, 7",
};

/** Writes a draft of the user's merchant and returns its id. */
export async function newDraft(page: Page, fields: Partial<typeof FORM> = {}): Promise<string> {
  return (await ask<{ id: string }>(page, "bills.create", { ...FORM, ...fields })).id;
}

/** Writes and sends a bill, and returns its id and the address of its page. */
export async function newBill(page: Page, fields: Partial<typeof FORM> = {}): Promise<{ id: string; url: string }> {
  const id = await newDraft(page, fields);
  await ask(page, "bills.send", { id });
  await page.goto(`/bills/${id}`);
  const url = await page.getByRole("link", { name: "Open page" }).getAttribute("href");
  return { id, url: url ?? "" };
}

/** Cancels a bill of the user's merchant. */
export async function cancelBill(page: Page, id: string): Promise<void> {
  await ask(page, "bills.cancel", { id });
}

async function ask<Answer>(page: Page, operation: string, data: object): Promise<Answer> {
  const answer = await page.request.post(`/api/rpc/${operation}`, { data, headers: await onPage(page) });
  if (!answer.ok()) throw new Error(`${operation} failed: ${await answer.text()}`);
  return await answer.json();
}
