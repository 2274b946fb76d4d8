import { type Address, beginCell, type Cell, type Slice } from "@ton/core";
import { toAccountText } from "@/lib/chains/ton/config";

/** TEP-74. */
const TRANSFER = 0x0f8a7ea5;
const INTERNAL_TRANSFER = 0x178d4519;
const TRANSFER_NOTIFICATION = 0x7362d09c;
const EXCESSES = 0xd53276db;
const COMMENT = 0;
const OPERATION_BITS = 32;

/** A comment longer than that is nobody's memo. */
const COMMENT_BYTES_MAX = 1_024;

/**
 * One billionth of a TON: a wallet of tokens tells its owner of what arrived only when it has
 * something to tell it with.
 */
const FORWARD_UNITS = 1n;

/** What a message is for, as far as this driver cares. */
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

/** A text for the receiver, over as many cells as it needs; nothing at all without one. */
export function encodeComment(memo: string | null): Cell {
  if (memo === null) return beginCell().endCell();
  return beginCell().storeUint(COMMENT, OPERATION_BITS).storeStringTail(memo).endCell();
}

/** Null when the message carries no readable text. */
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
  /** Where the rest of the attached value comes back to. */
  readonly owner: Address;
  readonly memo: string | null;
};

/** What one's own wallet of a token is told, to send some on (TEP-74). */
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
 * How the API writes the operation of a message that brings tokens to the receiver's wallet of
 * them.
 */
export const TOKEN_ARRIVAL_TEXT = `0x${INTERNAL_TRANSFER.toString(16).padStart(8, "0")}`;

/** Tokens on their way in. */
export type TokenNotification = {
  readonly units: bigint;
  /** Whose tokens they were. */
  readonly from: string | null;
  readonly memo: string | null;
};

/**
 * What a wallet of a token says to its owner; null when it is malformed. Whether it may be believed
 * is another question.
 */
export function decodeTokenNotification(body: Cell): TokenNotification | null {
  return decodeTokenMessage(body, TRANSFER_NOTIFICATION, () => {});
}

/** What one wallet of a token says to another; null when it is malformed. */
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
 * The payer's own words, in the same cell or in one of their own; whatever is wrong with them, the
 * tokens have arrived.
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
