import { expect, test } from "vitest";
import { packagesAreCurrent } from "@/scripts/lib/install.mjs";

type Packages = NonNullable<Parameters<typeof packagesAreCurrent>[1]>;
const WANTED: Packages["wanted"] = [
  ["node_modules/next", { version: "1.0.0" }],
  ["node_modules/native-of-another-system", { version: "1.0.0", optional: true }],
  ["node_modules/vitest", { version: "2.0.0", dev: true }],
];
const next = { "node_modules/next": { version: "1.0.0" } };
const both = { ...next, "node_modules/vitest": { version: "2.0.0" } };

test.each<[string, Packages["found"], running: boolean, all: boolean]>([
  ["nothing", undefined, false, false],
  ["what running needs", next, true, false],
  ["everything", both, true, true],
  ["another version of what running needs", { ...both, "node_modules/next": { version: "1.0.1" } }, false, false],
  ["another version of a tool", { ...both, "node_modules/vitest": { version: "2.0.1" } }, true, false],
  ["only a tool", { "node_modules/vitest": { version: "2.0.0" } }, false, false],
])("with %s installed", (_what, found, running, all) => {
  expect(packagesAreCurrent({ dev: false }, { wanted: WANTED, found })).toBe(running);
  expect(packagesAreCurrent({ dev: true }, { wanted: WANTED, found })).toBe(all);
});
