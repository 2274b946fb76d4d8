import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { platform } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { bundleOnce } from "@/lib/run/worker/testing/bundle-once";
import { testUnless } from "@/lib/testing/unless";

const HANG_MS = 120_000;
const ROOT = join(import.meta.dirname, "../../..");

/** Logs while its standard output accepts nothing, goes on, and ends like a worker that fails. */
const PROGRAM = `
  import { log } from "@/lib/kernel/log";
  for (let count = 0; count < 3_000; count += 1) log().warn({ text: "x".repeat(1_000) }, "a line");
  setTimeout(() => {
    log().error("another line");
    process.stderr.write("still working\\n");
    process.exit(1);
  }, 50);`;

testUnless(platform() === "linux" ? null : "no /dev/full here")(
  "a process whose log is on a full disk goes on, and can end",
  async () => {
    const stdin = { contents: PROGRAM, resolveDir: ROOT, loader: "ts" } as const;
    const file = await bundleOnce("full-log", { stdin });
    const full = openSync("/dev/full", "w");
    const killed = { timeout: HANG_MS, killSignal: "SIGKILL" } as const;
    const child = spawn(process.execPath, [file], { cwd: ROOT, stdio: ["ignore", full, "pipe"], ...killed });
    closeSync(full);
    let said = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
    // One that hangs is killed, and has no code.
    const [code] = (await once(child, "exit")) as [number | null];
    expect({ code, said }).toEqual({ code: 1, said: "still working\n" });
  },
);
