#!/usr/bin/env node
/**
 * `npm run up`: from a fresh clone to a running gateway with play money. Flags: npm run up --
 * --help
 */
import { bringUp } from "./lib/bring-up.mjs";
import { dataPaths, prepareDataFolder } from "./lib/data-folder.mjs";
import { checkNodeVersion } from "./lib/install.mjs";
import { lockDataFolder } from "./lib/run-record.mjs";
import { createSession } from "./lib/session.mjs";
import { printFailure, StoppedError } from "./lib/steps.mjs";
import { parseUpOptions, USAGE } from "./lib/up-options.mjs";

function readOptions() {
  try {
    const options = parseUpOptions(process.argv.slice(2));
    const localUrl = `http://127.0.0.1:${options.port}`;
    return { ...options, localUrl, baseUrl: process.env.BASE_URL?.replace(/\/+$/, "") || localUrl };
  } catch (error) {
    console.error(`${error.message}\n\n${USAGE}`);
    process.exit(2);
  }
}

function openSession(options) {
  const paths = dataPaths(options.dataDir);
  try {
    checkNodeVersion();
    prepareDataFolder(paths);
    return createSession(paths, lockDataFolder(paths, { baseUrl: options.baseUrl }), endWithFailure);
  } catch (error) {
    printFailure(error);
    process.exit(1);
  }
}

async function endWithFailure(error) {
  printFailure(error);
  await session.stop();
  process.exit(1);
}

/**
 * A node's passwords are in sandbox.json, which only its owner can read; others may see the
 * terminal.
 */
function withoutCredentials(url) {
  return url.replace(/\/\/[^@/]*@/g, "//");
}

function printReady({ baseUrl, merchant, dashboard, operator, networks }, paths, seconds) {
  const chains = Object.entries(networks).map(([code, { rpcUrl }]) => `${code} ${withoutCredentials(rpcUrl)}`);
  console.log(`
Ready after ${seconds} s.

  Dashboard    ${baseUrl}    ${dashboard.email}  ${dashboard.password}
  Operator     ${baseUrl}    ${operator.email}  ${operator.password}
  Machine API  ${baseUrl}/v1
    merchant         ${merchant.uuid}
    payment API key  ${merchant.paymentApiKey}
    payout API key   ${merchant.payoutApiKey}
  Sandbox chains  ${chains.join("\n                  ")}

All of this is in ${paths.sandbox}; logs are in ${paths.logs}.
Ctrl-C stops everything and keeps the data.`);
}

function stopOnSignals(session) {
  let asked = 0;
  const onSignal = async (signal) => {
    asked += 1;
    if (asked > 1) return;
    console.log(`\n${signal}: stopping web, workers, chains and database`);
    await session.stop();
    console.log("stopped");
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void onSignal(signal));
}

const options = readOptions();
if (options.help) {
  console.log(USAGE);
  process.exit(0);
}
const session = openSession(options);
stopOnSignals(session);
console.log(`Chaintill, sandbox, data in ${options.dataDir}\n`);
const begun = Date.now();
try {
  const say = (sentence) => session.isStopping() || console.log(`${new Date().toISOString()} ${sentence}`);
  const description = await bringUp(session, options, say);
  printReady(description, session.paths, ((Date.now() - begun) / 1000).toFixed(1));
} catch (error) {
  if (!(error instanceof StoppedError) && !session.isStopping()) await endWithFailure(error);
}
