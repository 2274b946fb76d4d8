#!/usr/bin/env node
/**
 * `node scripts/smoke/tron.mjs --url https://nile.trongrid.io --out scripts/smoke/shapes/tron.json
 * [--key KEY] [--solidity PORT]`: sends a node of a public TRON network every request that the
 * driver makes and records the shapes of the responses, never a value. The one transaction that it
 * sends is final already. `--solidity` names the port of the node's solidity API if that is another
 * one. It reports where a response is not as documented, and fails if that matters to the driver.
 * Once the file exists the tests compare the emulator with it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { differences, mergeShapes, shapeOf } from "./shape.mjs";
import { tronQuestions } from "./tron-questions.mjs";

const LIMIT_MS = 20_000;
/**
 * The public service without a key accepts three requests a second and then none for half a minute.
 */
const PAUSE_MS = 400;

const { values } = parseArgs({
  options: {
    url: { type: "string" },
    out: { type: "string" },
    key: { type: "string" },
    solidity: { type: "string" },
  },
});
if (!values.url || !values.out) {
  console.error("Usage: node scripts/smoke/tron.mjs --url URL --out FILE [--key KEY] [--solidity PORT]");
  process.exit(2);
}
const base = values.url.endsWith("/") ? values.url : `${values.url}/`;

/** @param {string} path @param {object} body */
async function ask(path, body) {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  const target = new URL(path, base);
  if (values.solidity && path.startsWith("walletsolidity/")) target.port = values.solidity;
  const response = await fetch(target, {
    method: "POST",
    headers: { "content-type": "application/json", ...(values.key ? { "TRON-PRO-API-KEY": values.key } : {}) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(LIMIT_MS),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: HTTP ${response.status} ${text.slice(0, 100)}`);
  return JSON.parse(text);
}

const documented = JSON.parse(readFileSync(join(import.meta.dirname, "shapes/tron-documented.json"), "utf8"));
const shapes = {};
let failures = 0;

/**
 * Undocumented keys deserve a look; missing ones or those of another type would break the driver.
 */
function compare(name, answer) {
  const found = differences(answer, documented.shapes[name], documented.parts);
  for (const difference of new Set(found)) console.log(`      ${difference}`);
  return found.every((difference) => difference.endsWith("is not known"));
}

for (const { name, path, body } of await tronQuestions(ask)) {
  try {
    const answer = await ask(path, body);
    const shape = shapeOf(answer);
    shapes[name] = name in shapes ? mergeShapes(shapes[name], shape) : shape;
    const isFit = compare(name, answer);
    if (!isFit) failures += 1;
    console.log(`${isFit ? "ok   " : "other"} ${name}`);
  } catch (error) {
    failures += 1;
    console.error(`fails ${name}: ${error instanceof Error ? error.message : error}`);
  }
}
const recorded = new Date().toISOString().slice(0, 10);
const what = `Shapes of the answers of ${new URL(base).host}, recorded ${recorded} by scripts/smoke/tron.mjs`;
writeFileSync(values.out, `${JSON.stringify({ what, shapes }, null, 2)}\n`);
console.log(`${Object.keys(shapes).length} shapes written to ${values.out}`);
process.exit(failures === 0 ? 0 : 1);
