import { expect, test } from "vitest";
import { callerAddress, withCallerAddress } from "@/lib/kernel/work-context";

test("returns the address of the current request, under concurrency, and none outside a request", async () => {
  const addressOf = (address: string | null) =>
    withCallerAddress(address, async () => {
      await Promise.resolve();
      return await Promise.all([callerAddress(), Promise.resolve().then(callerAddress)]);
    });

  expect(await Promise.all([addressOf("192.0.2.1"), addressOf("2001:db8::1"), addressOf(null)])).toEqual([
    ["192.0.2.1", "192.0.2.1"],
    ["2001:db8::1", "2001:db8::1"],
    [null, null],
  ]);
  expect(callerAddress()).toBeNull();
});
