/** Says what a script is doing, how long each step took, and what to do when one fails. */
import { tailOfLog } from "./children.mjs";

/** A failure that the user can do something about: `advice` says what, `logFile` is shown at its end. */
export class StepError extends Error {
  constructor(message, { advice, logFile } = {}) {
    super(message);
    this.advice = advice;
    this.logFile = logFile;
  }
}

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
 * Runs one step and prints a line for it: its name, its time, and the note that `work` may answer with a string.
 * Answers what `work` answered.
 */
export async function runStep(name, work) {
  const begun = Date.now();
  process.stdout.write(`  ${name.padEnd(NAME_WIDTH)}`);
  try {
    const result = await work();
    const note = typeof result === "string" ? `  ${result}` : "";
    process.stdout.write(`${formatSeconds(begun)}${note}\n`);
    return result;
  } catch (error) {
    process.stdout.write(`${formatSeconds(begun)}  failed\n`);
    throw error;
  }
}
