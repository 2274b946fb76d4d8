#!/usr/bin/env node
/**
 * Compiles the sandbox tokens of scripts/emulators/contracts into JSON beside them: abi, bytecode
 * and the hash of the source.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./lib/paths.mjs";

const FOLDER = join(ROOT, "scripts/emulators/contracts");
/** The sandbox nodes run this hard fork; newer instructions would fail there. */
const EVM_VERSION = "shanghai";

function compile(solc, file, source) {
  const input = {
    language: "Solidity",
    sources: { [file]: { content: source } },
    settings: {
      evmVersion: EVM_VERSION,
      optimizer: { enabled: true, runs: 200 },
      metadata: { appendCBOR: false },
      outputSelection: { "*": { "*": ["abi", "evm.bytecode.object"] } },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input)));
  const problems = output.errors ?? [];
  if (problems.length > 0) throw new Error(problems.map((problem) => problem.formattedMessage).join("\n"));
  const [[contract, built]] = Object.entries(output.contracts[file]);
  return { contract, abi: built.abi, bytecode: `0x${built.evm.bytecode.object}` };
}

const { default: solc } = await import("solc");
for (const file of readdirSync(FOLDER).filter((name) => name.endsWith(".sol"))) {
  const source = readFileSync(join(FOLDER, file), "utf8");
  const { contract, abi, bytecode } = compile(solc, file, source);
  const sourceSha256 = createHash("sha256").update(source).digest("hex");
  const artefact = {
    contract,
    compiler: `solc ${solc.version()}`,
    evmVersion: EVM_VERSION,
    sourceSha256,
    abi,
    bytecode,
  };
  writeFileSync(join(FOLDER, file.replace(/\.sol$/, ".json")), `${JSON.stringify(artefact, null, 2)}\n`);
  console.log(`${file}: ${contract}, ${(bytecode.length - 2) / 2} bytes`);
}
