import { describe, expect, test } from "vitest";
import { createHostBulkhead, type HostBulkhead, type ReceiverSpeed } from "@/lib/delivery/webhooks/host-bulkhead";

function setUp() {
  const clock = { time: 0 };
  return { clock, bulkhead: createHostBulkhead(32, { now: () => clock.time, random: () => 1 }) };
}

function enter(bulkhead: HostBulkhead, host: string): (speed: ReceiverSpeed) => void {
  const pass = bulkhead.enter(host);
  if (pass.kind === "refused") throw new Error(`refused for ${pass.retryInMs} ms`);
  return pass.leave;
}

function refusal(bulkhead: HostBulkhead, host: string): number {
  const pass = bulkhead.enter(host);
  return pass.kind === "refused" ? pass.retryInMs : Number.NaN;
}

function fail(bulkhead: HostBulkhead, host: string, times: number): void {
  for (let time = 0; time < times; time++) enter(bulkhead, host)("dead");
}

describe("the bulkhead of a host", () => {
  test("admits two deliveries at once until the host has responded", () => {
    const { bulkhead } = setUp();
    for (let seat = 0; seat < 2; seat++) enter(bulkhead, "new.example");
    expect(refusal(bulkhead, "new.example")).toBeLessThan(1_000);
  });

  test("admits a quarter of all places at once while the host responds, and the next a moment later", () => {
    const { bulkhead } = setUp();
    enter(bulkhead, "shop.example")("quick");
    const leaves = Array.from({ length: 8 }, () => enter(bulkhead, "shop.example"));
    expect(refusal(bulkhead, "shop.example")).toBeLessThan(1_000);
    leaves[0]?.("quick");
    enter(bulkhead, "shop.example");
  });

  test("admits two if the host is slow, one if it does not respond, and eight again once it is quick", () => {
    const { bulkhead } = setUp();
    enter(bulkhead, "shop.example")("slow");
    const slow = [enter(bulkhead, "shop.example"), enter(bulkhead, "shop.example")];
    expect(refusal(bulkhead, "shop.example")).toBeGreaterThan(0);
    slow[0]?.("slow");
    slow[1]?.("dead");
    const probe = enter(bulkhead, "shop.example");
    expect(refusal(bulkhead, "shop.example")).toBeGreaterThan(0);
    probe("quick");
    for (let seat = 0; seat < 8; seat++) enter(bulkhead, "shop.example");
  });

  test("pauses a host after three failures in a row, doubling with each further one up to two minutes", () => {
    const { bulkhead, clock } = setUp();
    fail(bulkhead, "dead.example", 2);
    const pauses: number[] = [];
    for (let failure = 3; failure <= 9; failure++) {
      fail(bulkhead, "dead.example", 1);
      pauses.push(refusal(bulkhead, "dead.example"));
      clock.time += 200_000;
    }
    expect(pauses).toEqual([5_010, 10_010, 20_010, 40_010, 80_010, 120_010, 120_010]);
    enter(bulkhead, "dead.example")("quick");
    fail(bulkhead, "dead.example", 2);
    enter(bulkhead, "dead.example");
  });

  test("spreads a backlog of a hundred thousand over minutes instead of retrying it all at once", () => {
    const { bulkhead } = setUp();
    fail(bulkhead, "dead.example", 3);
    const waits = Array.from({ length: 100_000 }, () => refusal(bulkhead, "dead.example"));
    expect(waits[0]).toBe(5_010);
    expect(waits.at(-1)).toBe(605_000);
    expect(new Set(waits).size).toBeGreaterThan(20_000);
  });

  test("lets a delivery wait for a seat of a quick host, and turns it away if none becomes free", async () => {
    const { bulkhead } = setUp();
    enter(bulkhead, "shop.example")("quick");
    const [first] = Array.from({ length: 8 }, () => enter(bulkhead, "shop.example"));
    const waiting = [bulkhead.enterSoon("shop.example"), bulkhead.enterSoon("shop.example")];
    first?.("quick");
    const passes = await Promise.all(waiting);
    expect(passes.map(({ kind }) => kind)).toEqual(["entered", "refused"]);
  });

  test("lets nobody wait for a slow host, nor more than eight for a quick one", async () => {
    const { bulkhead } = setUp();
    enter(bulkhead, "slow.example")("slow");
    for (let seat = 0; seat < 2; seat++) enter(bulkhead, "slow.example");
    let isDone = false;
    const slow = bulkhead.enterSoon("slow.example").finally(() => {
      isDone = true;
    });
    await Promise.resolve();
    await Promise.resolve();
    expect([isDone, (await slow).kind]).toEqual([true, "refused"]);
    enter(bulkhead, "shop.example")("quick");
    const leaves = Array.from({ length: 8 }, () => enter(bulkhead, "shop.example"));
    const waiting = Array.from({ length: 9 }, () => bulkhead.enterSoon("shop.example"));
    expect((await waiting[8])?.kind).toBe("refused");
    for (const leave of leaves) leave("quick");
    expect((await Promise.all(waiting.slice(0, 8))).map(({ kind }) => kind)).toEqual(Array(8).fill("entered"));
  });

  test("keeps hosts apart, ports included", () => {
    const { bulkhead } = setUp();
    fail(bulkhead, "dead.example", 3);
    expect(refusal(bulkhead, "dead.example")).toBeGreaterThan(0);
    enter(bulkhead, "shop.example");
    enter(bulkhead, "dead.example:8443");
  });
});
