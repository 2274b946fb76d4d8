/**
 * The records of lib/chains/networks: which files contain one, and the list of them that the code
 * reads.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./paths.mjs";

const FOLDER = join(ROOT, "lib/chains/networks");
const RECORD = /^export const (\w+): NetworkRecord = \{$/m;

/** Returns the codes of the networks that have a record, sorted. */
export function listRecords() {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .flatMap((name) => RECORD.exec(readFileSync(join(FOLDER, name), "utf8"))?.[1] ?? [])
    .toSorted();
}

/** Returns the text of `all-networks.ts`. */
export function recordList(codes = listRecords()) {
  const imports = codes.map((code) => `import { ${code} } from "@/lib/chains/networks/${code}";`);
  const type = 'import type { NetworkRecord } from "@/lib/chains/networks/network-record";';
  const sorted = [...imports, type].toSorted((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1));
  return `// Written by \`npm run networks\`: every record of this folder.
${sorted.join("\n")}

export const RECORDS: readonly NetworkRecord[] = [
${codes.map((code) => `  ${code},\n`).join("")}];
`;
}

const pathOf = (line) => /"(.*)"/.exec(line)[1];

/**
 * Returns a document with the text of one block, between two marks, replaced. @throws Error when a
 * mark is missing
 */
export function replaceBlock(page, { file, name, text }) {
  const [open, close] = file.endsWith(".md") ? ["<!-- ", " -->"] : ["# ", ""];
  const [begin, end] = [
    `${open}networks ${name}: written by npm run networks${close}`,
    `${open}end of networks ${name}${close}`,
  ];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`${file} lacks ${begin} or ${end}`);
  return page.slice(0, from + begin.length) + text + page.slice(to);
}
