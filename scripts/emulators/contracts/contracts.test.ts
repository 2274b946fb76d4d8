import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const FOLDER = import.meta.dirname;
const sources = readdirSync(FOLDER).filter((name) => name.endsWith(".sol"));

test("there are a token that follows the standard, one that returns nothing, and a multi-payer", () => {
  expect(sources).toEqual(["batch-payer.sol", "silent-token.sol", "standard-token.sol"]);
});

test.each(sources)("the compiled form of %s matches its source (npm run contracts:build)", (name) => {
  const source = readFileSync(`${FOLDER}/${name}`, "utf8");
  const built: unknown = JSON.parse(readFileSync(`${FOLDER}/${name.replace(/\.sol$/, ".json")}`, "utf8"));
  expect(built).toMatchObject({ sourceSha256: createHash("sha256").update(source).digest("hex") });
});
