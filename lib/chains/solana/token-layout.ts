import { base58 } from "@scure/base";

/**
 * Layout of the token programs' accounts: the same first bytes in both, followed by extensions in
 * Token-2022.
 */
const MINT_BYTES = 82;
const TOKEN_ACCOUNT_BYTES = 165;
const EXTENSIONS_START = 166;
/** A multisig owner of token accounts, which has no type marker. */
const MULTISIG_BYTES = 355;
const KEY_BYTES = 32;

const MINT = { decimals: 44, isInitialized: 45 };
const ACCOUNT = { owner: 32, amount: 64, state: 108, isNative: 109, hasCloser: 129 };
const USABLE = 1;

/** Numbers of Token-2022's list of extensions. */
const EXTENSION = {
  transferFee: 1,
  nonTransferable: 9,
  transferHook: 14,
  confidentialFee: 16,
  metadata: 19,
  pausable: 26,
} as const;
/**
 * Bytes that each token account needs for an extension of the mint, including its four-byte header.
 */
const ACCOUNT_EXTENSION_BYTES: ReadonlyMap<number, number> = new Map([
  [EXTENSION.transferFee, 12],
  [EXTENSION.nonTransferable, 4],
  [EXTENSION.transferHook, 5],
  [EXTENSION.confidentialFee, 68],
  [EXTENSION.pausable, 4],
]);
/** Token-2022 account extensions that do not prevent closing. */
const HARMLESS_IN_ACCOUNT: ReadonlySet<number> = new Set([
  7, // its owner never changes
  15, // a transfer is running a hook
  27, // its mint can be paused
]);
/** Fees that transfers left on the account: it cannot be closed before they are collected. */
const WITHHELD_FEES = 2;
const TRANSFER_FEE = { older: 72, newer: 90 };
const HOOK_PROGRAM = 32;
const METADATA_NAME = 64;

export type TokenAccount = {
  readonly address: string;
  readonly mint: string;
  readonly owner: string;
  readonly units: bigint;
  /** Initialized, and not frozen by the mint's authority. */
  readonly isUsable: boolean;
  /** Its owner may close it once it is empty. */
  readonly isClosable: boolean;
};

export type Mint = {
  readonly decimals: number;
  /** Why a transfer would not simply move the amount; null when it does. */
  readonly peculiarity: string | null;
  /** Size of a new token account, created by the associated token account program. */
  readonly accountBytes: number;
  /** From the mint itself, where Token-2022 stores it; null elsewhere. */
  readonly symbol: string | null;
};

/** @throws Error when the data is not a token account */
export function decodeTokenAccount(address: string, data: Uint8Array): TokenAccount {
  if (data.length < TOKEN_ACCOUNT_BYTES) throw new Error(`${address} holds no token account`);
  return {
    address,
    mint: keyAt(data, 0),
    owner: keyAt(data, ACCOUNT.owner),
    units: viewOf(data).getBigUint64(ACCOUNT.amount, true),
    isUsable: data[ACCOUNT.state] === USABLE,
    isClosable: isClosable(data),
  };
}

/**
 * False when its former owner kept that right, it holds its tokens as lamports, or an extension may
 * forbid it.
 */
function isClosable(data: Uint8Array): boolean {
  const view = viewOf(data);
  const isPlain = view.getUint32(ACCOUNT.isNative, true) === 0 && view.getUint32(ACCOUNT.hasCloser, true) === 0;
  return isPlain && [...readExtensions(data)].every(([type, content]) => isHarmless(type, content));
}

function isHarmless(type: number, content: Uint8Array): boolean {
  return type === WITHHELD_FEES ? content.every((byte) => byte === 0) : HARMLESS_IN_ACCOUNT.has(type);
}

/** Returns null when the data is not a mint. */
export function decodeMint(data: Uint8Array, isExtended: boolean): Mint | null {
  const isMint = data.length === MINT_BYTES || (data.length !== MULTISIG_BYTES && data[TOKEN_ACCOUNT_BYTES] === 1);
  const decimals = data[MINT.decimals];
  if (!isMint || decimals === undefined || data[MINT.isInitialized] !== 1) return null;
  const extensions = readExtensions(data);
  const metadata = extensions.get(EXTENSION.metadata);
  return {
    decimals,
    peculiarity: peculiarityOf(extensions),
    accountBytes: isExtended ? extendedBytes(extensions) : TOKEN_ACCOUNT_BYTES,
    symbol: metadata === undefined ? null : (readTexts(metadata, METADATA_NAME, 2)[1] ?? null),
  };
}

/**
 * Reads texts that are each preceded by a four-byte length, as in both forms of metadata. Stops
 * where the data ends.
 */
export function readTexts(data: Uint8Array, start: number, count: number): readonly string[] {
  const texts: string[] = [];
  let at = start;
  while (texts.length < count && at + 4 <= data.length) {
    const length = viewOf(data).getUint32(at, true);
    if (at + 4 + length > data.length) break;
    texts.push(
      new TextDecoder()
        .decode(data.subarray(at + 4, at + 4 + length))
        .replaceAll("\0", "")
        .trim(),
    );
    at += 4 + length;
  }
  return texts;
}

/**
 * Token-2022 marks associated accounts as having an immutable owner, and adds the account data of
 * each of the mint's extensions.
 */
function extendedBytes(extensions: ReadonlyMap<number, Uint8Array>): number {
  const more = [...extensions.keys()].map((type) => ACCOUNT_EXTENSION_BYTES.get(type) ?? 0);
  return more.reduce((sum, bytes) => sum + bytes, EXTENSIONS_START + 4);
}

function peculiarityOf(extensions: ReadonlyMap<number, Uint8Array>): string | null {
  const fee = extensions.get(EXTENSION.transferFee);
  if (fee !== undefined && hasTransferFee(fee)) return "it keeps a part of each transfer as its own fee";
  if (extensions.has(EXTENSION.nonTransferable)) return "it cannot be transferred";
  const hook = extensions.get(EXTENSION.transferHook);
  if (hook?.subarray(HOOK_PROGRAM, HOOK_PROGRAM + KEY_BYTES).some((byte) => byte !== 0)) {
    return "each transfer runs a program of its issuer";
  }
  return null;
}

/**
 * Basis points of the current fee and of the next one: both must be zero, whichever applies by
 * then.
 */
function hasTransferFee(data: Uint8Array): boolean {
  const view = viewOf(data);
  const rateEnds = [TRANSFER_FEE.older + 16, TRANSFER_FEE.newer + 16];
  return rateEnds.some((at) => at + 2 <= data.length && view.getUint16(at, true) > 0);
}

/** Type and length in two bytes each, followed by the content. */
function readExtensions(data: Uint8Array): ReadonlyMap<number, Uint8Array> {
  const found = new Map<number, Uint8Array>();
  let at = EXTENSIONS_START;
  while (at + 4 <= data.length) {
    const [type, length] = [viewOf(data).getUint16(at, true), viewOf(data).getUint16(at + 2, true)];
    if (type === 0 || at + 4 + length > data.length) break;
    found.set(type, data.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return found;
}

function keyAt(data: Uint8Array, at: number): string {
  return base58.encode(data.subarray(at, at + KEY_BYTES));
}

function viewOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}
