#!/usr/bin/env node
/**
 * `npm run bench -- settle [--payments 300] [--rounds 5]`: so many invoices are paid in one block;
 * how long after the block that confirms them their webhooks are received, with worker, chain and
 * receiver on this machine. Prints the median and the 99th percentile of each round; the last line
 * is the result as JSON. Exit code 1 when the median 99th percentile is over 2 s.
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { callNode } from "../scripts/emulators/anvil.mjs";
import { startBenchGateway } from "./lib/bench-gateway.mjs";
import { median } from "./lib/load.mjs";
import { payToken } from "./lib/pay-token.mjs";
import { createInvoice } from "./lib/signed-call.mjs";

const { values } = parseArgs({
  options: { payments: { type: "string", default: "300" }, rounds: { type: "string", default: "5" } },
});
const PAYMENTS = Number(values.payments);
const ROUNDS = Number(values.rounds);
const P99_SECONDS_MAX = 2;
/** Blocks that a payment waits for in the sandbox, its own included. */
const CONFIRMATIONS = 1;
const WAIT_MS_MAX = 120_000;

/** Receives webhooks. `arrivals` has the moment of the `paid` one of each order. */
async function startReceiver() {
  const arrivals = new Map();
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const { order_id, status } = JSON.parse(Buffer.concat(parts).toString("utf8"));
    if (status === "paid" && !arrivals.has(order_id)) arrivals.set(order_id, performance.now());
    response.end("ok");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { arrivals, url: `http://127.0.0.1:${server.address().port}/webhook`, stop: () => server.close() };
}

const newInvoice = (started, url_callback) =>
  createInvoice(started, { amount: "25", currency: "USDT", network: "eth", order_id: randomUUID(), url_callback });

/** Pays all of them in one block, then confirms it. Returns the moment of the last block. */
async function payInOneBlock(chain, invoices) {
  const { rpcUrl } = chain;
  await callNode(rpcUrl, "evm_setAutomine", false);
  await callNode(rpcUrl, "evm_setIntervalMining", 0);
  for (const invoice of invoices) await payToken(chain, { code: "USDT", to: invoice.address, amount: 25 });
  await callNode(rpcUrl, "evm_mine");
  const { transactions } = await callNode(rpcUrl, "eth_getBlockByNumber", "latest", false);
  if (transactions.length < invoices.length) throw new Error(`${transactions.length} payments are in the block`);
  for (let block = 1; block < CONFIRMATIONS; block += 1) await callNode(rpcUrl, "evm_mine");
  const at = { ms: performance.now(), date: new Date() };
  await callNode(rpcUrl, "evm_setAutomine", true);
  await callNode(rpcUrl, "evm_setIntervalMining", 1);
  return at;
}

async function runRound(started, receiver) {
  const invoices = [];
  for (let made = 0; made < PAYMENTS; made += 1) invoices.push(await newInvoice(started, receiver.url));
  const at = await payInOneBlock(started.networks.eth, invoices);
  const deadline = performance.now() + WAIT_MS_MAX;
  const isDone = () => invoices.every(({ order_id }) => receiver.arrivals.has(order_id));
  while (!isDone()) {
    if (performance.now() > deadline) throw new Error("Not every webhook was received");
    await pause(20);
  }
  const received = invoices.map(({ order_id }) => (receiver.arrivals.get(order_id) - at.ms) / 1000);
  const { rows } = await started.client.query(
    "SELECT extract(epoch FROM final_at - $2)::float8 AS seconds FROM invoices WHERE id = ANY($1)",
    [invoices.map(({ uuid }) => uuid), at.date],
  );
  return { received: spread(received), settled: spread(rows.map(({ seconds }) => seconds)) };
}

function spread(seconds) {
  const sorted = seconds.sort((a, b) => a - b);
  return { median: median(sorted), p99: sorted[Math.ceil(sorted.length * 0.99) - 1] };
}

const receiver = await startReceiver();
const settings = { RATE_LIMIT_PER_SECOND: "1000000", RATE_LIMIT_BURST: "1000000", LOG_LEVEL: "warn" };
const started = await startBenchGateway({ codes: ["eth"], poolSize: PAYMENTS * ROUNDS + 50, settings });
try {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const result = await runRound(started, receiver);
    rounds.push(result);
    const text = ({ median: middle, p99 }) => `median ${middle.toFixed(2)} s, p99 ${p99.toFixed(2)} s`;
    console.log(`${PAYMENTS} payments settled: ${text(result.settled)}; webhooks: ${text(result.received)}`);
  }
  const p99 = median(rounds.map(({ received }) => received.p99));
  console.log(JSON.stringify({ payments: PAYMENTS, rounds, p99 }));
  process.exitCode = p99 <= P99_SECONDS_MAX ? 0 : 1;
} finally {
  receiver.stop();
  await started.stop();
}
