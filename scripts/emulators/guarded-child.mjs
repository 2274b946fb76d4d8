/**
 * Runs the programs behind an emulator, and Monero's behind the script that supervises them: they
 * die with their parent, whatever ends it.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";

const STOP_LIMIT_MS = 15_000;

/** A shell beside the program waits on a pipe that only this process holds. */
const GUARD = 'exec 3<&0; (read -r _ <&3 || kill -9 $$ 2>/dev/null) & exec "$0" "$@" </dev/null 3<&-';

export const hasEnded = (child) => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;

/**
 * Starts a program without output in a session of its own. @param home the home folder that it sees
 */
export function spawnGuarded(binary, args, home) {
  const options = { stdio: ["pipe", "ignore", "ignore"], env: { ...process.env, HOME: home }, detached: true };
  return spawn("/bin/sh", ["-c", GUARD, binary, ...args], options);
}

/** Asks the program to exit, and kills it after a while. */
export async function stopGuarded(child) {
  if (hasEnded(child)) return;
  const ended = once(child, "exit");
  child.stdin.end("stopped in good order\n");
  child.kill("SIGTERM");
  const force = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
  await ended;
  clearTimeout(force);
}
