import { randomUUID } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { GET as getPage } from "@/app/pay/[uuid]/route";
import * as renderer from "@/components/payers/pay/render-pay-page";
import { sessionCookieName } from "@/lib/fronts/dashboard/cookies";
import { closeDatabase, connectionPool, database } from "@/lib/kernel/db";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  newInvoice,
  newMerchant,
  openGateway,
  pay,
  readUpTo,
  START_HEIGHT,
  vanish,
} from "@/lib/money-in/invoices/testing/gateway-rig";

/** An unchanged page is not rendered again; any change on it appears with the next request. */

let invoice: Invoice;
beforeAll(() => openGateway(100));
beforeEach(async () => {
  vi.restoreAllMocks();
  await readUpTo("bsc", START_HEIGHT);
  invoice = await newInvoice(await newMerchant(), { is_payment_multiple: true });
});
afterAll(closeDatabase);

const look = (headers: Readonly<Record<string, string>> = {}, query = "") =>
  getPage(new Request(`http://gateway.example/pay/${invoice.id}${query}`, { headers }), {
    params: Promise.resolve({ uuid: invoice.id }),
  });
const text = async (headers: Readonly<Record<string, string>> = {}) => (await look(headers)).text();
/** Counts the renderings of a page and the statements during `work`. */
async function counted(work: () => Promise<unknown>) {
  const drawn = vi.spyOn(renderer, "renderPayPage");
  const asked = vi.spyOn(connectionPool(), "query");
  await work();
  const counts = { drawn: drawn.mock.calls.length, statements: asked.mock.calls.length };
  drawn.mockRestore();
  asked.mockRestore();
  return counts;
}

test("a second request costs one statement and returns the same document, compressed if the browser accepts it", async () => {
  const first = await look();
  const html = await first.text();
  await expect.poll(async () => (await counted(text)).drawn).toBe(0);
  expect(await counted(async () => expect(await text()).toBe(html))).toEqual({ drawn: 0, statements: 1 });
  const packed = await look({ "accept-encoding": "gzip, br" });
  expect(packed.headers.get("content-encoding")).toBe("gzip");
  expect(packed.headers.get("vary")).toBe("Accept-Language, Cookie, Accept-Encoding");
  expect(gunzipSync(Buffer.from(await packed.arrayBuffer())).toString("utf8")).toBe(html);
  const plain = await look();
  const relevant = (response: Response) => [...response.headers].sort();
  expect(relevant(plain)).toEqual(relevant(first));
});

const merchant = (data: object) => database().merchant.update({ where: { id: invoice.merchantId }, data });

describe.each<[string, () => Promise<unknown>, RegExp]>([
  ["a partial payment is detected", () => pay(invoice, { amount: "40", height: START_HEIGHT }), /60/],
  [
    "the payment is complete and settled",
    () => pay(invoice, { amount: "100" }).then(() => settleInvoice(invoice.id)),
    /Paid/,
  ],
  ["the shop is renamed", () => merchant({ name: "Other Lantern" }), /Other Lantern/],
  ["the shop adds a support contact", () => merchant({ supportContact: "ask@lantern.example" }), /ask@lantern/],
  [
    "the shop's accent colour is changed",
    () => database().brand.create({ data: { merchantId: invoice.merchantId, accent: "#aa0044" } }),
    /aa0044/i,
  ],
  [
    "the invoice is cancelled",
    () => database().invoice.update({ where: { id: invoice.id }, data: { status: "cancel" } }),
    /./,
  ],
])("when %s", (_, change, shows) => {
  test("the next request shows it", async () => {
    const before = await text();
    expect(await text()).toBe(before);
    await change();
    const after = await text();
    expect(after).not.toBe(before);
    expect(after).toMatch(shows);
  });
});

test("each confirmation of a payment is shown, and a dropped payment disappears", async () => {
  const deposit = await pay(invoice, { amount: "40", height: START_HEIGHT });
  const seen = await text();
  await readUpTo("bsc", START_HEIGHT + 1);
  const deeper = await text();
  expect(deeper).not.toBe(seen);
  await vanish(deposit, true);
  expect(await text()).not.toBe(deeper);
});

test("responses for one client are rendered for it: with a session, with query parameters, for an unknown invoice", async () => {
  await text();
  const session = { cookie: `${sessionCookieName()}=${randomUUID()}` };
  expect((await counted(() => look(session))).drawn).toBe(1);
  expect((await counted(() => look({}, "?exchange=1"))).drawn).toBe(1);
  expect((await counted(() => look({}, "?lang=de"))).drawn).toBe(1);
});

test("each language and the embedded page have separate documents", async () => {
  const english = await text({ "accept-language": "en" });
  const german = await text({ "accept-language": "de" });
  expect(german).not.toBe(english);
  expect(await text({ "accept-language": "en" })).toBe(english);
  const framed = await look({}, "?embed=1");
  expect(await framed.text()).not.toBe(english);
});

test("it is not served beyond the end of its time, however new it is", async () => {
  await database().invoice.update({ where: { id: invoice.id }, data: { expiresAt: new Date(Date.now() + 300) } });
  const before = await text();
  await expect.poll(text).not.toBe(before);
});
