import { beginCell, type Cell, storeMessageRelaxed } from "@ton/core";
import type { BlockReference, ReceiveCost, Transfer } from "@/lib/chains/facts";
import type { FeeEstimate, FeePriority } from "@/lib/chains/spending";
import { accountAt } from "@/lib/chains/ton/config";
import { cell, fields } from "@/lib/chains/ton/decode";
import { findOwnExcess } from "@/lib/chains/ton/origin";
import { readAccountState, type TonNode } from "@/lib/chains/ton/ton-node";
import { balanceChange, type TonTransaction } from "@/lib/chains/ton/transactions";
import {
  encodeExternal,
  encodeRequest,
  messageOf,
  signRequest,
  type WalletCall,
  walletInit,
} from "@/lib/chains/ton/wallet";

/** Network configuration parameters with the prices of contract execution and messages. */
const GAS_PARAMETER = 21;
const MASTER_FORWARD_PARAMETER = 24;
const FORWARD_PARAMETER = 25;

const FLAT_GAS = 0xd1;
const GAS = 0xdd;
const GAS_EXTENDED = 0xde;
const FORWARD = 0xea;

/** Prices per bit, cell and gas unit are fractions of 2^16. */
const FRACTION = 16n;

type Prices = {
  readonly gas: { readonly flatLimit: bigint; readonly flatPrice: bigint; readonly price: bigint };
  readonly forward: { readonly lump: bigint; readonly bit: bigint; readonly cell: bigint };
};

/** Reads the network's current prices. Validators vote on them, about twice a year. */
async function readPrices(node: TonNode, toMasterchain: boolean, signal: AbortSignal): Promise<Prices> {
  const [gas, forward] = await Promise.all([
    readParameter(node, GAS_PARAMETER, signal),
    readParameter(node, toMasterchain ? MASTER_FORWARD_PARAMETER : FORWARD_PARAMETER, signal),
  ]);
  return { gas: decodeGas(gas), forward: decodeForward(forward) };
}

function gasFee({ gas }: Prices, units: bigint): bigint {
  if (units <= gas.flatLimit) return gas.flatPrice;
  return gas.flatPrice + shiftUp(gas.price * (units - gas.flatLimit));
}

/**
 * Prices everything below the message's root cell, which the flat price covers. Equal cells are
 * counted each time: never too little.
 */
function forwardFee({ forward }: Prices, message: Cell): bigint {
  const whole = measure(message);
  const bits = BigInt(whole.bits - message.bits.length);
  return forward.lump + shiftUp(forward.bit * bits + forward.cell * BigInt(whole.cells - 1));
}

async function readParameter(node: TonNode, id: number, signal: AbortSignal): Promise<Cell> {
  const { result } = fields(await node.get("/api/v2/getConfigParam", { config_id: id }, signal));
  return cell(fields(fields(result)["config"])["bytes"]);
}

function decodeGas(parameter: Cell): Prices["gas"] {
  const slice = parameter.beginParse();
  let tag = slice.loadUint(8);
  let flat = { flatLimit: 0n, flatPrice: 0n };
  if (tag === FLAT_GAS) {
    flat = { flatLimit: slice.loadUintBig(64), flatPrice: slice.loadUintBig(64) };
    tag = slice.loadUint(8);
  }
  if (tag !== GAS && tag !== GAS_EXTENDED) throw new TypeError("the node sent no prices of gas");
  return { ...flat, price: slice.loadUintBig(64) };
}

function decodeForward(parameter: Cell): Prices["forward"] {
  const slice = parameter.beginParse();
  if (slice.loadUint(8) !== FORWARD) throw new TypeError("the node sent no prices of messages");
  return { lump: slice.loadUintBig(64), bit: slice.loadUintBig(64), cell: slice.loadUintBig(64) };
}

function measure(root: Cell): { readonly bits: number; readonly cells: number } {
  let [bits, cells] = [root.bits.length, 1];
  for (const child of root.refs) {
    const below = measure(child);
    bits += below.bits;
    cells += below.cells;
  }
  return { bits, cells };
}

function shiftUp(value: bigint): bigint {
  return (value + (1n << FRACTION) - 1n) >> FRACTION;
}

/** The V5R1 contract takes 4,939 for one message; a first request that deploys it takes no more. */
const GAS_EXPECTED = 5_000n;
const GAS_MAX = 10_000n;

/** Storage rent since the wallet's last transaction: some 0.0005 TON a year at today's price. */
const RENT_MAX = 2_000_000n;

/**
 * Attached to the call of our own token wallet. The oldest common contract requires 0.04 TON plus
 * fees, to forward, deploy the recipient's wallet and leave it rent; the excess is returned. A
 * transfer that fails at the recipient's wallet leaves all of it there.
 */
const ATTACHED_UNITS = 60_000_000n;
/** The part that a token transfer uses when it has to deploy the recipient's wallet. */
const ATTACHED_KEPT_UNITS = 25_000_000n;

/**
 * Estimates the fee. The network has a single price, set by its validators: every priority has the
 * same estimate, and nothing outbids anything. The maximum allows for gas and rent that have never
 * been seen; the chain takes only what is used.
 */
export async function readFeeEstimate(
  node: TonNode,
  wanted: WalletCall,
  priority: FeePriority,
  signal: AbortSignal,
): Promise<FeeEstimate> {
  const [prices, { status }] = await Promise.all([
    readPrices(node, accountAt(wanted.to).workChain !== 0, signal),
    readAccountState(node, wanted.from, signal),
  ]);
  const attachedUnits = wanted.contract === null ? 0n : ATTACHED_UNITS;
  // Any address has the same length as the token wallet's.
  const message = messageOf({ ...wanted, attachedUnits, tokenWallet: wanted.contract === null ? null : wanted.from });
  const body = signRequest(encodeRequest({ sequence: 0, validUntil: 0, message }), new Uint8Array(64));
  const init = status === "active" ? null : walletInit(new Uint8Array(32));
  const carried =
    forwardFee(prices, encodeExternal(wanted.from, body, init)) +
    forwardFee(prices, beginCell().store(storeMessageRelaxed(message)).endCell());
  return {
    priority,
    expectedUnits: carried + gasFee(prices, GAS_EXPECTED) + (attachedUnits === 0n ? 0n : ATTACHED_KEPT_UNITS),
    maximumUnits: carried + gasFee(prices, GAS_MAX) + RENT_MAX + attachedUnits,
    terms: `attached ${attachedUnits}`,
  };
}

/** Parses the estimate's own text. */
export function parseTerms(terms: string): { readonly attachedUnits: bigint } {
  const attached = /^attached (\d+)$/.exec(terms)?.[1];
  if (attached === undefined) throw new TypeError("these are no terms of a TON transfer");
  return { attachedUnits: BigInt(attached) };
}

/** A transaction in a block by which an account received a message from another one. */
export type Taken = { readonly transaction: TonTransaction; readonly block: BlockReference };

/** A transfer, with the transaction that received it. */
export type Received = { readonly transfer: Transfer; readonly transaction: TonTransaction };

export function isTaken({ inMessage }: TonTransaction): boolean {
  return inMessage !== null && inMessage.source !== null;
}

/**
 * Returns how much less than the transfers in `received` our accounts hold after these
 * transactions: the gas of a wallet's contract, which runs at each arrival, and the rent due.
 * Negative where an amount stayed that is not a transfer, such as the value attached to a token
 * notification. With this a balance is exactly: incoming transfers, minus these costs, minus the
 * account's own sends with their fees, which include the returned excess of a token transfer.
 */
export async function readCosts(
  node: TonNode,
  taken: readonly Taken[],
  received: readonly Received[],
  signal: AbortSignal,
): Promise<readonly ReceiveCost[]> {
  const came = new Map(
    received.flatMap(({ transfer: { transactionId, asset, units } }) =>
      asset.kind === "native" ? [[transactionId, units] as const] : [],
    ),
  );
  const costs = taken.flatMap(({ transaction, block }) => {
    const units = (came.get(transaction.hash) ?? 0n) - balanceChange(transaction);
    return units === 0n ? [] : [{ transaction, block, units }];
  });
  const changed = costs.map(({ transaction }) => transaction);
  const excesses = await findOwnExcess(node, changed, signal);
  return costs.flatMap(({ transaction: { hash: transactionId, account: address }, block, units }) =>
    excesses.has(transactionId) ? [] : [{ transactionId, address, units, block }],
  );
}
