import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { order, send } from "@/app/v1/conformance/errors/provocation";
import { handlerAt, operationAt } from "@/app/v1/conformance/testing/routes";
import type { Parameters } from "@/app/v1/conformance/testing/rule";
import { freshId, fund, openWorld, type World } from "@/app/v1/conformance/testing/world";
import { OPERATIONS } from "@/lib/fronts/machine-api/operations/all";
import { closeDatabase } from "@/lib/kernel/db";
import { merchantWallet, userWallet } from "@/lib/ledger/account";

vi.hoisted(() => void vi.stubEnv("RATE_LIMIT_BURST", "100000"));

let world: World;
beforeAll(async () => {
  world = await openWorld(500);
  await fund(merchantWallet(world.shop.merchantId, "POL"), "1000", "POL");
  await fund(userWallet(world.shop.ownerId, "POL"), "1000", "POL");
});
afterAll(closeDatabase);

const ADDRESS = `0x${"ab".repeat(20)}`;
const payout = (currency: string): Parameters => ({
  amount: "10",
  currency,
  network: "polygon",
  address: ADDRESS,
  is_subtract: true,
});
const testWebhook = (currency: string): Parameters => ({
  url_callback: "http://127.0.0.1:9/",
  currency,
  network: "polygon",
});
const plan = (fields: Parameters) => ({ amount: "10", name: "Lantern club", period: "monthly", ...fields });

/** For each operation that takes a currency, a request with the coin's code. */
const REQUESTS: Readonly<Record<string, readonly [parameter: string, request: (code: string) => Parameters][]>> = {
  "/v1/payment": [
    ["currency", (currency) => order({ currency, network: "polygon" })],
    ["to_currency", (to_currency) => order({ currency: "USD", to_currency, network: "polygon" })],
    ["currencies", (currency) => order({ currency: "USD", network: null, currencies: [{ currency }] })],
    ["except_currencies", (currency) => order({ network: null, except_currencies: [{ currency }] })],
  ],
  "/v1/wallet": [["currency", (currency) => ({ currency, network: "polygon", order_id: freshId() })]],
  "/v1/recurrence/create": [
    ["currency", (currency) => plan({ currency })],
    ["to_currency", (to_currency) => plan({ currency: "USD", to_currency })],
  ],
  "/v1/payout": [
    ["currency", (currency) => ({ ...payout(currency), order_id: freshId() })],
    ["to_currency", (to_currency) => ({ ...payout("USD"), to_currency, order_id: freshId() })],
    ["from_currency", (from_currency) => ({ ...payout("POL"), from_currency, order_id: freshId() })],
  ],
  "/v1/payout/calc": [["currency", payout]],
  "/v1/payout/calculate": [["currency", payout]],
  "/v1/transfer/to-personal": [["currency", (currency) => ({ amount: "10", currency })]],
  "/v1/transfer/to-business": [["currency", (currency) => ({ amount: "10", currency })]],
  "/v1/payment/discount/set": [["currency", (currency) => ({ currency, network: "polygon", discount_percent: 1 })]],
  "/v1/test-webhook/payment": [["currency", testWebhook]],
  "/v1/test-webhook/payout": [["currency", testWebhook]],
  "/v1/test-webhook/wallet": [["currency", (currency) => ({ ...testWebhook(currency), uuid: world.wallet.id })]],
};
const CASES = Object.entries(REQUESTS).flatMap(([path, requests]) =>
  requests.map((request) => [path, ...request] as const),
);

/** The currency members of a response: everything else differs from call to call. */
const CURRENCIES = ["currency", "payer_currency"] as const;

describe("MATIC, the former code of POL,", () => {
  test.each(CASES)("is accepted by %s as %s, and the response says POL", async (path, _parameter, request) => {
    const [former, today] = [
      await send(path, world.shop, request("MATIC")),
      await send(path, world.shop, request("POL")),
    ];
    expect([former.status, former.json.state], former.text).toEqual([200, 0]);
    expect(former.text).not.toContain("MATIC");
    for (const name of CURRENCIES) expect(former.json.result?.[name]).toEqual(today.json.result?.[name]);
  });

  test("is accepted in the path of the exchange rates", async () => {
    const handler = await handlerAt(operationAt("/v1/exchange-rate/{currency}/list"));
    const ask = async (code: string) =>
      (await handler(new Request(`http://127.0.0.1/v1/exchange-rate/${code}/list`))).json();
    expect(await ask("matic")).toEqual(await ask("POL"));
    const { state, result } = await ask("matic");
    expect([state, result[0].from]).toEqual([0, "POL"]);
  });

  test("is tried in every operation that takes a currency", () => {
    const taking = OPERATIONS.filter(({ input }) => JSON.stringify(fieldsOf(input)).includes('"currency"'));
    const paths = taking.map(({ path }) => path).filter((path) => !path.startsWith("/v1/exchange-rate/"));
    expect(Object.keys(REQUESTS).toSorted()).toEqual(paths.toSorted());
  });
});

function fieldsOf(input: unknown): string[] {
  const shape = (input as { readonly shape?: object } | null)?.shape;
  return shape === undefined ? [] : Object.keys(shape);
}
