import { expect, test } from "vitest";
import { findFreePort, holdPort, isPortFree } from "@/scripts/lib/ports.mjs";

test("a held port can be taken by nobody else, until it is released", async () => {
  const port = await findFreePort();
  const release = await holdPort(port);
  expect(await isPortFree(port)).toBe(false);
  await expect(holdPort(port)).rejects.toThrow(/EADDRINUSE/);
  expect(await findFreePort(port)).not.toBe(port);
  await release();
  expect(await isPortFree(port)).toBe(true);
  expect(await findFreePort(port)).toBe(port);
});

test("a found port is not one that the system chooses itself, and not found twice", async () => {
  const ports: number[] = [];
  for (let count = 0; count < 200; count += 1) ports.push(await findFreePort());
  expect(new Set(ports).size).toBe(ports.length);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});
