import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { handlerAt } from "@/app/v1/conformance/testing/routes";
import { writePhpJson } from "@/lib/delivery/webhooks/payload";
import { appendSign } from "@/lib/delivery/webhooks/sign-payload";
import { openApiText } from "@/lib/fronts/machine-api/openapi/document";
import type { Operation } from "@/lib/fronts/machine-api/operation";
import { OPERATIONS } from "@/lib/fronts/machine-api/operations/all";
import { signBody } from "@/lib/fronts/machine-api/signatures";
import { createJudge } from "@/lib/fronts/machine-api/testing/judge-json";
import type { ApiKeyKind } from "@/lib/generated/prisma/client";
import { closeDatabase, database } from "@/lib/kernel/db";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { newInvoice, openGateway, pay } from "@/lib/money-in/invoices/testing/gateway-rig";
import { newActivePlan } from "@/lib/money-in/recurrences/testing/recurrence-rig";
import { blockWallet } from "@/lib/money-in/static-wallets/block-wallet";
import { blockWalletInput } from "@/lib/money-in/static-wallets/schema";
import { settleWallet } from "@/lib/money-in/static-wallets/settle-wallet";
import { newWallet, topUp } from "@/lib/money-in/static-wallets/testing/wallet-rig";
import { findPayoutInput } from "@/lib/money-out/payouts/schema";
import { EVM_ADDRESS, giveUser, insertPayout, newPayer, type Payer } from "@/lib/money-out/payouts/testing/payout-rig";
import { toPayoutWebhook } from "@/lib/money-out/payouts/transition-payout";
import { getPayout } from "@/lib/money-out/payouts/wire-view";

/** Calls every operation of the API and validates its responses against `/openapi.json`. */

vi.hoisted(() => void vi.stubEnv("MAIL_FROM", "no-reply@pay.test"));

const DOCUMENT = JSON.parse(openApiText());
const judge = createJudge(DOCUMENT);
const HOOK = "http://127.0.0.1:9/hook";
const IN_USDT = { currency: "USDT", network: "bsc" };
const PAYOUT = { amount: "10", ...IN_USDT, address: EVM_ADDRESS, is_subtract: true };

type Parameters = Readonly<Record<string, unknown>>;
type World = {
  readonly payer: Payer;
  readonly paid: string;
  readonly refundable: string;
  readonly open: string;
  readonly wallet: string;
  readonly blocked: string;
  readonly payout: string;
  readonly plan: string;
};

type Row = {
  readonly asks: (world: World) => Parameters;
  /** Parameters refused with `errors`; absent if none is required. */
  readonly refused?: Parameters;
};

const named = { refused: {} };

/** By method and path: a call that succeeds, and one that is refused. */
const TABLE: Readonly<Record<string, Row>> = {
  "POST /v1/payment": { asks: () => ({ amount: "15", currency: "USD", order_id: "all-1" }), refused: { amount: "-1" } },
  "POST /v1/payment/info": { asks: ({ paid }) => ({ uuid: paid }), ...named },
  "POST /v1/payment/aml-links": { asks: ({ paid }) => ({ uuid: paid }), ...named },
  "POST /v1/payment/list": { asks: () => ({ date_from: "2024-01-01 0:00:00" }), refused: { date_from: "yesterday" } },
  "POST /v1/payment/services": { asks: () => ({}) },
  "POST /v1/payment/qr": { asks: ({ open }) => ({ merchant_payment_uuid: open }), ...named },
  "POST /v1/payment/mark-as-paid": { asks: ({ open }) => ({ uuid: open }), ...named },
  "POST /v1/payment/refund": {
    asks: ({ refundable }) => ({ uuid: refundable, address: EVM_ADDRESS, is_subtract: true }),
    ...named,
  },
  "POST /v1/payment/resend": { asks: ({ paid }) => ({ uuid: paid }), ...named },
  "POST /v2/payment/resend": { asks: ({ paid }) => ({ uuid: paid }), ...named },
  "POST /v1/payment/discount/list": { asks: () => ({}) },
  "POST /v1/payment/discount/set": { asks: () => ({ ...IN_USDT, discount_percent: 5 }), ...named },
  "POST /v1/wallet": { asks: () => ({ ...IN_USDT, order_id: "all-2" }), ...named },
  "POST /v1/wallet/qr": { asks: ({ wallet }) => ({ wallet_address_uuid: wallet }), ...named },
  "POST /v1/wallet/block-address": { asks: ({ blocked }) => ({ uuid: blocked }), ...named },
  "POST /v1/wallet/blocked-address-refund": {
    asks: ({ blocked }) => ({ uuid: blocked, address: EVM_ADDRESS }),
    ...named,
  },
  "POST /v1/recurrence/create": {
    asks: () => ({
      amount: "15",
      currency: "USD",
      name: "Tea club",
      period: "weekly",
      discount_days: 9,
      discount_amount: "5",
    }),
    ...named,
  },
  "POST /v1/recurrence/info": { asks: ({ plan }) => ({ uuid: plan }), ...named },
  "POST /v1/recurrence/list": { asks: () => ({}) },
  "POST /v1/recurrence/cancel": { asks: ({ plan }) => ({ uuid: plan }), ...named },
  "POST /v1/payout": { asks: () => ({ ...PAYOUT, order_id: "all-3" }), ...named },
  "POST /v1/payout/calc": { asks: () => PAYOUT, ...named },
  "POST /v1/payout/calculate": { asks: () => ({ ...PAYOUT, address: undefined }), ...named },
  "POST /v1/payout/info": { asks: ({ payout }) => ({ uuid: payout }), ...named },
  "POST /v1/payout/list": { asks: () => ({}), refused: { date_to: "soon" } },
  "POST /v1/payout/services": { asks: () => ({}) },
  "POST /v1/transfer/to-personal": { asks: () => ({ amount: "10", currency: "USDT" }), ...named },
  "POST /v1/transfer/to-business": { asks: () => ({ amount: "5", currency: "USDT" }), ...named },
  "POST /v1/balance": { asks: () => ({}) },
  "GET /v1/exchange-rate/{currency}/list": { asks: () => ({ currency: "ETH" }) },
  "POST /v1/test-webhook/payment": { asks: () => ({ ...IN_USDT, url_callback: HOOK, status: "paid" }), ...named },
  "POST /v1/test-webhook/payout": { asks: () => ({ ...IN_USDT, url_callback: HOOK, status: "paid" }), ...named },
  "POST /v1/test-webhook/wallet": {
    asks: ({ wallet }) => ({ ...IN_USDT, url_callback: HOOK, status: "paid", uuid: wallet }),
    ...named,
  },
};

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;
const CALLED = OPERATIONS.flatMap((operation) => {
  const row = TABLE[nameOf(operation)];
  return row ? [[nameOf(operation), operation, row] as const] : [];
});

let world: World;
beforeAll(async () => {
  await openGateway(60);
  const payer = await newPayer({ USDT: "500" });
  await giveUser(payer.userId, "USDT", "50");
  const { merchantId } = payer;
  const [paid, refundable] = [await newPaidInvoice(merchantId), await newPaidInvoice(merchantId)];
  const [wallet, blocked] = [await newWallet(merchantId), await newWallet(merchantId)];
  await topUp(wallet, { amount: "30" });
  await settleWallet(wallet.id);
  await blockWallet(merchantId, blockWalletInput.parse({ uuid: blocked.id }));
  await topUp(blocked, { amount: "20" });
  await settleWallet(blocked.id);
  const open = await newInvoice(merchantId);
  world = {
    payer,
    paid,
    refundable,
    open: open.id,
    wallet: wallet.id,
    plan: (await newActivePlan(merchantId, { discount_days: 9, discount_amount: "5" })).plan.id,
    blocked: blocked.id,
    payout: await insertPayout(merchantId),
  };
});
afterAll(closeDatabase);

async function newPaidInvoice(merchantId: string): Promise<string> {
  const invoice = await newInvoice(merchantId, { url_callback: HOOK });
  await pay(invoice, { amount: "100" });
  await settleInvoice(invoice.id);
  return invoice.id;
}

/** Calls it as the server does; `body` is sent as is. */
async function ask(operation: Operation, body: string, changes: Readonly<Record<string, string>> = {}) {
  const { merchantId, key, byPaymentKey } = world.payer;
  const keys: Readonly<Record<ApiKeyKind, string>> = { payout: key, payment: byPaymentKey.key };
  const [kind] = operation.keys;
  const sign = kind === undefined ? "" : signBody(new TextEncoder().encode(body), keys[kind]);
  const parameters = JSON.parse(body) ?? {};
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name]));
  const request = new Request(`http://127.0.0.1${path}`, {
    method: operation.method,
    headers: { "content-type": "application/json", merchant: merchantId, sign, ...changes },
    ...(operation.method === "POST" && { body }),
  });
  const response = await (await handlerAt(operation))(request);
  return { status: response.status, json: JSON.parse(await response.text()) };
}

/** Returns how a response deviates from the document. */
function faults(operation: Operation, { status, json }: { status: number; json: unknown }): string[] {
  const place = ["paths", operation.path, operation.method.toLowerCase(), "responses", String(status)];
  const { $ref } = DOCUMENT.paths[operation.path][operation.method.toLowerCase()].responses[status] ?? {};
  const content = $ref ? ["components", "responses", $ref.split("/").at(-1)] : place;
  return judge([...content, "content", "application/json", "schema"], json);
}

test("every operation has a row here, and every row is an operation", () => {
  expect(Object.keys(TABLE).sort()).toEqual(OPERATIONS.map(nameOf).sort());
});

describe.each(CALLED)("%s", (_name, operation, row) => {
  test("responds as documented", async () => {
    const answer = await ask(operation, JSON.stringify(row.asks(world)));
    expect(answer).toEqual({ status: 200, json: { state: 0, result: expect.anything() } });
    expect(faults(operation, answer)).toEqual([]);
  });

  if (row.refused !== undefined)
    test("refuses invalid parameters as documented", async () => {
      const answer = await ask(operation, JSON.stringify(row.refused));
      expect(answer).toEqual({ status: 422, json: { state: 1, errors: expect.anything() } });
      expect(faults(operation, answer)).toEqual([]);
    });

  if (operation.keys.length > 0)
    test("refuses a body that is no object, and an invalid signature, as documented", async () => {
      const noObject = await ask(operation, "[1]");
      expect(noObject).toMatchObject({ status: 422, json: { state: 1 } });
      const unsigned = await ask(operation, "{}", { sign: "0".repeat(32) });
      expect(unsigned).toEqual({ status: 401, json: { state: 1, message: "Invalid Sign." } });
      expect([...faults(operation, noObject), ...faults(operation, unsigned)]).toEqual([]);
    });
});

test("the document is strict: a response with an extra or a missing member is a fault", async () => {
  let checked = 0;
  for (const [, operation, row] of CALLED) {
    const { status, json } = await ask(operation, JSON.stringify(row.asks(world)));
    if (status !== 200 || Array.isArray(json.result)) continue;
    checked += 1;
    const withResult = (result: unknown) => faults(operation, { status, json: { state: 0, result } });
    expect(withResult({ ...json.result, surplus: 1 })).not.toEqual([]);
    for (const name of Object.keys(json.result).filter((member) => !mayBeAbsent(operation, member))) {
      const { [name]: _gone, ...rest } = json.result;
      expect([name, withResult(rest)]).not.toEqual([name, []]);
    }
  }
  expect(checked).toBeGreaterThan(10);
});

/**
 * `txid` is absent if the payment came from a personal wallet, and the discount if a plan has none.
 */
function mayBeAbsent({ path }: Operation, member: string): boolean {
  if (path.startsWith("/v1/recurrence")) return /^(discount_|end_of_discount)/.test(member);
  return member === "convert" || (member === "txid" && path.startsWith("/v1/payment"));
}

/** Returns how a webhook deviates from the document, including the order of its members. */
function webhookFaults(kind: "payment" | "payout" | "recurrence", payload: string): string[] {
  const body = JSON.parse(appendSign(payload, "a key"));
  const content = ["webhooks", kind, "post", "requestBody", "content", "application/json", "schema"];
  const { schema } = DOCUMENT.webhooks[kind].post.requestBody.content["application/json"];
  const members = Object.keys(schema.properties).filter((name) => name !== "convert" || name in body);
  const isInOrder = Object.keys(body).join() === members.join();
  return [...judge(content, body), ...(isInOrder ? [] : [`the members are in another order: ${Object.keys(body)}`])];
}

test("webhooks have the documented members in the documented order", async () => {
  const { merchantId } = world.payer;
  const rows = await database().webhookDelivery.findMany({ where: { merchantId } });
  for (const { payload, objectKind } of rows)
    expect(webhookFaults(objectKind === "recurrence" ? "recurrence" : "payment", payload)).toEqual([]);
  const kinds = new Set(rows.map(({ payload }) => JSON.parse(payload).type));
  expect([...kinds].sort()).toEqual(["payment", "recurrence", "wallet"]);
  const payout = await getPayout(merchantId, findPayoutInput.parse({ uuid: world.payout }));
  expect(webhookFaults("payout", writePhpJson(toPayoutWebhook(payout)))).toEqual([]);
});
