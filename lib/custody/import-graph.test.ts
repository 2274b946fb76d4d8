import { expect, test } from "vitest";
import { findChain, isTestFile, readSources } from "@/scripts/lib/import-graph.mjs";

const CODE = readSources(["lib", "app", "components", "instrumentation.ts", "proxy.next.ts"]).filter(
  ({ path }) => !isTestFile(path),
);
const BY_PATH = new Map(CODE.map((file) => [file.path, file]));

/**
 * Files that may hold keys: the worker, custody itself, and commands that an operator runs
 * manually.
 */
const KEY_HOLDERS = /^lib\/(run\/(worker|commands|preflight)|custody)\//;
/** Entry points of the web process. */
const WEB_ROOTS = /^(app|components|lib\/fronts)\/|^(instrumentation|proxy\.next)\.ts$/;

test("only the worker and the operator's commands import custody, types included", () => {
  const offenders = CODE.filter(({ path }) => !KEY_HOLDERS.test(path)).filter(({ imports }) =>
    imports.some(({ to }) => to.startsWith("lib/custody/")),
  );
  expect(offenders.map(({ path }) => path)).toEqual([]);
});

test("nothing that the web process loads reaches custody or the worker, types included", () => {
  const starts = CODE.map(({ path }) => path).filter((path) => WEB_ROOTS.test(path));
  expect(starts).toEqual(expect.arrayContaining(["proxy.next.ts", "app/layout.tsx"]));
  expect(findChain(BY_PATH, starts, (path) => KEY_HOLDERS.test(path), { withTypes: true })).toBeUndefined();
});

test("the check does detect imports: custody's own files import each other, and the worker reaches them", () => {
  expect(BY_PATH.get("lib/custody/open-seed.ts")?.imports.map(({ to }) => to)).toContain("lib/custody/seed-key.ts");
  expect(findChain(BY_PATH, ["lib/run/worker/main.ts"], (path) => path.startsWith("lib/custody/"))).toBeDefined();
});
