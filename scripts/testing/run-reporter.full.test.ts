import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "@/scripts/lib/paths.mjs";
import { isAlive } from "@/scripts/lib/processes.mjs";

const VITEST = join(ROOT, "node_modules/vitest/vitest.mjs");
const PLAYWRIGHT = join(ROOT, "node_modules/@playwright/test/cli.js");
const HANGS = "scripts/testing/hangs";
const LIMIT_S = "3";
const NEVER_MS = 300_000;

type Run = { readonly code: number; readonly text: string };

async function runHangs(...args: readonly string[]): Promise<Run> {
  const env = { PATH: process.env["PATH"], HANG_LIMIT_S: LIMIT_S, TEST_SEED: "7" };
  const run = promisify(execFile)(process.execPath, [...args], { cwd: ROOT, env: { ...env, NODE_ENV: "test" } });
  const { code = 0, stdout, stderr } = await run.catch((error) => error);
  return { code, text: `${stdout}${stderr}` };
}

/** Returns the lines about one file that hung. */
function hangOf({ text }: Run, file: string): string {
  const [, part = ""] = text.split(`HANG: scripts/testing/hangs/${file} › `);
  return part.split("\n\n")[0] ?? "";
}

const lineIn = (file: string, text: string) =>
  readFileSync(join(import.meta.dirname, "hangs", file), "utf8")
    .slice(0, -1)
    .split("\n")
    .findIndex((line) => line.includes(text)) + 1;

describe("a run with hanging files ends, fails, and reports", () => {
  let run: Run;
  beforeAll(async () => {
    run = await runHangs(VITEST, "run", `--config=${HANGS}/vitest.config.ts`);
  }, NEVER_MS);

  test("which test waits for ever, and for what", () => {
    expect(run.code).toBe(1);
    expect(hangOf(run, "promise.hang.ts")).toMatch(/^waits for what never comes\n.* for 3 s;/);
    expect(hangOf(run, "promise.hang.ts")).toMatch(/its event loop waits; open handles: .*tcp 127\.0\.0\.1:\d+/);
  });

  test("which test loops for ever, and in which line", () => {
    const frame = `at spinForEver \\(.*/loop\\.hang\\.ts:${lineIn("loop.hang.ts", "for (;;)")}\\)`;
    expect(hangOf(run, "loop.hang.ts")).toMatch(/^a group > never gives the event loop back\n/);
    expect(hangOf(run, "loop.hang.ts")).toMatch(new RegExp(frame));
  });

  test("which file hangs during its import, and on which program; nothing of it is left", () => {
    const hang = hangOf(run, "import.hang.ts");
    expect(hang).toMatch(/^between tests: at import/);
    const [, child] = /child process (\d+): .*the child of a hanging import/.exec(hang) ?? [];
    expect(isAlive(Number(child))).toBe(false);
  });

  test("how to rerun a hung file with the same choices", () => {
    expect(hangOf(run, "loop.hang.ts")).toContain(
      "seed 7: run again with TEST_SEED=7 npx vitest run scripts/testing/hangs/loop.hang.ts",
    );
  });

  test("and does not mistake an open handle for a hang", () => {
    expect(run.text).not.toContain("handle.hang.ts");
  });
});

test(
  "a browser test that loops for ever ends when its worker is killed, with its name and its stack",
  async () => {
    const { code, text } = await runHangs(PLAYWRIGHT, "test", `--config=${HANGS}/playwright.config.ts`);
    expect(code).toBe(1);
    expect(text).toMatch(/^HANG: .*loop\.hang-e2e\.ts:7 › never gives the event loop back\n/m);
    // Playwright compiles the file: the line is that of the compiled code.
    expect(text).toMatch(/at spinForEver \(.*loop\.hang-e2e\.ts:\d+\)/);
  },
  NEVER_MS,
);
