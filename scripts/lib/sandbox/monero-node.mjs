#!/usr/bin/env node
/**
 * The sandbox's Monero: its real daemon on a persistent regression test chain, and three real
 * wallet services on it.
 *
 *   node scripts/lib/sandbox/monero-node.mjs --port N --state FILE
 *
 * Serves `GET /sandbox/describe`, `POST /sandbox/send` (the rich wallet pays),
 * `POST /sandbox/mine {blocks}` and `POST /sandbox/wallets {address, viewkey, spendkey}`, which
 * gives the gateway's two wallets the gateway's keys. `POST /sandbox/stranger` returns a fresh
 * address, and `POST /sandbox/held {address}` what it has received. The folder of FILE is used by
 * this script alone.
 */
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { readJson, writeJson } from "../paths.mjs";
import { keepMining, mine } from "./monero/miner.mjs";
import { choosePorts, startPrograms } from "./monero/processes.mjs";
import { USER } from "./monero/service.mjs";
import {
  createExternalAccount,
  makeGatewayWallets,
  openFaucet,
  openGatewayWallets,
  pay,
  readHeld,
} from "./monero/wallets.mjs";
import { startPayServer } from "./pay-server.mjs";

/**
 * Rewards are locked for 60 blocks, and a payment hides among the unlocked ones: the rich wallet
 * starts with some 1 400 coins.
 */
const FIRST_BLOCKS = 100;
const BLOCKS_MAX = 1_000;

const { values: options } = parseArgs({ options: { port: { type: "string" }, state: { type: "string" } } });
if (options.port === undefined || options.state === undefined) throw new Error("--port N and --state FILE are needed");
const stateFile = resolve(options.state);
const folder = dirname(stateFile);
mkdirSync(folder, { recursive: true, mode: 0o700 });

const saved = readJson(stateFile);
const state = { password: saved?.password ?? randomBytes(24).toString("hex"), gateway: saved?.gateway ?? null };
const ports = await choosePorts(saved?.ports);
writeJson(stateFile, { ...state, ports });
const { password } = state;
const programs = await startPrograms(folder, { ports, password });

function fail(error) {
  console.error(error);
  process.exit(1);
}
const onProgramEnd = () => fail(new Error("one of Monero's programs has ended"));
for (const child of programs.children) child.once("exit", onProgramEnd);

const { daemon, wallets } = programs;
const home = await openFaucet(wallets.faucet, folder, password);
if (state.gateway !== null) await openGatewayWallets({ wallets, folder }, { address: state.gateway, password });
const { height } = await daemon.call("get_info");
// At least one: a block with the current time shows that the node keeps up.
await mine(daemon, home, Math.max(FIRST_BLOCKS - height, 1));
const stopMining = keepMining(daemon, home);

const urlOf = (name) => `http://${USER}:${password}@127.0.0.1:${ports[name]}`;
const nodeUrl = `${urlOf("viewer")}/?daemon=${urlOf("daemon")}&signer=${urlOf("signer")}`;
const front = await startPayServer({
  port: Number(options.port),
  send: (payment) => pay({ daemon, wallets, home }, payment),
  routes: {
    "GET /sandbox/describe": () => ({ faucet: home, tokens: {}, nodeUrl }),
    "POST /sandbox/mine": async ({ blocks }) => {
      if (!Number.isInteger(blocks) || blocks < 1 || blocks > BLOCKS_MAX) throw new Error(`blocks: 1 to ${BLOCKS_MAX}`);
      await mine(daemon, home, blocks);
      return {};
    },
    "POST /sandbox/stranger": async () => ({ address: await createExternalAccount(wallets.faucet) }),
    "POST /sandbox/held": async ({ address }) => ({ units: await readHeld(wallets.faucet, address) }),
    "POST /sandbox/wallets": async (keys) => {
      await makeGatewayWallets({ wallets, folder }, keys, password);
      writeJson(stateFile, { ...state, gateway: keys.address, ports });
      return {};
    },
  },
});

let isStopping = false;
async function stop() {
  if (isStopping) return;
  isStopping = true;
  for (const child of programs.children) child.removeListener("exit", onProgramEnd);
  await front.stop();
  await stopMining();
  await programs.stop();
  process.exit(0);
}
process.on("SIGTERM", () => void stop().catch(fail));
process.on("SIGINT", () => void stop().catch(fail));
