#!/usr/bin/env node
/**
 * Compiles the sandbox's TON contracts of scripts/emulators/contracts/ton into JSON beside them:
 * code cell, its hash and the hash of the sources.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sourceSha256 } from "./emulators/ton/contract-files.mjs";
import { ROOT } from "./lib/paths.mjs";

const FOLDER = join(ROOT, "scripts/emulators/contracts/ton");
/** Imported by others, not a contract itself. */
const SHARED = "jetton-messages.tolk";

const { getTolkCompilerVersion, runTolkCompiler } = await import("@ton/tolk-js");
const compiler = `tolk ${await getTolkCompilerVersion()}`;
const sources = readdirSync(FOLDER).filter((name) => name.endsWith(".tolk") && name !== SHARED);

for (const source of sources) {
  const result = await runTolkCompiler({
    entrypointFileName: source,
    fsReadCallback: (path) => readFileSync(join(FOLDER, path), "utf8"),
  });
  if (result.status === "error") throw new Error(`${source}: ${result.message}`);
  const contract = source.replace(/\.tolk$/, "");
  const artefact = {
    contract,
    compiler,
    sourceSha256: sourceSha256(contract),
    codeHash: result.codeHashHex.toLowerCase(),
    code: result.codeBoc64,
  };
  writeFileSync(join(FOLDER, `${contract}.json`), `${JSON.stringify(artefact, null, 2)}\n`);
  console.log(`${source}: ${Buffer.from(result.codeBoc64, "base64").length} bytes`);
}
