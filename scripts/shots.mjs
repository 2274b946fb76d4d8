#!/usr/bin/env node
/**
 * Takes screenshots of every page (e2e/shots) into docs/pictures, or into the given folder: npm run
 * shots [-- DIR]. Uses the gateway of E2E_SANDBOX_FILE unchanged if that is set, else a private one
 * with a year of data in it.
 */
import { dirname, resolve } from "node:path";
import { runVisibly, TOOLS } from "./lib/check-list.mjs";
import { withGateway } from "./lib/with-gateway.mjs";

const folder = resolve(process.argv[2] ?? "docs/pictures");

async function takeShots(sandboxFile) {
  return runVisibly([...TOOLS.playwright, "test", "--project=shots"], {
    E2E_SANDBOX_FILE: sandboxFile,
    SHOTS_DIR: folder,
  });
}

const running = process.env.E2E_SANDBOX_FILE;
async function withDemoData({ sandboxFile }) {
  const seed = [process.execPath, "scripts/demo-data.mjs", "--data", dirname(sandboxFile)];
  if ((await runVisibly(seed)) !== 0) throw new Error("The year of data could not be made");
  return takeShots(sandboxFile);
}

process.exit(running ? await takeShots(running) : await withGateway(withDemoData));
