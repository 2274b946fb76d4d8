import type { BlockReference } from "@/lib/chains/facts";

/**
 * JSON-RPC answers, reduced to the fields in use and validated while reading: an unexpected answer
 * must fail here, not later as a wrong amount.
 */
export type RpcTransaction = {
  readonly hash: string;
  readonly from: string;
  /** Null for a contract creation. */
  readonly to: string | null;
  readonly value: bigint;
};

export type RpcBlock = {
  readonly reference: BlockReference;
  readonly baseFeeUnits: bigint | null;
  /** Null from nodes that omit it. */
  readonly logsBloom: string | null;
};

export type RpcLog = {
  readonly contract: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockHash: string;
  readonly transactionId: string;
  readonly logIndex: number;
};

export type RpcReceipt = {
  readonly transactionId: string;
  readonly blockHash: string;
  readonly succeeded: boolean;
  /**
   * The total cost: gas used at the effective price, plus the data fee of an OP Stack rollup
   * (`l1Fee`). Arbitrum's data fee is part of the gas used (`gasUsedForL1` repeats a part of it).
   * Null from nodes that omit the price, and where a rollup also charges an operator fee: its
   * formula changes with upgrades (Isthmus, Jovian), and a receipt does not say which applied.
   */
  readonly feeUnits: bigint | null;
  /**
   * The part for data on another chain, as an OP Stack rollup reports it; null where the receipt
   * has none.
   */
  readonly dataFeeUnits: bigint | null;
};

type Fields = Readonly<Record<string, unknown>>;

export function quantity(value: unknown): bigint {
  if (typeof value !== "string" || !/^0x[0-9a-fA-F]+$/.test(value)) throw malformed("a quantity", value);
  return BigInt(value);
}

/** Heights, log positions and times: small numbers, rejected when they are not exact. */
export function smallQuantity(value: unknown): number {
  const exact = quantity(value);
  if (exact > BigInt(Number.MAX_SAFE_INTEGER)) throw malformed("a small quantity", value);
  return Number.parseInt(exact.toString(), 10);
}

/** Without its transactions, which are a list. */
export function decodeBlock(value: unknown): RpcBlock {
  const fields = object(value);
  list(fields.transactions);
  return {
    reference: {
      height: smallQuantity(fields.number),
      hash: hash(fields.hash),
      parentHash: hash(fields.parentHash),
      time: new Date(smallQuantity(fields.timestamp) * 1000),
    },
    baseFeeUnits: fields.baseFeePerGas == null ? null : quantity(fields.baseFeePerGas),
    logsBloom: fields.logsBloom == null ? null : bytes(fields.logsBloom),
  };
}

export function decodeTransaction(value: unknown): RpcTransaction {
  const fields = object(value);
  return {
    hash: hash(fields.hash),
    from: address(fields.from),
    to: fields.to == null ? null : address(fields.to),
    value: quantity(fields.value),
  };
}

export function decodeLog(value: unknown): RpcLog {
  const fields = object(value);
  return {
    contract: address(fields.address),
    topics: list(fields.topics).map(hash),
    data: bytes(fields.data),
    blockHash: hash(fields.blockHash),
    transactionId: hash(fields.transactionHash),
    logIndex: smallQuantity(fields.logIndex),
  };
}

/** Without its logs, which are a list. */
export function decodeReceipt(value: unknown): RpcReceipt {
  const fields = object(value);
  list(fields.logs);
  return {
    transactionId: hash(fields.transactionHash),
    blockHash: hash(fields.blockHash),
    succeeded: quantity(fields.status) === 1n,
    feeUnits: feeOf(fields),
    dataFeeUnits: fields.l1Fee == null ? null : quantity(fields.l1Fee),
  };
}

function feeOf({ gasUsed, effectiveGasPrice, l1Fee, operatorFeeScalar, operatorFeeConstant }: Fields): bigint | null {
  if (effectiveGasPrice == null) return null;
  if ([operatorFeeScalar, operatorFeeConstant].some((part) => part != null && quantity(part) > 0n)) return null;
  return quantity(gasUsed) * quantity(effectiveGasPrice) + (l1Fee == null ? 0n : quantity(l1Fee));
}

export function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw malformed("a list", value);
  return value;
}

export function bytes(value: unknown): `0x${string}` {
  if (typeof value !== "string" || !/^0x([0-9a-fA-F]{2})*$/.test(value)) throw malformed("bytes", value);
  return value as `0x${string}`;
}

export function hash(value: unknown): string {
  if (typeof value !== "string" || !/^0x[0-9a-fA-F]{64}$/.test(value)) throw malformed("a hash", value);
  return value.toLowerCase();
}

function address(value: unknown): string {
  if (typeof value !== "string" || !/^0x[0-9a-fA-F]{40}$/.test(value)) throw malformed("an address", value);
  return value.toLowerCase();
}

function object(value: unknown): Fields {
  if (typeof value !== "object" || value === null) throw malformed("an object", value);
  return value as Fields;
}

function malformed(expected: string, value: unknown): Error {
  return new Error(`the node sent no ${expected.replace(/^an? /, "")}: ${String(JSON.stringify(value)).slice(0, 80)}`);
}
