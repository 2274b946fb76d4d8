import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const SKIPPED = /^(node_modules|\.git|\.next|\.data.*|dist|test-results)$/;

/** Returns every file and folder of the repository, as a path from its root. */
function listPaths(folder = ""): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.test(entry.name)) return [];
    const path = posix.join(folder, entry.name);
    return entry.isDirectory() ? [path, ...listPaths(path)] : [path];
  });
}

const PATHS = listPaths();
const EXISTING = new Set(PATHS);
const NAMES = new Set(PATHS.map((path) => posix.basename(path)));
const PAGES = PATHS.filter((path) => path.endsWith(".md"));

const readProse = (page: string) => readFileSync(join(ROOT, page), "utf8").replace(/^ *```.*?^ *```$/gms, "");

/**
 * Returns the anchors that GitHub generates for the headings of a page: a repeated one gets a
 * number.
 */
function anchorsOf(page: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const headings = [...readProse(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) => heading);
  const anchors = headings.map((heading) => {
    const plain = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .trim()
      .toLowerCase();
    const anchor = plain.replace(/[^\p{L}\p{N}_ -]/gu, "").replaceAll(" ", "-");
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
  return new Set(anchors);
}

function isBroken(page: string, target: string): boolean {
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? page : posix.join(posix.dirname(page), decodeURI(path)).replace(/\/$/, "");
  if (!EXISTING.has(file)) return true;
  return anchor !== undefined && !anchorsOf(file).has(anchor);
}

/**
 * Checks paths in backticks, with `*` as in a shell; placeholders such as `<family>` do not count.
 */
function isMissing(path: string): boolean {
  const pattern = path.replace(/\/$/, "").replace(/[.+?^$()[\]\\|]/g, "\\$&");
  const isMatch = new RegExp(`^${pattern.replaceAll("*", "[^/]*")}$`);
  return !PATHS.some((existing) => isMatch.test(existing));
}

test("finds the pages", () => {
  expect(PAGES).toEqual(expect.arrayContaining(["README.md", "docs/operations.md", "docs/decisions/0001-records.md"]));
});

test.each(PAGES)("every relative link and anchor of %s points to an existing file and heading", (page) => {
  const targets = [...readProse(page).matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = ""]) => target);
  const relative = targets.filter((target) => !/^([a-z]+:|\/)/.test(target));
  expect(relative.filter((target) => isBroken(page, target))).toEqual([]);
});

// The changelog names files that no longer exist.
test.each(PAGES.filter((page) => page !== "CHANGELOG.md"))("every file that %s names exists", (page) => {
  const folders = "app|bench|components|docs|e2e|lib|prisma|public|scripts";
  const paths = [...readProse(page).matchAll(new RegExp(`\`((?:${folders})/[^\`\\s<>{}:]+)\``, "g"))];
  expect(paths.map(([, path = ""]) => path).filter(isMissing)).toEqual([]);
  // A name without a folder, beside a path; `x.` stands for any name.
  const names = [...readProse(page).matchAll(/`(?!x\.)(\w[\w.-]*\.(?:tsx?|mjs|prisma))`/g)].map(
    ([, name = ""]) => name,
  );
  expect(names.filter((name) => !NAMES.has(name))).toEqual([]);
});
