/** One-off commands: npm ci, the build, the migrations. */
import { hasEnded, spawnChild } from "./children.mjs";
import { StepError, StoppedError } from "./steps.mjs";

const running = new Set();
let isStopped = false;

/**
 * Stops every running command with all its descendants, and lets none start any more. For a script
 * that ends.
 */
export function stopCommands() {
  isStopped = true;
  for (const child of running) {
    try {
      process.kill(-child.pid, "SIGTERM");
    } catch (error) {
      if (error.code !== "ESRCH") throw error;
    }
  }
}

/**
 * Runs a command to its end with its output in `logFile`. @throws StepError with `failure` and
 * `advice` unless it exits with 0
 */
export async function runCommand([command, ...args], { logFile, env, failure, advice }) {
  if (isStopped) throw new StoppedError("stopped");
  const child = spawnChild({ command, args, env, logFile });
  running.add(child);
  if (!hasEnded(child)) await new Promise((resolve) => child.once("close", resolve));
  running.delete(child);
  if (child.exitCode === 0) return;
  if (isStopped) throw new StoppedError("stopped");
  const reason =
    child.pid === undefined ? `${command} was not found` : `exit code ${child.exitCode ?? child.signalCode}`;
  throw new StepError(`${failure} (${reason})`, { advice, logFile });
}

/**
 * Waits for concurrent steps. If one fails, stops the commands of the others and waits for whatever
 * else they do, so that the session knows everything that it has to stop. Returns their
 * results. @throws the first error
 */
export async function allSteps(steps) {
  const errors = [];
  const onError = (error) => {
    errors.push(error);
    stopCommands();
  };
  const results = await Promise.all(steps.map((step) => step.catch(onError)));
  if (errors.length > 0) throw errors[0];
  return results;
}
