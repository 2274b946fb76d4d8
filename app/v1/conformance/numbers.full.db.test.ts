import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { order, send } from "@/app/v1/conformance/errors/provocation";
import { handlerAt, operationAt } from "@/app/v1/conformance/testing/routes";
import { digits, type Parameters } from "@/app/v1/conformance/testing/rule";
import { callerOf, freshId, fund, openWorld, type World } from "@/app/v1/conformance/testing/world";
import { type Answer, call } from "@/lib/fronts/machine-api/testing/call-api";
import { closeDatabase } from "@/lib/kernel/db";
import { merchantWallet } from "@/lib/ledger/account";
import { setPrice } from "@/lib/money-in/invoices/testing/gateway-rig";
import { insertPayout } from "@/lib/money-out/payouts/testing/payout-rig";

vi.hoisted(() => void vi.stubEnv("RATE_LIMIT_BURST", "100000"));

/** More digits than a JavaScript number holds: it would become 12345678901234568. */
const LONG = "12345678901234567.89";

let world: World;
beforeAll(async () => {
  world = await openWorld(500);
  // A currency of so low a value that an amount of this length is within the limits.
  await setPrice("UZS", "0.00000000001");
});
afterAll(closeDatabase);

/** Sends the text of the body as is. */
async function sendText(path: string, text: string): Promise<Answer> {
  const operation = operationAt(path);
  const [key = "payment"] = operation.keys;
  return call(await handlerAt(operation), callerOf(world.shop, key), text);
}

const invoiceText = (amount: string) =>
  `{"amount":${amount},"currency":"USDT","network":"bsc","order_id":"${freshId()}"}`;

describe("a JSON number in a request", () => {
  test.each([LONG, `"${LONG}"`])("keeps every digit: an invoice over %s", async (amount) => {
    const body = `{"amount":${amount},"currency":"UZS","to_currency":"USDT","network":"bsc","order_id":"${freshId()}"}`;
    const { json } = await sendText("/v1/payment", body);
    expect(json).toMatchObject({ state: 0, result: { amount: LONG, payer_amount: "123456.78901235" } });
    expect((await send("/v1/payment/info", world.shop, { uuid: json.result.uuid })).json.result.amount).toBe(LONG);
  });

  test.each([
    ["10.10000001", "10.10000001"],
    ["999999.99999999", "999999.99999999"],
    ["10.50", "10.50000000"],
  ])("%s is read by its digits", async (written, shown) => {
    const { json } = await sendText("/v1/payment", invoiceText(written));
    expect(json.result).toMatchObject({ amount: shown, payer_amount: shown });
  });

  test.each(["1e1", "1E1", "1e+1", "1e-1", "-10", "-0", "0", "0.0", "1e400", "-1e400", `1${"0".repeat(40)}`])(
    "%s is no amount",
    async (written) => {
      const { status, json } = await sendText("/v1/payment", invoiceText(written));
      expect([status, Object.keys(json.errors ?? {})]).toEqual([422, ["amount"]]);
    },
  );

  test.each(["NaN", "Infinity", "-Infinity", "+10", "010", "10.", ".5", "0x10", "1_0", "10n", "١٠"])(
    "%s is no JSON",
    async (written) => {
      const { status, json } = await sendText("/v1/payment", invoiceText(written));
      expect([status, json]).toEqual([422, { state: 1, message: "The body is not valid JSON" }]);
    },
  );

  test.each(['"amount":"10","amount":"20"', '"amount":"10","amount":"10"', '"amount":10,"\\u0061mount":10.0'])(
    "and a duplicate key is refused: %s",
    async (members) => {
      const { status, json } = await sendText("/v1/payment", `{${members},"currency":"USDT","order_id":"x"}`);
      expect([status, json.state, json.message]).toEqual([422, 1, expect.stringContaining("twice")]);
    },
  );
});

describe("a JSON number in a response", () => {
  const inText = ({ text }: Answer, name: string) => new RegExp(`"${name}":([^,}]*)`).exec(text)?.[1];

  test("keeps every digit of a payout's balance and payer_amount, without an exponent", async () => {
    const tiny = "0.000000000000000001";
    const uuid = await insertPayout(world.shop.merchantId, { balanceAfter: LONG, sentAmount: tiny, amountText: tiny });
    const info = await send("/v1/payout/info", world.shop, { uuid });
    expect([inText(info, "balance"), inText(info, "payer_amount")]).toEqual([LONG, tiny]);
    const list = await send("/v1/payout/list", world.shop, {});
    expect([inText(list, "balance"), inText(list, "amount")]).toEqual([`"${LONG}000000"`, `"${tiny}"`]);
  });

  test("keeps every digit of a balance, which is text", async () => {
    await fund(merchantWallet(world.shop.merchantId, "DAI"), LONG, "DAI");
    const { json } = await send("/v1/balance", world.shop, {});
    const { merchant } = json.result[0].balance;
    expect(merchant.find((wallet: Parameters) => wallet["currency_code"] === "DAI").balance).toBe(`${LONG}000000`);
  });
});

test("the amount of a payout is returned as it was written", async () => {
  const { json } = await send("/v1/payout/calc", world.shop, {
    ...order({ amount: digits("10.10000000000000001") }),
    address: `0x${"ab".repeat(20)}`,
    is_subtract: true,
  });
  expect(json.result).toMatchObject({ payout_amount: "10.10000000000000001" });
});
