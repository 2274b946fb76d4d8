#!/usr/bin/env node
/**
 * `npm run bench -- first-start`: duration of `npm run up` on a bare clone of HEAD with the
 * packages in npm's cache, and of a second run. Prints every step, the total and the CPU seconds of
 * all processes until ready; exit code 1 if the first start takes longer than 90 s or the second
 * longer than 6 s. `--keep` keeps the clone.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { ROOT } from "../scripts/lib/paths.mjs";
import { findFreePort } from "../scripts/lib/ports.mjs";
import { createTempFolder, removeTempFolder } from "../scripts/lib/temp-folder.mjs";
import { stopGatewayOf } from "../scripts/lib/with-gateway.mjs";
import { treeCpuSeconds } from "./lib/cpu-seconds.mjs";

const { values } = parseArgs({ options: { keep: { type: "boolean", default: false } } });
const FIRST_SECONDS_MAX = 90;
const SECOND_SECONDS_MAX = 6;
const STEP = /^ {2}(\S.*?) +(\d+\.\d) s/;

/**
 * Runs `npm run up` in the clone until it is ready, then stops it as Ctrl-C does. Returns seconds;
 * `total` counts from the command on.
 */
async function measureStart(clone, port) {
  const begun = performance.now();
  const child = spawn("npm", ["run", "up", "--", "--port", String(port)], {
    cwd: clone,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const steps = [];
  let result;
  for await (const line of createInterface({ input: child.stdout })) {
    const step = STEP.exec(line);
    if (step) steps.push({ name: step[1], seconds: Number(step[2]) });
    if (!result && line.startsWith("Ready after")) {
      result = { steps, total: (performance.now() - begun) / 1000, cpu: treeCpuSeconds(child.pid) };
      process.kill(-child.pid, "SIGINT");
    }
  }
  await ended;
  if (!result) throw new Error(`npm run up did not get ready; its logs are in ${join(clone, ".data/logs")}`);
  return result;
}

function print(title, { steps, total, cpu }) {
  console.log(`\n${title}`);
  for (const { name, seconds } of steps) console.log(`  ${name.padEnd(20)}${seconds.toFixed(1).padStart(7)} s`);
  console.log(`  ${"in all".padEnd(20)}${total.toFixed(1).padStart(7)} s, ${cpu?.toFixed(1) ?? "unknown"} CPU seconds`);
}

const folder = await createTempFolder("chaintill-first-start-", (left) => stopGatewayOf(join(left, "clone/.data")));
const clone = join(folder, "clone");
try {
  execFileSync("git", ["clone", "--quiet", ROOT, clone]);
  const port = await findFreePort();
  const first = await measureStart(clone, port);
  print("First start, on a bare clone", first);
  const second = await measureStart(clone, port);
  print("Second start", second);
  const isMet = first.total <= FIRST_SECONDS_MAX && second.total <= SECOND_SECONDS_MAX;
  console.log(`\n${isMet ? "goal met" : `goal missed: at most ${FIRST_SECONDS_MAX} s and ${SECOND_SECONDS_MAX} s`}`);
  process.exitCode = isMet ? 0 : 1;
} finally {
  await stopGatewayOf(join(clone, ".data"));
  if (values.keep) console.log(`the clone is ${clone}`);
  else removeTempFolder(folder);
}
