/**
 * Programs behind an emulator, and Monero's behind the script that holds them together: they die
 * with it, whatever ends it.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";

const STOP_LIMIT_MS = 15_000;

/** A shell beside the program waits on a pipe that only we hold. */
const GUARD = 'exec 3<&0; (read -r _ <&3 || kill -9 $$ 2>/dev/null) & exec "$0" "$@" </dev/null 3<&-';

export const hasEnded = (child) => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;

/**
 * Starts a program without output in a session of its own. @param home what it takes for the home
 * folder of its user
 */
export function spawnGuarded(binary, args, home) {
  const options = { stdio: ["pipe", "ignore", "ignore"], env: { ...process.env, HOME: home }, detached: true };
  return spawn("/bin/sh", ["-c", GUARD, binary, ...args], options);
}

/** Asks it to end, and insists after a while. */
export async function stopGuarded(child) {
  if (hasEnded(child)) return;
  const ended = once(child, "exit");
  child.stdin.end("stopped in good order\n");
  child.kill("SIGTERM");
  const force = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
  await ended;
  clearTimeout(force);
}
