import { randomBytes, randomUUID } from "node:crypto";
import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as postCoin } from "@/app/pay/[uuid]/coin/route";
import { GET as getPage } from "@/app/pay/[uuid]/route";
import { POST as postSandbox } from "@/app/pay/[uuid]/sandbox/route";
import { GET as getState } from "@/app/pay/[uuid]/state/route";
import { loadPayView } from "@/lib/fronts/payment-page/load-pay-view";
import { closeDatabase, database } from "@/lib/kernel/db";
import { createInvoice } from "@/lib/money-in/invoices/create-invoice";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { createInvoiceInput, toInvoiceTerms } from "@/lib/money-in/invoices/schema";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { offerNetworks } from "@/lib/pricing/catalog/testing/offer-networks";
import { clearRatesCache } from "@/lib/pricing/rates/queries";

const PRICES = { ETH: "2500", BNB: "1000", USDT: "1", USDC: "1", DAI: "1", POL: "0.5" };
const SECRETS = {
  additional_data: "secret-additional-data",
  payer_email: "secret-payer@example.com",
  url_callback: "https://secret-callback.example/hook",
};

let merchantId = "";
let addressNumber = 0;

beforeAll(async () => {
  await offerNetworks("eth", "bsc");
  await database().chainCursor.updateMany({ data: { height: 100n, headHeight: 105n } });
  merchantId = (
    await database().merchant.create({ data: { name: "Paper Lantern", supportContact: "help@shop.example" } })
  ).id;
  await setRatesAge(0);
});
afterAll(closeDatabase);

async function setRatesAge(seconds: number): Promise<void> {
  const observedAt = new Date(Date.now() - seconds * 1000);
  for (const [currencyCode, usdPrice] of Object.entries(PRICES)) {
    const data = { source: "Binance", currencyCode, usdPrice, observedAt };
    await database().rate.upsert({
      where: { source_currencyCode: { source: "Binance", currencyCode } },
      create: data,
      update: data,
    });
  }
  clearRatesCache();
}

async function newInvoice(input: Record<string, unknown> = {}): Promise<Invoice> {
  const address = `0x${randomBytes(20).toString("hex")}`;
  addressNumber += 1;
  await database().address.create({
    data: { family: "evm", derivationIndex: addressNumber, address, addressKey: address },
  });
  const merchant = await getMerchant(merchantId);
  const fields = { amount: "25", currency: "USD", order_id: randomUUID(), ...SECRETS, ...input };
  return await createInvoice(merchant, toInvoiceTerms(createInvoiceInput.parse(fields)));
}

const params = (uuid: string) => ({ params: Promise.resolve({ uuid }) });
const open = (uuid: string) => getPage(new Request(`http://gateway.example/pay/${uuid}`), params(uuid));
const stateOf = async (uuid: string) => (await getState(new Request("http://gateway.example/"), params(uuid))).json();

function form(fields: Record<string, string>, headers: Record<string, string> = {}): Request {
  return new Request("http://gateway.example/", { method: "POST", body: new URLSearchParams(fields), headers });
}

async function addDeposit(invoice: Invoice, changes: Record<string, unknown> = {}) {
  const quote = invoice.currentQuote;
  if (quote === null) throw new Error("no quote");
  return await database().deposit.create({
    data: {
      networkCode: "eth",
      transactionId: `0x${randomBytes(32).toString("hex")}`,
      position: "native",
      currencyCode: "ETH",
      amount: quote.payerAmount.toFixed(),
      toAddress: quote.address,
      addressId: quote.addressId,
      ownerKind: "invoice",
      ownerId: invoice.id,
      blockHeight: 98n,
      ...changes,
    },
  });
}

describe("the page of an invoice", () => {
  test("asks for a coin, accepts the choice, and then shows the exact amount and address", async () => {
    const invoice = await newInvoice();
    expect(await (await open(invoice.id)).text()).toContain("Choose how to pay");
    const chosen = await postCoin(form({ coin: "USDT@bsc" }, { "sec-fetch-site": "same-origin" }), params(invoice.id));
    expect([chosen.status, chosen.headers.get("location")]).toEqual([303, `/pay/${invoice.id}`]);
    const view = await loadPayView(invoice.id);
    expect(view?.quote?.payerAmount.toFixed()).toBe("25");
    const html = await (await open(invoice.id)).text();
    expect(html).toContain(`data-copy="${view?.quote?.address}"`);
    expect(html).toContain("(BEP-20)");
  });

  test("offers what invoice, merchant, limits and nodes allow, and nothing else", async () => {
    const invoice = await newInvoice({
      currencies: [{ currency: "USDT" }, { currency: "ETH", network: "eth" }, { currency: "BTC" }],
      except_currencies: [{ currency: "USDT", network: "eth" }],
    });
    const offered = (await loadPayView(invoice.id))?.choices.map(
      (choice) => `${choice.currency}@${choice.networkCode}`,
    );
    expect(offered).toEqual(["USDT@bsc", "ETH@eth"]);
  });

  test("offers nothing at a stale price, says so, and recovers when the price is fresh", async () => {
    const invoice = await newInvoice();
    const before = await stateOf(invoice.id);
    await setRatesAge(3_600);
    expect(await (await open(invoice.id)).text()).toContain("No coins are available right now");
    const refused = await postCoin(form({ coin: "USDT@bsc" }), params(invoice.id));
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("That did not work");
    expect((await stateOf(invoice.id)).key).not.toBe(before.key);
    await setRatesAge(0);
    expect(await stateOf(invoice.id)).toEqual(before);
  });

  test("never contains private data of merchant and gateway", async () => {
    const invoice = await newInvoice({ to_currency: "ETH", network: "eth" });
    const everything = `${await (await open(invoice.id)).text()}${JSON.stringify(await stateOf(invoice.id))}`;
    expect(everything).not.toContain("secret-");
    expect(inspect(await loadPayView(invoice.id), { depth: null })).not.toContain("secret-");
  });

  test("shows an unconfirmed payment with its transaction and no confirmations, and reports it if dropped", async () => {
    const invoice = await newInvoice({ to_currency: "ETH", network: "eth" });
    const { id, transactionId } = await addDeposit(invoice, { blockHeight: null });
    await database().invoice.update({ where: { id: invoice.id }, data: { status: "process" } });
    const html = await (await open(invoice.id)).text();
    expect(html).toContain("Payment detected");
    expect(html).toContain("0 of 12 confirmations");
    expect(html).toContain("Detected, waiting for a block");
    expect(html).toContain(`/tx/${transactionId}`);
    const waiting = await stateOf(invoice.id);
    await database().deposit.update({ where: { id }, data: { status: "vanished", vanishedAt: new Date() } });
    expect((await stateOf(invoice.id)).key).not.toBe(waiting.key);
    expect(await (await open(invoice.id)).text()).toContain("Your transaction is no longer on the network");
  });

  test("shows received payments with their confirmations, and none of another invoice", async () => {
    const [invoice, other] = [
      await newInvoice({ to_currency: "ETH", network: "eth" }),
      await newInvoice({ to_currency: "ETH", network: "eth" }),
    ];
    const before = await stateOf(invoice.id);
    const deposit = await addDeposit(invoice);
    const foreign = await addDeposit(other);
    const html = await (await open(invoice.id)).text();
    expect(html).toContain("Payment detected");
    expect(html).toContain("3 of 12 confirmations");
    expect(html).toContain(`https://etherscan.io/tx/${deposit.transactionId}`);
    expect(html).not.toContain(foreign.transactionId);
    expect((await stateOf(invoice.id)).key).not.toBe(before.key);
  });

  test("counts a payment in an earlier coin as the same share of the amount now due", async () => {
    const invoice = await newInvoice();
    await postCoin(form({ coin: "ETH@eth" }), params(invoice.id));
    await postCoin(form({ coin: "USDT@bsc" }), params(invoice.id));
    const [first] = await database().quote.findMany({ where: { invoiceId: invoice.id }, orderBy: { number: "asc" } });
    if (first === undefined) throw new Error("no quote");
    const half = first.payerAmount.div(2).toFixed();
    await database().deposit.create({
      data: {
        networkCode: "eth",
        transactionId: "0x01",
        position: "native",
        currencyCode: "ETH",
        amount: half,
        toAddress: first.address,
        addressId: first.addressId,
        ownerKind: "invoice",
        ownerId: invoice.id,
      },
    });
    const view = await loadPayView(invoice.id);
    expect(view?.deposits[0]?.worth.toFixed()).toBe("12.5");
    expect(view?.deposits[0]?.confirmations).toBe(0);
  });

  test("links only to http and https URLs", async () => {
    const invoice = await newInvoice({ to_currency: "ETH", network: "eth" });
    await database().invoice.update({ where: { id: invoice.id }, data: { urlReturn: "javascript:alert(1)" } });
    expect((await loadPayView(invoice.id))?.urlReturn).toBeNull();
  });
});

describe("requests that the page never makes", () => {
  test("an unknown or malformed link returns a 404 page, not an error", async () => {
    for (const uuid of [randomUUID(), "nonsense", "%00", "../../etc/passwd"]) {
      const response = await open(uuid);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain("There is no payment here");
      expect((await getState(new Request("http://gateway.example/"), params(uuid))).status).toBe(404);
    }
  });

  test.each([
    ["from another site", { coin: "USDT@bsc" }, { "sec-fetch-site": "cross-site" }],
    ["with an invalid coin", { coin: "USDT@bsc'; drop table" }, {}],
    ["without a coin", { other: "x" }, {}],
    ["that is too long", { coin: "USDT@bsc", more: "x".repeat(2_000) }, {}],
  ])("a form %s chooses nothing", async (_name, fields, headers) => {
    const invoice = await newInvoice();
    await postCoin(form(fields as Record<string, string>, headers), params(invoice.id));
    expect(await database().quote.count({ where: { invoiceId: invoice.id } })).toBe(0);
  });

  test("a coin that the invoice does not allow is refused with a message", async () => {
    const invoice = await newInvoice({ currencies: [{ currency: "USDT" }] });
    const response = await postCoin(form({ coin: "ETH@eth" }), params(invoice.id));
    expect(response.status).toBe(422);
    expect(await response.text()).toContain("This coin is not available right now");
    expect(await database().quote.count({ where: { invoiceId: invoice.id } })).toBe(0);
  });

  test("play money does not exist on a network that is not a sandbox", async () => {
    const invoice = await newInvoice({ to_currency: "ETH", network: "eth" });
    const response = await postSandbox(form({ kind: "exact" }), params(invoice.id));
    expect(response.status).toBe(404);
    expect(await (await open(invoice.id)).text()).not.toContain("play money");
  });
});
