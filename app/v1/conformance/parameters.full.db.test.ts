import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { RULE_TABLES } from "@/app/v1/conformance/rule-tables";
import { checkRow } from "@/app/v1/conformance/testing/check-row";
import { rowCounts } from "@/app/v1/conformance/testing/row-counts";
import { openWorld, type World } from "@/app/v1/conformance/testing/world";
import { OPERATIONS } from "@/lib/fronts/machine-api/operations/all";
import { closeDatabase } from "@/lib/kernel/db";

vi.hoisted(() => void vi.stubEnv("RATE_LIMIT_BURST", "100000"));

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(closeDatabase);

test("every signed operation has a table of rules, and no rule is vacuous", () => {
  const signed = OPERATIONS.filter(({ keys }) => keys.length > 0).map(({ path }) => path);
  expect(RULE_TABLES.map(({ path }) => path).sort()).toEqual([...signed].sort());
});

describe.each(RULE_TABLES)("$path", (table) => {
  const isTaken = (kind: string) => kind === "taken";

  test.each(table.rows.filter(({ expected }) => isTaken(expected.kind)))("$says", async (row) => {
    expect(await checkRow(table, row, world)).toEqual([]);
  });

  describe("leaves no row behind when", () => {
    let before: Readonly<Record<string, string>>;
    beforeAll(async () => {
      before = await rowCounts();
    });

    test.each(table.rows.filter(({ expected }) => !isTaken(expected.kind)))("$says", async (row) => {
      expect(await checkRow(table, row, world)).toEqual([]);
    });

    test("all of these were requested", async () => {
      expect(await rowCounts()).toEqual(before);
    });
  });
});
