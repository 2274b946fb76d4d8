import type { AddressInspection, AssetDescription } from "@/lib/chains/driver";
import type { Asset, BlockReference } from "@/lib/chains/facts";
import type { Failover } from "@/lib/chains/failover";
import { readHead } from "@/lib/chains/tron/blocks";
import { toHexAddress } from "@/lib/chains/tron/config";
import { list, object, objectOrNothing, text, units } from "@/lib/chains/tron/decode";
import type { TronNode } from "@/lib/chains/tron/http-node";
import { callConstant, encodeBalanceOf, encodeView, readText, readWord } from "@/lib/chains/tron/trc20";

/** A block comes every three seconds; with a head this old the other nodes are worth querying. */
const HEAD_AGE_MAX_MS = 30_000;

/** Fewer blocks behind the others is normal propagation delay. */
const LAG_BLOCKS_MAX = 5;

/**
 * Returns the head from a node that is in sync. A node that stopped following the chain still
 * answers every call, so no error would make the failover leave it: an old head is compared with
 * those of the other nodes.
 */
export function readFreshHead(nodes: Failover<TronNode>, signal: AbortSignal): Promise<BlockReference> {
  return nodes.call(async (node) => {
    const head = await readHead(node, "wallet", signal);
    if (nodes.size === 1 || Date.now() - head.time.getTime() <= HEAD_AGE_MAX_MS) return head;
    const heads = await nodes.each((other) => readHead(other, "wallet", signal), signal);
    const highest = Math.max(...heads.map((said) => ("answer" in said ? said.answer.height : 0)));
    const lagBlocks = highest - head.height;
    if (lagBlocks > LAG_BLOCKS_MAX) throw new Error(`${node.name} lags ${lagBlocks} blocks behind`);
    return head;
  }, signal);
}

const SYMBOL_CHARACTERS_MAX = 32;

/**
 * Returns the current balance: a TRON node stores no historical states. An account that was never
 * paid holds nothing.
 */
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

/** Returns null when no contract at the address answers like a TRC-20 token. */
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

/**
 * An address without an account costs its first payer extra; contracts have their own account type.
 */
export async function readInspection(node: TronNode, address: string, signal: AbortSignal): Promise<AddressInspection> {
  const account = await readAccount(node, address, signal);
  if (account?.type === "Contract") return { kind: "contract", active: true };
  const contract = objectOrNothing(await node.ask("wallet/getcontract", { value: toHexAddress(address) }, signal));
  return { kind: contract === null ? "account" : "contract", active: account !== null };
}

/** Returns whether a transfer of TRX to it would create the account. */
export async function isInactive(node: TronNode, address: string, signal: AbortSignal): Promise<boolean> {
  return (await readAccount(node, address, signal)) === null;
}

async function readAccount(node: TronNode, address: string, signal: AbortSignal) {
  return objectOrNothing(await node.ask("wallet/getaccount", { address: toHexAddress(address) }, signal));
}

/** Prices set by votes of the block producers, in sun. */
export type Prices = {
  readonly perEnergy: bigint;
  readonly perByte: bigint;
  /** Burnt for a transfer of TRX to an address without an account. */
  readonly newAccount: bigint;
  /** Burnt in addition, unless the sender has staked bandwidth for the transaction. */
  readonly newAccountBandwidth: bigint;
};

/**
 * What an account can currently use without burning TRX. Bandwidth is taken entirely from one of
 * the two, or paid for entirely.
 */
export type Resources = { readonly stakedBytes: bigint; readonly freeBytes: bigint; readonly energy: bigint };

export async function readPrices(node: TronNode, signal: AbortSignal): Promise<Prices> {
  const answer = object(await node.ask("wallet/getchainparameters", {}, signal));
  const parameters = list(answer.chainParameter).map(object);
  const valueByKey = new Map(parameters.map(({ key, value }) => [text(key), value]));
  const price = (key: string): bigint => {
    if (!valueByKey.has(key)) throw new Error(`${node.name} tells no ${key}`);
    return units(valueByKey.get(key));
  };
  return {
    perEnergy: price("getEnergyFee"),
    perByte: price("getTransactionFee"),
    newAccount: price("getCreateNewAccountFeeInSystemContract"),
    newAccountBandwidth: price("getCreateAccountFee"),
  };
}

/** Returns zero for everything when the address has no account. */
export async function readResources(node: TronNode, address: string, signal: AbortSignal): Promise<Resources> {
  const question = { address: toHexAddress(address) };
  const fields = object(await node.ask("wallet/getaccountresource", question, signal));
  return {
    stakedBytes: left(fields.NetLimit, fields.NetUsed),
    freeBytes: left(fields.freeNetLimit, fields.freeNetUsed),
    energy: left(fields.EnergyLimit, fields.EnergyUsed),
  };
}

export function coversBytes({ stakedBytes, freeBytes }: Resources, bytes: bigint): boolean {
  return stakedBytes >= bytes || freeBytes >= bytes;
}

/** A stake may be withdrawn before its usage has recovered. */
function left(limit: unknown, used: unknown): bigint {
  const rest = units(limit) - units(used);
  return rest > 0n ? rest : 0n;
}
