#!/usr/bin/env node
/** Runs a benchmark of bench/ by its name: npm run bench -- NAME [ARGUMENTS] */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { runVisibly } from "./lib/check-list.mjs";
import { ROOT } from "./lib/paths.mjs";

const [name = "", ...args] = process.argv.slice(2);
const folder = join(ROOT, "bench");
const names = existsSync(folder)
  ? readdirSync(folder)
      .filter((file) => file.endsWith(".mjs"))
      .map((file) => file.replace(/\.mjs$/, ""))
  : [];
if (!names.includes(name)) {
  console.error(`usage: npm run bench -- NAME\n\nbenchmarks: ${names.join(", ") || "none yet"}`);
  process.exit(2);
}
process.exit(await runVisibly([process.execPath, join(folder, `${name}.mjs`), ...args]));
