/**
 * Vitest's reporter for what the built-in ones omit: a hang with its stacks, the seed of a failed
 * file, and why tests were skipped.
 */
import { relative } from "node:path";
import { killTree } from "../lib/process-tree.mjs";
import { listRunning, openRunningFolder, removeRunningFolder } from "../lib/running-tests.mjs";
import { describeProcess } from "../lib/stacks.mjs";
import { describeSeed, readTestSeed } from "../lib/test-seed.mjs";
import { createTestWatchdog } from "../lib/test-watchdog.mjs";

const LOOK_MS = 1_000;
const LIMIT_S = 90;
/** Full-size tests, and a daemon that mines for minutes. */
const PATIENT = /\.(long|full)\.|\/monero[-/]|\/xmr-/;
const PATIENT_LIMIT_S = 900;

/** In milliseconds; HANG_LIMIT_S replaces both limits. */
function limitOf({ file }) {
  const given = Number(process.env.HANG_LIMIT_S ?? 0);
  return (given > 0 ? given : PATIENT.test(file) ? PATIENT_LIMIT_S : LIMIT_S) * 1_000;
}

export default class RunReporter {
  #looking = false;
  #timer;

  onInit({ config }) {
    this.root = config.root;
    openRunningFolder();
    process.once("exit", removeRunningFolder);
    const watchdog = createTestWatchdog({ limitOf });
    this.#timer = setInterval(() => void this.#look(watchdog), LOOK_MS).unref();
  }

  async #look(watchdog) {
    if (this.#looking) return;
    this.#looking = true;
    try {
      await Promise.all(watchdog.look(listRunning()).map((entry) => this.#end(entry)));
    } finally {
      this.#looking = false;
    }
  }

  /** Vitest treats the killed process as a failure, and continues with the other files. */
  async #end({ pid, file, test }) {
    const name = relative(this.root, file);
    const lines = [
      `HANG: ${name} › ${test ?? "between tests: at import, or in a hook"}`,
      `no test began or ended for ${limitOf({ file }) / 1_000} s; process ${pid} is killed`,
      ...(await describeProcess(pid)),
      describeSeed(readTestSeed(), name),
    ];
    console.error(`\n${lines.join("\n  ")}\n`);
    process.exitCode = 1;
    killTree(pid);
  }

  onTestRunEnd(modules) {
    const causes = modules.flatMap((module) =>
      [...module.children.allTests("skipped")].map((test) => test.meta().skipped),
    );
    for (const cause of new Set(causes)) {
      if (cause !== undefined) console.error(`${causes.filter((other) => other === cause).length} skipped: ${cause}`);
    }
    const failed = modules.filter((module) => !module.ok());
    for (const { moduleId } of failed) console.error(describeSeed(readTestSeed(), relative(this.root, moduleId)));
  }
}
