/** Installs packages that are missing or differ from the lock file. */
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ROOT, readJson } from "./paths.mjs";
import { runCommand } from "./run-command.mjs";
import { takeLock } from "./run-record.mjs";
import { StepError } from "./steps.mjs";

const NODE_WANTED = [20, 19];

/**
 * No package needs its install script: this project starts the programs of packages by their own
 * paths.
 */
const FLAGS = ["--include=optional", "--ignore-scripts", "--no-audit", "--no-fund"];

/**
 * The workspace of the sandbox's emulators: `npm run up` needs its packages, and none of the other
 * workspaces.
 */
const EMULATORS = "scripts/emulators";

/** @throws StepError if this Node is older than the packages require */
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
    locked: readJson(join(ROOT, "package-lock.json"))?.packages ?? {},
    // npm writes this list last, so an interrupted installation is detected.
    found: readJson(join(ROOT, "node_modules/.package-lock.json"))?.packages,
  };
}

/**
 * Returns where npm resolves `name` for the package at `path`: in it, or in a folder above; the
 * root if the lock file has it nowhere.
 */
export function locate(locked, path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("node_modules/") - 1))) {
    const place = `${folder ? `${folder}/` : ""}node_modules/${name}`;
    if (locked[place] || folder === "") return place;
  }
}

/**
 * Returns the paths of what `npm run up` needs: what production runs and what builds it, which are
 * the dependencies of package.json, and those of the emulators. What only tests need are the
 * dependencies of e2e/package.json.
 */
function placesOfUp(locked) {
  const places = new Set();
  const add = (path, name) => {
    const place = locate(locked, path, name);
    const entry = locked[place];
    if (entry === undefined || places.has(place)) return;
    places.add(place);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} } = entry;
    const peers = Object.keys(peerDependencies ?? {}).filter((peer) => !peerDependenciesMeta[peer]?.optional);
    for (const next of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) add(place, next);
  };
  for (const folder of ["", EMULATORS]) {
    const { dependencies, devDependencies } = locked[folder] ?? {};
    for (const name of Object.keys({ ...dependencies, ...devDependencies })) add(folder, name);
  }
  return places;
}

/**
 * Returns whether node_modules contains what the lock file requires for `up`, with `tests` also
 * what only tests and checks need.
 */
export function packagesAreCurrent({ tests }, { locked, found } = readPackages()) {
  if (!found) return false;
  const ofUp = placesOfUp(locked);
  return Object.entries(locked).every(([path, entry]) => {
    if (!path.startsWith("node_modules/") || entry.link || !(tests || ofUp.has(path))) return true;
    const present = found[path];
    return present ? present.version === entry.version : Boolean(entry.optional || entry.devOptional || entry.peer);
  });
}

/** A developer's clone keeps the test packages when `up` has to install a changed lock file. */
function hasTestPackages({ locked, found = {} }) {
  return Object.entries(locked).some(([path, { link, resolved }]) => link && resolved !== EMULATORS && found[path]);
}

/**
 * Installs the packages that `up` needs, with `tests` also those of tests and checks. Current
 * packages stay: a clone that has run `up` only gets the remaining ones. Returns what was
 * done. @throws StepError when npm fails
 */
export async function installPackages(logFile, { tests }) {
  const packages = readPackages();
  if (packagesAreCurrent({ tests }, packages)) return "up to date";
  // `npm ci` deletes node_modules first, `npm install` would keep a package that was edited there
  // by hand.
  const command = packagesAreCurrent({ tests: false }, packages) ? ["install", "--no-save"] : ["ci"];
  const workspaces = tests || hasTestPackages(packages) ? [] : [`--workspace=${EMULATORS}`, "--include-workspace-root"];
  await runNpm([...command, "--include=dev", ...workspaces, ...FLAGS], logFile);
  if (!packagesAreCurrent({ tests }))
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
  // The lock file fixes every version and checksum, so cached version lists suffice, unless they
  // are too old.
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
