import { describe, expect, test } from "vitest";
import { decideTopUp } from "@/lib/money-in/static-wallets/evaluate-top-ups";
import { shownStatus } from "@/lib/money-in/static-wallets/wallet";

const REVERSED_AT = new Date("2026-11-21T10:00:00Z");
const SOON = new Date("2026-11-22T10:00:00Z");
const LATE = new Date("2026-11-22T10:00:00.001Z");
const decide = (standingCount: number, now: Date, isUndecided = false) =>
  decideTopUp({ reversedAt: REVERSED_AT, depositCount: 2, standingCount, isUndecided }, now);

describe("a reversed top-up", () => {
  test("is paid again as soon as all its deposits are credited, at any time", () => {
    expect([decide(2, SOON), decide(2, LATE)]).toEqual(["paid", "paid"]);
  });
  test("waits a day for missing deposits", () =>
    expect([decide(0, SOON), decide(1, SOON)]).toEqual(["process", "process"]));
  test("fails after a day when no credit remains", () => expect(decide(0, LATE)).toBe("fail"));
  test("keeps the remaining credits after a day, as underpaid", () => expect(decide(1, LATE)).toBe("wrong_amount"));
  test("is not paid while one of its deposits has left the chain again", () =>
    expect(decide(2, SOON, true)).toBe("process"));
});

test("a wallet is shown as in_active while its coin is not offered, unless it is blocked", () => {
  expect(shownStatus("active", true)).toBe("active");
  expect(shownStatus("active", false)).toBe("in_active");
  expect([shownStatus("blocked", true), shownStatus("blocked", false)]).toEqual(["blocked", "blocked"]);
});
