import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET, POST } from "@/app/l/[name]/route";
import { closeDatabase, database } from "@/lib/kernel/db";
import { CLIENT_ADDRESS_HEADER } from "@/lib/kernel/http/client-address";
import { decimal } from "@/lib/kernel/money/decimal";
import { newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import type { PaymentLink } from "@/lib/money-in/payment-links/payment-link";
import { newForm, newLink } from "@/lib/money-in/payment-links/testing/link-rig";

/** The public page of a payment link: a plain form that works without a script. */

let merchantId: string;
beforeAll(async () => {
  await openGateway(60);
  merchantId = await newMerchant();
});
afterAll(closeDatabase);

type Asked = { readonly query?: string; readonly form?: object; readonly headers?: Readonly<Record<string, string>> };

async function ask(name: string, { query = "", form, headers = {} }: Asked = {}) {
  const body = form && new URLSearchParams(Object.entries(form));
  const request = new Request(`http://pay.test/l/${name}${query}`, { headers, ...(body && { method: "POST", body }) });
  const response = await (body ? POST : GET)(request, { params: Promise.resolve({ name }) });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

const newTea = (changes: Partial<PaymentLink> = {}) => newLink(merchantId, changes);
const countInvoices = () => database().invoice.count({ where: { merchantId } });

/** Submits the form of the page as a browser would. */
async function submit(link: PaymentLink, fields: object = {}, asked: Asked = {}) {
  const { html } = await ask(link.name);
  const key = /name="key" value="([^"]+)"/.exec(html)?.[1] ?? "";
  return await ask(link.name, { ...asked, form: { key, ...fields } });
}

describe("the page of a payment link", () => {
  test("creates nothing when it is looked at, and prints its QR code", async () => {
    const link = await newTea();
    const before = await countInvoices();
    await ask(link.name);
    await ask(link.name.toUpperCase());
    const poster = await ask(link.name, { query: "?poster" });
    expect(poster.status).toBe(200);
    expect(poster.html).toContain(`/l/${link.name}`);
    expect(poster.html).toContain("<svg");
    expect(await countInvoices()).toBe(before);
  });

  test("leads to the payment page of one invoice, also when the form is sent twice", async () => {
    const link = await newTea();
    const form = { key: newForm().formKey };
    const [first, again] = [await ask(link.name, { form }), await ask(link.name, { form, query: "?embed=1" })];
    expect([first.status, again.status]).toEqual([303, 303]);
    const to = first.headers.get("location") ?? "";
    expect(to).toMatch(/^\/pay\/[0-9a-f-]{36}$/);
    expect(again.headers.get("location")).toBe(`${to}?embed=1`);
  });

  test("is shown again with what was typed, a new key and the cause when the form is refused", async () => {
    const link = await newTea({ amount: null, amountMax: decimal("10"), noteQuestion: "required" });
    const key = newForm().formKey;
    const before = await countInvoices();
    const { status, html } = await ask(link.name, { form: { key, amount: "11", note: '"hello"' } });
    expect(status).toBe(422);
    expect(html).toContain('role="alert"');
    expect(html).toContain('value="11"');
    expect(html).toContain("&quot;hello&quot;");
    expect(html).not.toContain(key);
    expect(await countInvoices()).toBe(before);
  });

  test("leads a payer who changes the order back to the first payment, also if that has the last piece", async () => {
    for (const [stock, status] of [
      [null, 422],
      [2, 410],
    ] as const) {
      const link = await newTea({ quantityMax: 5, stock });
      const key = newForm().formKey;
      const first = await ask(link.name, { form: { key, quantity: "2" } });
      const changed = await ask(link.name, { form: { key, quantity: "1" }, query: "?lang=de" });
      expect(changed.status).toBe(status);
      expect(changed.html).toContain(`href="${first.headers.get("location")}?lang=de"`);
    }
  });

  test("is 404 for an unknown name and for what no name can be", async () => {
    for (const name of ["unknown-name", "te\u0430", "admin", "..", "a".repeat(300)])
      expect([name, (await ask(name)).status]).toEqual([name, 404]);
    expect((await ask("unknown-name", { form: { key: newForm().formKey } })).status).toBe(404);
  });

  test.each([
    ["another site's request", { "sec-fetch-site": "cross-site" }, {}],
    ["a form without a key", {}, { key: "" }],
    ["a form of more than 4 KB", {}, { note: "x".repeat(5_000) }],
  ])("makes no invoice of %s", async (_what, headers, fields) => {
    const before = await countInvoices();
    expect((await submit(await newTea(), fields, { headers })).status).toBe(200);
    expect(await countInvoices()).toBe(before);
  });

  test("is closed while the merchant's payments are blocked", async () => {
    const blockedId = await newMerchant();
    const link = await newLink(blockedId);
    expect((await ask(link.name)).status).toBe(200);
    await database().merchant.update({ where: { id: blockedId }, data: { paymentsBlockedAt: new Date() } });
    expect((await ask(link.name)).status).toBe(410);
    expect((await ask(link.name, { form: { key: newForm().formKey } })).status).toBe(410);
    expect(await database().invoice.count({ where: { merchantId: blockedId } })).toBe(0);
  });

  test("takes a limited number of orders a day from one address", async () => {
    const link = await newTea();
    const headers = { [CLIENT_ADDRESS_HEADER]: "203.0.113.77" };
    const statuses: number[] = [];
    for (let count = 0; count < 22; count += 1) statuses.push((await submit(link, {}, { headers })).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 303), 422, 422]);
    expect((await submit(link, {}, { headers: { [CLIENT_ADDRESS_HEADER]: "203.0.113.78" } })).status).toBe(303);
  });

  test("may be framed by the merchant's sites only", async () => {
    const link = await newTea();
    const [alone, framed] = [await ask(link.name), await ask(link.name, { query: "?embed=1" })];
    expect(alone.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(framed.html).toContain(`action="/l/${link.name}?embed=1"`);
    expect(framed.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    const embedOrigins = ["https://shop.example"];
    await database().brand.upsert({
      where: { merchantId },
      create: { merchantId, embedOrigins },
      update: { embedOrigins },
    });
    const allowed = await ask(link.name, { query: "?embed=1" });
    expect(allowed.headers.get("content-security-policy")).toContain("frame-ancestors https://shop.example");
  });
});
