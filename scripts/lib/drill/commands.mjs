/** The commands that an operator runs for backups, in a drill. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "../paths.mjs";

/** More than a drill assigns, and derived within seconds. */
const LOST_ADDRESSES = "300";

function runScript(name, url, args, settings) {
  const program = join(ROOT, "scripts", `${name}.mjs`);
  const env = { ...process.env, ...settings, DATABASE_URL: url };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { env, encoding: "utf8" });
  if (status !== 0) throw new Error(`npm run ${name} -- ${args.join(" ")}: ${stdout}${stderr}`);
  return stdout.trim();
}

/** Runs `npm run backup` with these arguments. Returns what it printed. @throws Error with it */
export const backupCommand = (url, args, settings) => runScript("backup", url, args, settings);

/** Runs `npm run restore` with these arguments. Returns what it printed. @throws Error with it */
export const restoreCommand = (url, args, settings = {}) =>
  runScript("restore", url, [...args, "--lost-addresses", LOST_ADDRESSES], settings);
