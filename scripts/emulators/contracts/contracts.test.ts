import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const FOLDER = import.meta.dirname;
const sources = readdirSync(FOLDER).filter((name) => name.endsWith(".sol"));

test("there is one token that answers as the standard says, one that answers nothing, and a payer of many", () => {
  expect(sources).toEqual(["batch-payer.sol", "silent-token.sol", "standard-token.sol"]);
});

test.each(sources)("the compiled form of %s belongs to its source (npm run contracts:build)", (name) => {
  const source = readFileSync(`${FOLDER}/${name}`, "utf8");
  const built: unknown = JSON.parse(readFileSync(`${FOLDER}/${name.replace(/\.sol$/, ".json")}`, "utf8"));
  expect(built).toMatchObject({ sourceSha256: createHash("sha256").update(source).digest("hex") });
});
