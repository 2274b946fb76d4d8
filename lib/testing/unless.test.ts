import { afterAll, describe, expect, test } from "vitest";
import { describeUnless, skipUnless, testUnless } from "@/lib/testing/unless";

const ran: string[] = [];

testUnless(null)("runs where nothing is missing", () => void ran.push("test"));
describeUnless(null)("a group", () => {
  test("runs where nothing is missing", (context) => {
    skipUnless(context, null);
    ran.push("group");
  });
});

describe("a skipped test", () => {
  afterAll(() => expect(ran).toEqual(["test", "group"]));
  test("has its cause where the summary reads it", () => {
    const task = { meta: {} };
    const skip = (note?: string | boolean) => {
      throw new Error(String(note));
    };
    expect(() => skipUnless({ task, skip } as never, "no x here")).toThrow("no x here");
    expect(task.meta).toEqual({ skipped: "no x here" });
  });
});
