import { expect, test } from "vitest";
import { adversarialTexts } from "@/lib/testing/adversarial-texts";
import { excessOf } from "@/lib/testing/cpu-cost";
import { readSources } from "@/scripts/lib/import-graph.mjs";

/**
 * Where an expression may begin, a pattern without line breaks, its flags. A division that looks
 * like one does no harm.
 */
const LITERAL =
  /(?<=[(,=:?&|![{;>]\s*|\breturn\s+|^\s*)\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/([dgimsuvy]*)/gm;
/** Without one of these no text makes a pattern work longer than its own length. */
const UNBOUNDED = /[*+]|\{\d+,\}/;
/**
 * Enough that a pattern that looks at the rest of a text from each of its characters takes tenths
 * of a second.
 */
const CHARACTERS = 20_000;

/**
 * What only texts of our own come to: settings, amounts that we have formatted, HTML that we have
 * drawn.
 */
const OF_OUR_OWN = [
  "components/payers/pay/embedded-paths.ts",
  "components/ui/money.tsx",
  "components/ui/short-rate.ts",
  "lib/chains/ton/ton-node.ts",
  "lib/kernel/env.ts",
  "lib/kernel/money/format.ts",
];

const PATTERNS = readSources(["app", "components", "lib"])
  .filter(({ path }) => !/\.test\.tsx?$|\/testing\/|\/conformance\//.test(path) && !OF_OUR_OWN.includes(path))
  .flatMap(({ path, text }) => [...text.matchAll(LITERAL)].map(([, source = "", flags]) => ({ path, source, flags })))
  .filter(({ source }) => UNBOUNDED.test(source));
const TEXTS = adversarialTexts(CHARACTERS);

test("there are patterns to try", () => expect(PATTERNS.length).toBeGreaterThan(100));

test.each(PATTERNS)("$path: $source looks at each part of a text once", async ({ source, flags }) => {
  // What the pattern itself is made of leads deepest into it.
  const own = [...new Set(source.match(/[A-Za-z0-9]+|[^\s\\()[\]{}|?*+^$]/g))];
  const pattern = new RegExp(source, flags);
  for (const text of [...TEXTS, ...adversarialTexts(CHARACTERS, own)]) {
    const excess = await excessOf(text, () => text.replace(pattern, ""));
    expect({ text: `${text.slice(0, 20)}...${text.slice(-2)}`, excess }).toMatchObject({ excess: null });
  }
});
