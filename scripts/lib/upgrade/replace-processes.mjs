/** The rolling restart: waits until this version has replaced the others. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { describeProcesses, listRunning } from "../running-processes.mjs";

const POLL_MS = 500;
/** Settings of this command that no process of the gateway may get, as values or names of files. */
const OWN_SETTINGS = /^(DATABASE_URL|DATABASE_DIRECT_URL|SECRET_KEY|BACKUP_)/;

/**
 * Replaces the processes of a kind (`web`, `worker`) by those of `version`: runs `command` in a
 * shell, without the owner's address of the database and secrets, or asks for it without one, and
 * waits until some of `version` and none of another run. Does nothing if that is so already.
 * @throws Error if the command fails, or others still run after `waitS` seconds
 */
export async function replaceProcesses(client, { kind, version, command, waitS, say }) {
  if (isReplaced(await running(client, kind), version)) return say(`${kind}: ${version} runs already`);
  if (command === undefined) {
    say(`${kind}: restart every ${kind} process with this version now; waiting for up to ${waitS} s`);
  } else {
    say(`${kind}: ${command}`);
    await runInShell(command);
  }
  const deadline = Date.now() + waitS * 1_000;
  for (;;) {
    const all = await running(client, kind);
    if (isReplaced(all, version)) return say(`${kind}: ${all.length} of ${version} run`);
    if (Date.now() > deadline) throw new Error(reasonOf(all, kind, version));
    await pause(POLL_MS);
  }
}

async function running(client, kind) {
  return (await listRunning(client)).filter((one) => one.kind === kind);
}

function isReplaced(all, version) {
  return all.length > 0 && all.every((one) => one.version === version);
}

function reasonOf(all, kind, version) {
  const others = all.filter((one) => one.version !== version);
  const lines = others.length > 0 ? describeProcesses(others) : [`no ${kind} of ${version} has started: see its log`];
  return [`${kind} was not replaced by ${version}:`, ...lines].join("\n  ");
}

async function runInShell(command) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OWN_SETTINGS.test(name)));
  const child = spawn("sh", ["-c", command], { stdio: ["ignore", "inherit", "inherit"], env });
  const [code, signal] = await once(child, "exit");
  if (code !== 0) throw new Error(`The command failed (${signal ?? code}): ${command}`);
}
