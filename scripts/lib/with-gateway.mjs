/** A gateway of one's own for as long as some work takes: tests, pictures, benchmarks. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { hasEnded, tailOfLog } from "./children.mjs";
import { ROOT, readJson } from "./paths.mjs";
import { findFreePort } from "./ports.mjs";
import { stopProcess } from "./processes.mjs";

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
 * Runs `work({ sandboxFile, dataDir })` against a fresh `up` in a temporary folder, then stops it and removes the folder.
 * The folder stays when something failed, with its logs.
 */
export async function withGateway(work) {
  const dataDir = mkdtempSync(join(tmpdir(), "chaintill-up-"));
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
  const onSignal = () => void stop().then(() => process.exit(130));
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, onSignal);
  let result;
  try {
    await waitForSandbox(child, sandboxFile, log);
    result = await work({ sandboxFile, dataDir });
  } catch (error) {
    error.message += `\n(the data folder is kept: ${dataDir})`;
    throw error;
  } finally {
    await stop();
    for (const signal of ["SIGINT", "SIGTERM"]) process.removeListener(signal, onSignal);
  }
  if (child.exitCode !== 0)
    throw new Error(`npm run up ended with ${child.exitCode ?? child.signalCode}:\n${tailOfLog(log, 30)}`);
  if (existsSync(sandboxFile)) throw new Error(`npm run up left ${sandboxFile} behind`);
  rmSync(dataDir, { recursive: true, force: true });
  return result;
}
