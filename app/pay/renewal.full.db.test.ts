import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { POST as postCoin } from "@/app/pay/[uuid]/coin/route";
import { POST as postRenewal, GET as reloadRenewal } from "@/app/pay/[uuid]/renew/route";
import { GET as getPage } from "@/app/pay/[uuid]/route";
import { closeDatabase, database } from "@/lib/kernel/db";
import { expireInvoices } from "@/lib/money-in/invoices/expire-invoices";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import {
  invoiceNow,
  minutesFromNow,
  NETWORKS,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
  readUpTo,
  START_HEIGHT,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";

let merchantId = "";
beforeAll(() => openGateway());
beforeEach(async () => {
  merchantId = await newMerchant();
  await database().merchant.update({ where: { id: merchantId }, data: { payerMayRefresh: true } });
});
afterAll(closeDatabase);

const ETH = { currency: "ETH", amount: "0.05", network: undefined };
const params = (uuid: string) => ({ params: Promise.resolve({ uuid }) });
const open = async (uuid: string, query = "") =>
  (await getPage(new Request(`http://gateway.example/pay/${uuid}${query}`), params(uuid))).text();
const form = (fields: Record<string, string>, site = "same-origin") =>
  new Request("http://gateway.example/", {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { "sec-fetch-site": site },
  });
const renew = (uuid: string, site?: string) => postRenewal(form({}, site), params(uuid));
const choose = (uuid: string, coin: string) => postCoin(form({ coin }), params(uuid));

async function expired(fields: Record<string, unknown>): Promise<Invoice> {
  const { id } = await newInvoice(merchantId, fields);
  await database().invoice.update({ where: { id }, data: { expiresAt: minutesFromNow(-1) } });
  for (const network of NETWORKS) await readUpTo(network, START_HEIGHT, new Date());
  await expireInvoices();
  return await invoiceNow(id);
}

test("the button renews, and the response redirects to the page with the new price", async () => {
  const { id } = await expired({});
  expect(await open(id)).toContain("Get a new price");
  const answer = await renew(id);
  expect([answer.status, answer.headers.get("location")]).toEqual([303, `/pay/${id}`]);
  expect(await open(id)).toContain("Send exactly");
  expect((await reloadRenewal(new Request("http://gateway.example/"), params(id))).status).toBe(303);
});

test("another site's form renews nothing", async () => {
  const { id } = await expired({});
  await renew(id, "cross-site");
  expect((await invoiceNow(id)).status).toBe("cancel");
});

test("a shop that does not allow it shows no button, and the refusal is in the payer's language", async () => {
  const { id } = await expired({});
  await database().merchant.update({ where: { id: merchantId }, data: { payerMayRefresh: false } });
  expect(await open(id)).not.toContain("Get a new price");
  const refused = await renew(id);
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain("Only the shop can renew this payment.");
});

test("a week after expiry a payment shows no button, and says that the shop can renew it", async () => {
  const { id } = await expired({});
  await database().invoice.update({ where: { id }, data: { expiresAt: minutesFromNow(-7 * 24 * 60 - 1) } });
  expect(await open(id)).not.toContain("Get a new price");
  const refused = await renew(id);
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain("Only the shop can renew this payment.");
  expect((await invoiceNow(id)).status).toBe("cancel");
});

test("while the old coin is unavailable the page asks for another one, and choosing it renews", async () => {
  const { id } = await newInvoice(merchantId, ETH);
  await choose(id, "ETH@eth");
  await database().invoice.update({ where: { id }, data: { expiresAt: minutesFromNow(-1) } });
  for (const network of NETWORKS) await readUpTo(network, START_HEIGHT, new Date());
  await expireInvoices();
  await database().network.update({ where: { code: "eth" }, data: { isEnabled: false } });
  clearCatalogCache();
  try {
    const answer = await renew(id);
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toContain("This coin is not available right now.");
    expect(html).toContain('value="ETH@bsc"');
    expect((await choose(id, "ETH@bsc")).status).toBe(303);
    expect((await invoiceNow(id)).currentQuote?.networkCode).toBe("bsc");
  } finally {
    await database().network.update({ where: { code: "eth" }, data: { isEnabled: true } });
    clearCatalogCache();
  }
});

test("the receipt is shown alone once something was paid; before that, the page itself", async () => {
  const invoice = await newInvoice(merchantId);
  expect(await open(invoice.id, "?receipt=1")).toContain("Send exactly");
  await pay(invoice, { amount: "100" });
  await settleInvoice(invoice.id);
  const html = await open(invoice.id, "?receipt=1&lang=de");
  expect(html).toContain("Beleg");
  expect(html).toContain(invoice.orderId);
  expect(html).not.toContain('id="live"');
  expect(await open(invoice.id)).toContain(`/pay/${invoice.id}?receipt=1`);
});

test("an unknown invoice gets the same response as any unknown page", async () => {
  expect((await renew("00000000-0000-4000-8000-000000000000")).status).toBe(404);
});
