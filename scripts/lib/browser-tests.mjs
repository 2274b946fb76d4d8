/** Runs the build, `up` from scratch, and the browser tests against it. */
import { join } from "node:path";
import { runVisibly, TOOLS } from "./check-list.mjs";
import { ROOT } from "./paths.mjs";
import { countPlaywright } from "./test-counts.mjs";
import { withGateway } from "./with-gateway.mjs";

/** Runs Playwright's projects and adds their counts to the list. `flags` are Playwright's own. */
export async function runBrowserTests(list, projects, flags = []) {
  if (!(await list.check("build", [process.execPath, "scripts/build.mjs"]))) {
    list.miss("npm run up");
    list.miss("browser tests");
    return;
  }
  let browserTests = { passed: 0, failed: 1 };
  await list.run("npm run up on empty data, the browser tests, and down again", async () => {
    await withGateway(async ({ sandboxFile }) => {
      const args = ["test", ...projects.map((name) => `--project=${name}`), ...flags];
      const exitCode = await runVisibly([...TOOLS.playwright, ...args], { E2E_SANDBOX_FILE: sandboxFile });
      browserTests = countPlaywright(join(ROOT, "test-results/e2e.json"), exitCode);
    });
    return { passed: 1, failed: 0 };
  });
  await list.run("browser tests", () => browserTests);
}
