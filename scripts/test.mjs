#!/usr/bin/env node
/**
 * `npm test`: every check that a change must pass, from a fresh clone. Lint, types, tests on a real
 * PostgreSQL and real sandbox nodes, the build, `up` in a temporary folder, and browser tests
 * against it. `--all` adds the files with `.full.` in their names, `--long` the full-size tests and
 * Monero's as well. The last line reads `N passed, N failed`.
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

// In the gate every run makes the same choices, so that a failure is caused by the change; the full
// run explores further each time.
if (tier !== "gate") process.env.TEST_SEED ??= String(newTestSeed());
console.log(`seed of random tests: ${readTestSeed()}`);
const list = createCheckList();
const part = shard.count > 1 ? [`--shard=${shard.index}/${shard.count}`] : [];
await generateCode(list);
// Indivisible checks are run by the first of several machines.
if (shard.index === 1) await checkSources(list);
process.env.TEST_TIER = tier;
await runVitest(list, ["unit", "services", "chains"], part);
if (tier === "long") {
  await runVitest(list, ["long"], part);
  // Runs alone, because it takes a minute of mining and half a gigabyte.
  if (shard.index === 1) await runVitest(list, ["monero"]);
}

const browserProjects = { gate: ["browser"], all: ["browser", "full"], long: ["browser", "full", "long"] }[tier];
await runBrowserTests(list, browserProjects, part);
process.exit(list.finish());
