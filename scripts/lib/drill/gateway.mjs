/** The processes of the gateway in a drill: the machine API and one worker, on sandbox chains. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { hasEnded, spawnChild, tailOfLog } from "../children.mjs";
import { PROCESS_ROLES } from "../database-roles.mjs";
import { createEnvironments } from "../environments.mjs";
import { ROOT, readJson, writeJson } from "../paths.mjs";
import { stopProcess } from "../processes.mjs";
import { waitForServices } from "../wait-services.mjs";
import { waitUntil } from "../wait-until.mjs";
import { WORKER_FLAGS } from "../worker-flags.mjs";

/** For what a drill waits. */
export const WAIT_MS = 120_000;
const STOP_MS = 30_000;
const POOL = "20";

/** Returns new secrets of an installation. */
export function createSecrets() {
  const hex = () => randomBytes(32).toString("hex");
  return { secretKey: hex(), authSecret: hex(), seedKey: hex(), backupSigningKey: hex() };
}

/**
 * @param programs the built files `{ api, worker, seed, audit }`
 * @param networks the sandbox chains, as `startSandboxChains` describes them
 * @param urlOf how a user connects to the database
 * @returns `{ baseUrl, environment, seed, start, stop }`: `environment` is the worker's, `seed`
 *   creates the merchant and returns it, `start` resolves once every coin is on offer, and `stop`
 *   ends one process, or all
 */
export function openGateway({ folder, programs, networks, urlOf, port, secrets }) {
  const paths = { networks: join(folder, "networks.json"), seedResult: join(folder, "seed.json"), mails: folder };
  writeJson(paths.networks, { networks });
  const baseUrl = `http://127.0.0.1:${port}`;
  const environments = createEnvironments({
    ...{ paths, secrets, baseUrl, port, networks },
    ...{ webUrl: urlOf(PROCESS_ROLES.web), workerUrl: urlOf(PROCESS_ROLES.worker) },
  });
  const own = { ADDRESS_POOL_SIZE: POOL, ADDRESS_POOL_REFILL_BELOW: POOL, LOG_LEVEL: "warn" };
  const { SEED_KEY_FILE: _, ...settings } = environments.worker;
  const environment = { ...settings, ...own, SEED_KEY: secrets.seedKey };
  const logOf = (name) => join(folder, `${name}.log`);
  const children = new Map();
  const launch = (name, args, env) => {
    const child = spawnChild({ command: process.execPath, args, env, logFile: logOf(name) });
    children.set(name, child);
    return child;
  };
  const stopOne = async (name) => {
    const { pid } = children.get(name);
    children.delete(name);
    await stopProcess(pid, { timeoutMs: STOP_MS });
  };
  const logs = (error) => new Error([error.message, ...["worker", "api"].map((it) => tailOfLog(logOf(it)))].join("\n"));
  return {
    baseUrl,
    environment,
    async seed() {
      const child = launch("seed", [programs.seed], { ...environment, SEED_OUT: paths.seedResult });
      await waitUntil("the merchant", () => hasEnded(child), WAIT_MS);
      if (child.exitCode !== 0) throw new Error(tailOfLog(logOf("seed")));
      children.delete("seed");
      return readJson(paths.seedResult).merchant;
    },
    async start(merchant) {
      if (!children.has("worker")) launch("worker", [...WORKER_FLAGS, programs.worker], environment);
      const serve = join(ROOT, "scripts/lib/drill/serve-api.mjs");
      if (!children.has("api")) launch("api", [serve, programs.api], { ...environments.web, ...own });
      await waitForServices(baseUrl, merchant, networks).catch((error) => Promise.reject(logs(error)));
    },
    async stop(name) {
      await Promise.all((name ? [name] : [...children.keys()]).map(stopOne));
    },
  };
}
