import { expect, test } from "vitest";
import { mayBeUnconfirmable, UNCONFIRMABLE_AFTER_MS } from "@/lib/fronts/admin/sends";

const NOW = new Date("2026-11-21T12:00:00Z");
const signedFor = (ms: number) => [{ signedAt: new Date(NOW.getTime() - ms) }];

test("allows the query only for sends signed for a while and in no block", () => {
  expect(mayBeUnconfirmable({ status: "signed", versions: signedFor(UNCONFIRMABLE_AFTER_MS) }, NOW)).toBe(true);
  expect(mayBeUnconfirmable({ status: "signed", versions: signedFor(UNCONFIRMABLE_AFTER_MS - 1) }, NOW)).toBe(false);
  for (const status of ["included", "settled", "failed"])
    expect([status, mayBeUnconfirmable({ status, versions: signedFor(10 * UNCONFIRMABLE_AFTER_MS) }, NOW)]).toEqual([
      status,
      false,
    ]);
});

test("a replacement signed just now does not make an old transaction recent", () => {
  const versions = [...signedFor(2 * UNCONFIRMABLE_AFTER_MS), ...signedFor(0)];
  expect(mayBeUnconfirmable({ status: "signed", versions }, NOW)).toBe(true);
});
