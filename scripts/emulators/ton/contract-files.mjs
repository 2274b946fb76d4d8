/** The compiled contracts of contracts/ton, and the sources that each was compiled from. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Cell } from "@ton/core";

const FOLDER = join(import.meta.dirname, "../contracts/ton");

/** Hashes a contract's source and everything that it imports, in order. */
export function sourceSha256(contract) {
  const hash = createHash("sha256");
  const add = (name) => {
    const text = readFileSync(join(FOLDER, `${name}.tolk`), "utf8");
    hash.update(text);
    for (const [, imported] of text.matchAll(/^import "([a-z-]+)"$/gm)) add(imported);
  };
  add(contract);
  return hash.digest("hex");
}

/** Returns the code cell of a contract by its name. */
export function readCode(contract) {
  const { code } = JSON.parse(readFileSync(join(FOLDER, `${contract}.json`), "utf8"));
  return Cell.fromBase64(code);
}
