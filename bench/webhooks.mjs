#!/usr/bin/env node
/**
 * `npm run bench -- webhooks [--count 3000] [--rounds 3]`: how many webhooks a second a worker
 * delivers to 100 receivers on this machine, and how long they take at a steady 100 a second while
 * all receivers respond, and while one of them accepts connections and never answers. The last line
 * is the result as JSON.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startBenchGateway } from "./lib/bench-gateway.mjs";
import { median } from "./lib/load.mjs";

const { values } = parseArgs({
  options: { count: { type: "string", default: "3000" }, rounds: { type: "string", default: "3" } },
});
const COUNT = Number(values.count);
const ROUNDS = Number(values.rounds);
const RECEIVERS = 100;
const STEADY_SECONDS = 10;
const STEPS_A_SECOND = 10;
const STEADY_A_STEP = 10;
const WAIT_MS_MAX = 120_000;

const arrivals = new Map();
let silent = null;

/** Receivers on ports of their own: a worker tells hosts apart by their address and port. */
async function startReceivers() {
  const servers = [];
  for (let index = 0; index < RECEIVERS; index += 1) {
    const server = createServer(async (request, response) => {
      const parts = [];
      for await (const part of request) parts.push(part);
      const { uuid } = JSON.parse(Buffer.concat(parts).toString("utf8"));
      arrivals.set(uuid, performance.now());
      if (index !== silent) response.end("ok");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    servers.push(server);
  }
  return servers;
}

/** Queues webhooks as a settled invoice does, each of an object of its own. Returns their ids. */
async function queueWebhooks(client, merchantId, urls, count) {
  const { rows } = await client.query(
    `INSERT INTO webhook_deliveries (merchant_id, object_kind, object_id, event_status, url, payload, key_kind)
     SELECT $1, 'invoice', object_id, 'paid', ($2::text[])[1 + n % $4],
       json_build_object('type', 'payment', 'uuid', object_id, 'status', 'paid', 'amount', '25.00')::text, 'payment'
     FROM (SELECT n, gen_random_uuid() AS object_id FROM generate_series(0, $3::int - 1) n) o
     RETURNING object_id AS id, url`,
    [merchantId, urls, count, urls.length],
  );
  return rows;
}

async function untilReceived(ids) {
  const deadline = performance.now() + WAIT_MS_MAX;
  while (!ids.every((id) => arrivals.has(id))) {
    if (performance.now() > deadline) throw new Error("Not every webhook was received");
    await pause(10);
  }
}

async function measureRate(client, merchantId, urls) {
  const at = performance.now();
  const ids = (await queueWebhooks(client, merchantId, urls, COUNT)).map(({ id }) => id);
  await untilReceived(ids);
  const last = Math.max(...ids.map((id) => arrivals.get(id)));
  return (COUNT * 1000) / (last - at);
}

/** The 99th percentile, in milliseconds, of what the responding receivers get at a steady rate. */
async function measureSteady(client, merchantId, urls, silentIndex) {
  silent = silentIndex;
  const queued = [];
  for (let step = 0; step < STEADY_SECONDS * STEPS_A_SECOND; step += 1) {
    const at = performance.now();
    for (const { id, url } of await queueWebhooks(client, merchantId, urls, STEADY_A_STEP))
      queued.push({ id, url, at });
    // Each step begins with another receiver.
    urls.push(...urls.splice(0, STEADY_A_STEP));
    await pause(Math.max(0, 1000 / STEPS_A_SECOND - (performance.now() - at)));
  }
  const judged = silentIndex === null ? queued : queued.filter(({ url }) => url !== silentUrl);
  await untilReceived(judged.map(({ id }) => id));
  const times = judged.map(({ id, at }) => arrivals.get(id) - at).sort((a, b) => a - b);
  silent = null;
  return times[Math.floor(times.length * 0.99)];
}

const servers = await startReceivers();
const urls = servers.map((server) => `http://127.0.0.1:${server.address().port}/webhook`);
const silentUrl = urls[0];
const started = await startBenchGateway({
  codes: ["eth"],
  poolSize: 50,
  hasWeb: false,
  settings: { LOG_LEVEL: "error" },
});
try {
  const { client, merchant } = started;
  await measureRate(client, merchant.uuid, [...urls]);
  const rates = [];
  const all = [];
  const oneSilent = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.push(await measureRate(client, merchant.uuid, [...urls]));
    all.push(await measureSteady(client, merchant.uuid, [...urls], null));
  }
  // Last: a receiver that was silent is left alone for a while.
  for (let round = 0; round < ROUNDS; round += 1)
    oneSilent.push(await measureSteady(client, merchant.uuid, [...urls], 0));
  const result = { perSecond: median(rates), steadyP99: median(all), steadyP99WithSilent: median(oneSilent) };
  console.log(
    `${result.perSecond.toFixed(0)} a second; at 100 a second, 99th percentile ${result.steadyP99.toFixed(0)} ms, with a silent receiver ${result.steadyP99WithSilent.toFixed(0)} ms`,
  );
  console.log(JSON.stringify(result));
} finally {
  for (const server of servers) server.closeAllConnections();
  for (const server of servers) server.close();
  await started.stop();
}
