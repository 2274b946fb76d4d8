#!/usr/bin/env node
/**
 * `npm run bench -- create-invoice`: signed invoice creations with an address through /v1, against
 * a bare Next route handler that gets the same posted bytes, interleaved in one run. Prints the
 * ratio, SQL statements per creation, and memory at rest; exit code 1 if a goal is missed.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { startBareNext } from "./lib/bare-next.mjs";
import { startBenchGateway } from "./lib/bench-gateway.mjs";
import { drive, median, openPool } from "./lib/load.mjs";
import { signedCall } from "./lib/signed-call.mjs";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "8" },
    seconds: { type: "string", default: "2" },
    pool: { type: "string", default: "30000" },
  },
});
const ROUNDS = Number(values.rounds);
const ROUND_MS = Number(values.seconds) * 1000;
const LANES = 16;
/** For either side, so that both are compiled when the clock starts. */
const WARM_UP_MS = 5_000;
const COUNTED_CREATIONS = 200;
const REST_MS = 5_000;
const GOALS = { ratio: 0.4, statements: 6, webMb: 400, workerMb: 250 };

function rssMb(pid) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

function createInvoice(merchant) {
  return () => {
    const parameters = {
      amount: "25",
      currency: "USD",
      to_currency: "USDT",
      network: "eth",
      order_id: randomUUID(),
      url_callback: "http://127.0.0.1:9/cb",
    };
    return signedCall(merchant, "/v1/payment", parameters);
  };
}

/** The same request to the handler that does nothing with it. */
function bareCall(create) {
  return (n) => ({ ...create(n), path: "/" });
}

/** Counts the statements of one creation, with no other activity on the database. */
async function countStatements(client, pool, request) {
  const total = async () => {
    const { rows } = await client.query(
      "SELECT coalesce(sum(calls), 0)::int AS calls FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_statements%'",
    );
    return rows[0].calls;
  };
  const before = await total();
  for (let n = 0; n < COUNTED_CREATIONS; n += 1) {
    const { statusCode, body } = await pool.request(request());
    await body.text();
    if (statusCode !== 200) throw new Error(`Answered ${statusCode}`);
  }
  return ((await total()) - before) / COUNTED_CREATIONS;
}

async function measure(bareNext, gateway) {
  const pool = openPool(gateway.baseUrl, LANES);
  const barePool = openPool(bareNext.baseUrl, LANES);
  const create = createInvoice(gateway.merchant);
  const bare = bareCall(create);
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  const memory = { web: rssMb(gateway.web.pid), worker: rssMb(gateway.worker.pid) };
  await gateway.stopWorker();
  await drive(pool, { lanes: LANES, ms: WARM_UP_MS, request: create });
  await drive(barePool, { lanes: LANES, ms: WARM_UP_MS, request: bare });
  const rounds = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const creation = await drive(pool, { lanes: LANES, ms: ROUND_MS, request: create });
    const plain = await drive(barePool, { lanes: LANES, ms: ROUND_MS, request: bare });
    rounds.push({ creation, plain, ratio: creation.perSecond / plain.perSecond });
    console.log(
      `round ${round}: ${creation.perSecond.toFixed(0)} creations/s (p99 ${creation.p99.toFixed(0)} ms), ${plain.perSecond.toFixed(0)} bare/s, ratio ${(creation.perSecond / plain.perSecond).toFixed(2)}`,
    );
  }
  const statements = await countStatements(gateway.client, pool, create);
  await pool.close();
  await barePool.close();
  return {
    ratio: median(rounds.map(({ ratio }) => ratio)),
    creationsPerSecond: median(rounds.map(({ creation }) => creation.perSecond)),
    barePerSecond: median(rounds.map(({ plain }) => plain.perSecond)),
    statements,
    webMbAtRest: memory.web,
    workerMbAtRest: memory.worker,
  };
}

function meetsGoals(result) {
  return (
    result.ratio >= GOALS.ratio &&
    result.statements <= GOALS.statements &&
    result.webMbAtRest < GOALS.webMb &&
    result.workerMbAtRest < GOALS.workerMb
  );
}

const bareNext = await startBareNext();
let gateway;
try {
  gateway = await startBenchGateway({
    poolSize: Number(values.pool),
    settings: {
      RATE_LIMIT_PER_SECOND: "1000000",
      RATE_LIMIT_BURST: "1000000",
      RATE_AGE_MAX_S: "100000",
      LOG_LEVEL: "warn",
    },
  });
  const result = await measure(bareNext, gateway);
  console.log(JSON.stringify(result, (_, value) => (typeof value === "number" ? Number(value.toFixed(2)) : value), 2));
  const isGood = meetsGoals(result);
  console.log(
    isGood
      ? "all goals met"
      : `goals missed: ratio >= ${GOALS.ratio}, statements <= ${GOALS.statements}, web < ${GOALS.webMb} MB, worker < ${GOALS.workerMb} MB`,
  );
  process.exitCode = isGood ? 0 : 1;
} finally {
  await bareNext.stop();
  await gateway?.stop();
}
