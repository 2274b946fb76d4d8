#!/usr/bin/env node
/** The quick checks: lint, format, types, pure tests. `npm test` runs everything. */
import { createCheckList } from "./lib/check-list.mjs";
import { checkSources, generateCode, runVitest } from "./lib/quick-checks.mjs";

const list = createCheckList();
await generateCode(list);
await checkSources(list);
await runVitest(list, ["unit"]);
process.exit(list.finish());
