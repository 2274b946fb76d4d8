import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "@/scripts/lib/paths.mjs";

/**
 * Anybody who runs Chaintill may use, change and redistribute all of these beside a program under
 * the MIT licence.
 */
const FREE = [
  ...["MIT", "MIT-0", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "BlueOak-1.0.0", "Unlicense"],
  ...["CC0-1.0", "Python-2.0"],
];
/** Licences that require more than a notice, each permitted for one reason. */
const ALLOWED: Readonly<Record<string, RegExp>> = {
  // A separate library (libvips), loaded unchanged, which its user may replace.
  "LGPL-3.0-or-later": /^@img\/sharp-/,
  // Browser data, with attribution.
  "CC-BY-4.0": /^caniuse-lite$/,
  // A typeface.
  "SIL OPEN FONT LICENSE": /^geist$/,
};
/**
 * Not in production. The first applies only to changed files, and none are changed; the second
 * covers data.
 */
const IN_DEVELOPMENT = ["MPL-2.0", "CC-BY-3.0"];
/**
 * Not in production either: the first names MIT in a form that npm does not parse, the second (of
 * the TON emulator) names none.
 */
const WITHOUT_A_NAME = ["memorystream", "@tonstudio/parser-runtime"];

type Entry = { readonly license?: string; readonly dev?: boolean; readonly link?: boolean };

test("every package has a licence under which Chaintill may be run and redistributed", () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
    packages: Record<string, Entry>;
  };
  const wrong = Object.entries(packages).flatMap(([path, { license = "none", dev = false, link = false }]) => {
    const name = path.split("node_modules/").at(-1) ?? "";
    const isAllowed = (id: string) =>
      FREE.includes(id) || (dev && IN_DEVELOPMENT.includes(id)) || ALLOWED[id]?.test(name) === true;
    const isNameless = dev && license === "none" && WITHOUT_A_NAME.includes(name);
    const choices = license.replaceAll(/[()]/g, "").split(" OR ");
    const isFine = link || isNameless || choices.some((choice) => choice.split(" AND ").every(isAllowed));
    return isFine ? [] : [`${path}: ${license}`];
  });
  expect(wrong).toEqual([]);
});
