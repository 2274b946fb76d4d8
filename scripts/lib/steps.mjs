/** Reports what a script is doing, how long each step took, and what to do when one fails. */
import { tailOfLog } from "./children.mjs";

/** A failure that the user can resolve: `advice` says how, the end of `logFile` is shown. */
export class StepError extends Error {
  constructor(message, { advice, logFile } = {}) {
    super(message);
    this.advice = advice;
    this.logFile = logFile;
  }
}

/** Thrown inside a step when the script was told to stop, or when another step failed. */
export class StoppedError extends Error {}

const NAME_WIDTH = 28;

function formatSeconds(sinceMs) {
  return `${((Date.now() - sinceMs) / 1000).toFixed(1)} s`.padStart(8);
}

/** Prints the reason, the end of the log and the advice of a failed step. */
export function printFailure(error) {
  console.error(`\nFailed: ${error.message}`);
  const tail = error.logFile ? tailOfLog(error.logFile) : "";
  if (tail) console.error(`\n  end of ${error.logFile}:\n${tail.replaceAll(/^/gm, "  | ")}`);
  if (error.advice) console.error(`\nWhat to do: ${error.advice}`);
}

/**
 * Runs one step and prints a line for it: its name, its time, and the note that `work` may return
 * as a string. A step that runs `beside` others prints its line when it ends. Returns the result of
 * `work`.
 */
export async function runStep(name, work, { beside = false } = {}) {
  const begun = Date.now();
  const title = `  ${name.padEnd(NAME_WIDTH)}`;
  if (!beside) process.stdout.write(title);
  const finish = (note) => process.stdout.write(`${beside ? title : ""}${formatSeconds(begun)}${note}\n`);
  try {
    const result = await work();
    finish(typeof result === "string" ? `  ${result}` : "");
    return result;
  } catch (error) {
    finish(error instanceof StoppedError ? "  stopped" : "  failed");
    throw error;
  }
}
