/** Commands that do one thing and end: npm ci, the build, the migrations. */
import { hasEnded, spawnChild } from "./children.mjs";
import { StepError } from "./steps.mjs";

const running = new Set();

/** Stops every command that still runs, with all that it started. For a script that is told to end. */
export function stopCommands() {
  for (const child of running) {
    try {
      process.kill(-child.pid, "SIGTERM");
    } catch (error) {
      if (error.code !== "ESRCH") throw error;
    }
  }
}

/** Runs a command to its end with its output in `logFile`. @throws StepError with `failure` and `advice` unless it exits with 0 */
export async function runCommand([command, ...args], { logFile, env, failure, advice }) {
  const child = spawnChild({ command, args, env, logFile });
  running.add(child);
  if (!hasEnded(child)) await new Promise((resolve) => child.once("close", resolve));
  running.delete(child);
  if (child.exitCode === 0) return;
  const reason =
    child.pid === undefined ? `${command} was not found` : `exit code ${child.exitCode ?? child.signalCode}`;
  throw new StepError(`${failure} (${reason})`, { advice, logFile });
}
