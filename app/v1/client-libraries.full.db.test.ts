import { randomUUID } from "node:crypto";
import { parse } from "lossless-json";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as refund } from "@/app/v1/payment/refund/route";
import { POST as payoutInfo } from "@/app/v1/payout/info/route";
import { POST as createPayout } from "@/app/v1/payout/route";
import { newPaidInvoice } from "@/lib/exceptions/refunds/testing/refund-rig";
import { call } from "@/lib/fronts/machine-api/testing/call-api";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { CALLBACK } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import { EVM_ADDRESS, fundHot, newPayer, type Payer } from "@/lib/money-out/payouts/testing/payout-rig";
import { transitionPayout } from "@/lib/money-out/payouts/transition-payout";
import { getPayout } from "@/lib/money-out/payouts/wire-view";
import { CLIENT_LIBRARIES, type ClientLibrary } from "@/lib/people/merchants/schema";
import { changeMerchantSettings } from "@/lib/people/settings/change-merchant-settings";

beforeAll(async () => {
  await openGateway(30);
  await fundHot("bsc", "USDT", "1000");
});
afterAll(closeDatabase);

async function newShop(clientLibrary: ClientLibrary): Promise<Payer> {
  const shop = await newPayer({ USDT: "1000" });
  await changeMerchantSettings(shop, { clientLibrary });
  return shop;
}

/** JSON as written: a number differs from its text. */
const written = (text: string) => JSON.parse(text) as { result: Record<string, unknown> };

describe.each(CLIENT_LIBRARIES)("for a client library of the kind %s", (kind) => {
  const isHeleket = kind === "heleket";

  test("a payout's balance and payer_amount are numbers or text", async () => {
    const shop = await newShop(kind);
    const order_id = randomUUID();
    const body = { amount: "10", currency: "USDT", network: "bsc", order_id, address: EVM_ADDRESS, is_subtract: false };
    const created = await call(createPayout, shop, body);
    const found = await call(payoutInfo, shop, { order_id });
    const amounts = { balance: isHeleket ? "990.00000000" : 990, payer_amount: isHeleket ? "9.90000000" : 9.9 };
    expect(written(created.text).result).toMatchObject(amounts);
    expect(written(found.text).result).toMatchObject(amounts);
    expect(parse(created.text)).toEqual(parse(found.text));
  });

  test("a refund returns nothing or itself", async () => {
    const shop = await newShop(kind);
    const invoice = await newPaidInvoice(shop, "100");
    const { json } = await call(refund, shop, {
      uuid: invoice.id,
      address: EVM_ADDRESS,
      is_subtract: false,
      amount: "50",
    });
    const { id } = await database().refund.findFirstOrThrow({ where: { invoiceId: invoice.id } });
    const itself = {
      uuid: id,
      status: "process",
      amount: "49.90000000",
      commission: "0.10000000",
      currency: "USDT",
      network: "BSC",
      address: EVM_ADDRESS,
    };
    expect(json).toEqual({ state: 0, result: isHeleket ? itself : [] });
  });

  test("webhooks of payouts are signed with the key that the library verifies with", async () => {
    const shop = await newShop(kind);
    const order_id = randomUUID();
    const order = { amount: "10", currency: "USDT", network: "bsc", order_id, url_callback: CALLBACK };
    await call(createPayout, shop, { ...order, address: EVM_ADDRESS, is_subtract: false });
    const payout = await getPayout(shop.merchantId, { uuid: null, order_id });
    await withTransaction((tx) => transitionPayout(tx, payout, "check"));
    const { keyKind } = await database().webhookDelivery.findFirstOrThrow({ where: { objectId: payout.id } });
    expect(keyKind).toBe(kind === "standard" ? "payment" : "payout");
  });
});
