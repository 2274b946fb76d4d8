/**
 * What each process of a test run is doing: one small file per process, readable while that process
 * is blocked.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readJson } from "./paths.mjs";
import { isAlive } from "./processes.mjs";

/** The folder of the run whose main process this is. */
export const RUNNING_FOLDER = join(tmpdir(), `running-tests-${process.pid}`);

/**
 * Returns the port on which a process of the run opens its inspector on SIGUSR1: with the default
 * port only one of them could.
 */
export function debugPortOf(pid) {
  return 20_000 + (pid % 10_000);
}

/** @throws Error when another user's folder is in the way */
export function openRunningFolder() {
  // A killed run with the same process id may have left notes about processes that belong to others
  // now.
  removeRunningFolder();
  mkdirSync(RUNNING_FOLDER, { mode: 0o700 });
}

export function removeRunningFolder() {
  rmSync(RUNNING_FOLDER, { recursive: true, force: true });
}

/** Stored before a test installs its own clock. */
const now = performance.now.bind(performance);

/**
 * Called by a process of the run when it starts and ends something. `test` null: between tests;
 * `file` null: it waits for work.
 */
export function recordRunning(folder, file, test) {
  process.debugPort = debugPortOf(process.pid);
  writeFileSync(join(folder, `${process.pid}.running`), JSON.stringify({ pid: process.pid, step: now(), file, test }));
}

/**
 * Returns `[{ pid, step, file, test }]` of the living processes that are at work; `step` differs
 * with each note.
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

/** Returns `[{ pid, worker }]` of Playwright's living workers, with its own number for each. */
export function listWorkers(folder = RUNNING_FOLDER) {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".worker"))
    .map((name) => readJson(join(folder, name)))
    .filter((entry) => entry !== undefined && isAlive(entry.pid));
}
