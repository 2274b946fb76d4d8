#!/usr/bin/env node
/**
 * `npm test`: every check that a change must pass, from a bare clone. Lint, types, tests on a real
 * PostgreSQL and real sandbox nodes, the build, `up` in a temporary folder, and browser tests
 * against it. `--all` adds the files with `.full.` in their names, `--long` the tests of full size
 * and Monero's as well. The last line reads `N passed, N failed`.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { runBrowserTests } from "./lib/browser-tests.mjs";
import { createCheckList } from "./lib/check-list.mjs";
import { checkNodeVersion, installPackages, withRepositoryLock } from "./lib/install.mjs";
import { ROOT } from "./lib/paths.mjs";
import { checkSources, generateCode, runVitest } from "./lib/quick-checks.mjs";
import { printFailure } from "./lib/steps.mjs";
import { parseTestOptions, USAGE } from "./lib/test-options.mjs";
import { newTestSeed, readTestSeed } from "./lib/test-seed.mjs";

const RESULTS = join(ROOT, "test-results");

function readOptions() {
  try {
    return parseTestOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${error.message}\n\n${USAGE}`);
    process.exit(2);
  }
}

const { tier, shard, help } = readOptions();
if (help) {
  console.log(USAGE);
  process.exit(0);
}
rmSync(RESULTS, { recursive: true, force: true });
try {
  checkNodeVersion();
  const begun = Date.now();
  const done = await withRepositoryLock(() => installPackages(join(RESULTS, "install.log"), { tests: true }));
  console.log(`packages: ${done}, ${((Date.now() - begun) / 1000).toFixed(1)} s`);
} catch (error) {
  printFailure(error);
  console.log("0 passed, 1 failed");
  process.exit(1);
}

// In the gate every run makes the same choices, so that a red one is about the change; the full run
// looks further each time.
if (tier !== "gate") process.env.TEST_SEED ??= String(newTestSeed());
console.log(`seed of random tests: ${readTestSeed()}`);
const list = createCheckList();
const part = shard.count > 1 ? [`--shard=${shard.index}/${shard.count}`] : [];
await generateCode(list);
// What cannot be divided is done by the first of several machines.
if (shard.index === 1) await checkSources(list);
process.env.TEST_TIER = tier;
await runVitest(list, ["unit", "services", "chains"], part);
if (tier === "long") {
  await runVitest(list, ["long"], part);
  // A minute of mining, and half a gigabyte: by itself.
  if (shard.index === 1) await runVitest(list, ["monero"]);
}

const browserProjects = { gate: ["browser"], all: ["browser", "full"], long: ["browser", "full", "long"] }[tier];
await runBrowserTests(list, browserProjects, part);
process.exit(list.finish());
