import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, concatBytes } from "@noble/hashes/utils.js";

/** More items than any transaction has. */
const LENGTH_MAX = 1_000_000n;
const VARINT_BYTES_MAX = 10;

/** Reads Monero's binary format from the start. Every method throws at the end of the bytes. */
type ByteReader = {
  readonly byte: () => number;
  /** Seven bits per byte, lowest first. */
  readonly number: () => bigint;
  /** A number that counts the items after it. */
  readonly length: () => number;
  readonly take: (count: number) => Uint8Array;
  /** A list with its length in front. */
  readonly times: <Item>(read: () => Item) => Item[];
  readonly position: () => number;
  readonly isAtEnd: () => boolean;
};

export function createByteReader(bytes: Uint8Array): ByteReader {
  let at = 0;
  const take = (count: number): Uint8Array => {
    if (at + count > bytes.length) throw new Error("the bytes end too early");
    at += count;
    return bytes.slice(at - count, at);
  };
  const byte = (): number => take(1)[0] ?? 0;
  const number = (): bigint => {
    let value = 0n;
    for (let index = 0n; index < VARINT_BYTES_MAX; index += 1n) {
      const part = byte();
      value |= BigInt(part & 0x7f) << (7n * index);
      if (part < 0x80) return value;
    }
    throw new Error("a number without an end");
  };
  const length = (): number => {
    const value = number();
    if (value > LENGTH_MAX) throw new Error(`${value} of something`);
    return Number.parseInt(value.toString(), 10);
  };
  return {
    byte,
    number,
    length,
    take,
    times: (read) => Array.from({ length: length() }, read),
    position: () => at,
    isAtEnd: () => at >= bytes.length,
  };
}

/** Kinds of inputs and outputs (cryptonote_basic.h). */
const COINBASE_INPUT = 0xff;
const KEY_INPUT = 0x02;
const KEY_OUTPUT = 0x02;
const TAGGED_KEY_OUTPUT = 0x03;

/**
 * Signature types in use since 2020: CLSAG with Bulletproofs, then with Bulletproofs+ (rctTypes.h).
 */
const RING_TYPES: readonly number[] = [5, 6];

export type RawOutput = {
  /** One-time key of the recipient. */
  readonly key: string;
  /** The amount, encrypted for everyone but sender and recipient; eight bytes. */
  readonly hiddenAmount: Uint8Array;
  readonly commitment: string;
};

/** A transaction as decoded from its own bytes. */
export type RawTransaction = {
  readonly transactionId: string;
  readonly unlockTime: bigint;
  /**
   * Published for each output that it spends: no other transaction with the same key image can ever
   * be included.
   */
  readonly keyImages: readonly string[];
  readonly outputs: readonly RawOutput[];
  readonly extra: Uint8Array;
  readonly feeUnits: bigint;
};

/**
 * The parts that can be read without knowing every signature type: also of old transactions and of
 * pruned ones.
 */
export type TransactionHead = Pick<RawTransaction, "keyImages"> & {
  /** Null for a coinbase, and before amounts were encrypted. */
  readonly feeUnits: bigint | null;
};

/** @throws Error for bytes that are not a transaction */
export function readTransactionHead(bytes: Uint8Array): TransactionHead {
  const reader = createByteReader(bytes);
  const { version, keyImages } = readPrefix(reader);
  const hasFee = version === 2n && reader.byte() !== 0;
  return { keyImages, feeUnits: hasFee ? reader.number() : null };
}

/**
 * Reads a whole current transaction; its proofs are not verified, which nodes do. @throws Error for
 * other bytes
 */
export function readTransaction(bytes: Uint8Array): RawTransaction {
  const reader = createByteReader(bytes);
  const { version, unlockTime, keyImages, outputKeys, extra } = readPrefix(reader);
  const prefixEnd = reader.position();
  const type = reader.byte();
  if (version !== 2n || !RING_TYPES.includes(type)) throw new Error(`a transaction of kind ${version}.${type}`);
  const feeUnits = reader.number();
  const hiddenAmounts = outputKeys.map(() => reader.take(8));
  const commitments = outputKeys.map(() => bytesToHex(reader.take(32)));
  const parts = [bytes.slice(0, prefixEnd), bytes.slice(prefixEnd, reader.position()), bytes.slice(reader.position())];
  return {
    transactionId: bytesToHex(keccak_256(concatBytes(...parts.map((part) => keccak_256(part))))),
    unlockTime,
    keyImages,
    outputs: outputKeys.map((key, index) => ({
      key,
      hiddenAmount: hiddenAmounts[index] ?? new Uint8Array(),
      commitment: commitments[index] ?? "",
    })),
    extra,
    feeUnits,
  };
}

function readPrefix(reader: ByteReader) {
  const version = reader.number();
  const unlockTime = reader.number();
  const keyImages = reader.times(() => readInput(reader)).flat();
  const outputKeys = reader.times(() => readOutput(reader));
  return { version, unlockTime, keyImages, outputKeys, extra: reader.take(reader.length()) };
}

function readInput(reader: ByteReader): readonly string[] {
  const kind = reader.byte();
  if (kind === COINBASE_INPUT) {
    reader.number();
    return [];
  }
  if (kind !== KEY_INPUT) throw new Error(`an input of kind ${kind}`);
  reader.number();
  reader.times(() => reader.number());
  return [bytesToHex(reader.take(32))];
}

function readOutput(reader: ByteReader): string {
  reader.number();
  const kind = reader.byte();
  if (kind !== KEY_OUTPUT && kind !== TAGGED_KEY_OUTPUT) throw new Error(`an output of kind ${kind}`);
  const key = bytesToHex(reader.take(32));
  if (kind === TAGGED_KEY_OUTPUT) reader.byte();
  return key;
}
