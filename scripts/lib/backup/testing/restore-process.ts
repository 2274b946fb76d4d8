import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { env } from "@/lib/kernel/env";

const PROGRAM = join(import.meta.dirname, "../../../restore.mjs");

/** Starts `npm run restore` on a database. */
export function startRestore(url: string, args: readonly string[]): ChildProcess {
  const settings = { SECRET_KEY: env().SECRET_KEY, DATABASE_URL: url };
  return spawn(process.execPath, [PROGRAM, ...args], {
    env: { ...process.env, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Runs it to its end. Returns its exit code and what it printed. */
export async function runRestore(url: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  const child = startRestore(url, args);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part) => (output += String(part)));
  const [code] = await once(child, "close");
  return { code, output };
}
