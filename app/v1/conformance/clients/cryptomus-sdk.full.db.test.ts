import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type InstalledClient, installClient } from "@/app/v1/conformance/clients/install-client";
import { type Served, serveGateway } from "@/app/v1/conformance/testing/serve-gateway";
import { freshId, openWorld, type World } from "@/app/v1/conformance/testing/world";
import { closeDatabase } from "@/lib/kernel/db";
import { skipUnless } from "@/lib/testing/unless";

vi.hoisted(() => void vi.stubEnv("RATE_LIMIT_BURST", "100000"));

/** The library reads only the envelope of a response and passes on what the gateway returned. */
type Envelope = { readonly state: number; readonly result: never };
type Method = (...parameters: unknown[]) => Promise<Envelope>;
type Sdk = { url: string } & Readonly<Record<string, Method>>;

let installed: InstalledClient | null;
const registryRequirement = () => (installed === null ? "no registry here that gives the client" : null);
let served: Served | undefined;
let world: World;
let sdk: Sdk;

beforeAll(async () => {
  installed = await installClient({
    name: "cryptomus-sdk",
    version: "3.0.0",
    integrity: "sha512-IybzkLpYmxea5rBeFxITPLHHgPvANb6l75mMRpRDku40zR8JlopbDMZuI6SGNSu+V9WJ4TsTjsP4gpmvbE1ZWQ==",
    dependencies: { axios: "1.21.1", uuid: "9.0.1", "short-uuid": "4.2.2" },
  });
  [world, served] = [await openWorld(), await serveGateway()];
  if (installed === null) return;
  const { Cryptomus } = installed.require("cryptomus-sdk") as { Cryptomus: new (...words: string[]) => Sdk };
  const { merchantId, keys } = world.shop;
  sdk = new Cryptomus(merchantId, keys.payment, keys.payout);
  sdk.url = `${served.origin}/v1/`;
  watchRefusals(installed);
});
afterAll(async () => {
  installed?.remove();
  await served?.close();
  await closeDatabase();
});

type Axios = { interceptors: { response: { use(taken: undefined, refused: (error: Refused) => never): void } } };
type Refused = { readonly response: { readonly status: number; readonly data: unknown } };
const refusals: Refused["response"][] = [];

function watchRefusals({ require }: InstalledClient): void {
  (require("axios") as Axios).interceptors.response.use(undefined, (error) => {
    refusals.push({ status: error.response.status, data: error.response.data });
    throw error;
  });
}

async function ask(method: string, ...parameters: unknown[]): Promise<Envelope> {
  const work = sdk[method];
  if (work === undefined) throw new Error(`it has no ${method}`);
  return work.apply(sdk, parameters);
}

const ADDRESS = `0x${"ab".repeat(20)}`;

type Call = {
  readonly method: string;
  readonly parameters: (world: World) => readonly unknown[];
  readonly result: unknown;
};

const SUCCESSES: readonly Call[] = [
  {
    method: "createPayment",
    parameters: () => [
      {
        amount: "15",
        currency: "USD",
        to_currency: "USDT",
        network: "bsc",
        order_id: freshId(),
        url_callback: "https://shop.example/hook?a=b",
        url_return: "https://shop.example/back",
        is_payment_multiple: "true",
        lifetime: "7200",
        subtract: "100",
        accuracy_payment_percent: "1",
        discount_percent: "-5",
        additional_data: "заказ / 1",
        currencies: [{ currency: "USDT", network: "bsc" }],
      },
    ],
    result: expect.objectContaining({ uuid: expect.any(String), payment_status: "check", address: expect.any(String) }),
  },
  {
    method: "getPaymentInfo",
    parameters: ({ paid }) => [{ uuid: paid.id }],
    result: expect.objectContaining({ payment_status: "paid", is_final: true }),
  },
  {
    method: "getPaymentInfo",
    parameters: ({ paid }) => [{ order_id: paid.orderId }],
    result: expect.objectContaining({ payment_status: "paid" }),
  },
  {
    method: "getPaymentHistory",
    parameters: () => [{ date_from: "2024-01-01 0:00:00", date_to: "2099-01-01 00:00:00" }],
    result: { items: expect.any(Array), paginate: expect.objectContaining({ count: expect.any(Number), perPage: 15 }) },
  },
  {
    method: "getPaymentHistory",
    parameters: () => [{}, "eyJpZCI6MX0"],
    result: expect.objectContaining({ paginate: expect.objectContaining({ hasPages: false, nextCursor: null }) }),
  },
  {
    method: "getPaymentServices",
    parameters: () => [],
    result: expect.arrayContaining([expect.objectContaining({ network: "BSC" })]),
  },
  {
    method: "getBalance",
    parameters: () => [],
    result: [
      {
        balance: {
          merchant: [expect.objectContaining({ currency_code: "USDT", balance: "10000.00000000" })],
          user: [expect.objectContaining({ balance: "5000.00000000" })],
        },
      },
    ],
  },
  { method: "resendWebhook", parameters: ({ paid }) => [{ uuid: paid.id }], result: [] },
  {
    method: "createWallet",
    parameters: () => [
      { currency: "USDT", network: "bsc", order_id: freshId(), url_callback: "https://shop.example/w" },
    ],
    result: expect.objectContaining({ address: expect.any(String), network: "bsc" }),
  },
  {
    method: "blockWallet",
    parameters: ({ wallet }) => [{ uuid: wallet.id, is_force_refund: false }],
    result: { uuid: expect.any(String), status: "blocked" },
  },
  {
    method: "getPayoutServices",
    parameters: () => [],
    result: expect.arrayContaining([expect.objectContaining({ network: "BSC" })]),
  },
  { method: "getPayoutHistory", parameters: () => [], result: expect.objectContaining({ items: [] }) },
  { method: "getPayoutHistory", parameters: () => ["eyJpZCI6MX0"], result: expect.objectContaining({ items: [] }) },
  {
    method: "createPayout",
    parameters: () => [
      {
        amount: "5",
        currency: "USDT",
        network: "BSC",
        order_id: "sdk-payout",
        address: ADDRESS,
        is_subtract: true,
        url_callback: "https://shop.example/payouts",
      },
    ],
    result: expect.objectContaining({ status: "process", is_final: false, txid: null, network: "BSC" }),
  },
  {
    method: "getPayoutInfo",
    parameters: () => [{ order_id: "sdk-payout" }],
    result: expect.objectContaining({ status: "process", merchant_amount: "5.10000000" }),
  },
  {
    method: "getPayoutHistory",
    parameters: () => [],
    result: expect.objectContaining({ items: [expect.objectContaining({ order_id: "sdk-payout", txid: null })] }),
  },
  // A second one is refused below, while this one is in progress.
  {
    method: "refund",
    parameters: ({ paid }) => [{ uuid: paid.id, address: ADDRESS, is_subtract: true }],
    result: [],
  },
];

test.for(SUCCESSES)("its $method works", async ({ method, parameters, result }, context) => {
  skipUnless(context, registryRequirement());
  expect(await ask(method, ...parameters(world))).toEqual({ state: 0, result });
});

/**
 * The library replaces every refusal by one message, so the gateway's response is captured on the
 * way.
 */
const REFUSALS: readonly { method: string; parameters: (world: World) => readonly unknown[]; answer: unknown }[] = [
  {
    method: "createPayment",
    parameters: () => [{ amount: "0.1", currency: "USDT", network: "bsc", order_id: freshId() }],
    answer: { state: 1, message: "Minimum amount 0.5 USDT" },
  },
  {
    method: "getPaymentInfo",
    parameters: () => [{ order_id: freshId() }],
    answer: { state: 1, message: "Payment not found" },
  },
  {
    method: "refund",
    parameters: ({ paid }) => [{ uuid: paid.id, address: ADDRESS, is_subtract: true }],
    answer: { state: 1, message: "Refunds are made only for completed payments" },
  },
  {
    method: "createPayout",
    parameters: () => [
      { amount: "5", currency: "USDT", network: "TRON", order_id: freshId(), address: ADDRESS, is_subtract: false },
    ],
    answer: { state: 1, errors: { address: expect.any(Array) } },
  },
  {
    method: "createPayout",
    parameters: () => [
      { amount: "50000", currency: "USDT", network: "BSC", order_id: freshId(), address: ADDRESS, is_subtract: true },
    ],
    answer: { state: 1, message: "Not enough funds" },
  },
  {
    method: "getPayoutInfo",
    parameters: () => [{ order_id: freshId() }],
    answer: { state: 1, message: "Payout not found" },
  },
  {
    method: "transferToWallet",
    parameters: () => ["personal", { amount: "50000", currency: "USDT" }],
    answer: { state: 1, message: "Not enough funds" },
  },
  {
    method: "transferToWallet",
    parameters: () => ["business", { amount: "5" }],
    answer: { state: 1, errors: { currency: ["validation.required"] } },
  },
];

test.for(REFUSALS)("its $method is refused as specified", async ({ method, parameters, answer }, context) => {
  skipUnless(context, registryRequirement());
  await expect(ask(method, ...parameters(world))).rejects.toThrow("[object Object]");
  expect(refusals.pop()).toEqual({ status: 422, data: answer });
});
