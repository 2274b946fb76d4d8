import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect } from "@playwright/test";

const ROOT = join(import.meta.dirname, "../..");

export type Terminal = {
  readonly says: (text: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Starts a shell in the clone's folder that runs a script and records its output. */
export function secondTerminal(script: string): Terminal {
  const shell = spawn("bash", ["-c", script], { cwd: ROOT, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  const keep = (part: Buffer) => {
    printed += part.toString("utf8");
  };
  shell.stdout.on("data", keep);
  shell.stderr.on("data", keep);
  const ended = once(shell, "exit");
  return {
    says: (text) => expect.poll(() => printed, { timeout: 60_000 }).toContain(text),
    close: async () => {
      // Ends the shell and its children by their process group.
      if (shell.exitCode === null && shell.pid !== undefined) process.kill(-shell.pid, "SIGTERM");
      await ended;
    },
  };
}
