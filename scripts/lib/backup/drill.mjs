/**
 * A drill: restores an archive into a scratch database, audits the books, scans the chains from
 * there, and lists what differs. Nothing is signed, no webhook and no mail is sent, and the real
 * database is not touched.
 */
import { spawn, spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { PROCESS_ROLES } from "../database-roles.mjs";
import { migrateDatabase } from "../migrations.mjs";
import { ROOT } from "../paths.mjs";
import { startScratchPostgres } from "../scratch-postgres.mjs";
import { createTempFolder, removeTempFolder } from "../temp-folder.mjs";
import { withClient } from "../with-client.mjs";
import { WORKER_FLAGS } from "../worker-flags.mjs";
import { emptyDatabase, restoreBackup } from "./restore-backup.mjs";

const POLL_MS = 1_000;
const STOP_MS = 30_000;
/**
 * Without the other roles nothing is signed, called or mailed: nodes and price sources are asked.
 */
const DRILL_ROLES = "watch,settle";

const networksIn = (environment) =>
  Object.keys(environment)
    .filter((name) => name.startsWith("NODE_URLS_") && environment[name])
    .map((name) => name.slice("NODE_URLS_".length).toLowerCase());

/** Watching Monero would create addresses in the real wallet services. */
const withoutMonero = ({ NODE_URLS_XMR: _, ...rest }) => rest;

const withoutNodes = (environment) =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith("NODE_URLS_")));

/** Runs `npm run audit`'s program. Returns its differences, what it skipped, and whether it ran. */
function audit(environment) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, "dist/audit.mjs")], {
    env: environment,
    encoding: "utf8",
  });
  const linesOf = (word) => stdout.split("\n").filter((line) => line.startsWith(word));
  const isComplete = status === 0 || status === 1;
  const failure = isComplete ? null : stderr.trim() || "the audit ended without a result";
  return { isComplete, differences: linesOf("WRONG"), skipped: linesOf("skip"), failure };
}

/**
 * Waits until every network has been read to its head. Returns the networks that were not in time.
 */
async function untilScanned(client, networks, worker, deadline) {
  for (;;) {
    const { rows } = await client.query(
      `SELECT network_code AS code FROM chain_cursors
       WHERE network_code = ANY($1) AND last_answer_at > (SELECT max(restored_at) FROM restores)
         AND height >= head_height AND caught_up_at IS NOT NULL AND stopped_at IS NULL AND problem IS NULL`,
      [networks],
    );
    const scanned = new Set(rows.map(({ code }) => code));
    const left = networks.filter((code) => !scanned.has(code));
    const hasEnded = worker.exitCode !== null || worker.signalCode !== null;
    if (left.length === 0 || performance.now() > deadline || hasEnded) return left;
    await pause(POLL_MS);
  }
}

async function runWorker(environment, logFile, work) {
  const log = openSync(logFile, "a");
  const args = [...WORKER_FLAGS, join(ROOT, "dist/worker.mjs"), "--only", DRILL_ROLES];
  const worker = spawn(process.execPath, args, { env: environment, stdio: ["ignore", log, log] });
  closeSync(log);
  const killAtExit = () => worker.kill("SIGKILL");
  process.once("exit", killAtExit);
  const ended = new Promise((resolve) => worker.once("exit", resolve));
  try {
    return await work(worker);
  } finally {
    worker.kill("SIGTERM");
    const force = setTimeout(() => worker.kill("SIGKILL"), STOP_MS);
    await ended;
    clearTimeout(force);
    process.removeListener("exit", killAtExit);
  }
}

async function listFound(client) {
  const { rows: deposits } = await client.query(
    `SELECT d.network_code || ' ' || d.currency_code AS coin, coalesce(d.owner_kind, 'unknown address') AS owner,
       count(*)::int AS count, trim_scale(sum(d.amount))::text AS amount
     FROM deposits d WHERE d.seen_at > (SELECT max(restored_at) FROM restores) GROUP BY 1, 2 ORDER BY 1, 2`,
  );
  const { rows: cases } = await client.query(
    `SELECT kind::text AS kind, count(*)::int AS count FROM cases
     WHERE opened_at > (SELECT max(restored_at) FROM restores) GROUP BY 1 ORDER BY 1`,
  );
  const { rows: alarms } = await client.query(
    "SELECT kind, subject, message FROM alarms WHERE cleared_at IS NULL AND kind NOT IN ('backup-restored', 'backup-old') ORDER BY raised_at",
  );
  return { deposits, cases, alarms };
}

async function scanAgain(client, environment, { networks, folder, limitMs }) {
  const logFile = join(folder, "worker.log");
  const unscanned = await runWorker(environment, logFile, (worker) =>
    untilScanned(client, networks, worker, performance.now() + limitMs),
  );
  const found = await listFound(client);
  const log = unscanned.length > 0 ? readFileSync(logFile, "utf8").trim().split("\n").slice(-10) : [];
  return { unscanned, ...found, custody: audit(environment), log };
}

/** Creates the database of a drill on a server of its own. */
async function startOwnServer() {
  const scratch = await startScratchPostgres({ isDurable: true });
  await withClient(scratch.url, (server) => server.query("CREATE DATABASE drill TEMPLATE template0"));
  return { url: scratch.url.replace(/[^/]+$/, "drill"), folder: scratch.folder, stop: scratch.stop };
}

/** Uses an empty database, and empties it again. */
async function borrowDatabase(url) {
  const folder = await createTempFolder("chaintill-drill-", () => undefined);
  const stop = async () => {
    await emptyDatabase(url);
    removeTempFolder(folder);
  };
  return { url, folder, stop };
}

/**
 * @param environment the settings of a worker; its database is not used
 * @param databaseUrl an empty database, which is empty again afterwards; null: one on a server of
 *   its own
 * @returns what was restored and what differs: `{ takenAt, rows, books, chains }`; `chains` is null
 *   without a node
 */
export async function runDrill({ path, identity, signers, environment: given, limitMs, lostAddresses, databaseUrl }) {
  const environment = withoutMonero(given);
  // The scratch server and the worker end with this process.
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
  const place = databaseUrl === null ? await startOwnServer() : null;
  const { url } = place ?? { url: databaseUrl };
  const options = { url, path, identity, signers, lostAddresses };
  const { takenAt, rows } = await restoreBackup(options).catch(async (error) => {
    await place?.stop();
    throw error;
  });
  // From here on what is in the database is this drill's.
  const { folder, stop } = place ?? (await borrowDatabase(url));
  try {
    await migrateDatabase(url, environment.SECRET_KEY, PROCESS_ROLES, { isStopped: true });
    const settings = { ...environment, DATABASE_URL: url };
    const books = audit(withoutNodes(settings));
    const networks = networksIn(environment);
    const scan = (client) => scanAgain(client, settings, { networks, folder, limitMs });
    const chains = networks.length > 0 ? await withClient(url, scan) : null;
    return { takenAt, rows, books, chains };
  } finally {
    await stop();
  }
}
