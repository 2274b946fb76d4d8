/** Starts the TON emulator as a process and uses it like any client, with @ton/ton's wallets. */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { type Address, beginCell, Cell, external, type MessageRelaxed, SendMode, storeMessage } from "@ton/core";
import { keyPairFromSeed } from "@ton/crypto";
import { WalletContractV4, WalletContractV5R1 } from "@ton/ton";
import { z } from "zod";
import { accountShape, transactionsShape } from "./shapes";

const PROGRAM = fileURLToPath(new URL("../../bin.mjs", import.meta.url));
const portLine = z.object({ port: z.number() });
const refusal = z.object({ error: z.string() });
const stackShape = z.object({
  exit_code: z.number(),
  gas_used: z.number(),
  stack: z.array(z.object({ type: z.string(), value: z.string() })),
});

export type TonNode = { url: string; child: ChildProcess };

/** Starts a node on a free port; resolves once it is up. */
export async function startTonNode(...options: string[]): Promise<TonNode> {
  const child = spawn(process.execPath, [PROGRAM, "ton", ...options], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(child.stdout, "data");
  return { child, url: `http://127.0.0.1:${portLine.parse(JSON.parse(String(line))).port}` };
}

/** Ends a node and waits for its exit. */
export async function stopTonNode({ child }: TonNode, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  const gone = once(child, "exit");
  child.kill(signal);
  await gone;
}

/** Returns the response's JSON. @throws Error with status and text of an error response */
export async function call<Shape>(
  node: TonNode,
  path: string,
  shape: z.ZodType<Shape>,
  body?: unknown,
): Promise<Shape> {
  const options = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(`${node.url}${path}`, options);
  const json: unknown = await response.json();
  if (response.ok) return shape.parse(json);
  throw new Error(`${response.status}: ${refusal.parse(json).error}`);
}

export const control = (node: TonNode, path: string, body: unknown) =>
  call(node, `/sandbox/${path}`, z.record(z.string(), z.unknown()), body);

export const mine = (node: TonNode, blocks = 1) => control(node, "mine", { blocks });

export async function transactions(node: TonNode, query: string) {
  return (await call(node, `/api/v3/${query}`, transactionsShape)).transactions;
}

/** Returns an account's transactions, oldest first. */
export const historyOf = (node: TonNode, address: Address) =>
  transactions(node, `transactions?account=${address.toString()}&sort=asc`);

export async function accountOf(node: TonNode, address: Address) {
  const path = `/api/v3/accountStates?address=${address.toRawString()}`;
  return (await call(node, path, z.object({ accounts: z.array(accountShape) }))).accounts[0];
}

export const getMethod = (node: TonNode, address: Address, method: string, stack: unknown[] = []) =>
  call(node, "/api/v3/runGetMethod", stackShape, { address: address.toString(), method, stack });

/** Returns the wallet of `owner` as reported by a jetton's master. */
export async function jettonWalletOf(node: TonNode, master: Address, owner: Address): Promise<Address> {
  const value = beginCell().storeAddress(owner).endCell().toBoc().toString("base64");
  const { stack } = await getMethod(node, master, "get_wallet_address", [{ type: "slice", value }]);
  return Cell.fromBase64(stack[0]?.value ?? "")
    .beginParse()
    .loadAddress();
}

export async function jettonBalanceOf(node: TonNode, wallet: Address): Promise<bigint> {
  const { stack } = await getMethod(node, wallet, "get_wallet_data");
  return BigInt(stack[0]?.value ?? -1);
}

/** A node's clock may have been advanced beyond this machine's. */
const NEVER = 0xffff_ffff;

const keysOf = (name: string) => keyPairFromSeed(createHash("sha256").update(name).digest());

type Order = { seqno: number; messages: MessageRelaxed[]; timeout?: number };

/**
 * Creates a wallet whose key is derived from its name; `sign` builds the external message,
 * including the wallet's code while `seqno` is 0.
 */
export function testWallet(name: string, version: "v4" | "v5" = "v5") {
  const { publicKey, secretKey } = keysOf(name);
  const sendMode = SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS;
  const five = WalletContractV5R1.create({ publicKey });
  const four = WalletContractV4.create({ publicKey, workchain: 0 });
  const wallet = version === "v5" ? five : four;
  const sign = ({ timeout = NEVER, ...order }: Order): Cell => {
    const args = { ...order, secretKey, sendMode, timeout };
    const body = version === "v5" ? five.createTransfer(args) : four.createTransfer(args);
    const init = order.seqno === 0 ? { init: wallet.init } : {};
    return beginCell()
      .store(storeMessage(external({ to: wallet.address, body, ...init })))
      .endCell();
  };
  return { address: wallet.address, sign };
}

const takenShape = z.strictObject({ message_hash: z.string(), message_hash_norm: z.string() });

export const post = (node: TonNode, message: Cell) =>
  call(node, "/api/v3/message", takenShape, { boc: message.toBoc().toString("base64") });
