import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createMoneroNode, type MoneroService } from "@/lib/chains/monero/monero-node";
import { findFreePort } from "@/scripts/lib/ports.mjs";

const START_LIMIT_MS = 60_000;
const CALL_LIMIT_MS = 120_000;
const POLL_MS = 50;
const NEVER = new AbortController().signal;
const DAEMON_LOGIN = "daemon:one";
/** Otherwise each program generates a 4096-bit key at startup, which takes seconds. */
const NO_KEY = ["--rpc-ssl", "disabled"];
const NAMES = ["monerod", "monero-wallet-rpc"] as const;

/** Wallet services of one test file; one of them requires a password, like the daemon. */
const WALLETS = { stranger: null, viewer: "viewer:two#2", signer: null } as const;
type WalletName = keyof typeof WALLETS;

/**
 * A daemon with its own regression test chain, and wallet services on it, which have no wallet open
 * yet.
 */
export type MoneroProcesses = {
  readonly daemon: MoneroService;
  readonly wallets: Readonly<Record<WalletName, MoneroService>>;
  /** In the form of NODE_URLS_XMR, with or without a wallet that can spend. */
  readonly urlOf: (hasSigner: boolean, signer?: WalletName) => string;
  readonly stop: () => Promise<void>;
};

/** Returns the Monero programs that are not installed. */
export function missingPrograms(): readonly string[] {
  return NAMES.filter((name) => findProgram(name) === null);
}

/**
 * Why Monero tests cannot run on this machine; null when they can. On Debian: apt-get install
 * --no-install-recommends monero
 */
export const MONERO_REQUIREMENT = missingPrograms().length === 0 ? null : "no monerod and monero-wallet-rpc here";

export async function startMonero(): Promise<MoneroProcesses> {
  const folder = mkdtempSync(join(tmpdir(), "chaintill-monero-"));
  const [daemonPort, peerPort] = [await findFreePort(), await findFreePort()];
  const ports = new Map<string, number>();
  for (const name of Object.keys(WALLETS)) ports.set(name, await findFreePort());
  const children = [start("monerod", daemonFlags(folder, daemonPort, peerPort))];
  for (const [name, login] of Object.entries(WALLETS)) {
    children.push(start("monero-wallet-rpc", walletFlags(folder, ports.get(name) ?? 0, daemonPort, login)));
  }
  const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  const endOnExit = () => {
    for (const child of children) child.kill("SIGKILL");
    removeFolder();
  };
  process.once("exit", endOnExit);
  const stop = async () => {
    process.removeListener("exit", endOnExit);
    await Promise.all(children.map(stopChild));
    removeFolder();
  };
  const daemonUrl = `http://${DAEMON_LOGIN}@127.0.0.1:${daemonPort}`;
  const walletUrl = (name: WalletName) => {
    const login = WALLETS[name] === null ? "" : `${encodeLogin(WALLETS[name])}@`;
    return `http://${login}127.0.0.1:${ports.get(name)}`;
  };
  const urlOf = (hasSigner: boolean, signer: WalletName = "signer") =>
    `${walletUrl("viewer")}/?daemon=${daemonUrl}${hasSigner ? `&signer=${walletUrl(signer)}` : ""}`;
  const serviceOf = (name: WalletName) =>
    createMoneroNode(`${walletUrl(name)}/?daemon=${daemonUrl}`, CALL_LIMIT_MS).wallet;
  const { daemon } = createMoneroNode(urlOf(false), CALL_LIMIT_MS);
  const wallets = { stranger: serviceOf("stranger"), viewer: serviceOf("viewer"), signer: serviceOf("signer") };
  try {
    await waitFor(children, () => daemon.call("get_info", {}, NEVER));
    for (const wallet of Object.values(wallets)) {
      await waitFor(children, () => wallet.call("get_version", {}, NEVER));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { daemon, wallets, urlOf, stop };
}

function daemonFlags(folder: string, port: number, peerPort: number): readonly string[] {
  return [
    ...["--regtest", "--offline", "--fixed-difficulty", "1", "--data-dir", join(folder, "chain")],
    ...["--rpc-bind-ip", "127.0.0.1", "--rpc-bind-port", `${port}`, "--rpc-login", DAEMON_LOGIN],
    ...["--p2p-bind-ip", "127.0.0.1", "--p2p-bind-port", `${peerPort}`, "--no-zmq", "--no-igd"],
    ...["--non-interactive", ...NO_KEY, "--log-level", "0", "--log-file", join(folder, "daemon.log")],
  ];
}

function walletFlags(folder: string, port: number, daemonPort: number, login: string | null): readonly string[] {
  return [
    ...["--rpc-bind-ip", "127.0.0.1", "--rpc-bind-port", `${port}`, "--trusted-daemon"],
    ...(login === null ? ["--disable-rpc-login"] : ["--rpc-login", login]),
    ...["--daemon-address", `127.0.0.1:${daemonPort}`, "--daemon-login", DAEMON_LOGIN, "--wallet-dir", folder],
    ...["--non-interactive", ...NO_KEY, "--log-level", "0", "--log-file", join(folder, `wallet-${port}.log`)],
  ];
}

/** A URL separates the two parts by a colon. */
function encodeLogin(login: string): string {
  return login.split(":").map(encodeURIComponent).join(":");
}

function start(name: string, flags: readonly string[]): ChildProcess {
  const program = findProgram(name);
  if (program === null) throw new Error(`no ${name}: is it installed? Debian has it in the package monero`);
  return spawn(program, flags, { stdio: "ignore" });
}

async function waitFor(children: readonly ChildProcess[], ask: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    try {
      await ask();
      return;
    } catch (error) {
      if (children.some(({ exitCode }) => exitCode !== null)) throw new Error("one of Monero's programs has ended");
      if (Date.now() > deadline) throw new Error("Monero's programs did not answer in time", { cause: error });
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Kills it at once: its folder is deleted anyway. */
async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

function findProgram(name: string): string | null {
  // biome-ignore lint/style/noProcessEnv: the PATH is no setting of ours
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
