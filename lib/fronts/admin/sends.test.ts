import { expect, test } from "vitest";
import { DEAD_AFTER_MS, mayBeDead } from "@/lib/fronts/admin/sends";

const NOW = new Date("2026-11-21T12:00:00Z");
const signedFor = (ms: number) => [{ signedAt: new Date(NOW.getTime() - ms) }];

test("only what is signed for a while and in no block can be asked about", () => {
  expect(mayBeDead({ status: "signed", versions: signedFor(DEAD_AFTER_MS) }, NOW)).toBe(true);
  expect(mayBeDead({ status: "signed", versions: signedFor(DEAD_AFTER_MS - 1) }, NOW)).toBe(false);
  for (const status of ["included", "settled", "failed"])
    expect([status, mayBeDead({ status, versions: signedFor(10 * DEAD_AFTER_MS) }, NOW)]).toEqual([status, false]);
});

test("a replacement that was signed just now does not make an old transaction young", () => {
  const versions = [...signedFor(2 * DEAD_AFTER_MS), ...signedFor(0)];
  expect(mayBeDead({ status: "signed", versions }, NOW)).toBe(true);
});
