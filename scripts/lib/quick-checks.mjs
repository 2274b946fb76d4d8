/** The checks that need no service: what the hook runs, and what `npm test` runs first. */
import { join } from "node:path";
import { runVisibly, TOOLS } from "./check-list.mjs";
import { ROOT } from "./paths.mjs";
import { countVitest } from "./test-counts.mjs";

/** Generates code that is not committed: Next's own types. */
export async function generateCode(list) {
  await list.check("generate the types of the routes", [...TOOLS.next, "typegen"], { NEXT_TELEMETRY_DISABLED: "1" });
}

/** Checks style, format and types. */
export async function checkSources(list) {
  await list.checkTogether([
    ["lint and format", [...TOOLS.biome, "check", "--error-on-warnings", "."]],
    ["types", [...TOOLS.tsc, "--noEmit", "-p", "."]],
  ]);
}

/** Runs vitest projects and counts their tests. `flags` are vitest's own. */
export async function runVitest(list, projects, flags = []) {
  await list.run(`tests: ${projects.join(", ")}`, async () => {
    const report = join(ROOT, "test-results", `${projects.join("-")}.json`);
    const own = "--reporter=./scripts/testing/run-reporter.mjs";
    const args = ["run", "--reporter=default", own, "--reporter=json", `--outputFile=${report}`];
    const chosen = projects.map((project) => `--project=${project}`);
    const exitCode = await runVisibly([...TOOLS.vitest, ...args, ...chosen, ...flags]);
    return countVitest(report, exitCode);
  });
}
