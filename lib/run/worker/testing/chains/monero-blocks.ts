import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { readJson, writeJson } from "@/scripts/lib/paths.mjs";
import { startNodeChain } from "@/scripts/lib/sandbox/node-chains.mjs";

const LIMIT_MS = 240_000;
const POLL_MS = 200;

/**
 * Copies the first hundred blocks of a Monero sandbox, and the wallet that they made rich, into a
 * folder. They are mined once per run.
 */
export async function copyFirstBlocks(runFolder: string, folder: string): Promise<void> {
  const made = join(runFolder, "xmr-first-blocks");
  if (!existsSync(made)) await makeOnce(runFolder, made);
  const target = join(folder, "xmr");
  cpSync(made, target, { recursive: true });
  // Two concurrent starts would choose the same ports.
  const { ports: _, ...state } = readJson(join(target, "state.json")) as Readonly<Record<string, unknown>>;
  writeJson(join(target, "state.json"), state);
}

/** The first caller mines them, the others wait. */
async function makeOnce(runFolder: string, made: string): Promise<void> {
  try {
    mkdirSync(`${made}.lock`);
  } catch {
    const deadline = Date.now() + LIMIT_MS;
    while (!existsSync(made)) {
      if (Date.now() > deadline) throw new Error("the first blocks of Monero were not made");
      await wait(POLL_MS);
    }
    return;
  }
  const draft = mkdtempSync(join(runFolder, "xmr-draft-"));
  const { node } = await startNodeChain("xmr", { folder: draft, logFile: join(draft, "node.log"), memory: {} });
  await node.stop();
  renameSync(join(draft, "xmr"), made);
}
