import { afterAll, beforeAll, expect, test } from "vitest";
import { POST as postCoin } from "@/app/pay/[uuid]/coin/route";
import { GET as getPage } from "@/app/pay/[uuid]/route";
import { closeDatabase, withTransaction } from "@/lib/kernel/db";
import { chooseCoin } from "@/lib/money-in/invoices/choose-coin";
import { newInvoice, newMerchant, openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { syncExchangeTerms } from "@/lib/pricing/exchange-terms/repo";

let merchantId: string;
beforeAll(async () => {
  await openGateway();
  await withTransaction(syncExchangeTerms);
  merchantId = await newMerchant();
});
afterAll(closeDatabase);

const params = (uuid: string) => ({ params: Promise.resolve({ uuid }) });
const create = async (fields: Record<string, unknown> = {}) =>
  (await newInvoice(merchantId, { currency: "USD", network: null, amount: "25", ...fields })).id;
const open = async (uuid: string, query = "") =>
  await (await getPage(new Request(`http://gateway.example/pay/${uuid}${query}`), params(uuid))).text();
const choose = (uuid: string, coin: string, query = "") =>
  postCoin(
    new Request(`http://gateway.example/pay/${uuid}/coin${query}`, {
      method: "POST",
      body: new URLSearchParams({ coin }),
    }),
    params(uuid),
  );
const coinsOf = (html: string) => [...html.matchAll(/value="([A-Z]+@[a-z]+)"/g)].map(([, coin]) => coin);

test("a search in the URL matches coin, network and standard, and escapes the query as text", async () => {
  const id = await create();
  expect(coinsOf(await open(id, "?choose=1&find=usdt+bep20"))).toEqual(["USDT@bsc"]);
  expect(coinsOf(await open(id, "?choose=1&find=BEP-20")).every((coin) => coin?.endsWith("@bsc"))).toBe(true);
  const odd = await open(id, `?choose=1&find=${encodeURIComponent('"><img src=x>')}`);
  expect(odd).toContain("No matches.");
  expect(odd).not.toContain("<img");
});

test("a page for exchange payers stays one after choosing a coin, and after a refused choice", async () => {
  const id = await create();
  const chosen = await choose(id, "USDT@bsc", "?exchange=1");
  expect([chosen.status, chosen.headers.get("location")]).toEqual([303, `/pay/${id}?exchange=1`]);
  const html = await open(id, "?exchange=1");
  expect(html).toContain('data-copy="25.3"');
  expect(html).toContain('data-copy="25"');
  expect(await open(id)).not.toContain('data-copy="25.3"');
  const refused = await choose(id, "DOGE@doge", "?exchange=1");
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain(`action="/pay/${id}/coin?exchange=1"`);
});

test("a payment below the usual minimum of exchanges says so where an exchange is chosen, and nowhere else", async () => {
  const id = await create({ amount: "5" });
  await chooseCoin(id, { currency: "USDT", network: "bsc" });
  expect(await open(id, "?exchange=1")).toContain("Exchanges usually send no less than");
  expect(await open(id)).not.toContain("Exchanges usually send no less than");
});

test("an invoice with one allowed coin asks for the payment at once", async () => {
  const id = await create({ currencies: [{ currency: "USDT", network: "bsc" }] });
  const html = await open(id);
  expect(html).toContain("Send exactly");
  expect(html).not.toContain('name="coin"');
  expect(html).not.toContain("choose=1");
});
