/** The folder with everything that one installation of `npm run up` stores. */
import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { readJson, writeJson } from "./paths.mjs";
import { StepError } from "./steps.mjs";

/** Returns the paths inside a data folder. */
export function dataPaths(dataDir) {
  return {
    root: dataDir,
    lock: join(dataDir, "up.lock"),
    children: join(dataDir, "children.json"),
    sandbox: join(dataDir, "sandbox.json"),
    seedResult: join(dataDir, "seed.json"),
    realNetworks: join(dataDir, "real-networks.json"),
    done: join(dataDir, "done.json"),
    postgresPort: join(dataDir, "postgres.port.json"),
    secrets: join(dataDir, "secrets"),
    postgres: join(dataDir, "postgres"),
    chains: join(dataDir, "chains"),
    networks: join(dataDir, "chains", "networks.json"),
    logs: join(dataDir, "logs"),
    mails: join(dataDir, "mails"),
    backups: join(dataDir, "backups"),
    backupKey: join(dataDir, "backup-key.txt"),
  };
}

/** One level at a time: Node's own recursive form never terminates in a place like /proc. */
function makeFolder(path) {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/** Creates the folder, closed to other users, and proves that this user may write there. */
export function prepareDataFolder(paths) {
  try {
    makeFolder(paths.root);
    accessSync(paths.root, constants.R_OK | constants.W_OK | constants.X_OK);
    makeFolder(paths.logs);
    writeJson(join(paths.logs, ".write-test"), {});
    rmSync(join(paths.logs, ".write-test"));
  } catch (error) {
    throw new StepError(`The data folder ${paths.root} cannot be written (${error.code ?? error.message})`, {
      advice: "Make the folder writable for this user, or name another one with --data DIR.",
    });
  }
}

/**
 * Returns the codes of the real networks that the environment enables: each has
 * NODE_URLS_<NETWORK>.
 */
export function realNetworksIn(environment) {
  return Object.keys(environment)
    .filter((name) => name.startsWith("NODE_URLS_") && environment[name])
    .map((name) => name.slice("NODE_URLS_".length).toLowerCase())
    .sort();
}

/** Records permanently that this folder's seed may hold real money. */
export function rememberRealNetworks(paths, codes) {
  const known = readJson(paths.realNetworks) ?? [];
  const all = [...new Set([...known, ...codes])].sort();
  if (all.length > known.length) writeJson(paths.realNetworks, all);
}

/**
 * Deletes the folder's content, except for the lock of this start and the backups. Refuses if the
 * seed in it may hold real money.
 */
export function clearDataFolder(paths, environment) {
  const real = [...new Set([...(readJson(paths.realNetworks) ?? []), ...realNetworksIn(environment)])];
  if (real.length > 0) {
    throw new StepError(`--fresh would delete the seed, and real networks were enabled with it: ${real.join(", ")}`, {
      advice: "Name an empty folder with --data DIR instead. Real money is lost with its seed.",
    });
  }
  if (environment.DATABASE_URL) {
    throw new StepError("--fresh would delete the keys that the database of DATABASE_URL still needs", {
      advice: "Unset DATABASE_URL, or empty that database yourself and name another folder with --data DIR.",
    });
  }
  const isOurs = readdirSync(paths.root).every((name) => OWN_NAMES.has(name) || name.startsWith("postgres."));
  if (!isOurs) {
    throw new StepError(`--fresh would empty ${paths.root}, which holds files that are not of this program`, {
      advice: "Name another folder with --data DIR, or remove those files yourself.",
    });
  }
  const kept = new Set([paths.lock, paths.backups, paths.backupKey]);
  for (const name of readdirSync(paths.root)) {
    if (!kept.has(join(paths.root, name))) rmSync(join(paths.root, name), { recursive: true, force: true });
  }
  makeFolder(paths.logs);
}

const OWN_NAMES = new Set(Object.values(dataPaths("")).filter(Boolean));
