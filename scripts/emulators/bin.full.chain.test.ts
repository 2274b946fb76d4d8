import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";

const PROGRAM = join(import.meta.dirname, "bin.mjs");
/**
 * A separate folder for temporary files, so that what the programs write there can be told apart.
 */
const folder = mkdtempSync(join(tmpdir(), "emulators-"));
const running = new Set<ChildProcess>();

afterAll(() => {
  for (const child of running) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

function run(...args: string[]) {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, TMPDIR: folder },
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/** Starts an emulator and returns its chain's first hash. */
async function start(name: string, ...options: string[]) {
  const child = run(name, "--manual", ...options);
  const [line] = await once(child.stdout, "data");
  const { port } = z.object({ port: z.number() }).parse(JSON.parse(String(line)));
  const response = await fetch(`http://127.0.0.1:${port}/sandbox/describe`);
  const { genesisHash } = z.object({ genesisHash: z.string().min(1) }).parse(await response.json());
  const stop = async () => {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    return (await ended)[0];
  };
  return { port, genesisHash, stop };
}

async function failureOf(...args: string[]) {
  const child = run(...args);
  const [error, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  return { code, error };
}

test.each(["tron", "solana", "ton"])(
  "%s continues the chain of its state file, starts a new one without, and leaves nothing behind",
  async (name) => {
    const file = join(folder, `${name}.state`);
    const first = await start(name, "--state", file);
    expect(await first.stop()).toBe(0);
    const second = await start(name, "--state", file);
    expect(second.genesisHash).toBe(first.genesisHash);
    expect(await second.stop()).toBe(0);
    rmSync(file);

    const other = await start(name);
    expect(other.genesisHash).not.toBe(first.genesisHash);
    expect(await failureOf(name, "--port", `${other.port}`)).toEqual({
      code: 1,
      error: expect.stringContaining("EADDRINUSE"),
    });
    expect(await other.stop()).toBe(0);
    expect(readdirSync(folder).filter((path) => path.includes("emulator") || path.startsWith(name))).toEqual([]);
  },
);

test.each(["tron", "solana", "ton"])("%s names the option that it cannot use", async (name) => {
  expect(await failureOf(name, "--fast")).toEqual({ code: 1, error: expect.stringContaining("'--fast'") });
  expect(await failureOf(name, "--port", "x")).toEqual({ code: 1, error: expect.stringContaining("--port must be") });
});

test("an unknown emulator name is answered with the available names and options", async () => {
  expect(await failureOf("dogecoin")).toEqual({
    code: 2,
    error: expect.stringMatching(/"dogecoin"[\s\S]*tron \| solana \| ton[\s\S]*--state FILE/),
  });
});
