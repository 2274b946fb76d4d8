/**
 * Child processes that survive a killed parent cleanly: each in a session of its own, its output in
 * a log file.
 */
import { spawn } from "node:child_process";
import { closeSync, fstatSync, mkdirSync, openSync, readSync } from "node:fs";
import { dirname } from "node:path";
import { ROOT } from "./paths.mjs";

const TAIL_BYTES = 16_384;

/**
 * Starts a program with its output appended to `logFile`. It is detached, so that Ctrl-C reaches
 * only the script, which then stops its children one after the other.
 */
export function spawnChild({ command, args = [], env = process.env, logFile, cwd = ROOT }) {
  mkdirSync(dirname(logFile), { recursive: true });
  const log = openSync(logFile, "a", 0o600);
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", log, log], detached: true });
  closeSync(log);
  child.on("error", () => {});
  return child;
}

/** Returns whether the child has ended, or could not be started. */
export function hasEnded(child) {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

/**
 * Returns the last lines of a log, to show when something failed; empty if there is none. npm ends
 * with a page about its usage: of the lines that it marks as errors the first ones matter.
 */
export function tailOfLog(logFile, lines = 15) {
  const all = readEnd(logFile).trimEnd().split("\n");
  const fromNpm = all.filter((line) => line.startsWith("npm error "));
  return fromNpm.length > 0 ? fromNpm.slice(0, lines).join("\n") : all.slice(-lines).join("\n");
}

function readEnd(logFile) {
  let file;
  try {
    file = openSync(logFile, "r");
    const { size } = fstatSync(file);
    const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(file, buffer, 0, buffer.length, size - buffer.length);
    return buffer.toString("utf8");
  } catch {
    return "";
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
