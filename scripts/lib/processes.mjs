/**
 * Facts about processes by id, and stopping them. Works on ids alone, so that leftovers of a killed
 * start can be handled.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

const POLL_MS = 20;
const hasProc = existsSync("/proc/self/stat");

/**
 * Returns fields 3 and following of /proc/PID/stat: they come after the command name, which may
 * itself contain blanks and brackets. @throws Error if there is none
 */
export function statFields(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

/**
 * Returns whether the process runs. A zombie counts as ended: in a container nobody may ever reap
 * it.
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== "EPERM") return false;
  }
  if (!hasProc) return true;
  try {
    return !["Z", "X"].includes(statFields(pid)[0]);
  } catch {
    return false;
  }
}

function readBootId() {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}

/**
 * Returns a text that stays the same while the process lives and differs for a later process with
 * the same id, even after a reboot. Undefined if there is no such process.
 */
export function startStamp(pid) {
  try {
    if (hasProc) return `${readBootId()}:${statFields(pid)[19]}`;
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim() || undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the command line of a process, arguments joined by blanks; empty if it cannot be read.
 */
export function commandLine(pid) {
  try {
    if (hasProc) return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return "";
  }
}

/** Waits until the process has ended; false if it still runs after `timeoutMs`. */
export async function waitForEnd(pid, timeoutMs) {
  const deadline = Date.now() + timeoutMs;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await pause(POLL_MS);
  }
  return true;
}

function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

/**
 * Asks a process to exit and kills it after `timeoutMs`. Resolves when it has ended, with false if
 * force was needed.
 */
export async function stopProcess(pid, { signal = "SIGTERM", force = "SIGKILL", timeoutMs = 10_000 } = {}) {
  if (!isAlive(pid)) return true;
  send(pid, signal);
  if (await waitForEnd(pid, timeoutMs)) return true;
  send(pid, force);
  await waitForEnd(pid, timeoutMs);
  return false;
}
