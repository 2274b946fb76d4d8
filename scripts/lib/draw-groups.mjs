/**
 * The part of ARCHITECTURE.md that lists the groups of `lib/` and `components/` with their folders,
 * generated from the two lists.
 */
import { GROUPS, titleOf } from "./import-graph.mjs";

const BEGIN = "<!-- groups: written by npm run graph -- --write -->\n";
const END = "<!-- end of groups -->";

/** Returns one table: a row for each group, and one for each of its folders. */
export function drawGroups() {
  const rows = GROUPS.flatMap(({ root, name, promise, folders }) => [
    `| **\`${root}/${name}/\`** | ${promise} |`,
    ...Object.entries(folders).map(([folder, what]) => `| \`${titleOf({ root, name })}/${folder}/\` | ${what} |`),
  ]);
  return ["| Folder | Contract |", "|---|---|", ...rows, ""].join("\n");
}

/** Returns the page with the table between its two marks. @throws Error when a mark is missing */
export function replaceDrawing(page, drawing) {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin === -1 || end === -1) throw new Error(`ARCHITECTURE.md lacks ${BEGIN.trim()} or ${END}`);
  return page.slice(0, begin + BEGIN.length) + drawing + page.slice(end);
}
