import { expect, test } from "vitest";
import { judgeSubject } from "@/scripts/lib/commit-subject.mjs";

test.each([
  "sends: retry broadcast after a dropped connection",
  "payment page: say only what is true\n\nBecause it was not.",
  'Revert "sends: retry broadcast"',
  "# a comment of git\nmoney-in: merge small files",
])("accepts a valid subject: %j", (message) => expect(judgeSubject(message)).toBeNull());

test.each([
  ["", "area: summary"],
  ["Retry broadcast", "area: summary"],
  ["sends: retry broadcast.", "full stop"],
  [`sends: ${"long ".repeat(15)}line`, "at most 72"],
])("rejects %j", (message, why) => expect(judgeSubject(message)).toContain(why));
