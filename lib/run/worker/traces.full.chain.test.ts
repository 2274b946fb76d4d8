import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { POST as createPayment } from "@/app/v1/payment/route";
import { POST as createPayout } from "@/app/v1/payout/route";
import { type Receiver, startReceiver } from "@/lib/delivery/webhooks/testing/receiver";
import { call } from "@/lib/fronts/machine-api/testing/call-api";
import { openRecorder } from "@/lib/kernel/tracing/otel-recorder";
import { setRecorder } from "@/lib/kernel/tracing/recorder";
import { stopTracing } from "@/lib/kernel/tracing/start-tracing";
import { type Collector, startCollector } from "@/lib/kernel/tracing/testing/collector";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";
import { giveMerchant } from "@/lib/run/worker/testing/merchant-funds";
import { invoiceRow, sendOf, until, untilAllSent, untilStatus } from "@/lib/run/worker/testing/observe";
import { startTestChain, type TestChain } from "@/lib/run/worker/testing/test-chain";
import { createTestGateway, type TestGateway } from "@/lib/run/worker/testing/test-gateway";
import type { WorkerProcess } from "@/lib/run/worker/testing/worker-process";

let chain: TestChain;
let gateway: TestGateway;
let shop: Receiver;
let collector: Collector;
let worker: WorkerProcess;

beforeAll(async () => {
  chain = await startTestChain({ network: "eth", chainId: 1, tokens: { USDT: 6 } });
  shop = await startReceiver((response) => void response.writeHead(200).end());
  collector = await startCollector();
  gateway = await createTestGateway([chain]);
  worker = gateway.startWorker({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, LOG_LEVEL: "debug" });
  setRecorder(openRecorder({ endpoint: collector.url, sampler: "always_on", ratio: 1, service: "chaintill-web" }));
  await gateway.ready();
  await giveMerchant(gateway.merchantId, "USDT", "1000");
});

afterAll(async () => {
  await stopTracing();
  await gateway?.stop();
  await collector?.close();
  await shop?.close();
  await chain?.stop();
});

it("joins the request that creates an invoice, its deposit, settlement and webhook in one trace, and in the log", async () => {
  clearCatalogCache();
  const asked = { amount: "10", currency: "USD", to_currency: "USDT", network: "eth", order_id: randomUUID() };
  const answer = await call(
    createPayment,
    { merchantId: gateway.merchantId, key: gateway.paymentKey },
    { ...asked, url_callback: shop.url },
  );
  const id: string = answer.json.result.uuid;
  const requestId = answer.headers.get("x-request-id") ?? "";
  const { currentQuote } = await invoiceRow(id);
  await chain.pay(currentQuote?.address ?? "", 10_000_000n, "USDT");
  await untilStatus(id, "paid");
  await until(() => expect(shop.received.some(({ body }) => body.includes(id))).toBe(true));
  const steps = ["POST /v1/payment", "deposit", "job settle-deposits", "webhook"];
  await expectTrace(id, steps, { requestId, kind: "invoice" });
  // Nobody outside gets our trace context.
  expect(shop.received.flatMap(({ headers }) => Object.keys(headers)).filter((name) => /^trace/.test(name))).toEqual(
    [],
  );
  expectLogged(id, ["deposit", "job settle-deposits", "webhook"]);
});

it("joins the request that creates a payout, its signature, broadcast, block and webhook", async () => {
  await chain.mine(1);
  const asked = {
    amount: "10",
    currency: "USDT",
    network: "eth",
    order_id: randomUUID(),
    address: `0x${randomBytes(20).toString("hex")}`,
    is_subtract: true,
    url_callback: shop.url,
  };
  const answer = await until(async () => {
    clearCatalogCache();
    const tried = await call(createPayout, { merchantId: gateway.merchantId, key: gateway.payoutKey }, asked);
    expect(tried.status, tried.text).toBe(200);
    return tried;
  });
  const id: string = answer.json.result.uuid;
  await untilAllSent();
  const { outgoing } = await sendOf(id);
  await until(() => expect(shop.received.some(({ body }) => body.includes(id))).toBe(true));
  const steps = ["POST /v1/payout", "send sign", "send broadcast", "send settle", "webhook"];
  await expectTrace(id, steps, { requestId: answer.headers.get("x-request-id") ?? "", kind: "payout" });
  const ofSend = collector.spans.filter(({ name, traceId }) => name === "send settle" && traceId === hex(id));
  expect(ofSend.at(-1)?.attributes).toMatchObject({
    "chaintill.outgoing_id": outgoing?.id,
    "chaintill.outcome": "settled",
  });
  const broadcast = collector.spans.find(({ name, traceId }) => name === "send broadcast" && traceId === hex(id));
  const asks = collector.spans.filter(({ parentSpanId }) => parentSpanId === broadcast?.spanId);
  expect(asks.map(({ name, attributes }) => [name, attributes])).toContainEqual(["node", { "chaintill.node": 1 }]);
  expectLogged(id, ["send sign", "send broadcast", "send settle", "webhook"]);
  expectNoSecrets([asked.address, outgoing?.versions[0]?.transactionId ?? "no transaction"]);
});

const hex = (id: string) => id.replaceAll("-", "");

/** Each step is a child of the first one, which is linked with its request. */
async function expectTrace(id: string, steps: readonly string[], of: { requestId: string; kind: string }) {
  const ofTrace = () => collector.spans.filter(({ traceId }) => traceId === hex(id));
  await until(() => expect(ofTrace().map(({ name }) => name)).toEqual(expect.arrayContaining([...steps])));
  const root = ofTrace().find(({ parentSpanId }) => parentSpanId === undefined);
  expect(root).toMatchObject({ name: steps[0], service: "chaintill-web", links: [hex(of.requestId)] });
  expect(root?.attributes["chaintill.object"]).toBe(of.kind);
  for (const name of steps.slice(1)) {
    const parents = ofTrace().filter((span) => span.name === name);
    expect(parents.map(({ parentSpanId, service }) => [parentSpanId, service])).toContainEqual([
      root?.spanId,
      "chaintill-worker",
    ]);
  }
  const request = collector.spans.find(({ traceId }) => traceId === hex(of.requestId));
  expect(request).toMatchObject({ name: steps[0], links: [hex(id)] });
}

function expectLogged(id: string, steps: readonly string[]): void {
  const lines = worker
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{") && line.endsWith("}"));
  const ofTrace = lines.map((line) => JSON.parse(line)).filter(({ trace }) => trace === id);
  expect(ofTrace.map(({ step }) => step)).toEqual(expect.arrayContaining([...steps]));
}

function expectNoSecrets(more: readonly string[]): void {
  const text = collector.text();
  const own = [gateway.paymentKey, gateway.payoutKey, shop.url, chain.workerUrl, "10.0", "0x"];
  for (const secret of [...own, ...more]) expect(text).not.toContain(secret);
}
