import { expect, test } from "vitest";
import { upgradeOptions } from "@/scripts/lib/upgrade/options.mjs";

test("an upgrade waits for ten minutes unless it is told otherwise, and asks before contract", () => {
  expect(upgradeOptions([])).toMatchObject({ wait: 600, contract: false, back: false });
  expect(upgradeOptions(["--wait", "60", "--back"])).toMatchObject({ wait: 60, back: true });
});

test.each([
  [["--wait", "10m"], "--wait: seconds from 0 to 86400, not 10m"],
  [["--wait", "1e9"], "--wait: seconds from 0 to 86400, not 1e9"],
  [["--wait", "86401"], "--wait: seconds from 0 to 86400, not 86401"],
  [["--wait=-1"], "--wait: seconds from 0 to 86400, not -1"],
  [["--restart-web", ""], "--restart-web: a value is missing"],
  [["--back", "--contract"], "--back and --contract exclude each other"],
  [["--backup", "/backups"], "Unknown option '--backup'"],
])("%s is refused", (args, message) => {
  expect(() => upgradeOptions(args)).toThrow(message);
});
