#!/usr/bin/env node
/**
 * `npm run bench -- worker-idle`: the cost of an idle worker. Starts a database, sandbox chains and
 * a worker, waits until it is idle, and prints its share of a core, its memory, its statements
 * (BEGIN and COMMIT included) and its calls to each node. The exit code is 1 if a goal is missed;
 * the goals are for the ten default chains at the sandbox's pace.
 *
 * - `--networks eth,ltc`: the chains (default: all except xmr)
 * - `--seconds 60`: duration of the measurement, once nothing was booked for `--settle 60`
 * - `--pace real`: polls as rarely as on real networks (default: sandbox)
 * - `--queries 15`: shows the most frequent statements
 * - `--calls 30`: shows the most frequent node calls
 * - `--worker FILE`: a worker built elsewhere, for comparison
 * - `--profile FOLDER`: writes a CPU profile there
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { DEFAULT_SANDBOX_CODES } from "../scripts/lib/sandbox/networks.mjs";
import { WORKER_FLAGS } from "../scripts/lib/worker-flags.mjs";
import { startBenchGateway } from "./lib/bench-gateway.mjs";
import { startCountingProxy } from "./lib/counting-proxy.mjs";
import { ownCpuSeconds } from "./lib/cpu-seconds.mjs";
import { bundleWorkerAtRealPace } from "./lib/real-pace.mjs";

const { values } = parseArgs({
  options: {
    networks: { type: "string", default: DEFAULT_SANDBOX_CODES.join(",") },
    seconds: { type: "string", default: "60" },
    settle: { type: "string", default: "60" },
    pace: { type: "string", default: "sandbox" },
    queries: { type: "string", default: "0" },
    calls: { type: "string", default: "0" },
    worker: { type: "string" },
    profile: { type: "string" },
  },
});
const GOALS = { cpuPercent: 5, statementsPerSecond: 20 };

const wait = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000));

function rssMb(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
}

const OF_WORKER = "query NOT LIKE '%pg_stat_statements%'";

async function look({ client, worker }) {
  const { rows } = await client.query(
    `SELECT coalesce(sum(calls), 0)::int AS calls FROM pg_stat_statements WHERE ${OF_WORKER}`,
  );
  return { at: performance.now(), cpu: ownCpuSeconds(worker.pid), statements: rows[0].calls };
}

/**
 * The sandbox first funds its wallets. The worker counts as idle once it has not written to the
 * books for a while.
 */
async function settle({ client }) {
  let [last, since] = ["", performance.now()];
  while (performance.now() - since < Number(values.settle) * 1_000) {
    await wait(2);
    const { rows } = await client.query("SELECT count(*)::text AS entries FROM journal_entries");
    if (rows[0].entries !== last) [last, since] = [rows[0].entries, performance.now()];
  }
}

async function measure(gateway, proxy) {
  await settle(gateway);
  await gateway.client.query("SELECT pg_stat_statements_reset()");
  proxy.calls.clear();
  const before = await look(gateway);
  await wait(Number(values.seconds));
  const after = await look(gateway);
  const seconds = (after.at - before.at) / 1_000;
  const counts = {};
  for (const [call, count] of proxy.calls) {
    const code = call.split(" ", 1)[0];
    counts[code] = (counts[code] ?? 0) + count;
  }
  const perMinute = Object.entries(counts).map(([code, count]) => [code, Math.round((count * 60) / seconds)]);
  return {
    cpuPercent: ((after.cpu - before.cpu) / seconds) * 100,
    statementsPerSecond: (after.statements - before.statements) / seconds,
    residentMb: rssMb(gateway.worker.pid),
    nodeCallsPerMinute: Object.fromEntries(perMinute),
  };
}

async function showQueries({ client }, seconds) {
  const { rows } = await client.query(
    `SELECT calls, regexp_replace(query, '\\s+', ' ', 'g') AS query FROM pg_stat_statements WHERE ${OF_WORKER} ORDER BY calls DESC LIMIT $1`,
    [Number(values.queries)],
  );
  for (const { calls, query } of rows)
    console.log(`${(calls / seconds).toFixed(2).padStart(7)}/s  ${query.slice(0, 150)}`);
}

function showCalls({ calls }, seconds) {
  const most = [...calls].sort(([, a], [, b]) => b - a).slice(0, Number(values.calls));
  for (const [call, count] of most) console.log(`${((count * 60) / seconds).toFixed(0).padStart(7)}/min  ${call}`);
}

const proxy = await startCountingProxy();
let gateway;
try {
  const profiling = values.profile ? ["--cpu-prof", `--cpu-prof-dir=${values.profile}`] : [];
  gateway = await startBenchGateway({
    poolSize: 500,
    settings: { LOG_LEVEL: "warn" },
    codes: values.networks.split(","),
    hasWeb: false,
    throughProxy: proxy.through,
    workerFile: values.worker ?? (values.pace === "real" ? await bundleWorkerAtRealPace() : undefined),
    workerFlags: [...profiling, ...WORKER_FLAGS],
  });
  const result = await measure(gateway, proxy);
  await showQueries(gateway, Number(values.seconds));
  showCalls(proxy, Number(values.seconds));
  console.log(JSON.stringify(result, (_, value) => (typeof value === "number" ? Number(value.toFixed(1)) : value), 2));
  const isGood = result.cpuPercent <= GOALS.cpuPercent && result.statementsPerSecond <= GOALS.statementsPerSecond;
  console.log(
    `${isGood ? "goals met" : "goals missed"}: at most ${GOALS.cpuPercent} % of a core, ${GOALS.statementsPerSecond} statements a second`,
  );
  process.exitCode = isGood ? 0 : 1;
} finally {
  await gateway?.stop();
  await proxy.stop();
}
