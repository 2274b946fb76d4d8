#!/usr/bin/env node
/** The quick checks: lint, format, types, pure tests. `npm test` runs everything. */
import { join } from "node:path";
import { createCheckList } from "./lib/check-list.mjs";
import { installPackages, withRepositoryLock } from "./lib/install.mjs";
import { ROOT } from "./lib/paths.mjs";
import { checkSources, generateCode, runVitest } from "./lib/quick-checks.mjs";
import { printFailure } from "./lib/steps.mjs";

try {
  // A clone that has only run `up` lacks the packages of the checks.
  await withRepositoryLock(() => installPackages(join(ROOT, "test-results/install.log"), { tests: true }));
} catch (error) {
  printFailure(error);
  process.exit(1);
}
// Pure tests are few enough to run all of them.
process.env.TEST_TIER = "all";
const list = createCheckList();
await generateCode(list);
await checkSources(list);
await runVitest(list, ["unit"]);
process.exit(list.finish());
