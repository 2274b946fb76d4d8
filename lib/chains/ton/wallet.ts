import {
  type Address,
  beginCell,
  Cell,
  external,
  internal,
  loadMessage,
  type MessageRelaxed,
  SendMode,
  type StateInit,
  storeMessage,
  storeOutList,
} from "@ton/core";
import { WalletContractV5R1 } from "@ton/ton";
import type { TransferRequest, UnsignedTransfer } from "@/lib/chains/spending";
import { encodeComment, encodeTokenTransfer } from "@/lib/chains/ton/bodies";
import { accountAt, parseTonAddress, sameAccountText, toAccountText, toMasterText } from "@/lib/chains/ton/config";

/** Operation of an external request by the owner ("sign"). */
const SIGNED_EXTERNAL = 0x7369676e;
/**
 * The main network's id -239 over the context of a client's new wallet: base chain, version 0,
 * number 0.
 */
const WALLET_ID = 0x7fffff11;

/** Operation, wallet id and expiry of a request, in front of its seqno. */
const REQUEST_HEAD_BITS = 96;
const NUMBER_BITS = 32;

/**
 * Pays the message's fees beside its value, and skips a message rather than failing: the contract
 * accepts no other mode.
 */
const SEND_MODE = SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS;

/** Returns the contract's code and its initial storage: an address is their hash. */
export function walletInit(publicKey: Uint8Array): StateInit {
  return WalletContractV5R1.create({ publicKey: Buffer.from(publicKey) }).init;
}

/** Returns the address of the V5R1 wallet that this key owns on the main network. */
export function walletAddress(publicKey: Uint8Array): string {
  return toAccountText(WalletContractV5R1.create({ publicKey: Buffer.from(publicKey) }).address);
}

/** Returns the seqno of the owner's next request, from the contract's storage. */
export function readSequence(data: Cell): number {
  const slice = data.beginParse();
  slice.skip(1);
  return slice.loadUint(32);
}

export type WalletRequest = {
  readonly sequence: number;
  /** Unix seconds: from then on the contract rejects it. */
  readonly validUntil: number;
  readonly message: MessageRelaxed;
};

/** The owner signs the hash of this cell. */
export function encodeRequest({ sequence, validUntil, message }: WalletRequest): Cell {
  const actions = beginCell().store(storeOutList([{ type: "sendMsg", mode: SEND_MODE, outMsg: message }]));
  return beginCell()
    .storeUint(SIGNED_EXTERNAL, 32)
    .storeUint(WALLET_ID, 32)
    .storeUint(validUntil, 32)
    .storeUint(sequence, 32)
    .storeMaybeRef(actions.endCell())
    .storeBit(false)
    .endCell();
}

/** The signature comes last. */
export function signRequest(request: Cell, signature: Uint8Array): Cell {
  return beginCell().storeSlice(request.beginParse()).storeBuffer(Buffer.from(signature)).endCell();
}

/** Encodes the message that a node accepts; `init` deploys the wallet with its first request. */
export function encodeExternal(wallet: string, body: Cell, init: StateInit | null): Cell {
  const message = external({ to: accountAt(wallet), body, ...(init === null ? {} : { init }) });
  return beginCell().store(storeMessage(message)).endCell();
}

/** Returns the wallet and the seqno of an encoded message. */
export function readExternal(raw: Uint8Array): { readonly wallet: string; readonly sequence: number } {
  const { info, body } = loadMessage(Cell.fromBoc(Buffer.from(raw))[0]?.beginParse() ?? Cell.EMPTY.beginParse());
  if (info.type !== "external-in") throw new TypeError("this is no message to a wallet");
  const request = body.beginParse();
  request.skip(REQUEST_HEAD_BITS);
  return { wallet: toAccountText(info.dest), sequence: request.loadUint(32) };
}

/** Returns the seqno of a wallet's request; null when the body is not one. */
export function readRequestNumber(body: Cell | undefined): number | null {
  if (body === undefined || body.isExotic || body.bits.length < REQUEST_HEAD_BITS + NUMBER_BITS) return null;
  const request = body.beginParse();
  if (request.loadUint(NUMBER_BITS) !== SIGNED_EXTERNAL) return null;
  request.skip(REQUEST_HEAD_BITS - NUMBER_BITS);
  return request.loadUint(NUMBER_BITS);
}

/**
 * Returns the hash, in hex, that identifies an incoming external message however a node rewrote it:
 * the hash of the message with no sender, no import fee, no state and its body in a separate cell
 * (TEP-467). Indexes find it as `hash_norm`.
 */
export function normalisedHash(wallet: Address, body: Cell): string {
  const message = beginCell()
    .storeUint(0b10, 2)
    .storeAddress(null)
    .storeAddress(wallet)
    .storeCoins(0)
    .storeBit(false)
    .storeBit(true)
    .storeRef(body);
  return message.endCell().hash().toString("hex");
}

/** The contents of a request. */
export type WalletCall = {
  /** The paying wallet, in its canonical text. */
  readonly from: string;
  readonly to: string;
  readonly memo: string | null;
  /** Canonical master; null for the native coin. */
  readonly contract: string | null;
  readonly units: bigint;
};

/** The contents plus the data it is built with; the same call gives the same bytes. */
export type PreparedCall = WalletCall & {
  /** The payer's own wallet of that token. */
  readonly tokenWallet: string | null;
  /** Value attached for that wallet's execution. */
  readonly attachedUnits: bigint;
  readonly isDeployed: boolean;
  readonly sequence: number;
  readonly validUntil: number;
};

/** Throws on anything that one wallet message cannot express. */
export function toWalletCall({ source, outputs }: TransferRequest): WalletCall {
  const output = outputs[0];
  if (source.kind !== "expiring") throw new TypeError("a TON transfer is spent by one account and expires");
  if (output === undefined || outputs.length !== 1) throw new TypeError("a TON transfer has one output");
  if (output.units <= 0n) throw new RangeError("a TON transfer moves more than zero");
  const to = parseTonAddress(output.to.address);
  if (to === null) throw new TypeError(`${output.to.address} is no TON address`);
  return {
    from: sameAccountText(source.address),
    to,
    memo: output.to.memo,
    contract: output.asset.kind === "native" ? null : toMasterText(accountAt(output.asset.contract)),
    units: output.units,
  };
}

export function toPayload(order: PreparedCall): UnsignedTransfer["payload"] {
  return JSON.stringify(order, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
}

/** Written by `toPayload` and read by nobody else: only the amounts need converting. */
export function parsePayload(payload: string): PreparedCall {
  const parsed = JSON.parse(payload) as Omit<PreparedCall, "units" | "attachedUnits"> &
    Readonly<Record<string, unknown>>;
  const { units, attachedUnits } = parsed;
  if (typeof units !== "string" || typeof attachedUnits !== "string") {
    throw new TypeError("this is no unsigned TON transfer");
  }
  return { ...parsed, units: BigInt(units), attachedUnits: BigInt(attachedUnits) };
}

type Said = Pick<PreparedCall, "from" | "to" | "memo" | "units" | "tokenWallet" | "attachedUnits">;

/**
 * Builds the one message that the wallet sends. A customer's account may not be deployed yet, so
 * its message is non-bounceable; a token wallet must be able to report a failure, so its message is
 * bounceable.
 */
export function messageOf({ from, to, units, memo, tokenWallet, attachedUnits }: Said): MessageRelaxed {
  if (tokenWallet === null) {
    return internal({ to: accountAt(to), value: units, bounce: false, body: encodeComment(memo) });
  }
  const body = encodeTokenTransfer({ units, to: accountAt(to), owner: accountAt(from), memo });
  return internal({ to: accountAt(tokenWallet), value: attachedUnits, bounce: true, body });
}
