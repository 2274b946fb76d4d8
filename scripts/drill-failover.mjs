#!/usr/bin/env node
/**
 * `npm run drill:failover [-- --rounds 10 --workers 2 --freeze]`: PostgreSQL under Patroni with a
 * synchronous standby, three members of etcd, HAProxy and PgBouncer, in the configuration of
 * deploy/ha, with web, workers and a sandbox chain on this machine. Under load everything on the
 * primary's machine is killed, so many times; each time the standby takes over and the dead machine
 * joins again. With --freeze it is frozen before, until the standby has taken over.
 *
 * Prints the seconds until `/v1/payment` answers again, then what was lost or done twice; the last
 * line is the result as JSON. Exit code 1 if anything was. Needs root and Debian's packages.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { median } from "../bench/lib/load.mjs";
import { readBooks } from "./lib/failover/books.mjs";
import { startCluster } from "./lib/failover/cluster.mjs";
import { findExceptions, isClean } from "./lib/failover/findings.mjs";
import { startGateway } from "./lib/failover/gateway.mjs";
import { requirePrograms } from "./lib/failover/machines.mjs";
import { fundMerchant, startLoad, startReceiver } from "./lib/failover/shops.mjs";
import { ROOT } from "./lib/paths.mjs";

const CAPITAL = 50_000;
/** Load on a whole cluster before each loss, and time for a second payout or webhook at the end. */
const QUIET_MS = 6_000;
const WAIT_MS_MAX = 300_000;
const POLL_MS = 250;

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "10" },
    workers: { type: "string", default: "2" },
    freeze: { type: "boolean", default: false },
  },
});
const begun = performance.now();
const say = (text) => console.log(`${((performance.now() - begun) / 1_000).toFixed(1).padStart(6)} s  ${text}`);
const seconds = (ms) => Number((ms / 1000).toFixed(1));

/** Waits, but not for ever: what never comes is found at the end. */
async function until(what, check) {
  const deadline = performance.now() + WAIT_MS_MAX;
  while (!(await check())) {
    if (performance.now() > deadline) return say(`waited in vain for ${what}`);
    await pause(POLL_MS);
  }
  say(what);
}

/** Loses the primary's machine once, and starts it again. */
async function runRound(cluster, load) {
  await cluster.untilSynchronous();
  await pause(QUIET_MS);
  const { lost, lostAt } = await cluster.losePrimary({ isFrozen: values.freeze });
  const acknowledged = load.acknowledgedInvoices();
  await cluster.untilPromoted(lost);
  const promoted = performance.now() - lostAt;
  await until("a call is answered", () => load.answeredAfter(lostAt) !== null);
  const answers = load.answeredAfter(lostAt) - lostAt;
  const stored = new Set((await cluster.query("SELECT id FROM invoices")).map(({ id }) => id));
  cluster.restartMachine(lost);
  await cluster.untilSynchronous();
  const redundant = performance.now() - lostAt;
  return {
    lost,
    acknowledged: acknowledged.length,
    kept: acknowledged.filter((id) => stored.has(id)).length,
    promoted: seconds(promoted),
    answers: seconds(answers),
    lastFailure: seconds(load.lastFailureAt() - lostAt),
    redundant: seconds(redundant),
  };
}

async function runRounds(cluster, load) {
  const rounds = [];
  for (let number = 1; number <= Number(values.rounds); number += 1) {
    const round = await runRound(cluster, load);
    rounds.push(round);
    say(
      `round ${number}: ${round.lost} lost; promoted after ${round.promoted} s; /v1/payment answers after ${round.answers} s, no call fails after ${round.lastFailure} s; standby again after ${round.redundant} s; ${round.kept} of ${round.acknowledged} acknowledged invoices exist`,
    );
  }
  return rounds;
}

async function drill(folder, stops) {
  const built = spawnSync(process.execPath, [join(ROOT, "scripts/build.mjs")], { stdio: ["ignore", 2, 2] });
  if (built.status !== 0) throw new Error("the build failed");
  const cluster = await startCluster(join(folder, "cluster"), stops);
  say("the cluster runs");
  const receiver = await startReceiver();
  stops.push(receiver.stop);
  const workers = Number(values.workers);
  const gateway = await startGateway(cluster, { folder: join(folder, "gateway"), workers, stops, say });
  const funding = await fundMerchant(gateway, CAPITAL);
  const isFunded = async () => (await cluster.query(`SELECT status FROM invoices WHERE id = '${funding}'`))[0]?.status;
  await until("the gateway runs", async () => (await isFunded()) === "paid");
  const load = startLoad(gateway, receiver.url);
  const rounds = await runRounds(cluster, load);
  await pause(QUIET_MS);
  await load.stop();
  const exceptions = async () => {
    const books = await readBooks(cluster, load, { callbackUrl: receiver.url, chain: gateway.chain });
    return findExceptions({ ...load, ...books, received: receiver.counts });
  };
  await until("everything is settled", async () => isClean(await exceptions()));
  await pause(QUIET_MS);
  const audit = gateway.audit();
  if (!audit.isClean) console.log(audit.output);
  for (const problem of load.problems) console.log(problem);
  report(load, receiver, rounds, {
    ...(await exceptions()),
    "differences found by the audit": audit.isClean ? 0 : 1,
    "calls that were refused": load.problems.length,
    "web processes and workers that ended by themselves": gateway.ends(),
    "workers without a heartbeat": await gateway.countSilent(),
  });
}

function report(load, receiver, rounds, exceptions) {
  const payouts = [...load.payouts.values()].filter(({ uuid }) => uuid !== null).length;
  const repeated = [...receiver.counts.values()].reduce((sum, times) => sum + times - 1, 0);
  const failed = JSON.stringify(Object.fromEntries(load.failures));
  say(
    `${load.acknowledgedInvoices().length} invoices and ${payouts} payouts acknowledged; ${receiver.counts.size} webhooks, ${repeated} sent again; calls that were repeated: ${failed}`,
  );
  for (const [sentence, count] of Object.entries(exceptions)) console.log(`${String(count).padStart(6)} ${sentence}`);
  const answers = rounds.map((round) => round.answers);
  const spread = { median: median(answers), least: Math.min(...answers), most: Math.max(...answers) };
  console.log(JSON.stringify({ rounds, secondsUntilAnswer: spread, exceptions }));
  const isComplete = rounds.every(({ kept, acknowledged }) => kept === acknowledged);
  process.exitCode = isClean(exceptions) && isComplete ? 0 : 1;
}

const stops = [];
async function stopAll() {
  for (const stop of stops.splice(0).reverse())
    await Promise.resolve(stop()).catch((error) => console.error(error.message));
}
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void stopAll().finally(() => process.exit(1)));
requirePrograms();
// PostgreSQL is measured on a disk, and its user must reach the folder.
const folder = mkdtempSync("/var/tmp/chaintill-failover-");
chmodSync(folder, 0o755);
try {
  await drill(folder, stops);
} catch (error) {
  console.error(error);
  process.exitCode = 2;
} finally {
  await stopAll();
  if (process.exitCode) console.error(`logs: ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
}
