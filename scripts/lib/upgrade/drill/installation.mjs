/** An installation whose processes are of one version or another, each from its folder. */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { callNode } from "../../../emulators/anvil.mjs";
import { createKeyFile, readRecipient } from "../../backup/places.mjs";
import { hasEnded, spawnChild, tailOfLog } from "../../children.mjs";
import { PROCESS_ROLES } from "../../database-roles.mjs";
import { createEnvironments } from "../../environments.mjs";
import { writeJson } from "../../paths.mjs";
import { findFreePort } from "../../ports.mjs";
import { createPassword, startPostgres, stopPostgres } from "../../postgres.mjs";
import { stopProcess } from "../../processes.mjs";
import { startSandboxChains } from "../../sandbox-chains.mjs";
import { createTempFolder, removeTempFolder } from "../../temp-folder.mjs";
import { waitUntil } from "../../wait-until.mjs";
import { WORKER_FLAGS } from "../../worker-flags.mjs";

const START_MS_MAX = 90_000;
/** Web processes of one version. Two: a reload replaces one after the other. */
const WEB_PROCESSES = 2;
const SETTINGS = {
  RATE_LIMIT_PER_SECOND: "1000000",
  RATE_LIMIT_BURST: "1000000",
  LOG_LEVEL: "warn",
  ADDRESS_POOL_SIZE: "2000",
  ADDRESS_POOL_REFILL_BELOW: "1900",
};

/**
 * Starts database and chain, with the schema and the demo merchant of the version in `folder`.
 * `stops` gets what ends each part. Returns the parts that a run needs.
 */
export async function openInstallation(folder, stops) {
  const root = await createTempFolder("chaintill-upgrade-", (left) => stopPostgres(join(left, "postgres")));
  stops.push(async () => removeTempFolder(root));
  const password = createPassword();
  const database = await startPostgres({
    dataDir: join(root, "postgres"),
    password,
    processes: Object.fromEntries(Object.values(PROCESS_ROLES).map((name) => [name, password])),
    logFile: join(root, "postgres.log"),
  });
  stops.push(database.stop);
  const chains = await startSandboxChains({ folder: join(root, "chains"), logFolder: root, codes: ["eth"] });
  stops.push(chains.stop);
  const { rpcUrl } = chains.networks.eth;
  await callNode(rpcUrl, "evm_setAutomine", false);
  await callNode(rpcUrl, "evm_setIntervalMining", 1);
  const networks = join(root, "networks.json");
  writeJson(networks, { networks: chains.networks });
  const environmentsAt = (port) => environmentsOf({ root, networks, chains, database, port });
  const secrets = Object.fromEntries(["SECRET_KEY", "AUTH_SECRET", "SEED_KEY"].map((name) => [name, randomHex()]));
  await createKeyFile(join(root, "backup-key.txt"));
  const BACKUP_RECIPIENTS = await readRecipient(join(root, "backup-key.txt"));
  const owner = { ...process.env, ...secrets, BACKUP_RECIPIENTS, DATABASE_URL: database.url };
  runIn(folder, ["scripts/migrate.mjs"], owner);
  const { seed } = environmentsAt(await findFreePort());
  runIn(folder, ["dist/seed.mjs"], { ...seed, ...SETTINGS, ...secrets });
  const { merchant } = JSON.parse(readFileSync(join(root, "seed.json"), "utf8"));
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  stops.push(() => client.end());
  return { root, chain: chains.networks.eth, merchant, client, owner, secrets, environmentsAt };
}

const randomHex = () => randomBytes(32).toString("hex");

function environmentsOf({ root, networks, chains, database, port }) {
  return createEnvironments({
    paths: { networks, seedResult: join(root, "seed.json"), mails: join(root, "mails") },
    secrets: { secretKey: "", authSecret: "", seedKeyFile: "" },
    webUrl: database.urlOf(PROCESS_ROLES.web),
    workerUrl: database.urlOf(PROCESS_ROLES.worker),
    baseUrl: `http://127.0.0.1:${port}`,
    port,
    networks: chains.networks,
  });
}

/** @throws Error with the output, if the program fails */
export function runIn(folder, args, env) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${args[0]} failed in ${folder}:\n${stdout}${stderr}`);
  return stdout;
}

/**
 * Starts web processes of the version in `folder` on a port of their own, adds them to `all`, and
 * waits for them. Returns `{ url, pid, log, stop }`.
 */
export async function startWeb({ root, secrets, environmentsAt }, folder, name, all) {
  const port = await findFreePort();
  const env = { ...environmentsAt(port).web, ...SETTINGS, ...secrets, WEB_PROCESSES: String(WEB_PROCESSES) };
  delete env.SEED_KEY;
  const url = `http://127.0.0.1:${port}`;
  const one = startProgram({ folder, args: ["scripts/start-web.mjs"], env, logFile: join(root, `${name}.log`) });
  all.push(one);
  await waitFor(one, async () => readFileSync(one.log, "utf8").includes("ready on"));
  return { ...one, url };
}

/** The same for a worker, which works once it has sent a heartbeat. */
export async function startWorker({ root, secrets, environmentsAt, client }, folder, name, all) {
  const env = { ...environmentsAt(1).worker, ...SETTINGS, ...secrets };
  const args = [...WORKER_FLAGS, "dist/worker.mjs"];
  const one = startProgram({ folder, args, env, logFile: join(root, `${name}.log`) });
  all.push(one);
  const beats = "select from worker_heartbeats where pid = $1 and last_seen_at > now() - interval '10 seconds'";
  await waitFor(one, async () => (await client.query(beats, [one.pid])).rows.length > 0);
  return one;
}

function startProgram({ folder, args, env, logFile }) {
  const child = spawnChild({ command: process.execPath, args, env, logFile, cwd: folder });
  const stop = async () => void (hasEnded(child) || (await stopProcess(child.pid, { timeoutMs: 40_000 })));
  return { child, pid: child.pid, log: logFile, stop };
}

function waitFor({ child, log }, check) {
  const isThere = async () => {
    if (await check()) return true;
    if (hasEnded(child)) throw new Error("it has ended");
    return false;
  };
  return waitUntil("its first answer", isThere, START_MS_MAX).catch((error) => {
    throw new Error(`It did not start, ${error.message}:\n${tailOfLog(log)}`);
  });
}
