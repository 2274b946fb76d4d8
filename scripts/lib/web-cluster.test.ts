import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { findFreePort } from "@/scripts/lib/ports.mjs";
import { webProcesses } from "@/scripts/lib/web-cluster.mjs";

let running: ChildProcess | undefined;
const folders: string[] = [];
afterEach(() => {
  running?.kill("SIGKILL");
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

type Said = { readonly pid: number; readonly heard: readonly unknown[] };

async function start(count: number, ...more: readonly string[]) {
  const port = await findFreePort();
  const child = spawn(process.execPath, ["scripts/testing/cluster-program.mjs", `${count}`, `${port}`, ...more], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  child.stderr.on("data", (part) => {
    text += part;
  });
  running = child;
  const exited = once(child, "exit");
  // A connection handed to a process that is killed at that time gets no response.
  const ask = async (path = "/"): Promise<Said> =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(2_000) })).json();
  const pids = async () => new Set((await Promise.all(Array.from({ length: 20 }, () => ask()))).map(({ pid }) => pid));
  return { child, exited, ask, pids, ready: () => once(child.stdout, "data"), said: () => text };
}

test("this many processes serve one port, and a killed one is replaced", async () => {
  const { child, ask, pids, ready } = await start(2);
  await ready();
  await expect.poll(async () => (await pids()).size).toBe(2);
  const { pid } = await ask();
  process.kill(pid, "SIGKILL");
  const present = () => pids().catch(() => new Set([pid]));
  await expect.poll(async () => [(await present()).has(pid), (await present()).size]).toEqual([false, 2]);
  expect(child.exitCode).toBeNull();
});

test("a message from one process reaches every other, and not the sender", async () => {
  const { ask, pids, ready } = await start(3);
  await ready();
  await expect.poll(async () => (await pids()).size).toBe(3);
  const { pid: speaker } = await ask("/say");
  const heard = async () => {
    const all = await Promise.all(Array.from({ length: 30 }, () => ask()));
    return new Map(all.map((said) => [said.pid, said.heard.length]));
  };
  await expect.poll(async () => [...(await heard()).values()].reduce((sum, count) => sum + count, 0)).toBe(2);
  expect((await heard()).get(speaker)).toBe(0);
});

test("a signal ends all of them, as it would end one", async () => {
  const { child, exited, ready } = await start(2);
  await ready();
  child.kill("SIGTERM");
  expect(await exited).toEqual([143, null]);
});

test("one that cannot start ends all, with its own exit code", async () => {
  const { exited } = await start(2, "package.json");
  expect(await exited).toEqual([7, null]);
});

test("a reload replaces every process without a failed request", async () => {
  const { child, ask, pids, ready } = await start(2);
  await ready();
  await expect.poll(async () => (await pids()).size).toBe(2);
  const before = await pids();
  let isReloading = true;
  const asked: Promise<number>[] = [];
  const load = (async () => {
    while (isReloading) {
      asked.push(ask().then(({ pid }) => pid));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  })();
  child.kill("SIGHUP");
  await expect.poll(async () => [...(await pids())].filter((pid) => before.has(pid)).length).toBe(0);
  isReloading = false;
  await load;
  const answered = await Promise.all(asked);
  expect(answered.length).toBeGreaterThan(0);
  expect((await pids()).size).toBe(2);
});

/** Starts two processes with a file whose content decides how later ones behave. */
async function startWithFault(fault?: string) {
  const folder = mkdtempSync(join(tmpdir(), "web-cluster-"));
  folders.push(folder);
  const file = join(folder, "fault");
  if (fault !== undefined) writeFileSync(file, fault);
  const started = await start(2, file);
  await started.ready();
  await expect.poll(async () => (await started.pids()).size).toBe(2);
  const before = await started.pids();
  const earlierLeft = async () => [...(await started.pids())].filter((pid) => before.has(pid)).length;
  return { ...started, file, before, earlierLeft };
}

test("if a new process cannot start, a reload leaves the earlier ones running", async () => {
  const { child, pids, said, file, before, earlierLeft } = await startWithFault();
  writeFileSync(file, "exits");
  child.kill("SIGHUP");
  await expect.poll(said).toContain("a new web process could not start");
  expect(await pids()).toEqual(before);
  rmSync(file);
  child.kill("SIGHUP");
  await expect.poll(earlierLeft).toBe(0);
});

test("a new process that never listens does not keep later reloads waiting", async () => {
  const { child, pids, said, file, before, earlierLeft } = await startWithFault();
  writeFileSync(file, "hangs");
  child.kill("SIGHUP");
  await expect.poll(said).toContain("a new web process could not start");
  expect(await pids()).toEqual(before);
  rmSync(file);
  child.kill("SIGHUP");
  await expect.poll(earlierLeft).toBe(0);
});

test("a process that does not retire is killed, so that the reload ends", async () => {
  const { child, file, earlierLeft } = await startWithFault("deaf");
  rmSync(file);
  child.kill("SIGHUP");
  await expect.poll(() => earlierLeft().catch(() => 2)).toBe(0);
});

test("a signal that ends all during a reload starts no other process", async () => {
  const { child, exited, said, file } = await startWithFault();
  writeFileSync(file, "hangs");
  child.kill("SIGHUP");
  await expect.poll(said).toContain("hangs");
  child.kill("SIGTERM");
  expect(await exited).toEqual([143, null]);
  expect(said().trim()).toBe("hangs");
});

test("runs as many as the setting says, else one per core, and one in the sandbox", () => {
  expect(webProcesses({ WEB_PROCESSES: "3", SANDBOX: "true" }, 8)).toBe(3);
  expect(webProcesses({}, 8)).toBe(8);
  expect(webProcesses({ WEB_PROCESSES: "" }, 100)).toBe(64);
  expect(webProcesses({ SANDBOX: "true" }, 8)).toBe(1);
  for (const wrong of ["0", "65", "1.5", "two", "-1"])
    expect(() => webProcesses({ WEB_PROCESSES: wrong }, 8)).toThrow(
      `WEB_PROCESSES: a whole number from 1 to 64, not ${wrong}`,
    );
});
