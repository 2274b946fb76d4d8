/** Runs checks, shows their output, and counts what passed and failed. */
import { spawn } from "node:child_process";
import { ROOT } from "./paths.mjs";

/** Runs a command with its output on the screen. Returns its exit code. */
export function runVisibly([command, ...args], env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: "inherit", env: { ...process.env, ...env } });
    child.on("error", () => resolve(127));
    child.on("close", (code) => resolve(code ?? 1));
  });
}

/** Runs a command and shows its output at once when it has ended. Returns its exit code. */
function runQuietly([command, ...args], env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, env: { ...process.env, ...env } });
    const chunks = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => chunks.push(chunk));
    child.on("error", () => resolve(127));
    child.on("close", (code) => {
      process.stdout.write(Buffer.concat(chunks));
      resolve(code ?? 1);
    });
  });
}

/** The programs of node_modules, run by the current Node. */
export const TOOLS = {
  biome: ["node_modules/.bin/biome"],
  tsc: ["node_modules/.bin/tsc"],
  next: [process.execPath, "node_modules/next/dist/bin/next"],
  vitest: [process.execPath, "node_modules/vitest/vitest.mjs"],
  playwright: [process.execPath, "node_modules/@playwright/test/cli.js"],
};

/** Creates a list of checks that keeps totals. */
export function createCheckList() {
  const sums = { passed: 0, failed: 0, flaky: 0 };
  const skips = new Map();
  const failures = [];

  const add = (name, counts) => {
    for (const key of Object.keys(sums)) sums[key] += counts[key] ?? 0;
    for (const [cause, count] of Object.entries(counts.skips ?? {})) skips.set(cause, (skips.get(cause) ?? 0) + count);
    if (counts.failed > 0) failures.push(`${name}: ${counts.failed} failed`);
    failures.push(...(counts.details ?? []));
    return counts.failed === 0;
  };

  const run = async (name, work) => {
    const begun = Date.now();
    console.log(`\n== ${name}`);
    let counts;
    try {
      counts = await work();
    } catch (error) {
      console.error(error.message);
      counts = { passed: 0, failed: 1 };
    }
    console.log(`== ${name}: ${((Date.now() - begun) / 1000).toFixed(1)} s`);
    return add(name, counts);
  };

  const judge = async (exitCode) => ((await exitCode) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

  return {
    /** Runs one check of a tool that only passes or fails. Returns whether it passed. */
    check: (name, command, env) => run(name, () => judge(runVisibly(command, env))),
    /** Runs several of them at once: `[name, command]` each. */
    checkTogether: (checks) =>
      Promise.all(checks.map(([name, command]) => run(name, () => judge(runQuietly(command))))),
    /**
     * Runs something that counts its own tests: `work` returns
     * `{ passed, failed, skips, flaky, details }`, the last three optional.
     */
    run,
    /** Records a check that could not run, because an earlier one failed. */
    miss: (name) => add(name, { passed: 0, failed: 1 }),
    /** Prints what failed and, as the last line, the counts. Returns the exit code. */
    finish() {
      console.log("");
      for (const failure of failures) console.log(failure);
      if (sums.flaky > 0)
        console.log(`${sums.flaky} flaky: failed, passed when tried again, counted as failed; see above`);
      for (const [cause, count] of skips) console.log(`${count} skipped: ${cause}`);
      console.log(`${sums.passed} passed, ${sums.failed} failed`);
      return sums.failed === 0 ? 0 : 1;
    },
  };
}
