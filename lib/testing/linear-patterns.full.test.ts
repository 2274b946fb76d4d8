import { expect, test } from "vitest";
import { adversarialTexts } from "@/lib/testing/adversarial-texts";
import { excessOf } from "@/lib/testing/cpu-cost";
import { readSources } from "@/scripts/lib/import-graph.mjs";

/**
 * The place where an expression may begin, a pattern without line breaks, its flags. A division
 * that looks like one is harmless.
 */
const LITERAL =
  /(?<=[(,=:?&|![{;>]\s*|\breturn\s+|^\s*)\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/([dgimsuvy]*)/gm;
/** Without one of these, a pattern's work is linear in the length of the text. */
const UNBOUNDED = /[*+]|\{\d+,\}/;
/**
 * Enough for a pattern that scans the rest of the text from every character to take tenths of a
 * second.
 */
const CHARACTERS = 20_000;

/** Files whose patterns only get internal texts: settings, formatted amounts, rendered HTML. */
const OF_OUR_OWN = [
  "components/payers/pay/embedded-paths.ts",
  "components/ui/money.tsx",
  "components/ui/short-rate.ts",
  "lib/chains/ton/ton-node.ts",
  "lib/kernel/env.ts",
  "lib/kernel/money/format.ts",
  "lib/kernel/setting-schema.ts",
];

const PATTERNS = readSources(["app", "components", "lib"])
  .filter(({ path }) => !/\.test\.tsx?$|\/testing\/|\/conformance\//.test(path) && !OF_OUR_OWN.includes(path))
  .flatMap(({ path, text }) => [...text.matchAll(LITERAL)].map(([, source = "", flags]) => ({ path, source, flags })))
  .filter(({ source }) => UNBOUNDED.test(source));
const TEXTS = adversarialTexts(CHARACTERS);

test("there are patterns to try", () => expect(PATTERNS.length).toBeGreaterThan(100));

test.each(PATTERNS)("$path: $source runs in linear time", async ({ source, flags }) => {
  // The pattern's own literals lead deepest into it.
  const own = [...new Set(source.match(/[A-Za-z0-9]+|[^\s\\()[\]{}|?*+^$]/g))];
  const pattern = new RegExp(source, flags);
  for (const text of [...TEXTS, ...adversarialTexts(CHARACTERS, own)]) {
    const excess = await excessOf(text, () => text.replace(pattern, ""));
    expect({ text: `${text.slice(0, 20)}...${text.slice(-2)}`, excess }).toMatchObject({ excess: null });
  }
});
