/**
 * The four programs of a sandbox's Monero: a daemon, a rich wallet, and the two wallets of a
 * gateway.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { hasEnded, spawnGuarded, stopGuarded } from "../../../emulators/guarded-child.mjs";
import { writeFileAtomic } from "../../paths.mjs";
import { findFreePort } from "../../ports.mjs";
import { findMonero } from "./programs.mjs";
import { createService, USER } from "./service.mjs";

const START_LIMIT_MS = 60_000;
const POLL_MS = 100;

/** Everybody can read a process's command line: passwords are in a file. */
function writeConfig(folder, name, lines) {
  const file = join(folder, `${name}.conf`);
  // Otherwise each generates a 4096-bit key at its start, which takes seconds.
  writeFileAtomic(
    file,
    `${[...lines, "rpc-ssl=disabled", "log-level=0", `log-file=${join(folder, `${name}.log`)}`].join("\n")}\n`,
  );
  return ["--config-file", file, "--non-interactive"];
}

function daemonArguments(folder, { ports, password }) {
  return writeConfig(folder, "daemon", [
    ...["regtest=1", "offline=1", "fixed-difficulty=1", "no-zmq=1", "no-igd=1"],
    // Otherwise a regression test chain is deleted at each start.
    "keep-fakechain=1",
    ...[`data-dir=${join(folder, "chain")}`, "rpc-bind-ip=127.0.0.1", `rpc-bind-port=${ports.daemon}`],
    ...[`rpc-login=${USER}:${password}`, "p2p-bind-ip=127.0.0.1", `p2p-bind-port=${ports.peers}`],
  ]);
}

function walletArguments(folder, name, { ports, password }) {
  const wallets = join(folder, name);
  mkdirSync(wallets, { recursive: true, mode: 0o700 });
  return writeConfig(folder, name, [
    ...[`daemon-address=127.0.0.1:${ports.daemon}`, `daemon-login=${USER}:${password}`, "trusted-daemon=1"],
    ...["rpc-bind-ip=127.0.0.1", `rpc-bind-port=${ports[name]}`, `rpc-login=${USER}:${password}`],
    `wallet-dir=${wallets}`,
  ]);
}

async function waitFor(children, ask) {
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    const isThere = await ask().then(
      () => true,
      () => false,
    );
    if (isThere) return;
    if (children.some(hasEnded)) throw new Error("one of Monero's programs has ended");
    if (Date.now() > deadline) throw new Error("Monero's programs do not answer");
    await pause(POLL_MS);
  }
}

export const WALLETS = ["faucet", "viewer", "signer"];

/** Returns the ports of the last start, as far as they are free. */
export async function choosePorts(known = {}) {
  const ports = {};
  for (const name of ["daemon", "peers", ...WALLETS]) ports[name] = await findFreePort(known[name]);
  return ports;
}

/**
 * Starts all of them, with their files in `folder`. Returns `{ daemon, wallets, children, stop }`:
 * services to call, and wallets by name, none of which has a file open.
 */
export async function startPrograms(folder, settings) {
  const programs = findMonero();
  if (programs === null) throw new Error("Monero is not installed (Debian: apt-get install monero)");
  const { ports, password } = settings;
  const children = [
    spawnGuarded(programs.daemon, daemonArguments(folder, settings), folder),
    ...WALLETS.map((name) => spawnGuarded(programs.wallet, walletArguments(folder, name, settings), folder)),
  ];
  // Wallets save their state when they stop, and need the daemon until then.
  const stop = async () => {
    const [daemon, ...wallets] = children;
    await Promise.all(wallets.map(stopGuarded));
    await stopGuarded(daemon);
  };
  const serviceOf = (name) => createService(ports[name], password);
  const daemon = serviceOf("daemon");
  const wallets = Object.fromEntries(WALLETS.map((name) => [name, serviceOf(name)]));
  try {
    await waitFor(children, () => daemon.call("get_info"));
    for (const name of WALLETS) await waitFor(children, () => wallets[name].call("get_version"));
  } catch (error) {
    await stop();
    throw error;
  }
  return { daemon, wallets, children, stop };
}
