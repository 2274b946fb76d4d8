import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, normalize, relative } from "node:path";
import { expect, it } from "vitest";

const ROOT = normalize(join(import.meta.dirname, "../.."));
const SOURCE = /\.(ts|tsx)$/;
const TEST = /\.(test|contract)\.tsx?$|\/testing\//;
const IMPORT = /(?:from|import)\s*\(?\s*["']((?:@\/|\.{1,2}\/)[^"']+)["']/g;

/** Files that may hold keys: the worker, custody itself, and commands that an operator runs by hand. */
const KEY_HOLDERS = /^lib\/(run\/(worker|commands)|custody)\//;
/** Where the web process begins. */
const WEB_ROOTS = [
  "app",
  "components",
  "lib/fronts/machine-api",
  "lib/fronts/client",
  "lib/fronts/dashboard",
  "instrumentation.ts",
  "proxy.next.ts",
];

it("lets only the worker and the operator's commands import custody", () => {
  const offenders = listSources("lib", "app", "components")
    .filter((file) => !KEY_HOLDERS.test(file))
    .filter((file) => importsOf(file).some((target) => target.startsWith("lib/custody/")));
  expect(offenders).toEqual([]);
});

it("reaches neither custody nor the worker from anything that the web process loads", () => {
  const reached = new Set(listSources(...WEB_ROOTS));
  for (const file of reached) for (const target of importsOf(file)) reached.add(target);
  expect([...reached].filter((file) => /^lib\/(custody|run\/(worker|commands))\//.test(file))).toEqual([]);
});

it("sees imports at all: custody's own files are found to import each other", () => {
  expect(importsOf("lib/custody/open-custody.ts")).toContain("lib/custody/seed-key.ts");
});

function listSources(...roots: readonly string[]): readonly string[] {
  return roots.flatMap((root) => {
    const path = join(ROOT, root);
    if (!existsSync(path)) return [];
    if (statSync(path).isFile()) return [root];
    return readdirSync(path, { recursive: true, encoding: "utf8" })
      .map((name) => relative(ROOT, join(path, name)))
      .filter((file) => SOURCE.test(file) && !TEST.test(file) && !file.startsWith("lib/generated/"));
  });
}

function importsOf(file: string): readonly string[] {
  const source = readFileSync(join(ROOT, file), "utf8");
  return [...source.matchAll(IMPORT)].flatMap(([, specifier = ""]) => {
    const base = specifier.startsWith("@/") ? specifier.slice(2) : normalize(join(file, "..", specifier));
    const found = ["", ".ts", ".tsx"]
      .map((ending) => `${base}${ending}`)
      .find((path) => SOURCE.test(path) && existsSync(join(ROOT, path)));
    return found === undefined ? [] : [found];
  });
}
