import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { TronWeb } from "tronweb";
import { z } from "zod";

const PROGRAM = join(import.meta.dirname, "../../bin.mjs");

/** The TRON emulator as a process, and its HTTP API as plain calls. */
export type TronNode = {
  readonly url: string;
  readonly child: ChildProcess;
  readonly folder: string;
  readonly post: (path: string, body?: object) => Promise<unknown>;
};

/** Starts a node on the state of `folder`, or on a new one. */
export async function startTronNode(flags: readonly string[], folder = newFolder()): Promise<TronNode> {
  const child = spawn(process.execPath, [PROGRAM, "tron", "--state", join(folder, "state.json"), ...flags], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  const [line] = (await once(lines, "line")) as [string];
  const { port } = z.object({ port: z.number() }).parse(JSON.parse(line));
  const url = `http://127.0.0.1:${port}`;
  const post = async (path: string, body: object = {}): Promise<unknown> => {
    const response = await fetch(url + path, { method: "POST", body: JSON.stringify(body) });
    return response.json();
  };
  return { url, child, folder, post };
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), "tron-node-"));
}

/** Ends the node with this signal and waits for its exit. */
export async function endTronNode({ child }: TronNode, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}

/** Ends the node and deletes its files. */
export async function removeTronNode(node: TronNode): Promise<void> {
  await endTronNode(node);
  rmSync(node.folder, { recursive: true, force: true });
}

/** Returns the child processes of a process from /proc; none on systems without /proc. */
export function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** Returns whether the process runs; a zombie does not count. */
export function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

const sandbox = z.object({
  genesisHash: z.string(),
  faucet: z.string(),
  tokens: z.record(z.string(), z.object({ address: z.string(), decimals: z.number() })),
});

export async function describeSandbox(node: TronNode): Promise<z.infer<typeof sandbox> & { readonly usdt: string }> {
  const described = sandbox.parse(await node.post("/sandbox/describe"));
  return { ...described, usdt: described.tokens["USDT"]?.address ?? "" };
}

export async function mine(node: TronNode, blocks = 1): Promise<void> {
  await node.post("/sandbox/mine", { blocks });
}

type Output = { readonly to: string; readonly contract: string | null; readonly units: string };

/** Makes the faucet pay. Returns the transaction id. */
export async function give(node: TronNode, outputs: readonly Output[], fails = false): Promise<string> {
  const answer = await node.post("/sandbox/send", { outputs, ...(fails ? { fails } : {}) });
  return z.object({ transactionId: z.string() }).parse(answer).transactionId;
}

const block = z.object({
  blockID: z.string(),
  block_header: z.object({
    raw_data: z.object({ number: z.number().default(0), timestamp: z.number(), parentHash: z.string() }),
  }),
  transactions: z.array(z.object({ txID: z.string() })).default([]),
});

export type Block = { number: number; id: string; timestamp: number; parent: string; transactions: string[] };

function readBlock(json: unknown): Block {
  const { blockID, block_header: header, transactions } = block.parse(json);
  const { number, timestamp, parentHash } = header.raw_data;
  return { number, timestamp, id: blockID, parent: parentHash, transactions: transactions.map(({ txID }) => txID) };
}

export async function headOf(node: TronNode, api = "wallet"): Promise<Block> {
  return readBlock(await node.post(`/${api}/getnowblock`));
}

export async function blocksBetween(node: TronNode, startNum: number, endNum: number): Promise<Block[]> {
  const answer = await node.post("/wallet/getblockbylimitnext", { startNum, endNum });
  return z
    .object({ block: z.array(z.unknown()) })
    .parse(answer)
    .block.map(readBlock);
}

const info = z.object({
  fee: z.number().default(0),
  blockNumber: z.number(),
  result: z.string().optional(),
  receipt: z.object({
    energy_fee: z.number().default(0),
    energy_usage_total: z.number().default(0),
    net_usage: z.number().default(0),
    net_fee: z.number().default(0),
    result: z.string().optional(),
  }),
  log: z.array(z.object({ address: z.string(), topics: z.array(z.string()), data: z.string() })).default([]),
});

export async function infoOf(node: TronNode, value: string): Promise<z.infer<typeof info>> {
  return info.parse(await node.post("/wallet/gettransactioninfobyid", { value }));
}

/** Returns TRX in sun; undefined for an account that does not exist. */
export async function balanceOf(node: TronNode, address: string, api = "wallet"): Promise<number | undefined> {
  const answer = await node.post(`/${api}/getaccount`, { address, visible: true });
  const account = z.object({ address: z.string().optional(), balance: z.number().default(0) }).parse(answer);
  return account.address === undefined ? undefined : account.balance;
}

/** Returns an owner's balance as the token reports it. */
export async function tokenBalance(node: TronNode, token: string, owner: string, api = "wallet"): Promise<bigint> {
  const answer = await node.post(`/${api}/triggerconstantcontract`, {
    owner_address: owner,
    contract_address: token,
    function_selector: "balanceOf(address)",
    parameter: TronWeb.address.toHex(owner).slice(2).padStart(64, "0"),
    visible: true,
  });
  const { constant_result: result } = z.object({ constant_result: z.array(z.string()) }).parse(answer);
  return BigInt(`0x${result[0]}`);
}
