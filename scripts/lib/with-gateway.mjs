/** Runs a private gateway for the duration of some work: tests, screenshots, benchmarks. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { hasEnded, tailOfLog } from "./children.mjs";
import { dataPaths } from "./data-folder.mjs";
import { ROOT, readJson } from "./paths.mjs";
import { findFreePort } from "./ports.mjs";
import { stopPostgres } from "./postgres.mjs";
import { startStamp, stopProcess } from "./processes.mjs";
import { stopLeftovers } from "./run-record.mjs";
import { createTempFolder, removeTempFolder } from "./temp-folder.mjs";

const START_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 60_000;

async function waitForSandbox(child, file, log) {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!readJson(file)?.baseUrl) {
    if (hasEnded(child) || Date.now() > deadline)
      throw new Error(`npm run up did not get ready:\n${tailOfLog(log, 30)}`);
    await pause(100);
  }
}

/**
 * Ends what still runs on a data folder: an `up` keeps running if the process that started it is
 * killed.
 */
export async function stopGatewayOf(dataDir) {
  const paths = dataPaths(dataDir);
  const holder = readJson(paths.lock);
  if (holder && startStamp(holder.pid) === holder.stamp) await stopProcess(holder.pid, { timeoutMs: STOP_TIMEOUT_MS });
  await stopLeftovers(paths);
  await stopPostgres(paths.postgres);
}

/**
 * Stops the gateway and deletes its folder when this process gets a signal, and then exits. Returns
 * a function that removes the handlers.
 */
function endBySignal(stop, dataDir) {
  const numbers = { SIGINT: 2, SIGTERM: 15 };
  const onSignal = (signal) =>
    void stop().then(() => {
      removeTempFolder(dataDir);
      process.exit(128 + numbers[signal]);
    });
  for (const signal of Object.keys(numbers)) process.once(signal, onSignal);
  return () => {
    for (const signal of Object.keys(numbers)) process.removeListener(signal, onSignal);
  };
}

/**
 * Runs `work({ sandboxFile, dataDir })` against a fresh `up` in a temporary folder, then stops it
 * and deletes the folder. After a failure the folder stays, with its logs, until the next run.
 */
export async function withGateway(work) {
  const dataDir = await createTempFolder("chaintill-up-", stopGatewayOf);
  const log = join(dataDir, "up.log");
  const port = await findFreePort();
  const output = openSync(log, "a", 0o600);
  const args = [join(ROOT, "scripts/up.mjs"), "--data", dataDir, "--port", String(port)];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ["ignore", output, output], detached: true });
  const sandboxFile = join(dataDir, "sandbox.json");
  const ended = once(child, "exit");
  const stop = async () => {
    await stopProcess(child.pid, { timeoutMs: STOP_TIMEOUT_MS });
    await ended;
  };
  let isEnding = false;
  const unhandle = endBySignal(() => {
    isEnding = true;
    return stop();
  }, dataDir);
  let result;
  try {
    await waitForSandbox(child, sandboxFile, log);
    result = await work({ sandboxFile, dataDir });
  } catch (error) {
    error.message += `\n(the data folder is kept until the next run: ${dataDir})`;
    throw error;
  } finally {
    // Failures caused by the ending gateway do not matter: this process is about to exit.
    if (isEnding) await new Promise(() => {});
    await stop();
    unhandle();
  }
  if (child.exitCode !== 0)
    throw new Error(`npm run up ended with ${child.exitCode ?? child.signalCode}:\n${tailOfLog(log, 30)}`);
  if (existsSync(sandboxFile)) throw new Error(`npm run up left ${sandboxFile} behind`);
  removeTempFolder(dataDir);
  return result;
}
