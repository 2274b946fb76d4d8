/**
 * A separate gateway for benchmarks: scratch data, a full address pool, and the worker stopped
 * before the clock starts.
 */
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import pg from "pg";
import { tailOfLog } from "../../scripts/lib/children.mjs";
import { PROCESS_ROLES } from "../../scripts/lib/database-roles.mjs";
import { createEnvironments } from "../../scripts/lib/environments.mjs";
import { migrateDatabase } from "../../scripts/lib/migrations.mjs";
import { ROOT, writeJson } from "../../scripts/lib/paths.mjs";
import { findFreePort } from "../../scripts/lib/ports.mjs";
import { createPassword, startPostgres, stopPostgres } from "../../scripts/lib/postgres.mjs";
import { startSandboxChains } from "../../scripts/lib/sandbox-chains.mjs";
import { createTempFolder, removeTempFolder } from "../../scripts/lib/temp-folder.mjs";
import { waitUntil } from "../../scripts/lib/wait-until.mjs";
import { WORKER_FLAGS } from "../../scripts/lib/worker-flags.mjs";

const WAIT_MS = 400_000;
/** Only one chain family: nodes of others would take CPU time from the gateway under test. */
const MEASURED = ["eth", "bsc", "polygon", "arbitrum", "avalanche"];
const POLL_MS = 200;

function start(script, env, logFile, flags = []) {
  const log = openSync(logFile, "a");
  const child = spawn(process.execPath, [...flags, resolve(ROOT, script)], {
    cwd: ROOT,
    env,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  return child;
}

function ended(child) {
  return child.exitCode !== null ? Promise.resolve() : new Promise((resolve) => child.once("exit", resolve));
}

async function stop(child) {
  if (child.exitCode === null) child.kill("SIGTERM");
  await ended(child);
}

const waitFor = (what, check) => waitUntil(what, check, WAIT_MS, POLL_MS);

/**
 * Returns whether the gateway reports ready. @throws Error with the end of its log if one of its
 * processes has exited
 */
async function isReady(url, processes) {
  for (const { child, log } of processes) if (child.exitCode !== null) throw new Error(tailOfLog(log));
  return answers(url);
}

async function answers(url) {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

/** Builds unless nothing has changed; its output must not mix with the benchmark's result. */
function build() {
  const { status } = spawnSync(process.execPath, [join(ROOT, "scripts/build.mjs")], { stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error("the build failed");
}

async function seed(env, folder) {
  const child = start("dist/seed.mjs", env, join(folder, "seed.log"));
  await ended(child);
  if (child.exitCode !== 0) throw new Error(readFileSync(join(folder, "seed.log"), "utf8"));
  return JSON.parse(readFileSync(env.SEED_OUT, "utf8"));
}

/**
 * Builds if needed; starts database, chains of these networks, worker and (but for `hasWeb: false`)
 * web; waits for `poolSize` ready addresses. `workerFile` and `workerFlags` are of another worker
 * than the built one, `webFlags` are Node's for the web process, and `throughProxy` answers the
 * address at which it is to reach a node. Answers `{ baseUrl, merchant, networks, client,
 * superuserUrl, web, worker, stopWorker, restartWorker, stop }`; `client` is a connection of the
 * superuser.
 */
export async function startBenchGateway({ settings = {}, ...parts }) {
  const stops = [];
  let stopping;
  const stopAll = () => {
    stopping ??= (async () => {
      for (const stopOne of stops.reverse()) await stopOne();
    })();
    return stopping;
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void stopAll().finally(() => process.exit(1)));
  build();
  try {
    return await startParts({ ...parts, settings }, stops, stopAll);
  } catch (error) {
    await stopAll();
    throw error;
  }
}

/** Pushes a stop function for each part into `stops` as soon as it runs. */
async function startParts(options, stops, stopAll) {
  const { poolSize, settings, codes = MEASURED, hasWeb = true, throughProxy = (_code, url) => url } = options;
  const { workerFile = "dist/worker.mjs", workerFlags = WORKER_FLAGS, webFlags = [] } = options;
  const folder = await createTempFolder("chaintill-bench-", (left) => stopPostgres(join(left, "postgres")));
  stops.push(async () => removeTempFolder(folder));
  const password = createPassword();
  const database = await startPostgres({
    dataDir: join(folder, "postgres"),
    password,
    processes: Object.fromEntries(Object.values(PROCESS_ROLES).map((name) => [name, password])),
    logFile: join(folder, "postgres.log"),
    settings: { shared_preload_libraries: "pg_stat_statements", "pg_stat_statements.track": "top" },
  });
  stops.push(database.stop);
  const places = { folder: join(folder, "chains"), logFolder: folder };
  const chains = await startSandboxChains({ ...places, codes });
  stops.push(chains.stop);
  const networksFile = join(folder, "networks.json");
  writeJson(networksFile, { networks: chains.networks });
  await migrateDatabase(database.url);
  const port = await findFreePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const hex = () => randomBytes(32).toString("hex");
  const environments = createEnvironments({
    paths: { networks: networksFile, seedResult: join(folder, "seed.json"), mails: join(folder, "mails") },
    secrets: { secretKey: hex(), authSecret: hex(), seedKeyFile: "" },
    webUrl: database.urlOf(PROCESS_ROLES.web),
    workerUrl: database.urlOf(PROCESS_ROLES.worker),
    baseUrl,
    port,
    networks: chains.networks,
  });
  const withSettings = (env) => ({
    ...env,
    ...settings,
    ADDRESS_POOL_SIZE: String(poolSize),
    ADDRESS_POOL_REFILL_BELOW: String(poolSize),
  });
  const workerEnv = { ...withSettings(environments.worker), SEED_KEY: hex() };
  const { merchant } = await seed(withSettings(environments.seed), folder);
  const logs = { worker: join(folder, "worker.log"), web: join(folder, "web.log") };
  for (const code of Object.keys(chains.networks)) {
    const name = `NODE_URLS_${code.toUpperCase()}`;
    workerEnv[name] = await throughProxy(code, workerEnv[name]);
  }
  const startWorker = () => start(workerFile, workerEnv, logs.worker, workerFlags);
  let worker = startWorker();
  const web = hasWeb ? start("scripts/start-web.mjs", withSettings(environments.web), logs.web, webFlags) : null;
  stops.push(() => Promise.all([web && stop(web), stop(worker)]));
  // Only the superuser may count other roles' statements.
  const client = new pg.Client({
    host: "127.0.0.1",
    port: database.port,
    user: "postgres",
    password,
    database: "chaintill",
  });
  await client.connect();
  stops.push(() => client.end());
  await client.query("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
  const processes = [{ child: worker, log: logs.worker }, ...(web ? [{ child: web, log: logs.web }] : [])];
  if (hasWeb) await waitFor("the gateway", () => isReady(`${baseUrl}/readyz`, processes));
  await waitFor("the address pool", async () => {
    const { rows } = await client.query("SELECT count(*)::int AS free FROM addresses WHERE assigned_at IS NULL");
    return rows[0].free >= poolSize;
  });
  return {
    baseUrl,
    merchant,
    networks: chains.networks,
    client,
    superuserUrl: `postgresql://postgres:${password}@127.0.0.1:${database.port}/chaintill`,
    web,
    worker,
    stopWorker: () => stop(worker),
    restartWorker: () => {
      worker = startWorker();
    },
    stop: stopAll,
  };
}
