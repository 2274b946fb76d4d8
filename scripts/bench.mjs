#!/usr/bin/env node
/**
 * `npm run bench -- NAME [ARGUMENTS]` runs one benchmark of bench/. Without a name: all that
 * compare the gateway with the floor of the machine, and those of the worker. `--check`: those with
 * a floor, whose ratios must not be much below the ones in bench/ratios.json; exit code 1 if one
 * is.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runVisibly } from "./lib/check-list.mjs";
import { ROOT } from "./lib/paths.mjs";

const [name = "", ...args] = process.argv.slice(2);
const folder = join(ROOT, "bench");
const names = readdirSync(folder)
  .filter((file) => file.endsWith(".mjs"))
  .map((file) => file.replace(/\.mjs$/, ""));
const WITH_FLOOR = ["api", "ledger"];
const ALL = [...WITH_FLOOR, "watch", "settle", "worker-idle"];
/** Two runs of one commit differ by up to a fifth on a busy machine. */
const TOLERANCE = 0.7;

const commandOf = (bench, given = []) => [process.execPath, join(folder, `${bench}.mjs`), ...given];

/** Runs a benchmark and returns the result that its last line holds. */
async function resultOf(bench) {
  const [command, ...rest] = commandOf(bench);
  const child = spawn(command, rest, { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.on("data", (part) => {
    text += part;
    process.stdout.write(part);
  });
  await once(child, "close");
  return JSON.parse(text.trim().split("\n").at(-1));
}

const ratioOf = (measured) => measured?.ofFloor?.median ?? measured?.ofFloor;

async function check() {
  const committed = JSON.parse(readFileSync(join(folder, "ratios.json"), "utf8"));
  let failed = 0;
  for (const bench of WITH_FLOOR) {
    const result = await resultOf(bench);
    for (const [measure, ratio] of Object.entries(committed[bench])) {
      const measured = ratioOf(result[measure]) ?? 0;
      const isMet = measured >= ratio * TOLERANCE;
      if (!isMet) failed += 1;
      console.log(
        `${isMet ? "ok  " : "SLOW"} ${bench} ${measure}: ${measured.toFixed(2)} of the floor, committed ${ratio}`,
      );
    }
  }
  return failed === 0 ? 0 : 1;
}

async function runAll() {
  let worst = 0;
  for (const bench of ALL) {
    console.log(`\n== ${bench}`);
    worst = Math.max(worst, await runVisibly(commandOf(bench)));
  }
  return worst;
}

if (name === "") process.exit(await runAll());
if (name === "--check") process.exit(await check());
if (!names.includes(name)) {
  console.error(`usage: npm run bench [-- NAME | --check]\n\nbenchmarks: ${names.join(", ")}`);
  process.exit(2);
}
process.exit(await runVisibly(commandOf(name, args)));
