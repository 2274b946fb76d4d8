#!/usr/bin/env node
/**
 * `npm run test:faults [-- WORDS]`: injects each fault of testing/faults.mjs (only those whose
 * names contain the words) into a clone of the last commit, runs the tests, and prints which tier
 * detects it and by which test. Exits with 1 if the gate misses one that concerns money or access.
 * Takes about a minute per fault, and longer for those that only a browser detects.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./lib/paths.mjs";
import { createTempFolder, removeTempFolder } from "./lib/temp-folder.mjs";
import { countPlaywright, countVitest } from "./lib/test-counts.mjs";
import { FAULTS } from "./testing/faults.mjs";

const PROJECTS = ["unit", "services", "chains"].map((name) => `--project=${name}`);
const BROWSER = `
  import { createCheckList } from "./scripts/lib/check-list.mjs";
  import { runBrowserTests } from "./scripts/lib/browser-tests.mjs";
  const list = createCheckList();
  const [projects, ...flags] = process.argv.slice(1);
  await runBrowserTests(list, projects.split(","), flags);
  process.exit(list.finish());`;

async function makeClone() {
  const folder = await createTempFolder("chaintill-faults-", () => undefined);
  const clone = join(folder, "clone");
  const made = spawnSync("git", ["clone", "--quiet", "--local", ROOT, clone], { stdio: "inherit" });
  if (made.status !== 0) throw new Error("the repository could not be cloned");
  // It compares the list with the sources: every injected fault fails it, which shows nothing about
  // the other tests.
  rmSync(join(clone, "scripts/testing/faults.test.ts"));
  // Next requires its packages inside the root: no symbolic link. Hard links take no space where
  // the file system supports them.
  const packages = [join(ROOT, "node_modules"), join(clone, "node_modules")];
  if (spawnSync("cp", ["-al", ...packages]).status !== 0) spawnSync("cp", ["-a", ...packages]);
  return clone;
}

/** Applies the fault at its only match; returns a function that reverts it. */
function inject(clone, { name, file, find, replace }) {
  const path = join(clone, file);
  const text = readFileSync(path, "utf8");
  if (text.split(find).length !== 2) throw new Error(`"${name}" no longer fits ${file}: its text must be there once`);
  writeFileSync(
    path,
    text.replace(find, () => replace),
  );
  return () => writeFileSync(path, text);
}

function run(clone, args, tier = "all") {
  return new Promise((resolve) => {
    const env = { ...process.env, TEST_TIER: tier };
    const child = spawn(process.execPath, args, { cwd: clone, stdio: "ignore", env });
    child.once("close", (code) => resolve(code ?? 1));
  });
}

/** Returns the first failed test, or undefined if all passed. */
async function runVitest(clone, tier, near = []) {
  const report = join(clone, "test-results/faults.json");
  rmSync(report, { force: true });
  const args = ["run", "--bail=1", "--reporter=json", `--outputFile=${report}`, ...PROJECTS, ...near];
  const exitCode = await run(clone, ["node_modules/vitest/vitest.mjs", ...args], tier);
  return firstFailure(countVitest(report, exitCode));
}

async function runBrowser(clone, projects, flags = []) {
  const report = join(clone, "test-results/e2e.json");
  rmSync(report, { force: true });
  const exitCode = await run(clone, [
    "--input-type=module",
    "-e",
    BROWSER,
    projects.join(","),
    "--max-failures=1",
    ...flags,
  ]);
  return firstFailure(countPlaywright(report, exitCode));
}

function firstFailure({ failed, details }) {
  return failed > 0 ? (details[0] ?? "the run itself failed").split("\n")[0] : undefined;
}

/** Runs nearby tests first, which is quick; then the whole gate; then everything. */
async function findNotice(clone, { near, browser = false }) {
  const inGate = browser
    ? await runBrowser(clone, ["browser"])
    : ((await runVitest(clone, "gate", near)) ?? (await runVitest(clone, "gate")));
  if (inGate !== undefined) return { tier: "gate", by: inGate };
  const inAll = browser ? await runBrowser(clone, ["browser", "full"]) : await runVitest(clone, "all");
  return inAll === undefined ? { tier: "none", by: "" } : { tier: "--all", by: inAll };
}

const words = process.argv.slice(2).join(" ");
const chosen = FAULTS.filter(({ name }) => name.includes(words));
if (!existsSync(join(ROOT, "node_modules")) || chosen.length === 0) {
  console.error(chosen.length === 0 ? `No fault is called "${words}"` : "Run npm ci first");
  process.exit(2);
}
const clone = await makeClone();
let missed = 0;
try {
  for (const fault of chosen) {
    const restore = inject(clone, fault);
    const { tier, by } = await findNotice(clone, fault);
    restore();
    if (tier !== "gate" && fault.concerns !== "pages") missed += 1;
    console.log(`${tier.padEnd(6)} ${fault.concerns.padEnd(7)} ${fault.name}${by && `\n               ${by}`}`);
  }
} finally {
  removeTempFolder(dirname(clone));
}
console.log(`\n${chosen.length} faults, ${missed} about money or access that the gate misses`);
process.exit(missed === 0 ? 0 : 1);
