/** Packages: installed when they are missing or are not those of the lock file. */
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ROOT, readJson } from "./paths.mjs";
import { runCommand } from "./run-command.mjs";
import { takeLock } from "./run-record.mjs";
import { StepError } from "./steps.mjs";

const NODE_WANTED = [20, 19];

/** No install script of a package is needed: this project starts the programs that packages bring by their own paths. */
const FLAGS = ["--include=optional", "--ignore-scripts", "--no-audit", "--no-fund"];

/** @throws StepError when this Node is older than the packages need */
export function checkNodeVersion() {
  const [major, minor] = process.versions.node.split(".").map((part) => Number.parseInt(part, 10));
  const [wantedMajor, wantedMinor] = NODE_WANTED;
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return process.versions.node;
  throw new StepError(`Node.js ${process.versions.node} is too old`, {
    advice: `Install Node.js ${NODE_WANTED.join(".")} or newer (22 or 24 are fine) from https://nodejs.org.`,
  });
}

function readPackages() {
  return {
    wanted: Object.entries(readJson(join(ROOT, "package-lock.json"))?.packages ?? {}).filter(([path]) => path !== ""),
    // npm writes this list last, so an interrupted installation is noticed.
    found: readJson(join(ROOT, "node_modules/.package-lock.json"))?.packages,
  };
}

/** True when node_modules holds what the lock file names; `dev` includes the packages that only tests and checks need. */
export function packagesAreCurrent({ dev }, { wanted, found } = readPackages()) {
  if (!found) return false;
  return wanted.every(([path, entry]) => {
    if (entry.dev && !dev) return true;
    const present = found[path];
    return present ? present.version === entry.version : Boolean(entry.optional || entry.devOptional || entry.peer);
  });
}

/** A developer's clone keeps its development packages when `up` has to install a changed lock file. */
function hasDevPackages({ wanted, found }) {
  return wanted.some(([path, entry]) => entry.dev && !entry.optional && found?.[path]);
}

/**
 * Installs the packages that running needs, with `dev` also those of tests and checks. What is installed and current stays: a clone that
 * has run `up` only gets the rest. Answers what was done. @throws StepError when npm fails
 */
export async function installPackages(logFile, { dev }) {
  const packages = readPackages();
  if (packagesAreCurrent({ dev }, packages)) return "up to date";
  // `npm ci` deletes node_modules first, `npm install` would keep a package that was changed there by hand.
  const command = packagesAreCurrent({ dev: false }, packages) ? ["install", "--no-save"] : ["ci"];
  const omitOrInclude = dev || hasDevPackages(packages) ? "--include=dev" : "--omit=dev";
  await runNpm([...command, omitOrInclude, ...FLAGS], logFile);
  if (!packagesAreCurrent({ dev }))
    throw new StepError("The packages installed are not those of package-lock.json", {
      advice: "package.json and package-lock.json disagree: run npm install and commit the lock file.",
      logFile,
    });
  await runCommand([process.execPath, join(ROOT, "scripts/use-hooks.mjs")], { logFile, failure: "git was not set up" });
  return "installed";
}

async function runNpm(args, logFile) {
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ["npm"];
  const run = (...more) =>
    runCommand([...npm, ...args, ...more], {
      logFile,
      failure: `npm ${args[0]} failed`,
      advice:
        "Check that the npm registry can be reached (npm ping) and that the disk has 2 GB free, then start again.",
    });
  // The lock file fixes every version and checksum, so cached lists of versions are as good as new ones, unless they are too old.
  await run("--prefer-offline").catch(() => run());
}

/** Runs `work` while no other script installs or builds in this clone; waits for one that does. */
export async function withRepositoryLock(work) {
  const name = createHash("sha256").update(ROOT).digest("hex").slice(0, 16);
  const release = await waitForLock(join(tmpdir(), `chaintill-build-${name}.lock`));
  try {
    return await work();
  } finally {
    release();
  }
}

async function waitForLock(file) {
  for (;;) {
    try {
      return takeLock(file);
    } catch (error) {
      if (!error.holder) throw error;
      await pause(250);
    }
  }
}
