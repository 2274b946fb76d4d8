// Writes the table of networks in docs/integration.md from the reviewed catalog. Run it after a change of lib/catalog/data:
// `node scripts/build-network-table.mjs`. A test compares the table with the catalog.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { ROOT } from "./lib/paths.mjs";

const GUIDE = join(ROOT, "docs/integration.md");
const BEGIN = "<!-- networks: written by scripts/build-network-table.mjs -->\n";
const END = "\n<!-- end of networks -->";

async function readTable() {
  const folder = mkdtempSync(join(tmpdir(), "network-table-"));
  const outfile = join(folder, "table.mjs");
  try {
    const entryPoints = [join(ROOT, "docs/network-table.ts")];
    await build({
      entryPoints,
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      tsconfig: join(ROOT, "tsconfig.json"),
    });
    return (await import(pathToFileURL(outfile).href)).networkTable();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const guide = readFileSync(GUIDE, "utf8");
const [before, after] = [guide.indexOf(BEGIN), guide.indexOf(END)];
if (before === -1 || after === -1) throw new Error(`docs/integration.md lacks ${BEGIN.trim()} or ${END.trim()}`);
writeFileSync(GUIDE, guide.slice(0, before) + BEGIN + (await readTable()) + guide.slice(after));
