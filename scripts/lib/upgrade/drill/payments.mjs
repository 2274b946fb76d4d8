/** Payments at a steady rate, and the webhooks about them. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { Agent, request } from "undici";
import { payToken } from "../../../../bench/lib/pay-token.mjs";
import { signedCall } from "../../../../bench/lib/signed-call.mjs";

const STEP_MS = 100;
const WAIT_MS_MAX = 180_000;
const ANSWER_MS_MAX = 30_000;
const FAILURES_SHOWN = 10;

/** A shop's server: `paid` counts the webhooks about each order that is paid. */
export async function startShop() {
  const paid = new Map();
  const server = createServer(async (incoming, response) => {
    const parts = [];
    for await (const part of incoming) parts.push(part);
    const { order_id, status } = JSON.parse(Buffer.concat(parts).toString("utf8"));
    if (status === "paid") paid.set(order_id, (paid.get(order_id) ?? 0) + 1);
    response.end("ok");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { paid, url: `http://127.0.0.1:${server.address().port}/webhook`, stop };
}

/**
 * Creates `perSecond` invoices each second through the addresses of `upstreams` in turn, reads each
 * again, and pays it on the chain. A request is sent once: one without the answer that it must get
 * counts as failed. Returns `{ orders, requests, failures, slowestMs, stop }`; `stop` waits for
 * what is on its way.
 */
export function startPayments({ upstreams, merchant, chain, shop, perSecond }) {
  const agent = new Agent({ connections: 64, headersTimeout: ANSWER_MS_MAX, bodyTimeout: ANSWER_MS_MAX });
  const state = { orders: [], requests: 0, failures: [], slowestMs: 0 };
  let turn = 0;
  const call = async (path, parameters) => {
    const { path: _, ...signed } = signedCall(merchant, path, parameters);
    const upstream = upstreams[turn % upstreams.length];
    turn += 1;
    state.requests += 1;
    const begun = performance.now();
    try {
      const { statusCode, body } = await request(`${upstream}${path}`, { ...signed, dispatcher: agent });
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`answered ${statusCode}: ${text.slice(0, 200)}`);
      return JSON.parse(text).result;
    } catch (error) {
      state.failures.push(`${new Date().toISOString()} ${upstream}${path}: ${error.code ?? ""} ${error.message}`);
      return null;
    } finally {
      state.slowestMs = Math.max(state.slowestMs, performance.now() - begun);
    }
  };
  const order = async () => {
    const order_id = randomUUID();
    const terms = { amount: "5", currency: "USDT", network: "eth", order_id, url_callback: shop.url };
    const invoice = await call("/v1/payment", terms);
    if (invoice === null) return;
    state.orders.push(order_id);
    await call("/v1/payment/info", { uuid: invoice.uuid });
    await payToken(chain, { code: "USDT", to: invoice.address, amount: 5 }).catch((error) =>
      state.failures.push(`${new Date().toISOString()} payment of ${order_id}: ${error.message}`),
    );
  };
  const underway = new Set();
  let isRunning = true;
  const loop = (async () => {
    const begun = performance.now();
    for (let made = 0; isRunning; await pause(STEP_MS)) {
      // What a busy moment left out is made up for.
      const due = Math.floor(((performance.now() - begun) / 1_000) * perSecond);
      for (; made < due; made += 1) {
        const one = order().finally(() => underway.delete(one));
        underway.add(one);
      }
    }
  })();
  return Object.assign(state, {
    async stop() {
      isRunning = false;
      await loop;
      await Promise.all(underway);
      await agent.close();
    },
  });
}

/** Waits for the webhook of every order. Returns those without one after three minutes. */
export async function findLost(orders, shop) {
  const deadline = Date.now() + WAIT_MS_MAX;
  for (;;) {
    const lost = orders.filter((order) => !shop.paid.has(order));
    if (lost.length === 0 || Date.now() > deadline) return lost;
    await pause(200);
  }
}

/** Returns the first failures as lines. */
export function describeFailures(failures) {
  return failures.slice(0, FAILURES_SHOWN).map((line) => `  ${line}`);
}
