import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET, POST } from "@/app/b/[secret]/route";
import { closeDatabase, database } from "@/lib/kernel/db";
import { CLIENT_ADDRESS_HEADER } from "@/lib/kernel/http/client-address";
import { OFFERED_LOCALES } from "@/lib/kernel/locales/catalogues";
import { loadMessages } from "@/lib/kernel/locales/messages";
import type { Bill } from "@/lib/money-in/bills/bill";
import { cancelBill } from "@/lib/money-in/bills/send-bill";
import { newActor, newBill, newDraft } from "@/lib/money-in/bills/testing/bill-rig";
import { newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";

/** The public page of a bill: a plain form that works without a script. */

/** Same as for the payment page. */
const BYTES_MAX = 40 * 1024;

let merchantId: string;
beforeAll(async () => {
  await openGateway(60);
  merchantId = await newMerchant();
});
afterAll(closeDatabase);

type Asked = { readonly query?: string; readonly form?: object; readonly headers?: Readonly<Record<string, string>> };

async function ask(secret: string | null, { query = "", form, headers = {} }: Asked = {}) {
  const body = form && new URLSearchParams(Object.entries(form));
  const request = new Request(`http://pay.test/b/${secret}${query}`, {
    headers,
    ...(body && { method: "POST", body }),
  });
  const response = await (body ? POST : GET)(request, { params: Promise.resolve({ secret: String(secret) }) });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

const countInvoices = () => database().invoice.count({ where: { merchantId } });

/** Submits the form of the page as a browser would. */
async function submit(bill: Bill, asked: Asked = {}, fields: object = {}) {
  const { html } = await ask(bill.secret);
  const key = /name="key" value="([^"]+)"/.exec(html)?.[1] ?? "";
  return await ask(bill.secret, { ...asked, form: { key, ...fields } });
}

describe("the page of a bill", () => {
  test("shows the bill, is not indexed or cached, and creates nothing when it is looked at", async () => {
    const bill = await newBill(merchantId, {
      customerAddress: "12 St James <Square>",
      lines: [{ text: "Lamp <b>red</b>", quantity: "1.5", price: "80" }],
      taxes: [{ name: "VAT", percent: "19" }],
      note: "Thank you",
    });
    const before = await countInvoices();
    const { status, html, headers } = await ask(bill.secret);
    expect(status).toBe(200);
    for (const text of ["Ada Lovelace", "142.80", "22.80", "VAT (19 %)", "Thank you", "1.5 ×"])
      expect(html).toContain(text);
    expect(html).not.toContain("<b>red");
    expect(headers.get("x-robots-tag")).toContain("noindex");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(await countInvoices()).toBe(before);
  });

  test("leads to one payment, whoever presses the button, and names it as long as it is open", async () => {
    const bill = await newBill(merchantId);
    const [first, again] = [await submit(bill), await submit(bill, { query: "?lang=de" })];
    expect([first.status, again.status]).toEqual([303, 303]);
    const to = first.headers.get("location") ?? "";
    expect(to).toMatch(/^\/pay\/[0-9a-f-]{36}$/);
    expect(again.headers.get("location")).toBe(`${to}?lang=de`);
    expect((await ask(bill.secret)).html).toContain("Back to the payment");
  });

  test("is 404 for an unknown address, the id of a bill, and a draft", async () => {
    const bill = await newBill(merchantId);
    const draft = await newDraft(merchantId);
    for (const secret of ["a".repeat(43), bill.id, draft.secret, "..", "a".repeat(300)])
      expect([secret, (await ask(secret)).status]).toEqual([secret, 404]);
    expect((await ask("a".repeat(43), { form: { key: "x" } })).status).toBe(404);
  });

  test("of a cancelled bill says so and has no button; a form that was open is refused", async () => {
    const bill = await newBill(merchantId);
    const { html } = await ask(bill.secret);
    const key = /name="key" value="([^"]+)"/.exec(html)?.[1] ?? "";
    await cancelBill({ merchantId, actorId: await newActor() }, bill.id);
    const before = await countInvoices();
    const over = await ask(bill.secret, { form: { key } });
    expect(over.status).toBe(422);
    expect(over.html).toContain("This bill was cancelled.");
    expect((await ask(bill.secret)).html).not.toContain("<form method");
    expect(await countInvoices()).toBe(before);
  });

  test.each([
    ["another site's request", { "sec-fetch-site": "cross-site" }, {}],
    ["a form without a key", {}, { key: "" }],
    ["a form of more than 1 KB", {}, { note: "x".repeat(2_000) }],
  ])("makes no payment of %s", async (_what, headers, fields) => {
    const bill = await newBill(merchantId);
    const before = await countInvoices();
    expect((await submit(bill, { headers }, fields)).status).toBe(200);
    expect(await countInvoices()).toBe(before);
  });

  test("takes a limited number of presses a day from one address", async () => {
    const bill = await newBill(merchantId);
    const headers = { [CLIENT_ADDRESS_HEADER]: "203.0.113.77" };
    const statuses: number[] = [];
    for (let count = 0; count < 22; count += 1) statuses.push((await submit(bill, { headers })).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 303), 422, 422]);
    expect((await submit(bill, { headers: { [CLIENT_ADDRESS_HEADER]: "203.0.113.78" } })).status).toBe(303);
  });

  test("is in every language, and small", async () => {
    const bill = await newBill(merchantId, { taxes: [{ name: "VAT", percent: "7" }] });
    for (const locale of OFFERED_LOCALES) {
      const messages = await loadMessages(locale);
      const { html, headers } = await ask(bill.secret, { query: `?lang=${locale}` });
      expect(headers.get("content-language")).toBe(locale);
      for (const key of ["bill.for", "bill.due", "bill.left", "bill.subtotal"] as const)
        expect(html).toContain(messages.say(key));
      expect(gzipSync(html).length).toBeLessThan(BYTES_MAX);
    }
  });
});
