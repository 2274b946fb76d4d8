#!/usr/bin/env node
/**
 * Runs a published client library of this API family, unchanged, against a running sandbox (npm run
 * up) and reports for each of its methods whether it works:
 *
 *     node scripts/client-libraries.mjs heleket-php /path/to/checkout [--data DIR]
 *
 * You provide the checkout, at the version that scripts/client-libraries/libraries.mjs names, and
 * the runtime that the library needs. A library whose API host is a constant also needs openssl: a
 * proxy redirects its requests (fixed-host.mjs).
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { startHostProxy } from "./client-libraries/fixed-host.mjs";
import { judgeCall } from "./client-libraries/judge-call.mjs";
import { LIBRARIES } from "./client-libraries/libraries.mjs";
import { prepareShop, receiveWebhooks, waitFor } from "./client-libraries/prepare-shop.mjs";
import { ROOT, readJson } from "./lib/paths.mjs";

const PROGRAMS = join(ROOT, "scripts/client-libraries");

function usage(message) {
  console.error(`${message}\n\nnode scripts/client-libraries.mjs LIBRARY CHECKOUT [--data DIR]\n`);
  for (const [id, { name, version, needs }] of Object.entries(LIBRARIES))
    console.error(`  ${id.padEnd(16)} ${name} ${version}: ${needs}`);
  process.exit(2);
}

function readArguments() {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { data: { type: "string" } } });
  const [id = "", folder = ""] = positionals;
  const library = LIBRARIES[id];
  if (library === undefined) usage(`There is no library "${id}".`);
  if (folder === "" || !existsSync(folder)) usage(`There is no checkout at "${folder}".`);
  const sandbox = readJson(join(resolve(values.data ?? join(ROOT, ".data")), "sandbox.json"));
  if (!sandbox?.networks?.bsc) usage("No sandbox with the network bsc is running there. Start one: npm run up");
  return { library, folder: resolve(folder), sandbox };
}

/** Passes `task` to the library's program as JSON, and returns the lines of JSON that it prints. */
async function runProgram({ library, folder, scratch, proxy }, task) {
  const file = join(PROGRAMS, library.program);
  const isGo = file.endsWith(".go");
  const program = isGo ? readFileSync(file, "utf8") : file;
  const how = library.run({ program, folder, library, scratch, certificate: proxy?.certificate });
  for (const [name, text] of Object.entries(how.files ?? {})) writeFileSync(join(scratch, name), text);
  const env = { ...process.env, ...proxy?.environment, ...how.env };
  const child = spawn(how.command, how.args, { cwd: how.cwd ?? scratch, env, stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify(task));
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const code = await new Promise((done, fail) => child.on("error", fail).on("close", done));
  if (code !== 0) throw new Error(`${how.command} ended with ${code}. The library needs ${library.needs}`);
  return output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
}

/** Prints each call, and returns how many failed. */
function report(calls) {
  let failed = 0;
  for (const call of calls) {
    const wrong = judgeCall(call);
    if (wrong !== null) failed += 1;
    console.log(`${wrong === null ? "ok  " : "FAIL"}  ${call.call}${wrong === null ? "" : `: ${wrong}`}`);
  }
  return failed;
}

const { library, folder, sandbox } = readArguments();
const scratch = mkdtempSync(join(tmpdir(), "client-library-"));
const receiver = await receiveWebhooks();
const proxy = library.host ? await startHostProxy(library.host, sandbox.baseUrl, scratch) : null;
const isOf = (type) => receiver.bodies.some((body) => JSON.parse(body).type === type);
try {
  const { baseUrl, merchant } = sandbox;
  const keys = { merchant: merchant.uuid, paymentKey: merchant.paymentApiKey, payoutKey: merchant.payoutApiKey };
  const task = { ...keys, folder, baseUrl, hookUrl: receiver.url };
  const run = { library, folder, scratch, proxy };
  const calls = await runProgram(run, { ...task, ...(await prepareShop(sandbox, receiver.url)), webhooks: null });
  if (calls.some(({ operation }) => operation === "payout"))
    await waitFor("the webhook of the payout", () => isOf("payout")).catch(({ message }) =>
      calls.push({ call: "webhook", operation: "webhook payout", error: message }),
    );
  const verified = await runProgram(run, { ...task, webhooks: receiver.bodies });
  console.log(`${library.name} ${library.version} against ${baseUrl}\n`);
  const failed = report([...calls, ...verified]);
  console.log(`\n${calls.length + verified.length - failed} work, ${failed} do not`);
  process.exitCode = failed > 0 ? 1 : 0;
} finally {
  proxy?.close();
  receiver.close();
  rmSync(scratch, { recursive: true, force: true });
}
