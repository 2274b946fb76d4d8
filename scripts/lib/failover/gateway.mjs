/** A gateway on a cluster of servers: web processes, workers, and a sandbox chain. */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { spawnChild, tailOfLog } from "../children.mjs";
import { PROCESS_ROLES } from "../database-roles.mjs";
import { createEnvironments } from "../environments.mjs";
import { migrateDatabase } from "../migrations.mjs";
import { ROOT, readJson, writeJson } from "../paths.mjs";
import { findFreePort } from "../ports.mjs";
import { waitForEnd } from "../processes.mjs";
import { startSandboxChains } from "../sandbox-chains.mjs";
import { supervise } from "../supervise.mjs";
import { waitUntilReady } from "../wait-ready.mjs";
import { WORKER_FLAGS } from "../worker-flags.mjs";

const SEED_MS_MAX = 120_000;
/** A worker ends what it has begun first. */
const STOP_MS_MAX = 40_000;
const NETWORK = "eth";
const SETTINGS = {
  WEB_PROCESSES: "2",
  RATE_LIMIT_PER_SECOND: "1000000",
  RATE_LIMIT_BURST: "1000000",
  LOG_LEVEL: "warn",
  ADDRESS_POOL_SIZE: "1000",
  ADDRESS_POOL_REFILL_BELOW: "900",
};
const BEATS = "SELECT id FROM worker_heartbeats WHERE last_seen_at > now() - interval '10 seconds'";

/** Returns the environments of seed, web and worker, with both addresses of the database. */
function environmentsOf({ cluster, chains, folder, baseUrl, port }) {
  const networks = join(folder, "networks.json");
  writeJson(networks, { networks: chains.networks });
  const hex = () => randomBytes(32).toString("hex");
  const { seed, web, worker } = createEnvironments({
    paths: { networks, seedResult: join(folder, "seed.json"), mails: join(folder, "mails") },
    secrets: { secretKey: hex(), authSecret: hex(), seedKeyFile: "" },
    webUrl: cluster.pooledUrlOf(PROCESS_ROLES.web),
    workerUrl: cluster.pooledUrlOf(PROCESS_ROLES.worker),
    baseUrl,
    port,
    networks: chains.networks,
  });
  const SEED_KEY = hex();
  const directOf = (role) => ({ ...SETTINGS, DATABASE_DIRECT_URL: cluster.directUrlOf(PROCESS_ROLES[role]) });
  return {
    seed: { ...seed, ...directOf("worker"), SEED_KEY },
    worker: { ...worker, ...directOf("worker"), SEED_KEY },
    web: { ...web, ...directOf("web") },
  };
}

/** Creates the demo merchant and returns it. @throws Error if that fails */
async function seedMerchant(env, folder) {
  const logFile = join(folder, "seed.log");
  const child = spawnChild({ command: process.execPath, args: [join(ROOT, "dist/seed.mjs")], env, logFile });
  await waitForEnd(child.pid, SEED_MS_MAX);
  const { merchant } = readJson(env.SEED_OUT) ?? {};
  if (!merchant) throw new Error(`The demo merchant was not created:\n${tailOfLog(logFile)}`);
  return merchant;
}

/**
 * Migrates and seeds the cluster's database, and starts web and `workers`. `stops` gets what ends
 * each part as soon as it runs, `say` a sentence for each process that ends by itself.
 *
 * Returns `{ baseUrl, merchant, chain, ends, countSilent, audit }`: `ends` counts those processes,
 * `countSilent` the workers without a heartbeat, and `audit` runs the audit.
 */
export async function startGateway(cluster, { folder, workers, stops, say }) {
  mkdirSync(folder, { recursive: true });
  const chains = await startSandboxChains({ folder: join(folder, "chains"), logFolder: folder, codes: [NETWORK] });
  stops.push(chains.stop);
  await migrateDatabase(cluster.ownerUrl());
  const port = await findFreePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const environments = environmentsOf({ cluster, chains, folder, baseUrl, port });
  const merchant = await seedMerchant(environments.seed, folder);
  const programs = [
    ...Array.from({ length: workers }, (_, index) => ({
      name: `worker-${index + 1}`,
      args: [...WORKER_FLAGS, join(ROOT, "dist/worker.mjs")],
      env: environments.worker,
    })),
    { name: "web", args: [join(ROOT, "scripts/start-web.mjs")], env: environments.web },
  ];
  const started = programs.map(({ name, args, env }) => {
    const logFile = join(folder, `${name}.log`);
    const start = () => spawnChild({ command: process.execPath, args, env, logFile });
    const guard = supervise({ name, start: async () => start(), child: start(), say });
    stops.push(() => guard.stop({ timeoutMs: STOP_MS_MAX }));
    return { name, logFile, guard };
  });
  await waitUntilReady(baseUrl, () => started.map(({ guard, ...rest }) => ({ ...rest, failures: guard.ends() })));
  return {
    baseUrl,
    merchant,
    chain: chains.networks[NETWORK],
    ends: () => started.reduce((sum, { guard }) => sum + guard.ends(), 0),
    countSilent: async () => workers - (await cluster.query(BEATS)).length,
    audit: () => runAudit(environments.worker),
  };
}

/** Returns whether the books are clean, and the output. */
function runAudit(worker) {
  const env = { ...process.env, ...worker };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, "dist/audit.mjs")], {
    env,
    encoding: "utf8",
  });
  return { isClean: status === 0, output: stdout + stderr };
}
