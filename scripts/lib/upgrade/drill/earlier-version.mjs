/** The sources of an earlier commit in a folder of their own, built. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../paths.mjs";

const FOLDER = join(ROOT, ".data/upgrade-drill");

const git = (...args) =>
  execFileSync("git", args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();

/** @throws Error if a command fails; its output goes to standard error */
function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed in ${cwd}`);
}

/** Returns the newest tag of a release; null if there is none, or no history. */
export function newestRelease() {
  try {
    return git("describe", "--tags", "--abbrev=0", "--match", "v[0-9]*") || null;
  } catch {
    return null;
  }
}

/**
 * Returns the folder of a commit, with its packages and its build, which are kept for the next run.
 * Packages are linked where both commits lock the same ones, and else installed.
 * @throws Error if this clone does not have the commit
 */
export function prepareVersion(name) {
  let commit;
  try {
    commit = git("rev-parse", "--verify", `${name}^{commit}`);
  } catch {
    throw new Error(`This clone has no commit ${name}: fetch its history, or name another one with --from`);
  }
  const folder = join(FOLDER, commit.slice(0, 8));
  if (!existsSync(join(folder, "package.json"))) {
    mkdirSync(folder, { recursive: true });
    run("sh", ["-c", `git archive ${commit} | tar -x -C "$1"`, "sh", folder], ROOT);
  }
  if (!existsSync(join(folder, "node_modules"))) {
    const lockOf = (root) => readFileSync(join(root, "package-lock.json"), "utf8");
    if (lockOf(folder) === lockOf(ROOT)) run("cp", ["-al", join(ROOT, "node_modules"), folder], ROOT);
    else run("npm", ["ci", "--workspaces=false", "--ignore-scripts"], folder);
  }
  run(process.execPath, ["scripts/build.mjs"], folder);
  return folder;
}
