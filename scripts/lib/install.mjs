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

/** @throws StepError when this Node is older than the packages need */
export function checkNodeVersion() {
  const [major, minor] = process.versions.node.split(".").map((part) => Number.parseInt(part, 10));
  const [wantedMajor, wantedMinor] = NODE_WANTED;
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return process.versions.node;
  throw new StepError(`Node.js ${process.versions.node} is too old`, {
    advice: `Install Node.js ${NODE_WANTED.join(".")} or newer (22 or 24 are fine) from https://nodejs.org.`,
  });
}

/** True when node_modules holds what the lock file names. npm writes its own list last, so a broken-off install is seen. */
export function packagesAreCurrent() {
  const wanted = readJson(join(ROOT, "package-lock.json"))?.packages ?? {};
  const found = readJson(join(ROOT, "node_modules/.package-lock.json"))?.packages;
  if (!found) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "") return true;
    const present = found[path];
    return present ? present.version === entry.version : Boolean(entry.optional || entry.peer);
  });
}

/** Installs when needed. Answers what was done. */
export async function installPackages(logFile) {
  if (packagesAreCurrent()) return "up to date";
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ["npm"];
  await runCommand([...npm, "ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund"], {
    logFile,
    failure: "npm ci failed",
    advice: "Check that the npm registry can be reached (npm ping) and that the disk has 2 GB free, then start again.",
  });
  return "installed";
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
