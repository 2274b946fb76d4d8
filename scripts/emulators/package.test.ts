import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

type Manifest = { readonly [section in "dependencies" | "devDependencies"]?: Readonly<Record<string, string>> };

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, folder, "package.json"), "utf8")) as Manifest;
const own = readManifest(".");
const root = readManifest("../..");

/**
 * Matches package names in import statements, in calls of functions returned by `createRequire`,
 * and anvil's, which ends with the platform.
 */
const STATED = /(?:\bfrom |\bimport\(|\)\()"((?:@[\w-]+\/)?[\w-]+)[/"]|`(@[\w-]+\/[\w-]+)-\$\{/g;

function importedPackages(): string[] {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter((path) =>
    /\.(mjs|ts)$/.test(path),
  );
  const names = files.flatMap((path) =>
    [...readFileSync(join(import.meta.dirname, path), "utf8").matchAll(STATED)].map(
      (match) => match[1] ?? match[2] ?? "",
    ),
  );
  return [...new Set(names)].filter((name) => name !== "node").sort();
}

test("package.json lists the packages that the emulators import, and no other", () => {
  // vitest is a package of e2e/package.json, as for every test: `npm run up` installs what is
  // listed here.
  expect(importedPackages().filter((name) => name !== "vitest")).toEqual(Object.keys(own.devDependencies ?? {}).sort());
});

test("a production installation gets none of them because of the emulators", () => {
  expect(own.dependencies).toBeUndefined();
});

test("a package that the gateway uses too has the same version", () => {
  const shared = Object.entries(own.devDependencies ?? {}).filter(([name]) => root.dependencies?.[name] !== undefined);
  expect(shared.length).toBeGreaterThan(0);
  expect(shared.filter(([name, version]) => root.dependencies?.[name] !== version)).toEqual([]);
});
