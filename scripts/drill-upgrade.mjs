#!/usr/bin/env node
/**
 * `npm run drill:upgrade [-- --from COMMIT] [--rate 50] [--seconds 10]`: upgrades an installation
 * of an earlier commit (default: the newest release) to this version with payments going on, back
 * to the earlier one on the expanded schema, and up again. For `--seconds` after each step nothing
 * changes, and for as long both versions run side by side, with requests to both. The last line is
 * the result as JSON; exit code 1 if a request failed, a webhook was lost, or the audit found a
 * difference.
 *
 * The earlier version is built once in .data/upgrade-drill.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { readBuildVersion } from "./lib/build-version.mjs";
import { ROOT } from "./lib/paths.mjs";
import { newestRelease, prepareVersion } from "./lib/upgrade/drill/earlier-version.mjs";
import { openInstallation, runIn, startWeb, startWorker } from "./lib/upgrade/drill/installation.mjs";
import { describeFailures, findLost, startPayments, startShop } from "./lib/upgrade/drill/payments.mjs";

const { values } = parseArgs({
  options: {
    from: { type: "string" },
    rate: { type: "string", default: "50" },
    seconds: { type: "string", default: "10" },
  },
});
const SECONDS = Number(values.seconds);
/** Longer than any answer takes: afterwards nothing is on its way to a web process. */
const DRAIN_MS = 2_000;
/** Each of the web processes may take a minute to listen, one after the other. */
const RELOAD_MS_MAX = 180_000;
const from = values.from ?? newestRelease();
if (from === null) {
  console.error("No release is tagged in this clone: name the commit to upgrade from with --from COMMIT");
  process.exit(2);
}
const begun = performance.now();
const say = (text) => console.log(`${((performance.now() - begun) / 1_000).toFixed(1).padStart(6)} s  ${text}`);

const STARTERS = { web: startWeb, worker: startWorker };

/** The processes of each kind, one version at a time except while it is replaced. */
function createFleet(installation) {
  const running = {};
  const upstreams = [];
  const all = [];
  let count = 0;
  const start = async (kind, folder) => {
    count += 1;
    running[kind] = await STARTERS[kind](installation, folder, `${kind}-${count}`, all);
    if (kind === "web") upstreams.push(running.web.url);
  };
  return {
    upstreams,
    running,
    start,
    /** Both run side by side; then the earlier one gets no more requests, and ends. */
    async replace(kind, folder) {
      const earlier = running[kind];
      await start(kind, folder);
      say(`${kind}: both versions run`);
      await pause(SECONDS * 1_000);
      if (kind === "web") {
        upstreams.splice(upstreams.indexOf(earlier.url), 1);
        await pause(DRAIN_MS);
      }
      await earlier.stop();
      say(`${kind}: only the new one runs`);
    },
    stop: () => Promise.all(all.map((one) => one.stop())),
  };
}

/** What the commands of `npm run upgrade` call: /web and /worker replace these. */
async function startControl(fleet) {
  const server = createServer((request, response) => {
    const work = fleet.replace(request.url.slice(1), ROOT);
    work.then(
      () => response.end(),
      (error) => response.writeHead(500).end(error.message),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const command = (kind) =>
    `"${process.execPath}" -e "fetch('http://127.0.0.1:${server.address().port}/${kind}').then(async (r) => { console.log(await r.text()); process.exit(r.ok ? 0 : 1) })"`;
  return { command, stop: async () => void server.close() };
}

/** Not synchronous: the payments go on in this process. */
async function upgrade({ owner, root }, control, more = []) {
  const backups = join(root, "backups");
  mkdirSync(backups, { recursive: true });
  const commands = ["worker", "web"].flatMap((kind) => [`--restart-${kind}`, control.command(kind)]);
  const args = [join(ROOT, "scripts/upgrade.mjs"), "--backup-to", backups, ...commands, ...more];
  const child = spawn(process.execPath, args, { env: owner, stdio: ["ignore", "pipe", "inherit"] });
  child.stdout.on("data", (part) => {
    for (const line of part.toString().trim().split("\n")) say(`upgrade: ${line}`);
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`npm run upgrade ended with ${code}`);
}

async function reload({ pid, log }) {
  process.kill(pid, "SIGHUP");
  const deadline = Date.now() + RELOAD_MS_MAX;
  while (!readFileSync(log, "utf8").includes("every web process was replaced")) {
    if (Date.now() > deadline) throw new Error("The web processes were not replaced");
    await pause(100);
  }
  say("web: reloaded by SIGHUP");
}

async function run(earlier, stops) {
  const installation = await openInstallation(earlier, stops);
  const fleet = createFleet(installation);
  stops.push(() => fleet.stop());
  const control = await startControl(fleet);
  stops.push(control.stop);
  const shop = await startShop();
  stops.push(shop.stop);
  await fleet.start("worker", earlier);
  await fleet.start("web", earlier);
  const { client, chain, merchant, owner } = installation;
  await untilAddresses(client);
  const payments = startPayments({ ...fleet, merchant, chain, shop, perSecond: Number(values.rate) });
  const rest = async (what) => {
    const [requests, orders] = [payments.requests, payments.orders.length];
    await pause(SECONDS * 1_000);
    say(
      `${what}: ${payments.orders.length - orders} payments, ${payments.requests - requests} requests, ${payments.failures.length} failed so far`,
    );
  };
  try {
    await rest("earlier version");
    await upgrade(installation, control);
    await rest("this version");
    await reload(fleet.running.web);
    for (const kind of ["web", "worker"]) await fleet.replace(kind, earlier);
    await rest("earlier version on the new schema");
    await upgrade(installation, control, ["--contract"]);
    await rest("this version again");
  } catch (error) {
    for (const line of describeFailures(payments.failures)) console.log(line);
    throw error;
  } finally {
    await payments.stop();
  }
  const lost = await findLost(payments.orders, shop);
  const audit = runIn(ROOT, ["dist/audit.mjs"], {
    ...installation.environmentsAt(1).worker,
    ...owner,
    ...installation.secrets,
  });
  const paidTwice = await countTwice(client);
  return { payments, lost, shop, isClean: /The books are clean/.test(audit), paidTwice };
}

/** The first payments must find one. */
async function untilAddresses(client) {
  const free = "select count(*)::int as count from addresses where assigned_at is null";
  while ((await client.query(free)).rows[0].count < 1_500) await pause(200);
}

/** Invoices with more than one credit: each was paid by one transfer. */
async function countTwice(client) {
  const { rows } = await client.query(
    "select count(*)::int as count from (select from invoice_credits group by invoice_id having count(*) > 1) twice",
  );
  return rows[0].count;
}

const stops = [];
const stopAll = async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
};
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void stopAll().finally(() => process.exit(1)));
// An error that nobody waits for must not leave the installation running.
process.once("uncaughtException", (error) => {
  console.error(error.stack);
  void stopAll().finally(() => process.exit(1));
});
try {
  const earlier = prepareVersion(from);
  execFileSync(process.execPath, [join(ROOT, "scripts/build.mjs")], { stdio: ["ignore", 2, 2] });
  say(`from ${from} to ${readBuildVersion()}, ${values.rate} payments a second`);
  const { payments, lost, shop, isClean, paidTwice } = await run(earlier, stops);
  const { requests, failures, orders, slowestMs } = payments;
  const repeated = [...shop.paid.values()].filter((times) => times > 1).length;
  const result = {
    payments: orders.length,
    requests,
    failedRequests: failures.length,
    slowestRequestMs: Math.round(slowestMs),
    lostWebhooks: lost.length,
    repeatedWebhooks: repeated,
    paidTwice,
    isAuditClean: isClean,
  };
  for (const line of describeFailures(failures)) console.log(line);
  say(
    `${orders.length} payments, ${requests} requests: ${failures.length} failed, ${lost.length} webhooks lost, ${repeated} sent twice; the audit is ${isClean ? "clean" : "not clean"}`,
  );
  console.log(JSON.stringify(result));
  process.exitCode = failures.length + lost.length + paidTwice > 0 || !isClean ? 1 : 0;
} catch (error) {
  console.error(error.stack);
  process.exitCode = 1;
} finally {
  await stopAll();
}
