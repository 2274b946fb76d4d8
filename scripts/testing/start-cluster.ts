import { spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";
import { findFreePort } from "@/scripts/lib/ports.mjs";

type Said = { readonly pid: number; readonly heard: readonly unknown[] };

/**
 * Starts cluster-program.mjs with so many processes, until the end of the test. `more` are its
 * further arguments; `ask` fails for a connection handed to a process that is killed at that time.
 */
export async function startCluster(count: number, ...more: readonly string[]) {
  const port = await findFreePort();
  const child = spawn(process.execPath, ["scripts/testing/cluster-program.mjs", `${count}`, `${port}`, ...more], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let text = "";
  child.stderr.on("data", (part) => {
    text += part;
  });
  const exited = once(child, "exit");
  const ask = async (path = "/"): Promise<Said> =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(2_000) })).json();
  const pids = async () => new Set((await Promise.all(Array.from({ length: 20 }, () => ask()))).map(({ pid }) => pid));
  return { child, exited, ask, pids, ready: () => once(child.stdout, "data"), said: () => text };
}
