import type { AddressInspection } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import type { Asset } from "@/lib/chains/facts";
import { sameAccountText } from "@/lib/chains/ton/config";
import { readTokenWallet, readTokenWalletData } from "@/lib/chains/ton/getters";
import { type AccountState, readAccountState, type TonNode } from "@/lib/chains/ton/ton-node";
import { balanceChange, readTransactions, type TonTransaction } from "@/lib/chains/ton/transactions";

/** There are rarely more transactions newer than the last read block. */
const PAGE = 100;

/**
 * Returns an account's balance after a block: the current balance, minus what each of its
 * transactions in newer blocks changed. A node has no historical states, but all transactions. One
 * request per hundred newer transactions, so this is for heights close to the head.
 *
 * @throws ChainInconsistentError when the node's transactions did not lead to the state it shows
 */
export async function readBalanceAt(
  node: TonNode,
  account: string,
  height: number,
  signal: AbortSignal,
): Promise<bigint> {
  let { balance, lastLt } = await readAccountState(node, account, signal);
  while (lastLt > 0n) {
    const newest = await readUpTo(node, account, lastLt, signal);
    for (const transaction of newest) {
      if (transaction.lt !== lastLt) throw new ChainInconsistentError(`${node.name} skips a transaction of ${account}`);
      if (transaction.height <= height) return balance;
      balance -= balanceChange(transaction);
      lastLt = transaction.previousLt;
    }
    if (newest.length === 0) throw new ChainInconsistentError(`${node.name} lacks transactions of ${account}`);
  }
  return balance;
}

/** Returns an account's transactions back to a given one, newest first. */
async function readUpTo(
  node: TonNode,
  account: string,
  lastLt: bigint,
  signal: AbortSignal,
): Promise<readonly TonTransaction[]> {
  const query = { account, end_lt: lastLt.toString(), limit: PAGE, sort: "desc" };
  return readTransactions(node, "/api/v3/transactions", query, signal);
}

/** Code hashes of common user wallets: their owner can spend whatever arrives. */
const WALLET_VERSIONS: ReadonlyMap<string, string> = new Map([
  ["a0cfc2c48aee16a271f2cfc0b7382d81756cecb1017d077faaab3bb602f6868c", "V1R1"],
  ["d4902fcc9fad74698fa8e353220a68da0dcf72e32bcb2eb9ee04217c17d3062c", "V1R2"],
  ["587cc789eff1c84f46ec3797e45fc809a14ff5ae24f1e0c7a6a99cc9dc9061ff", "V1R3"],
  ["5c9a5e68c108e18721a07c42f9956bfb39ad77ec6d624b60c576ec88eee65329", "V2R1"],
  ["fe9530d3243853083ef2ef0b4c2908c0abf6fa1c31ea243aacaa5bf8c7d753f1", "V2R2"],
  ["b61041a58a7980b946e8fb9e198e3c904d24799ffa36574ea4251c41a566f581", "V3R1"],
  ["84dafa449f98a6987789ba232358072bc0f76dc4524002a5d0918b9a75d2d599", "V3R2"],
  ["64dd54805522c5be8a9db59cea0105ccf0d08786ca79beb8cb79e880a8d7322d", "V4R1"],
  ["feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0", "V4R2"],
  ["f3d7ca53493deedac28b381986a849403cbac3d2c584779af081065af0ac4b93", "V5 beta"],
  ["20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f", "V5R1"],
]);

/**
 * In TON after the block of that height, or as of now (null). Token balances are always current,
 * whatever the height: no node reports a contract's historical answers. An undeployed token wallet
 * holds none.
 */
export async function readBalance(
  node: TonNode,
  { address, asset, atHeight }: { readonly address: string; readonly asset: Asset; readonly atHeight: number | null },
  signal: AbortSignal,
): Promise<bigint> {
  const account = sameAccountText(address);
  if (asset.kind === "native") {
    if (atHeight !== null) return readBalanceAt(node, account, atHeight, signal);
    return (await readAccountState(node, account, signal)).balance;
  }
  const wallet = await readTokenWallet(node, asset.contract, account, signal);
  if (wallet === null) return 0n;
  return (await readTokenWalletData(node, wallet, signal))?.units ?? 0n;
}

export async function readInspection(node: TonNode, address: string, signal: AbortSignal): Promise<AddressInspection> {
  const state = await readAccountState(node, sameAccountText(address), signal);
  return { kind: kindOf(state), active: state.status === "active" };
}

/**
 * It is unknown what will be deployed at an address without a contract; it may well be a wallet.
 */
function kindOf({ status, codeHash }: AccountState): AddressInspection["kind"] {
  if (status !== "active") return "unknown";
  return codeHash !== null && WALLET_VERSIONS.has(codeHash) ? "account" : "contract";
}
