import { expect, test } from "vitest";
import { packagesAreCurrent } from "@/scripts/lib/install.mjs";

type Packages = NonNullable<Parameters<typeof packagesAreCurrent>[1]>;
/**
 * The emulators bring an older version of a production package; a test package depends on one that
 * `up` has as well.
 */
const LOCKED: Packages["locked"] = {
  "": { dependencies: { next: "1.0.0" }, devDependencies: { esbuild: "4.0.0" } },
  "scripts/emulators": { version: "0.1.0", devDependencies: { anvil: "3.0.0" } },
  e2e: { version: "0.1.0", devDependencies: { vitest: "2.0.0" } },
  "node_modules/next": {
    version: "1.0.0",
    optionalDependencies: { "native-of-another-system": "1.0.0" },
    peerDependencies: { vitest: "*" },
    peerDependenciesMeta: { vitest: { optional: true } },
  },
  "node_modules/native-of-another-system": { version: "1.0.0", optional: true },
  "node_modules/esbuild": { version: "4.0.0", dev: true },
  "node_modules/anvil": { version: "3.0.0", dev: true, dependencies: { next: "0.9.0" } },
  "node_modules/anvil/node_modules/next": { version: "0.9.0", dev: true },
  "node_modules/vitest": { version: "2.0.0", dev: true, dependencies: { next: "1.0.0" } },
  "node_modules/emulators": { link: true },
  "node_modules/tests": { link: true },
};
const ofBuild = { "node_modules/next": { version: "1.0.0" }, "node_modules/esbuild": { version: "4.0.0" } };
const ofUp = {
  ...ofBuild,
  "node_modules/esbuild": { version: "4.0.0", dev: true },
  "node_modules/anvil": { version: "3.0.0" },
  "node_modules/anvil/node_modules/next": { version: "0.9.0" },
};
const all = { ...ofUp, "node_modules/vitest": { version: "2.0.0" } };
const { "node_modules/anvil/node_modules/next": _, ...withoutNested } = all;

test.each<[string, Packages["found"], up: boolean, tests: boolean]>([
  ["no package", undefined, false, false],
  ["only the production packages", { "node_modules/next": { version: "1.0.0" } }, false, false],
  ["only the packages of a build", ofBuild, false, false],
  ["the packages that `up` needs", ofUp, true, false],
  ["every package", all, true, true],
  ["every package except a nested dependency of the emulators", withoutNested, false, false],
  ["another version of a production package", { ...all, "node_modules/next": { version: "1.0.1" } }, false, false],
  ["another version of a test package", { ...all, "node_modules/vitest": { version: "2.0.1" } }, true, false],
  ["only a test package", { "node_modules/vitest": { version: "2.0.0" } }, false, false],
])("with %s installed", (_what, found, up, tests) => {
  expect(packagesAreCurrent({ tests: false }, { locked: LOCKED, found })).toBe(up);
  expect(packagesAreCurrent({ tests: true }, { locked: LOCKED, found })).toBe(tests);
});
