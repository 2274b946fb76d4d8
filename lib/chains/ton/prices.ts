import type { Cell } from "@ton/core";
import { cell, fields } from "@/lib/chains/ton/decode";
import type { TonNode } from "@/lib/chains/ton/ton-node";

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

export type Prices = {
  readonly gas: { readonly flatLimit: bigint; readonly flatPrice: bigint; readonly price: bigint };
  readonly forward: { readonly lump: bigint; readonly bit: bigint; readonly cell: bigint };
};

/** What the network asks for now. Validators vote on it, some twice a year. */
export async function readPrices(node: TonNode, toMasterchain: boolean, signal: AbortSignal): Promise<Prices> {
  const [gas, forward] = await Promise.all([
    readParameter(node, GAS_PARAMETER, signal),
    readParameter(node, toMasterchain ? MASTER_FORWARD_PARAMETER : FORWARD_PARAMETER, signal),
  ]);
  return { gas: decodeGas(gas), forward: decodeForward(forward) };
}

export function gasFee({ gas }: Prices, units: bigint): bigint {
  if (units <= gas.flatLimit) return gas.flatPrice;
  return gas.flatPrice + shiftUp(gas.price * (units - gas.flatLimit));
}

/** For everything below the message's own cell, which the lump pays for. Equal cells are counted each: never too little. */
export function forwardFee({ forward }: Prices, message: Cell): bigint {
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
