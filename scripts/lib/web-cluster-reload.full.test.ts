import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startCluster } from "@/scripts/testing/start-cluster";

/** Starts two processes with a file whose content decides how later ones behave. */
async function startWithFault(fault?: string) {
  const folder = mkdtempSync(join(tmpdir(), "web-cluster-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "fault");
  if (fault !== undefined) writeFileSync(file, fault);
  const started = await startCluster(2, file);
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
