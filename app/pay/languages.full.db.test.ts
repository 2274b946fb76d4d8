import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as postCoin, GET as reloadCoin } from "@/app/pay/[uuid]/coin/route";
import { GET as getPage } from "@/app/pay/[uuid]/route";
import { GET as getState } from "@/app/pay/[uuid]/state/route";
import { GET as getWallet } from "@/app/wallet/[uuid]/route";
import { GET as getWalletState } from "@/app/wallet/[uuid]/state/route";
import { closeDatabase } from "@/lib/kernel/db";
import { newInvoice, newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { newWallet } from "@/lib/money-in/static-wallets/testing/wallet-rig";

let merchantId = "";

beforeAll(async () => {
  await openGateway(30);
  merchantId = await newMerchant();
});
afterAll(closeDatabase);

const UNKNOWN = "11111111-2222-4333-8444-555555555555";
const params = (uuid: string) => ({ params: Promise.resolve({ uuid }) });
const request = (query: string, headers: Record<string, string> = {}) =>
  new Request(`http://gateway.example/pay/x${query}`, { headers });
const post = (query: string, coin: string) =>
  new Request(`http://gateway.example/pay/x/coin${query}`, { method: "POST", body: new URLSearchParams({ coin }) });
const openInvoice = () => newInvoice(merchantId, { amount: "25", currency: "USD", network: null });

describe("the payment page", () => {
  test("is served in the browser's language, declares it, and may not be cached for other languages", async () => {
    const invoice = await openInvoice();
    const response = await getPage(request("", { "accept-language": "de-CH,de;q=0.9" }), params(invoice.id));
    expect(response.headers.get("content-language")).toBe("de");
    expect(response.headers.get("vary")).toBe("Accept-Language, Cookie");
    expect(response.headers.get("set-cookie")).toBeNull();
    const html = await response.text();
    expect(html).toContain('<html lang="de" dir="ltr">');
    expect(html).toContain("Wie möchten Sie");
    expect(html).toContain("25,00\u00a0USD");
  });

  test("keeps a chosen language when a coin is chosen and the response is reloaded, without a cookie", async () => {
    const invoice = await openInvoice();
    const opened = await getPage(request("?lang=ar", { "accept-language": "de" }), params(invoice.id));
    expect(opened.headers.get("set-cookie")).toMatch(/^lang=ar; Path=\/; Max-Age=31536000; SameSite=Lax; HttpOnly/);
    const action = /action="([^"]*\/coin[^"]*)"/.exec(await opened.text())?.[1];
    expect(action).toBe(`/pay/${invoice.id}/coin?lang=ar`);
    const chosen = await postCoin(post("?lang=ar", "USDT@bsc"), params(invoice.id));
    expect([chosen.status, chosen.headers.get("location")]).toEqual([303, `/pay/${invoice.id}?lang=ar`]);
    const reloaded = await reloadCoin(request("?lang=ar"), params(invoice.id));
    expect(reloaded.headers.get("location")).toBe(`/pay/${invoice.id}?lang=ar`);
  });

  test("follows the cookie of an earlier choice", async () => {
    const invoice = await openInvoice();
    const headers = { "accept-language": "de", cookie: "lang=ar" };
    const html = await (await getPage(request("", headers), params(invoice.id))).text();
    expect(html).toContain('<html lang="ar" dir="rtl">');
  });

  test("refuses in the language of the request", async () => {
    const invoice = await openInvoice();
    const refused = await postCoin(post("?lang=de", "NOPE@bsc"), params(invoice.id));
    expect([refused.status, refused.headers.get("content-language")]).toEqual([422, "de"]);
    expect(await refused.text()).toContain("Diese Kryptowährung wird für diese Zahlung nicht angeboten.");
  });

  test("sends updates in the language of the URL, and sets no cookie with them", async () => {
    const invoice = await openInvoice();
    const response = await getState(request("?lang=de", { "accept-language": "ar" }), params(invoice.id));
    expect(response.headers.get("set-cookie")).toBeNull();
    expect(response.headers.get("content-language")).toBe("de");
    expect((await response.json()).text).toBe("Wie möchten Sie 25,00\u00a0USD bezahlen?");
  });
});

test("a wallet's page and its updates, and the page for an unknown link, use the payer's language too", async () => {
  const wallet = await newWallet(merchantId);
  const german = (query = "") => request(query, { "accept-language": "de" });
  const page = await getWallet(german(), params(wallet.id));
  expect(await page.text()).toContain("an diese Adresse");
  expect(page.headers.get("content-language")).toBe("de");
  const update = await (await getWalletState(german(), params(wallet.id))).json();
  expect(update.text).toMatch(/^Senden Sie USDT über .* an diese Adresse$/);
  for (const response of [await getPage(german(), params(UNKNOWN)), await getWallet(german(), params(UNKNOWN))]) {
    expect(response.status).toBe(404);
    expect(await response.text()).toMatch(/Hier gibt es keine (Zahlung|Wallet)/);
  }
});
