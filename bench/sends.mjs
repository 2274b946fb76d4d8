#!/usr/bin/env node
/**
 * `npm run bench -- sends [--payouts 10000] [--in-flight 256]`: so many payouts of one merchant are
 * queued on one network of the account kind while no worker runs. Then a worker starts. Prints how
 * many it signs in a second, from the first signature to the last, how many are settled by then,
 * and the duration of the parts of its statements. The last line is the result as JSON. Exit code 1
 * at fewer than 50 a second.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { waitUntil } from "../scripts/lib/wait-until.mjs";
import { startBenchGateway } from "./lib/bench-gateway.mjs";
import { inLanes } from "./lib/load.mjs";
import { payToken } from "./lib/pay-token.mjs";
import { createInvoice, createPayout } from "./lib/signed-call.mjs";

const { values } = parseArgs({
  options: { payouts: { type: "string", default: "10000" }, "in-flight": { type: "string", default: "256" } },
});
const PAYOUTS = Number(values.payouts);
const PER_SECOND_MIN = 50;
const AT_ONCE = 16;
const WAIT_MS_MAX = 1_800_000;
const AMOUNT = 2;
/** More than amount and fees of each. */
const CAPITAL = PAYOUTS * 10;

const until = (isTrue, what) => waitUntil(what, isTrue, WAIT_MS_MAX, 200);

async function numberOf(client, query) {
  const { rows } = await client.query(query);
  return Number(Object.values(rows[0])[0]);
}

/** Pays an invoice that leaves the merchant with enough for all payouts. */
async function fund({ client, networks, ...started }) {
  const terms = { amount: String(CAPITAL), currency: "USDT", network: "eth", order_id: randomUUID() };
  const { address, uuid } = await createInvoice(started, terms);
  await payToken(networks.eth, { code: "USDT", to: address, amount: CAPITAL });
  const paid = `SELECT count(*) FROM invoices WHERE id = '${uuid}' AND status = 'paid'`;
  await until(async () => (await numberOf(client, paid)) === 1, "the merchant's funds");
  // The sandbox fills the hot wallet, and sweeps the payment into it.
  const held =
    "SELECT coalesce(sum(b.balance), 0) FROM accounts a JOIN account_balances b ON b.account_id = a.id WHERE a.kind = 'hot' AND a.owner_id = 'eth' AND a.currency_code = 'USDT'";
  await until(async () => (await numberOf(client, held)) >= CAPITAL, "the hot wallet's funds");
}

async function queueAll(started) {
  await inLanes(AT_ONCE, PAYOUTS, async () => {
    const address = `0x${randomBytes(20).toString("hex")}`;
    const terms = { amount: String(AMOUNT), currency: "USDT", network: "eth", is_subtract: false };
    await createPayout(started, { ...terms, address, order_id: randomUUID() });
  });
}

const settings = {
  RATE_LIMIT_PER_SECOND: "1000000",
  RATE_LIMIT_BURST: "1000000",
  SENDS_IN_FLIGHT_MAX: values["in-flight"],
  LOG_LEVEL: "warn",
};
const started = await startBenchGateway({ codes: ["eth"], poolSize: 50, settings });
try {
  const { client } = started;
  await fund(started);
  await started.stopWorker();
  const queueBegun = performance.now();
  await queueAll(started);
  console.log(`${PAYOUTS} payouts queued in ${((performance.now() - queueBegun) / 1000).toFixed(1)} s`);
  await client.query("SELECT pg_stat_statements_reset()");
  started.restartWorker();
  const signed = "SELECT count(*) FROM sends WHERE purpose = 'payout' AND outgoing_id IS NOT NULL";
  await until(async () => (await numberOf(client, signed)) === PAYOUTS, "the last signature");
  const { rows } = await client.query(`
    SELECT extract(epoch FROM max(v.signed_at) - min(v.signed_at))::float8 AS seconds,
      (count(DISTINCT o.id) FILTER (WHERE o.status = 'settled'))::int AS settled
    FROM sends s JOIN outgoing_transactions o ON o.id = s.outgoing_id JOIN signed_transactions v ON v.outgoing_id = o.id AND v.version = 1
    WHERE s.purpose = 'payout'`);
  const [{ seconds, settled }] = rows;
  const perSecond = PAYOUTS / seconds;
  const statements = await client.query(`
    SELECT round(calls / ${PAYOUTS}::numeric, 2) AS each, round((total_exec_time / ${PAYOUTS})::numeric, 3) AS ms, left(regexp_replace(query, '\\s+', ' ', 'g'), 110) AS query
    FROM pg_stat_statements ORDER BY total_exec_time DESC LIMIT 15`);
  for (const { each, ms, query } of statements.rows)
    console.log(`${each.padStart(8)} a payout, ${ms.padStart(7)} ms: ${query}`);
  console.log(`signed ${perSecond.toFixed(1)} a second; ${settled} were settled by the last signature`);
  await until(
    async () => (await numberOf(client, "SELECT count(*) FROM payouts WHERE status <> 'paid'")) === 0,
    "the last payout",
  );
  const all = await client.query(
    "SELECT extract(epoch FROM max(final_at) - (SELECT min(signed_at) FROM signed_transactions v JOIN sends s ON s.outgoing_id = v.outgoing_id WHERE s.purpose = 'payout'))::float8 AS seconds FROM payouts",
  );
  console.log(`all were paid after ${all.rows[0].seconds.toFixed(1)} s`);
  console.log(
    JSON.stringify({
      payouts: PAYOUTS,
      inFlight: Number(values["in-flight"]),
      perSecond,
      paidSeconds: all.rows[0].seconds,
    }),
  );
  process.exitCode = perSecond >= PER_SECOND_MIN ? 0 : 1;
} finally {
  await started.stop();
}
