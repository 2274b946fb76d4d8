#!/usr/bin/env node
/**
 * Prints the import graph of `lib/` and `components/`: groups, edges between them, upward edges,
 * cycles, files and lines. `--write` writes the list of groups into ARCHITECTURE.md, which is
 * generated from `lib/groups.json` and `components/groups.json`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { drawGroups, replaceDrawing } from "./lib/draw-groups.mjs";
import {
  closureOf,
  countArrows,
  findFileCircles,
  findFolderCircles,
  findUpward,
  GROUPS,
  groupOf,
  isTestFile,
  measureFiles,
  readSources,
  titleOf,
} from "./lib/import-graph.mjs";
import { ROOT } from "./lib/paths.mjs";

const PAGE = join(ROOT, "ARCHITECTURE.md");

if (process.argv.includes("--write")) {
  writeFileSync(PAGE, replaceDrawing(readFileSync(PAGE, "utf8"), drawGroups()));
  process.exit(0);
}

const sources = readSources(["app", "components", "lib"]).filter(({ path }) => !isTestFile(path));
const inFolder = (folder) => sources.filter(({ path }) => path.startsWith(`${folder}/`));
const row = (name, { files, lines, median }) =>
  console.log(
    `${name.padEnd(24)}${String(files).padStart(6)}${String(lines).padStart(8)}${String(median).padStart(8)}`,
  );

console.log(`${"".padEnd(24)} files   lines  median`);
for (const root of ["lib", "components"]) {
  row(root, measureFiles(inFolder(root)));
  for (const { name } of GROUPS.filter((group) => group.root === root))
    row(`  ${name}`, measureFiles(inFolder(`${root}/${name}`)));
  const loose = inFolder(root).filter(({ path }) => groupOf(path) === undefined);
  if (loose.length > 0) row("  in no group", measureFiles(loose));
}
row("app", measureFiles(inFolder("app")));

console.log("\narrows between groups");
for (const group of GROUPS) {
  const title = titleOf(group);
  const arrows = countArrows(sources).filter(([from]) => from === title);
  if (arrows.length > 0) console.log(`  ${title} -> ${arrows.map(([, to, count]) => `${to} ${count}`).join(", ")}`);
}

const list = (title, found) => {
  console.log(`\n${title}: ${found.length}`);
  for (const each of found) console.log(`  ${each}`);
};
list(
  "arrows upward",
  findUpward(sources).map(({ from, to }) => `${from} -> ${to}`),
);
list(
  "circles of folders",
  findFolderCircles(sources).map((circle) => circle.join(" ")),
);
list(
  "circles of files, types included",
  findFileCircles(sources).map((circle) => circle.join(" ")),
);
const closure = [...closureOf(sources, "app/v1/payment/route.ts")].filter((path) => path.startsWith("lib/"));
console.log(`\nfiles of lib that POST /v1/payment imports, directly or not, at run time: ${closure.length}`);
