import { expect, test } from "vitest";
import { webProcesses } from "@/scripts/lib/web-cluster.mjs";
import { startCluster } from "@/scripts/testing/start-cluster";

test("this many processes serve one port, and a killed one is replaced", async () => {
  const { child, ask, pids, ready } = await startCluster(2);
  await ready();
  await expect.poll(async () => (await pids()).size).toBe(2);
  const { pid } = await ask();
  process.kill(pid, "SIGKILL");
  const present = () => pids().catch(() => new Set([pid]));
  await expect.poll(async () => [(await present()).has(pid), (await present()).size]).toEqual([false, 2]);
  expect(child.exitCode).toBeNull();
});

test("a message from one process reaches every other, and not the sender", async () => {
  const { ask, pids, ready } = await startCluster(3);
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
  const { child, exited, ready } = await startCluster(2);
  await ready();
  child.kill("SIGTERM");
  expect(await exited).toEqual([143, null]);
});

test("one that cannot start ends all, with its own exit code", async () => {
  const { exited } = await startCluster(2, "package.json");
  expect(await exited).toEqual([7, null]);
});

test("a reload replaces every process without a failed request", async () => {
  const { child, ask, pids, ready } = await startCluster(2);
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
