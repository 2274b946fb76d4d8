import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { handlerAt, operationAt } from "@/app/v1/conformance/testing/routes";
import { callerOf, freshId, openWorld, type World } from "@/app/v1/conformance/testing/world";
import { call } from "@/lib/fronts/machine-api/testing/call-api";
import { prepareTest } from "@/lib/fronts/test-webhooks/prepare-test";
import { closeDatabase, database } from "@/lib/kernel/db";
import { createInvoiceFromForm } from "@/lib/money-in/invoices/create-from-form";
import { BLANK_INVOICE, newInvoiceInput } from "@/lib/money-in/invoices/new-invoice-schema";
import { createWalletFromForm } from "@/lib/money-in/static-wallets/create-wallet";
import { checkRow } from "@/lib/money-out/payout-batches/check-row";
import { EVM_ADDRESS } from "@/lib/money-out/payouts/testing/payout-rig";
import { getMerchant } from "@/lib/people/merchants/create-merchant";

const sandbox = vi.hoisted(() => ({ isOn: true }));
vi.mock("@/lib/kernel/env", async (original) => {
  const real = await original<typeof import("@/lib/kernel/env")>();
  return { ...real, env: () => ({ ...real.env(), SANDBOX: sandbox.isOn }) };
});

const PLAIN = "http://shop.example/hook";
const SECURE = "https://shop.example/hook";
const USDT = { currency: "USDT", network: "bsc" };
const PAYOUT = { amount: "10", ...USDT, address: EVM_ADDRESS, is_subtract: true };

let world: World;
beforeAll(async () => {
  world = await openWorld(60);
  // From here on an installation with real networks, whose operator has not allowed webhooks over
  // plain HTTP.
  sandbox.isOn = false;
});
afterAll(closeDatabase);
afterAll(() => vi.doUnmock("@/lib/kernel/env"));

/** Every operation that takes a webhook URL. */
const OPERATIONS: readonly (readonly [path: string, parameters: (world: World) => object])[] = [
  ["/v1/payment", () => ({ amount: "15", currency: "USD", order_id: freshId() })],
  ["/v1/wallet", () => ({ ...USDT, order_id: freshId() })],
  ["/v1/payout", () => ({ ...PAYOUT, order_id: freshId() })],
  ["/v1/test-webhook/payment", () => ({ ...USDT, status: "paid" })],
  ["/v1/test-webhook/payout", () => ({ ...USDT, status: "paid" })],
  ["/v1/test-webhook/wallet", ({ wallet }) => ({ ...USDT, status: "paid", uuid: wallet.id })],
];

async function ask(path: string, parameters: object) {
  const operation = operationAt(path);
  const [kind = "payment"] = operation.keys;
  return await call(await handlerAt(operation), callerOf(world.shop, kind), parameters);
}

describe.each(OPERATIONS)("%s outside the sandbox", (path, parameters) => {
  test("refuses a URL without TLS, and names the parameter", async () => {
    const { status, json } = await ask(path, { ...parameters(world), url_callback: PLAIN });
    expect([status, json]).toEqual([422, { state: 1, errors: { url_callback: ["validation.url.https"] } }]);
  });

  test("accepts one with TLS", async () => {
    expect((await ask(path, { ...parameters(world), url_callback: SECURE })).status).toBe(200);
  });
});

test("an object created with such a URL before is still returned", async () => {
  const { paid } = world;
  await database().invoice.update({ where: { id: paid.id }, data: { urlCallback: PLAIN } });
  const again = { amount: "100", ...USDT, order_id: paid.orderId, url_callback: PLAIN };
  expect((await ask("/v1/payment", again)).json.result.uuid).toBe(paid.id);
});

const words = [expect.stringContaining("https://")];

test("the pages' forms show the error at the field", async () => {
  const { merchantId, ownerId: actorId } = world.shop;
  const form = { ...BLANK_INVOICE, amount: "15", urlCallback: PLAIN };
  const invoice = createInvoiceFromForm({ merchantId, actorId }, newInvoiceInput.parse(form));
  await expect(invoice).rejects.toMatchObject({ fields: { urlCallback: words } });

  const wallet = { coin: "USDT", network: "bsc", orderId: freshId(), urlCallback: PLAIN };
  await expect(createWalletFromForm({ merchantId, actorId }, wallet)).rejects.toMatchObject({
    fields: { urlCallback: words },
  });

  const asked = { kind: "payment" as const, status: "paid", url: PLAIN, ...USDT, objectId: null };
  await expect(prepareTest({ merchantId, actorId }, asked)).rejects.toMatchObject({ fields: { url: words } });
});

test("a payout file lists it among the errors of a row", async () => {
  const merchant = await getMerchant(world.shop.merchantId);
  const limits = { dailyLimitUsd: null, approvalAboveUsd: null, refundCeilingUsd: null };
  const fields = { ...PAYOUT, is_subtract: "true", order_id: freshId(), url_callback: PLAIN };
  const checked = await checkRow(merchant, limits, freshId(), { number: 1, fields } as never);
  expect(checked).toEqual({ problems: [{ row: 1, field: "url_callback", reason: words[0] }] });
});
