/**
 * What each process of a test run is doing: a small file a process, which can be read while that
 * process is blocked.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readJson } from "./paths.mjs";
import { isAlive } from "./processes.mjs";

/** The folder of the run whose main process this is. */
export const RUNNING_FOLDER = join(tmpdir(), `running-tests-${process.pid}`);

/**
 * Where a process of the run opens its inspector when it gets SIGUSR1: with the usual port only one
 * of them could.
 */
export function debugPortOf(pid) {
  return 20_000 + (pid % 10_000);
}

/** @throws Error when somebody else's folder is in the way */
export function openRunningFolder() {
  // A killed run with the same process id may have left notes about processes that are somebody
  // else's now.
  removeRunningFolder();
  mkdirSync(RUNNING_FOLDER, { mode: 0o700 });
}

export function removeRunningFolder() {
  rmSync(RUNNING_FOLDER, { recursive: true, force: true });
}

/** Kept before a test puts a clock of its own in place. */
const now = performance.now.bind(performance);

/**
 * Called by a process of the run when it begins and ends something. `test` null: between tests;
 * `file` null: it waits for work.
 */
export function recordRunning(folder, file, test) {
  process.debugPort = debugPortOf(process.pid);
  writeFileSync(join(folder, `${process.pid}.running`), JSON.stringify({ pid: process.pid, step: now(), file, test }));
}

/**
 * `[{ pid, step, file, test }]`, `step` differing with each note, of the living processes that are
 * at work.
 */
export function listRunning(folder = RUNNING_FOLDER) {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".running"))
    .map((name) => readJson(join(folder, name)))
    .filter((entry) => entry !== undefined && entry.file !== null && isAlive(entry.pid));
}

/**
 * Called where a worker of Playwright loads its configuration; does nothing in the process that
 * starts the workers.
 */
export function recordPlaywrightWorker() {
  const worker = process.env.TEST_WORKER_INDEX;
  process.env.RUNNING_FOLDER ??= RUNNING_FOLDER;
  if (worker === undefined || !existsSync(process.env.RUNNING_FOLDER)) return;
  process.debugPort = debugPortOf(process.pid);
  const note = { pid: process.pid, worker: Number(worker) };
  writeFileSync(join(process.env.RUNNING_FOLDER, `${process.pid}.worker`), JSON.stringify(note));
}

/** `[{ pid, worker }]` of Playwright's living workers, by its own number for each. */
export function listWorkers(folder = RUNNING_FOLDER) {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".worker"))
    .map((name) => readJson(join(folder, name)))
    .filter((entry) => entry !== undefined && isAlive(entry.pid));
}
