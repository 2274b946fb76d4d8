import type { AddressInspection, AssetDescription } from "@/lib/chains/driver";
import type { Asset } from "@/lib/chains/facts";
import { toHexAddress } from "@/lib/chains/tron/address";
import { callConstant } from "@/lib/chains/tron/constant-call";
import { objectOrNothing, units } from "@/lib/chains/tron/decode";
import type { TronNode } from "@/lib/chains/tron/http-node";
import { encodeBalanceOf, encodeView, readText, readWord } from "@/lib/chains/tron/trc20";

const SYMBOL_CHARACTERS_MAX = 32;

/** Now: a TRON node keeps no states of the past. An account that nobody ever paid holds nothing. */
export async function readBalance(node: TronNode, address: string, asset: Asset, signal: AbortSignal): Promise<bigint> {
  if (asset.kind === "native") return units((await readAccount(node, address, signal))?.balance);
  const { contract } = asset;
  const answer = await callConstant(node, { from: address, contract, data: encodeBalanceOf(address) }, signal);
  const balance = answer.succeeded ? readWord(answer.returned) : null;
  if (balance === null) {
    throw new Error(`${node.name}: ${contract} told no balance${answer.succeeded ? "" : `: ${answer.reason}`}`);
  }
  return balance;
}

/** Null when nothing that answers like a TRC-20 token lives at the contract. */
export async function readTokenDescription(
  node: TronNode,
  contract: string,
  signal: AbortSignal,
): Promise<AssetDescription | null> {
  const decimals = await callConstant(node, { from: contract, contract, data: encodeView("decimals") }, signal);
  const symbol = await callConstant(node, { from: contract, contract, data: encodeView("symbol") }, signal);
  if (!decimals.succeeded || !symbol.succeeded) return null;
  const [places, name] = [readWord(decimals.returned), readText(symbol.returned)];
  if (places === null || places > 255n || name === null) return null;
  return { decimals: Number.parseInt(places.toString(), 10), symbol: name.slice(0, SYMBOL_CHARACTERS_MAX) };
}

/** An address without an account costs its first payer extra; contracts have accounts of their own type. */
export async function readInspection(node: TronNode, address: string, signal: AbortSignal): Promise<AddressInspection> {
  const account = await readAccount(node, address, signal);
  if (account?.type === "Contract") return { kind: "contract", active: true };
  const contract = objectOrNothing(await node.ask("wallet/getcontract", { value: toHexAddress(address) }, signal));
  return { kind: contract === null ? "account" : "contract", active: account !== null };
}

/** Whether a transfer of TRX to it would create the account. */
export async function isInactive(node: TronNode, address: string, signal: AbortSignal): Promise<boolean> {
  return (await readAccount(node, address, signal)) === null;
}

async function readAccount(node: TronNode, address: string, signal: AbortSignal) {
  return objectOrNothing(await node.ask("wallet/getaccount", { address: toHexAddress(address) }, signal));
}
