import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";

const run = (...flags: string[]) =>
  spawnSync(process.execPath, ["scripts/demo-data.mjs", ...flags], { encoding: "utf8" });

describe("npm run demo:data", () => {
  test("prints its usage on request, and exits with success", () => {
    const { status, stdout, stderr } = run("--help");
    expect([status, stderr]).toEqual([0, ""]);
    for (const flag of ["--invoices", "--merchant", "--data"]) expect(stdout).toContain(flag);
  });

  test.each([["--nonsense"], ["--invoices", "many"]])(
    "reports what is wrong with %s, without a stack trace",
    (...flags) => {
      const { status, stderr } = run(...flags);
      expect(status).toBe(2);
      expect(stderr).toMatch(/^[^\n]*(nonsense|many)/);
      expect(stderr).toContain("usage: npm run demo:data");
      expect(stderr).not.toMatch(/\n {4}at /);
    },
  );
});
