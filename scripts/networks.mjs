#!/usr/bin/env node
// Generates what depends on the networks' records (lib/chains/networks): the list of them, tables
// of the documents, and the sandbox's networks. Run it after a change of a record:
// `npm run networks`. A test fails while something differs from the generated text.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { recordList, replaceBlock } from "./lib/network-records.mjs";
import { ROOT } from "./lib/paths.mjs";

async function readTexts() {
  const folder = mkdtempSync(join(tmpdir(), "network-tables-"));
  const outfile = join(folder, "tables.mjs");
  try {
    await build({
      entryPoints: [join(ROOT, "docs/network-tables.ts")],
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      tsconfig: join(ROOT, "tsconfig.json"),
    });
    const { networkTexts, sandboxNetworks } = await import(pathToFileURL(outfile).href);
    return { texts: networkTexts(), sandbox: sandboxNetworks() };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// The list comes first: the tables are generated from what it names.
writeFileSync(join(ROOT, "lib/chains/networks/all-networks.ts"), recordList());
const { texts, sandbox } = await readTexts();
writeFileSync(join(ROOT, "scripts/lib/sandbox/networks.json"), sandbox);
for (const { file, name, text } of texts) {
  const path = join(ROOT, file);
  writeFileSync(path, replaceBlock(readFileSync(path, "utf8"), { file, name, text }));
}
