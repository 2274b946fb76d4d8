#!/usr/bin/env node
/**
 * `npm test`: every check, from a bare clone. Lint, types, unit and integration tests on a real PostgreSQL and real sandbox
 * nodes, the build, `up` in a temporary folder, and the browser tests against it. `--long` adds the tests of full size and Monero's.
 * The last line reads `N passed, N failed`.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { createCheckList, runVisibly, TOOLS } from "./lib/check-list.mjs";
import { checkNodeVersion, installPackages, withRepositoryLock } from "./lib/install.mjs";
import { ROOT } from "./lib/paths.mjs";
import { checkSources, generateCode, runVitest } from "./lib/quick-checks.mjs";
import { printFailure } from "./lib/steps.mjs";
import { countPlaywright } from "./lib/test-counts.mjs";
import { withGateway } from "./lib/with-gateway.mjs";

const RESULTS = join(ROOT, "test-results");

const flags = process.argv.slice(2);
const unknown = flags.filter((flag) => flag !== "--long");
if (unknown.length > 0) {
  console.error(`Unknown flag ${unknown[0]}; usage: npm test [-- --long]`);
  process.exit(2);
}

const isLong = flags.includes("--long");
rmSync(RESULTS, { recursive: true, force: true });
try {
  checkNodeVersion();
  console.log(`packages: ${await withRepositoryLock(() => installPackages(join(RESULTS, "install.log")))}`);
} catch (error) {
  printFailure(error);
  console.log("0 passed, 1 failed");
  process.exit(1);
}

const list = createCheckList();
await generateCode(list);
await checkSources(list);
await runVitest(list, ["unit", "services", "chains"]);
if (isLong) {
  await runVitest(list, ["long"]);
  // A minute of mining, and half a gigabyte: by itself.
  await runVitest(list, ["monero"]);
}

const isBuilt = await list.check("build", [process.execPath, "scripts/build.mjs"]);
if (isBuilt) {
  let browserTests = { passed: 0, failed: 1 };
  await list.run("npm run up, from nothing to ready and down again", async () => {
    await withGateway(async ({ sandboxFile }) => {
      const args = ["test", "--project=browser", ...(isLong ? ["--project=long"] : [])];
      const exitCode = await runVisibly([...TOOLS.playwright, ...args], { E2E_SANDBOX_FILE: sandboxFile });
      browserTests = countPlaywright(join(RESULTS, "e2e.json"), exitCode);
    });
    return { passed: 1, failed: 0 };
  });
  await list.run("browser tests", () => browserTests);
} else {
  list.miss("npm run up");
  list.miss("browser tests");
}
process.exit(list.finish());
