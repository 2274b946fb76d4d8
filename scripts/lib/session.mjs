/** One run of `up`: what it has started, and stopping all of it in reverse order. */
import { rmSync } from "node:fs";
import { stopCommands } from "./run-command.mjs";
import { createChildList, stopLeftovers } from "./run-record.mjs";
import { StepError, StoppedError } from "./steps.mjs";

/**
 * `paths` are those of the data folder; `release` releases its lock; `onFailure` ends the script
 * after everything has stopped.
 */
export function createSession(paths, release, onFailure) {
  const children = createChildList(paths);
  const owned = [];
  let stopping;

  async function takeDown() {
    stopCommands();
    rmSync(paths.sandbox, { force: true });
    for (const { stop } of owned.reverse()) await stop();
    // Started but not yet handed over.
    await stopLeftovers(paths);
    children.clear();
    release();
  }

  return {
    paths,
    /**
     * Records a process in the data folder, so that the next start finds it if this one is killed.
     */
    record: (name, child) => child.pid && children.add(name, child.pid),
    /** Hands over something that must be stopped at the end. */
    async own(name, stop) {
      if (stopping) await stop();
      else owned.push({ name, stop });
    },
    isStopping: () => stopping !== undefined,
    /** Called when something essential has ended: stops everything else. */
    fail(message, logFile) {
      if (!stopping)
        onFailure(new StepError(message, { logFile, advice: "Start again: npm run up. The data is kept." }));
    },
    ensureRunning() {
      if (stopping) throw new StoppedError("stopped");
    },
    /** Stops everything once; later calls wait for the same end. */
    stop() {
      stopping ??= takeDown();
      return stopping;
    },
  };
}
