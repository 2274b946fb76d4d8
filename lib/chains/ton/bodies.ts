import { type Address, beginCell, type Cell, type Slice } from "@ton/core";
import { toAccountText } from "@/lib/chains/ton/config";

/** TEP-74. */
const TRANSFER = 0x0f8a7ea5;
const INTERNAL_TRANSFER = 0x178d4519;
const TRANSFER_NOTIFICATION = 0x7362d09c;
const EXCESSES = 0xd53276db;
const COMMENT = 0;
const OPERATION_BITS = 32;

/** No memo is longer than this. */
const COMMENT_BYTES_MAX = 1_024;

/**
 * One nanoton: a token wallet notifies its owner of a deposit only if some value is attached for
 * that.
 */
const FORWARD_UNITS = 1n;

/** The purpose of a message, as far as this driver distinguishes them. */
export type Purpose = "token-transfer" | "token-arrival" | "token-notification" | "excess" | "other";

const PURPOSES: ReadonlyMap<number, Purpose> = new Map([
  [TRANSFER, "token-transfer"],
  [INTERNAL_TRANSFER, "token-arrival"],
  [TRANSFER_NOTIFICATION, "token-notification"],
  [EXCESSES, "excess"],
]);

export function purposeOf(body: Cell): Purpose {
  const slice = body.beginParse(true);
  if (slice.remainingBits < OPERATION_BITS) return "other";
  return PURPOSES.get(slice.loadUint(OPERATION_BITS)) ?? "other";
}

/** Encodes a text for the recipient, over as many cells as it needs; an empty cell without one. */
export function encodeComment(memo: string | null): Cell {
  if (memo === null) return beginCell().endCell();
  return beginCell().storeUint(COMMENT, OPERATION_BITS).storeStringTail(memo).endCell();
}

/** Returns null when the message contains no readable text. */
export function readComment(body: Slice): string | null {
  if (body.remainingBits < OPERATION_BITS || body.loadUint(OPERATION_BITS) !== COMMENT) return null;
  const parts: Buffer[] = [];
  let size = 0;
  for (
    let part: Slice | null = body;
    part !== null;
    part = part.remainingRefs > 0 ? part.loadRef().beginParse() : null
  ) {
    if (part.remainingBits % 8 !== 0) return null;
    size += part.remainingBits / 8;
    if (size > COMMENT_BYTES_MAX) return null;
    parts.push(part.loadBuffer(part.remainingBits / 8));
  }
  return decodeText(Buffer.concat(parts));
}

export type TokenTransfer = {
  readonly units: bigint;
  readonly to: Address;
  /** Receives the excess of the attached value. */
  readonly owner: Address;
  readonly memo: string | null;
};

/** Encodes the instruction to our own token wallet to send tokens (TEP-74). */
export function encodeTokenTransfer({ units, to, owner, memo }: TokenTransfer): Cell {
  const transfer = beginCell()
    .storeUint(TRANSFER, OPERATION_BITS)
    .storeUint(0, 64)
    .storeCoins(units)
    .storeAddress(to)
    .storeAddress(owner)
    .storeMaybeRef(null)
    .storeCoins(FORWARD_UNITS);
  if (memo === null) return transfer.storeBit(false).endCell();
  return transfer.storeBit(true).storeRef(encodeComment(memo)).endCell();
}

/**
 * The API's notation for the operation of a message that delivers tokens to the recipient's token
 * wallet.
 */
export const TOKEN_ARRIVAL_TEXT = `0x${INTERNAL_TRANSFER.toString(16).padStart(8, "0")}`;

/** An incoming token transfer. */
export type TokenNotification = {
  readonly units: bigint;
  /** The previous owner of the tokens. */
  readonly from: string | null;
  readonly memo: string | null;
};

/**
 * Decodes a token wallet's notification to its owner; null when it is malformed. Does not check
 * whether it can be trusted.
 */
export function decodeTokenNotification(body: Cell): TokenNotification | null {
  return decodeTokenMessage(body, TRANSFER_NOTIFICATION, () => {});
}

/** Decodes the message between two token wallets; null when it is malformed. */
export function decodeTokenArrival(body: Cell): TokenNotification | null {
  return decodeTokenMessage(body, INTERNAL_TRANSFER, (slice) => {
    slice.loadMaybeAddress();
    slice.loadCoins();
  });
}

function decodeTokenMessage(body: Cell, operation: number, skipOwn: (slice: Slice) => void): TokenNotification | null {
  try {
    const slice = body.beginParse(true);
    if (slice.loadUint(OPERATION_BITS) !== operation) return null;
    slice.skip(64);
    const units = slice.loadCoins();
    const sender = slice.loadMaybeAddress();
    skipOwn(slice);
    return { units, from: sender === null ? null : toAccountText(sender), memo: readForwarded(slice) };
  } catch {
    return null;
  }
}

/**
 * The payer's comment, in the same cell or in a separate one; even if it is malformed, the tokens
 * have arrived.
 */
function readForwarded(slice: Slice): string | null {
  try {
    const isApart = slice.loadBit();
    return readComment(isApart ? slice.loadRef().beginParse() : slice);
  } catch {
    return null;
  }
}

function decodeText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text === "" || text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}
