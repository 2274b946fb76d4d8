import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type InstalledClient, installClient } from "@/app/v1/conformance/clients/install-client";
import { type Served, serveGateway } from "@/app/v1/conformance/testing/serve-gateway";
import { freshId, openWorld, type World } from "@/app/v1/conformance/testing/world";
import { closeDatabase } from "@/lib/kernel/db";
import { skipUnless } from "@/lib/testing/unless";

vi.hoisted(() => void vi.stubEnv("RATE_LIMIT_BURST", "100000"));

type Api = Readonly<Record<string, (parameters?: unknown) => Promise<{ state: number; result: never }>>>;
type Axios = { interceptors: { request: { use(change: (config: { url: string }) => unknown): void } } };

const HOST = "https://api.cryptomus.com";

let installed: InstalledClient | null;
const registryRequirement = () => (installed === null ? "no registry here that gives the client" : null);
let served: Served | undefined;
let world: World;
let api: Api;
let sentCount = 0;

beforeAll(async () => {
  installed = await installClient({
    name: "cryptomus-api",
    version: "1.0.0",
    integrity: "sha512-dBVgg6bpVpRHoxHPbKus1+GKJq04vC3QOYzftksppq4hzuIfl0lH5SaYc54MFmJyTgEiO4Xyac1xpIf3qwR0vw==",
    dependencies: { axios: "1.21.1" },
  });
  [world, served] = [await openWorld(), await serveGateway()];
  if (installed !== null) api = openApi(installed);
});
afterAll(async () => {
  installed?.remove();
  await served?.close();
  await closeDatabase();
});

/**
 * The published package contains its sources but not the file that its `main` names, so its own
 * build step runs here and writes that file. Its host is a constant, so its requests are redirected
 * to the gateway.
 */
function openApi({ folder, require }: InstalledClient): Api {
  const outfile = join(folder, "dist/index.js");
  buildSync({
    entryPoints: [join(folder, "src/index.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    external: ["axios"],
  });
  const { CryptomusApi } = require("cryptomus-api") as { CryptomusApi: new (key: string, merchant: string) => Api };
  const axios = require("axios") as Axios;
  axios.interceptors.request.use((config) => {
    sentCount += 1;
    return { ...config, url: config.url.replace(HOST, served?.origin ?? "") };
  });
  return new CryptomusApi(world.shop.keys.payment, world.shop.merchantId);
}

const ask = (method: string, parameters?: unknown) => {
  const work = api[method];
  if (work === undefined) throw new Error(`it has no ${method}`);
  return work.call(api, parameters);
};

const WORKING: readonly { method: string; parameters: (world: World) => unknown; result: unknown }[] = [
  {
    method: "createPayment",
    parameters: () => ({
      amount: "10",
      currency: "USD",
      order_id: freshId(),
      url_return: "https://shop.example/back",
      url_callback: "https://shop.example/hook",
      is_payment_multiple: false,
      lifetime: "7200",
      to_currency: "USDT",
    }),
    result: expect.objectContaining({ amount: "10.00", payer_currency: "USDT", payment_status: "check" }),
  },
  {
    method: "paymentInfo",
    parameters: ({ paid }) => ({ uuid: paid.id }),
    result: expect.objectContaining({ payment_status: "paid" }),
  },
  {
    method: "paymentInfo",
    parameters: ({ open }) => ({ order_id: open.orderId }),
    result: expect.objectContaining({ payment_status: "check" }),
  },
  { method: "reSendNotifications", parameters: ({ paid }) => ({ order_id: paid.orderId }), result: [] },
  {
    method: "createWallet",
    parameters: () => ({ netword: "tron", network: "bsc", currency: "USDT", order_id: freshId() }),
    result: expect.objectContaining({ network: "bsc", currency: "USDT" }),
  },
];

test.for(WORKING)("its $method works", async ({ method, parameters, result }, context) => {
  skipUnless(context, registryRequirement());
  expect(await ask(method, parameters(world))).toEqual({ state: 0, result });
});

test.for(["getServices", "paymentsHistory", "getBalance"])(
  "its %s sends no request, because it fails to sign a missing body, and returns undefined",
  async (method, context) => {
    skipUnless(context, registryRequirement());
    const before = sentCount;
    expect([await ask(method), sentCount]).toEqual([undefined, before]);
  },
);

test("a wallet by the library's own types, which misspell the network, is refused as by the real service", async (context) => {
  skipUnless(context, registryRequirement());
  const parameters = { netword: "tron", currency: "USDT", order_id: freshId() };
  await expect(async () => ask("createWallet", parameters)).rejects.toThrow("[object Object]");
});

test("it is published without the file that its main names", (context) => {
  skipUnless(context, registryRequirement());
  const { main } = JSON.parse(readFileSync(join(installed?.folder ?? "", "package.json"), "utf8")) as { main: string };
  expect(main).toBe("./dist/index.js");
});
