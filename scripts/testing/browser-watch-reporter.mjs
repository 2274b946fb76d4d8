/**
 * Playwright's own limit runs in the worker: this reporter ends a worker whose event loop is
 * blocked for ever.
 */
import { killTree } from "../lib/process-tree.mjs";
import { listWorkers, openRunningFolder, removeRunningFolder } from "../lib/running-tests.mjs";
import { describeProcess } from "../lib/stacks.mjs";
import { createTestWatchdog } from "../lib/test-watchdog.mjs";

const LOOK_MS = 1_000;
/** Longer than the default time limit of a test, so that Playwright ends what it can. */
const LIMIT_MS = 125_000;

function limitOf({ timeoutMs }) {
  const given = Number(process.env.HANG_LIMIT_S ?? 0) * 1_000;
  return given > 0 ? given : Math.max(LIMIT_MS, timeoutMs);
}

export default class BrowserWatchReporter {
  #running = new Map();
  #steps = 0;
  #looking = false;

  onBegin() {
    openRunningFolder();
    process.once("exit", removeRunningFolder);
    const watchdog = createTestWatchdog({ limitOf });
    setInterval(() => void this.#look(watchdog), LOOK_MS).unref();
  }

  printsToStdio() {
    return false;
  }

  #note(test, { workerIndex }) {
    this.#steps += 1;
    const { file, line } = test.location;
    this.#running.set(workerIndex, {
      ...{ step: this.#steps, file, timeoutMs: test.timeout },
      test: `${file}:${line} › ${test.title}`,
    });
  }

  onTestBegin(test, result) {
    this.#note(test, result);
  }
  onStepBegin(test, result) {
    this.#note(test, result);
  }
  onStepEnd(test, result) {
    this.#note(test, result);
  }
  onTestEnd(_test, { workerIndex }) {
    this.#running.delete(workerIndex);
  }

  async #look(watchdog) {
    if (this.#looking) return;
    this.#looking = true;
    const entries = listWorkers().flatMap(({ pid, worker }) => {
      const running = this.#running.get(worker);
      return running === undefined ? [] : [{ ...running, pid }];
    });
    try {
      await Promise.all(watchdog.look(entries).map((entry) => this.#end(entry)));
    } finally {
      this.#looking = false;
    }
  }

  /**
   * Playwright treats the killed worker as a failure of its test, and continues with the others.
   */
  async #end(entry) {
    const head = [
      `HANG: ${entry.test}`,
      `no step of it for ${limitOf(entry) / 1_000} s; process ${entry.pid} is killed`,
    ];
    console.error(`\n${[...head, ...(await describeProcess(entry.pid))].join("\n  ")}\n`);
    killTree(entry.pid);
  }
}
