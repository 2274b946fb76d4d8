import { execFile, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Served, serveGateway } from "@/app/v1/conformance/testing/serve-gateway";
import { startReceiver } from "@/lib/delivery/webhooks/testing/receiver";
import { type Caller, newCaller } from "@/lib/fronts/machine-api/testing/call-api";
import { sendTestWebhookJob } from "@/lib/fronts/test-webhooks/jobs";
import { closeDatabase, database } from "@/lib/kernel/db";
import { openGateway } from "@/lib/money-in/invoices/testing/gateway-rig";
import { describeUnless } from "@/lib/testing/unless";

const PHP_REQUIREMENT = spawnSync("php", ["--version"]).status === 0 ? null : "no php here";

const runPhp = promisify(execFile);
const script = (name: string) => join(import.meta.dirname, name);
let gateway: Served;
let caller: Caller;

beforeAll(async () => {
  await openGateway();
  [gateway, caller] = [await serveGateway(), await newCaller()];
});
afterAll(async () => {
  await gateway.close();
  await closeDatabase();
});

/**
 * Returns what the script prints: status and response. Its exit code says whether the response's
 * state was 0.
 */
async function callByPhp(path: string, parameters: object, key = caller.key) {
  const flags = [script("call.php"), gateway.origin, caller.merchantId, key, path, JSON.stringify(parameters)];
  const { stdout, code } = await runPhp("php", flags).catch((error) => error);
  const [status = "", ...answer] = stdout.split(" ");
  return { status, answer: JSON.parse(answer.join(" ")), code: code ?? 0 };
}

describeUnless(PHP_REQUIREMENT)("a shop in PHP at a running gateway", () => {
  test("creates an invoice, reads it and lists it; a wrong key is rejected", async () => {
    const order = {
      amount: "15",
      currency: "USDT",
      network: "bsc",
      order_id: randomUUID(),
      url_callback: "https://shop.example/hook",
      additional_data: "заказ a/b",
    };
    const made = await callByPhp("/v1/payment", order);
    expect(made).toMatchObject({ status: "200", code: 0, answer: { result: { additional_data: "заказ a/b" } } });
    expect(await callByPhp("/v1/payment/info", { order_id: order.order_id })).toEqual(made);
    const { answer } = await callByPhp("/v1/payment/list", {});
    expect(answer.result.items).toMatchObject([{ uuid: made.answer.result.uuid }]);
    expect(await callByPhp("/v1/payment/info", { order_id: order.order_id }, "another")).toEqual({
      status: "401",
      code: 1,
      answer: { state: 1, message: "Invalid Sign." },
    });
  });

  test("receives and accepts a test webhook of each kind", async () => {
    const shop = await startReceiver((response) => void response.end());
    try {
      for (const kind of ["payment", "payout"]) {
        const wish = { url_callback: shop.url, currency: "USDT", network: "bsc", status: "paid" };
        expect(await callByPhp(`/v1/test-webhook/${kind}`, wish)).toMatchObject({ status: "200", code: 0 });
      }
      const jobs = await database().$queryRaw<{ payload: never }[]>`SELECT payload FROM graphile_worker._private_jobs`;
      for (const { payload } of jobs) await sendTestWebhookJob.run(payload, { signal: new AbortController().signal });
      expect(shop.received.map(({ body }) => JSON.parse(body).type)).toEqual(["payment", "payout"]);
      for (const { body } of shop.received) {
        expect(spawnSync("php", [script("verify.php"), caller.key], { input: body }).status).toBe(0);
        expect(spawnSync("php", [script("verify.php"), "another"], { input: body }).status).toBe(1);
      }
    } finally {
      await shop.close();
    }
  });
});
