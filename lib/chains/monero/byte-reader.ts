/** More of anything than any transaction has. */
const LENGTH_MAX = 1_000_000n;
const VARINT_BYTES_MAX = 10;

/** Reads Monero's binary form from the front. Every method throws at the end of the bytes. */
export type ByteReader = {
  readonly byte: () => number;
  /** Seven bits a byte, the lowest first. */
  readonly number: () => bigint;
  /** A number that counts what follows. */
  readonly length: () => number;
  readonly take: (count: number) => Uint8Array;
  /** A list behind its length. */
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
