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

/** Numbers of the network's configuration that say what a contract and a message cost. */
const GAS_PARAMETER = 21;
const MASTER_FORWARD_PARAMETER = 24;
const FORWARD_PARAMETER = 25;

const FLAT_GAS = 0xd1;
const GAS = 0xdd;
const GAS_EXTENDED = 0xde;
const FORWARD = 0xea;

/** Prices per bit, cell and unit of gas are fractions of 2^16. */
const FRACTION = 16n;

type Prices = {
  readonly gas: { readonly flatLimit: bigint; readonly flatPrice: bigint; readonly price: bigint };
  readonly forward: { readonly lump: bigint; readonly bit: bigint; readonly cell: bigint };
};

/** What the network asks for now. Validators vote on it, some twice a year. */
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
 * For everything below the message's own cell, which the lump pays for. Equal cells are counted
 * each: never too little.
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

/** Rent since the wallet was last paid for: some 0.0005 TON a year at today's price. */
const RENT_MAX = 2_000_000n;

/**
 * Given to the own wallet of a token. The oldest common contract wants 0.04 TON and fees, to
 * forward, deploy the receiver's wallet and leave it rent; what is not needed comes back. A
 * transfer that fails at the receiver's wallet leaves all of it behind.
 */
const ATTACHED_UNITS = 60_000_000n;
/** What a token transfer keeps of it when it has to deploy the receiver's wallet. */
const ATTACHED_KEPT_UNITS = 25_000_000n;

/**
 * The network has one price for all, set by its validators: every level of priority is the same
 * estimate, and nothing outbids anything. The maximum is for gas and rent that were never seen; the
 * chain itself takes only what is used.
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
  // Any address is as long as that of the token's wallet.
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

/** What the estimate's own text says. */
export function parseTerms(terms: string): { readonly attachedUnits: bigint } {
  const attached = /^attached (\d+)$/.exec(terms)?.[1];
  if (attached === undefined) throw new TypeError("these are no terms of a TON transfer");
  return { attachedUnits: BigInt(attached) };
}

/** A transaction of a block in which an account took in what another one sent. */
export type Taken = { readonly transaction: TonTransaction; readonly block: BlockReference };

/** A transfer, with the transaction that took it in. */
export type Received = { readonly transfer: Transfer; readonly transaction: TonTransaction };

export function isTaken({ inMessage }: TonTransaction): boolean {
  return inMessage !== null && inMessage.source !== null;
}

/**
 * By how much accounts of ours hold less, after these transactions, than what `received` says that
 * came: the gas of a wallet's contract, which runs at each arrival, and the rent that was due.
 * Below zero where something stayed that is no transfer: a token's notification brings a little
 * along. With this a balance is exactly: transfers that came, less these, less the account's own
 * sends with their fees; of which the rest of a transfer of tokens, coming back, is a part.
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
